"""Pairs of features turned by an angle that grows with the position."""

from __future__ import annotations

from symformer.functions.function import Function

ROPE = Function(
    id="rope",
    name="RoPE",
    summary="Pairs of features turned by an angle that grows with the position.",
    spellings=("rotary", "apply rope", "rotary embedding"),
    law="same",
    value="symformer.reference.positions.rotary_encoding",
    arguments=(1, 3),
)
