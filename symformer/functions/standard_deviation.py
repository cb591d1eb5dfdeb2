"""The root of the variance."""

from __future__ import annotations

from symformer.functions.function import Function

STANDARD_DEVIATION = Function(
    id="standard-deviation",
    name="std",
    summary="The root of the variance.",
    spellings=("stddev", "standard deviation"),
    law="reduce",
    value="numpy.std",
    arguments=(1, 2),
)
