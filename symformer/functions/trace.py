"""The sum of a square matrix's diagonal."""

from __future__ import annotations

from symformer.functions.function import Function

TRACE = Function(
    id="trace",
    name="trace",
    summary="The sum of a square matrix's diagonal.",
    spellings=("tr", "Tr"),
    law="scalar",
    value="numpy.trace",
    arguments=(1, 1),
)
