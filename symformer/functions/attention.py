"""Rows of values, averaged with weights from queries and keys."""

from __future__ import annotations

from symformer.functions.function import Function

ATTENTION = Function(
    id="attention",
    name="Attention",
    summary="Rows of values, averaged with weights from queries and keys.",
    spellings=("Attn", "Att", "SDPA", "Scaled Dot-Product Attention", "ScaledDotProduct", "dot product attention"),
    law="attention",
    value="symformer.reference.attention.scaled_dot_product_attention",
    arguments=(1, 4),
)
