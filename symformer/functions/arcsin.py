"""The inverse sine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ARCSIN = Function(
    id="arcsin",
    name="arcsin",
    summary="The inverse sine, entry by entry.",
    spellings=("asin",),
    law="elementwise",
    value="numpy.arcsin",
    arguments=(1, 1),
)
