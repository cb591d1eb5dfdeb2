"""The exponential linear unit, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ELU = Function(
    id="elu",
    name="ELU",
    summary="The exponential linear unit, entry by entry.",
    spellings=(),
    law="elementwise",
    value="symformer.reference.functional.elu",
    arguments=(1, 1),
)
