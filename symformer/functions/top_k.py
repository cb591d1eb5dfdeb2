"""The k largest entries."""

from __future__ import annotations

from symformer.functions.function import Function

TOP_K = Function(
    id="top-k",
    name="topk",
    summary="The k largest entries.",
    spellings=("top-k",),
    law="open",
    arguments=(1, 2),
)
