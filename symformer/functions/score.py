"""How well a query and a key fit."""

from __future__ import annotations

from symformer.functions.function import Function

SCORE = Function(
    id="score",
    name="score",
    summary="How well a query and a key fit.",
    spellings=("alignment score",),
    law="open",
    arguments=(1, 2),
)
