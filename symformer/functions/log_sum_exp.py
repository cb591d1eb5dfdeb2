"""The logarithm of the sum of exponentials."""

from __future__ import annotations

from symformer.functions.function import Function

LOG_SUM_EXP = Function(
    id="log-sum-exp",
    name="logsumexp",
    summary="The logarithm of the sum of exponentials.",
    spellings=("LogSumExp", "LSE"),
    law="reduce",
    value="symformer.reference.functional.log_sum_exp",
    arguments=(1, 2),
)
