"""The place of the largest entry."""

from __future__ import annotations

from symformer.functions.function import Function

ARGMAX = Function(
    id="argmax",
    name="argmax",
    summary="The place of the largest entry.",
    spellings=("arg max",),
    law="argument",
    value="numpy.argmax",
    arguments=(1, 2),
)
