"""Each row with mean 0 and variance 1, then scaled and shifted."""

from __future__ import annotations

from symformer.functions.function import Function

LAYER_NORM = Function(
    id="layer-norm",
    name="LayerNorm",
    summary="Each row with mean 0 and variance 1, then scaled and shifted.",
    spellings=("Layer Norm", "LN", "LayerNormalization", "layer normalisation"),
    law="same",
    value="symformer.reference.normalization.layer_norm",
    arguments=(1, 4),
)
