"""The tangent, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

TAN = Function(
    id="tan",
    name="tan",
    summary="The tangent, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.tan",
    arguments=(1, 1),
)
