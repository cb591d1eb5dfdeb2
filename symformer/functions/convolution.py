"""A sliding window of weights."""

from __future__ import annotations

from symformer.functions.function import Function

CONVOLUTION = Function(
    id="convolution",
    name="Conv",
    summary="A sliding window of weights.",
    spellings=("Conv1D", "Conv2D", "convolution"),
    law="open",
    arguments=(1, None),
)
