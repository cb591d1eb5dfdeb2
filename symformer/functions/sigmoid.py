"""The logistic function 1 / (1 + e^-x), entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SIGMOID = Function(
    id="sigmoid",
    name="sigmoid",
    summary="The logistic function 1 / (1 + e^-x), entry by entry.",
    spellings=("logistic", "sigm"),
    law="elementwise",
    value="symformer.reference.functional.sigmoid",
    arguments=(1, 1),
)
