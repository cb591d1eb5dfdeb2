"""How surprised a prediction of yes or no is by the truth."""

from __future__ import annotations

from symformer.functions.function import Function

BINARY_CROSS_ENTROPY = Function(
    id="binary-cross-entropy",
    name="BCE",
    summary="How surprised a prediction of yes or no is by the truth.",
    spellings=("binary cross-entropy", "BCELoss"),
    law="scalar",
    value="symformer.reference.losses.binary_cross_entropy",
    arguments=(1, 2),
)
