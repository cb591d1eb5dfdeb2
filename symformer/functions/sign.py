"""-1, 0 or 1, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SIGN = Function(
    id="sign",
    name="sign",
    summary="-1, 0 or 1, entry by entry.",
    spellings=("sgn",),
    law="elementwise",
    value="numpy.sign",
    arguments=(1, 1),
)
