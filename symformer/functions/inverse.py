"""The inverse of a square matrix."""

from __future__ import annotations

from symformer.functions.function import Function

INVERSE = Function(
    id="inverse",
    name="inv",
    summary="The inverse of a square matrix.",
    spellings=("inverse",),
    law="same",
    value="numpy.linalg.inv",
    arguments=(1, 1),
)
