"""The mean of each group of entries."""

from __future__ import annotations

from symformer.functions.function import Function

MEAN_POOL = Function(
    id="mean-pool",
    name="MeanPool",
    summary="The mean of each group of entries.",
    spellings=("AvgPool", "AveragePool", "MeanPooling", "average pooling"),
    law="open",
    arguments=(1, None),
)
