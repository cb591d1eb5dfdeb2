"""The smallest of several numbers, or of the entries."""

from __future__ import annotations

from symformer.functions.function import Function

MIN = Function(
    id="min",
    name="min",
    summary="The smallest of several numbers, or of the entries.",
    spellings=("minimum",),
    law="extremum",
    value="numpy.min",
    arguments=(1, None),
)
