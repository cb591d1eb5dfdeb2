"""The hyperbolic sine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SINH = Function(
    id="sinh",
    name="sinh",
    summary="The hyperbolic sine, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.sinh",
    arguments=(1, 1),
)
