"""The sine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SIN = Function(
    id="sin",
    name="sin",
    summary="The sine, entry by entry.",
    spellings=("sine",),
    law="elementwise",
    value="numpy.sin",
    arguments=(1, 1),
)
