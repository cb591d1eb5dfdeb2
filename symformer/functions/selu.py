"""The scaled exponential linear unit, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SELU = Function(
    id="selu",
    name="SELU",
    summary="The scaled exponential linear unit, entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.selu",
    arguments=(1, 1),
)
