"""The logarithm of the softmax, along one axis."""

from __future__ import annotations

from symformer.functions.function import Function

LOG_SOFTMAX = Function(
    id="log-softmax",
    name="log_softmax",
    summary="The logarithm of the softmax, along one axis.",
    spellings=("log softmax", "LogSoftmax"),
    law="same",
    value="symformer.reference.functional.log_softmax",
    arguments=(1, 2),
)
