"""A multi-layer perceptron; its output's width is its own."""

from __future__ import annotations

from symformer.functions.function import Function

MLP = Function(
    id="mlp",
    name="MLP",
    summary="A multi-layer perceptron; its output's width is its own.",
    spellings=("perceptron",),
    law="open",
    arguments=(1, None),
)
