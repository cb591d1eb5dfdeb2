"""The largest of each group of entries."""

from __future__ import annotations

from symformer.functions.function import Function

MAX_POOL = Function(
    id="max-pool",
    name="MaxPool",
    summary="The largest of each group of entries.",
    spellings=("MaxPooling", "Max-Pool"),
    law="open",
    arguments=(1, None),
)
