"""The determinant of a square matrix."""

from __future__ import annotations

from symformer.functions.function import Function

DETERMINANT = Function(
    id="determinant",
    name="det",
    summary="The determinant of a square matrix.",
    spellings=("determinant",),
    law="scalar",
    value="numpy.linalg.det",
    arguments=(1, 1),
)
