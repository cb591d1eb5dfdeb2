"""Attention in several heads, joined and projected back."""

from __future__ import annotations

from symformer.functions.function import Function

MULTI_HEAD_ATTENTION = Function(
    id="multi-head-attention",
    name="MultiHead",
    summary="Attention in several heads, joined and projected back.",
    spellings=(
        "Multi-Head Attention",
        "MHA",
        "MHSA",
        "MultiHeadSelfAttention",
        "MultiHeadAttn",
        "MSA",
        "Multi-Headed Attention",
    ),
    law="multi-head",
    arguments=(1, 4),
)
