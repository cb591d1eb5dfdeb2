"""ln(1 + e^x), entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SOFTPLUS = Function(
    id="softplus",
    name="softplus",
    summary="ln(1 + e^x), entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.softplus",
    arguments=(1, 1),
)
