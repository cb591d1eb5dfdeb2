"""The exponential function, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

EXP = Function(
    id="exp",
    name="exp",
    summary="The exponential function, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.exp",
    arguments=(1, 1),
)
