"""The nearest whole number, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ROUND = Function(
    id="round",
    name="round",
    summary="The nearest whole number, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.round",
    arguments=(1, 1),
)
