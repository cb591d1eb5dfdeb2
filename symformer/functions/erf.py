"""The error function, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ERF = Function(
    id="erf",
    name="erf",
    summary="The error function, entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.erf",
    arguments=(1, 1),
)
