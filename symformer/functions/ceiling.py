"""The smallest whole number above, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

CEILING = Function(
    id="ceiling",
    name="ceil",
    summary="The smallest whole number above, entry by entry.",
    spellings=("ceiling",),
    law="elementwise",
    value="numpy.ceil",
    arguments=(1, 1),
)
