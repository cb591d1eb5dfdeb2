"""The number of independent rows of a matrix."""

from __future__ import annotations

from symformer.functions.function import Function

RANK = Function(
    id="rank",
    name="rank",
    summary="The number of independent rows of a matrix.",
    spellings=("rk",),
    law="scalar",
    value="numpy.linalg.matrix_rank",
    arguments=(1, 1),
)
