"""Each feature with mean 0 and variance 1 over the batch."""

from __future__ import annotations

from symformer.functions.function import Function

BATCH_NORM = Function(
    id="batch-norm",
    name="BatchNorm",
    summary="Each feature with mean 0 and variance 1 over the batch.",
    spellings=("Batch Norm", "BN", "BatchNormalization", "batch normalisation"),
    law="same",
    value="symformer.reference.normalization.batch_norm",
    arguments=(1, 4),
)
