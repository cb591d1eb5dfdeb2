"""The absolute value, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ABSOLUTE = Function(
    id="absolute",
    name="absolute",
    summary="The absolute value, entry by entry.",
    spellings=("abs", "modulus"),
    law="elementwise",
    arguments=(1, 1),
)
