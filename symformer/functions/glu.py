"""A gated linear unit: one half of the features switches the other."""

from __future__ import annotations

from symformer.functions.function import Function

GLU = Function(
    id="glu",
    name="GLU",
    summary="A gated linear unit: one half of the features switches the other.",
    spellings=("gated linear unit",),
    law="open",
    value="symformer.reference.functional.glu",
    arguments=(1, None),
)
