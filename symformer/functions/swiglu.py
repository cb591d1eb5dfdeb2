"""A gated linear unit whose gate is a SiLU."""

from __future__ import annotations

from symformer.functions.function import Function

SWIGLU = Function(
    id="swiglu",
    name="SwiGLU",
    summary="A gated linear unit whose gate is a SiLU.",
    spellings=(),
    law="open",
    value="symformer.reference.functional.swiglu",
    arguments=(1, None),
)
