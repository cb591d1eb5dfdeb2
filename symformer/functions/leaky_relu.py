"""The positive part, with a small slope below zero."""

from __future__ import annotations

from symformer.functions.function import Function

LEAKY_RELU = Function(
    id="leaky-relu",
    name="LeakyReLU",
    summary="The positive part, with a small slope below zero.",
    spellings=("leaky relu", "LReLU"),
    law="elementwise",
    value="symformer.reference.functional.leaky_relu",
    arguments=(1, 1),
)
