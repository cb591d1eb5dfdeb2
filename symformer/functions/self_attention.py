"""Attention of a sequence to itself."""

from __future__ import annotations

from symformer.functions.function import Function

SELF_ATTENTION = Function(
    id="self-attention",
    name="SelfAttention",
    summary="Attention of a sequence to itself.",
    spellings=("Self-Attn", "Self-Att", "SA"),
    law="multi-head",
    arguments=(1, 4),
)
