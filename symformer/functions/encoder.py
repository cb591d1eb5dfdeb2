"""A stack of encoder blocks."""

from __future__ import annotations

from symformer.functions.function import Function

ENCODER = Function(
    id="encoder",
    name="Encoder",
    summary="A stack of encoder blocks.",
    spellings=("EncoderLayer", "EncoderBlock"),
    law="same",
    arguments=(1, 2),
)
