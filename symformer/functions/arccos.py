"""The inverse cosine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ARCCOS = Function(
    id="arccos",
    name="arccos",
    summary="The inverse cosine, entry by entry.",
    spellings=("acos",),
    law="elementwise",
    value="numpy.arccos",
    arguments=(1, 1),
)
