"""The mean squared difference."""

from __future__ import annotations

from symformer.functions.function import Function

MEAN_SQUARED_ERROR = Function(
    id="mean-squared-error",
    name="MSE",
    summary="The mean squared difference.",
    spellings=("mean squared error", "MSELoss"),
    law="scalar",
    value="symformer.reference.losses.mean_squared_error",
    arguments=(1, 2),
)
