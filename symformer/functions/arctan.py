"""The inverse tangent, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

ARCTAN = Function(
    id="arctan",
    name="arctan",
    summary="The inverse tangent, entry by entry.",
    spellings=("atan",),
    law="elementwise",
    value="numpy.arctan",
    arguments=(1, 1),
)
