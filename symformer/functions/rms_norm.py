"""Each row divided by its root mean square, then scaled."""

from __future__ import annotations

from symformer.functions.function import Function

RMS_NORM = Function(
    id="rms-norm",
    name="RMSNorm",
    summary="Each row divided by its root mean square, then scaled.",
    spellings=("RMS Norm", "RMSLayerNorm", "root mean square norm"),
    law="same",
    value="symformer.reference.normalization.rms_norm",
    arguments=(1, 3),
)
