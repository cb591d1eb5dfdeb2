"""A gated linear unit whose gate is a ReLU."""

from __future__ import annotations

from symformer.functions.function import Function

REGLU = Function(
    id="reglu",
    name="ReGLU",
    summary="A gated linear unit whose gate is a ReLU.",
    spellings=(),
    law="open",
    value="symformer.reference.functional.reglu",
    arguments=(1, None),
)
