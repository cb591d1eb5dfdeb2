"""The natural logarithm, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

LOGARITHM = Function(
    id="logarithm",
    name="ln",
    summary="The natural logarithm, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.log",
    arguments=(1, 1),
)
