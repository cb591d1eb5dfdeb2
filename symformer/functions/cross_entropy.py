"""How surprised a prediction is by the truth."""

from __future__ import annotations

from symformer.functions.function import Function

CROSS_ENTROPY = Function(
    id="cross-entropy",
    name="CrossEntropy",
    summary="How surprised a prediction is by the truth.",
    spellings=("CE", "cross-entropy loss", "CELoss"),
    law="scalar",
    value="symformer.reference.losses.cross_entropy",
    arguments=(1, 2),
)
