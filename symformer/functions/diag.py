"""A vector as a diagonal matrix, or a matrix's diagonal."""

from __future__ import annotations

from symformer.functions.function import Function

DIAG = Function(
    id="diag",
    name="diag",
    summary="A vector or the numbers of a list as a diagonal matrix, or a matrix's diagonal.",
    spellings=("diagonal",),
    law="diagonal",
    value="numpy.diag",
    arguments=(1, None),
)
