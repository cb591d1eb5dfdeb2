"""The largest of several numbers, or of the entries."""

from __future__ import annotations

from symformer.functions.function import Function

MAX = Function(
    id="max",
    name="max",
    summary="The largest of several numbers, or of the entries.",
    spellings=("maximum",),
    law="extremum",
    value="numpy.max",
    arguments=(1, None),
)
