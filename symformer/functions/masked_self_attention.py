"""Attention of a sequence to what stands before in it."""

from __future__ import annotations

from symformer.functions.function import Function

MASKED_SELF_ATTENTION = Function(
    id="masked-self-attention",
    name="MaskedSelfAttention",
    summary="Attention of a sequence to what stands before in it.",
    spellings=("CausalSelfAttention", "CausalAttention", "MaskedAttention"),
    law="multi-head",
    arguments=(1, 4),
)
