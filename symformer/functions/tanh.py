"""The hyperbolic tangent, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

TANH = Function(
    id="tanh",
    name="tanh",
    summary="The hyperbolic tangent, entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.tanh",
    arguments=(1, 1),
)
