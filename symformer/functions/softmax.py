"""Positive weights that add up to one, along one axis."""

from __future__ import annotations

from symformer.functions.function import Function

SOFTMAX = Function(
    id="softmax",
    name="softmax",
    summary="Positive weights that add up to one, along one axis.",
    spellings=("SoftMax", "soft max", "smax"),
    law="same",
    value="symformer.reference.functional.softmax",
    arguments=(1, 2),
)
