"""A stack of decoder blocks."""

from __future__ import annotations

from symformer.functions.function import Function

DECODER = Function(
    id="decoder",
    name="Decoder",
    summary="A stack of decoder blocks.",
    spellings=("DecoderLayer", "DecoderBlock"),
    law="open",
    arguments=(1, 3),
)
