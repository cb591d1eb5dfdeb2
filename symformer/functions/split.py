"""One matrix cut into several."""

from __future__ import annotations

from symformer.functions.function import Function

SPLIT = Function(
    id="split",
    name="split",
    summary="One matrix cut into several.",
    spellings=("chunk", "SplitHeads"),
    law="open",
    arguments=(1, None),
)
