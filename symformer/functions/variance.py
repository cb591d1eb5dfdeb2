"""The mean squared distance from the mean."""

from __future__ import annotations

from symformer.functions.function import Function

VARIANCE = Function(
    id="variance",
    name="variance",
    summary="The mean squared distance from the mean.",
    spellings=("Var",),
    law="reduce",
    value="numpy.var",
    arguments=(1, 2),
)
