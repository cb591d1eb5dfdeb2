"""A logarithm, natural unless a base is shown, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

LOG = Function(
    id="log",
    name="log",
    summary="A logarithm, natural unless a base is shown, entry by entry.",
    spellings=("lg", "log2", "log10"),
    law="elementwise",
    value="numpy.log",
    arguments=(1, 1),
)
