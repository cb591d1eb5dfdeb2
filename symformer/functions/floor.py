"""The largest whole number below, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

FLOOR = Function(
    id="floor",
    name="floor",
    summary="The largest whole number below, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.floor",
    arguments=(1, 1),
)
