"""Rows drawn together into fewer."""

from __future__ import annotations

from symformer.functions.function import Function

POOL = Function(
    id="pool",
    name="Pool",
    summary="Rows drawn together into fewer.",
    spellings=("Pooling",),
    law="open",
    arguments=(1, None),
)
