"""All entries added up."""

from __future__ import annotations

from symformer.functions.function import Function

SUM = Function(
    id="sum",
    name="sum",
    summary="All entries added up.",
    spellings=("reduce sum",),
    law="reduce",
    value="numpy.sum",
    arguments=(1, 2),
)
