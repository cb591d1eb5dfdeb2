"""Parts side by side along the last axis."""

from __future__ import annotations

from symformer.functions.function import Function

CONCAT = Function(
    id="concat",
    name="Concat",
    summary="Parts side by side along the last axis.",
    spellings=("Concatenate", "Concatenation", "cat", "hstack"),
    law="concat",
    value="numpy.concatenate",
    arguments=(1, None),
)
