"""Attention of one sequence to another."""

from __future__ import annotations

from symformer.functions.function import Function

CROSS_ATTENTION = Function(
    id="cross-attention",
    name="CrossAttention",
    summary="Attention of one sequence to another.",
    spellings=("Cross-Attn", "Cross-Att", "EncoderDecoderAttention"),
    law="multi-head",
    arguments=(1, 4),
)
