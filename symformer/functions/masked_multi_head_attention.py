"""Attention in several heads to what stands before, joined and projected back."""

from __future__ import annotations

from symformer.functions.function import Function

MASKED_MULTI_HEAD_ATTENTION = Function(
    id="masked-multi-head-attention",
    name="MaskedMultiHead",
    summary="Attention in several heads to what stands before, joined and projected back.",
    spellings=("MaskedMultiHeadAttention", "Masked Multi-Head Attention", "MaskedMHA", "CausalMultiHeadAttention"),
    law="multi-head",
    arguments=(1, 4),
)
