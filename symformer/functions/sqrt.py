"""The square root, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SQRT = Function(
    id="sqrt",
    name="sqrt",
    summary="The square root, entry by entry.",
    spellings=("square root", "root"),
    law="elementwise",
    value="numpy.sqrt",
    arguments=(1, 2),
)
