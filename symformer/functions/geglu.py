"""A gated linear unit whose gate is a GELU."""

from __future__ import annotations

from symformer.functions.function import Function

GEGLU = Function(
    id="geglu",
    name="GEGLU",
    summary="A gated linear unit whose gate is a GELU.",
    spellings=(),
    law="open",
    value="symformer.reference.functional.geglu",
    arguments=(1, None),
)
