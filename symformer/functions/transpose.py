"""Rows and columns exchanged."""

from __future__ import annotations

from symformer.functions.function import Function

TRANSPOSE = Function(
    id="transpose",
    name="transpose",
    summary="Rows and columns exchanged.",
    spellings=(),
    law="transpose",
    value="numpy.transpose",
    arguments=(1, 1),
)
