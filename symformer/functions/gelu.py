"""x times the normal distribution function, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

GELU = Function(
    id="gelu",
    name="GELU",
    summary="x times the normal distribution function, entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.gelu",
    arguments=(1, 1),
)
