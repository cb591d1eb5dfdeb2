"""The positive part max(0, x), entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

RELU = Function(
    id="relu",
    name="ReLU",
    summary="The positive part max(0, x), entry by entry.",
    spellings=("rectifier",),
    law="elementwise",
    value="symformer.reference.functional.relu",
    arguments=(1, 1),
)
