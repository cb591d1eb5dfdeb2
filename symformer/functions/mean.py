"""The sum of the entries over their number."""

from __future__ import annotations

from symformer.functions.function import Function

MEAN = Function(
    id="mean",
    name="mean",
    summary="The sum of the entries over their number.",
    spellings=("avg", "average"),
    law="reduce",
    value="numpy.mean",
    arguments=(1, 2),
)
