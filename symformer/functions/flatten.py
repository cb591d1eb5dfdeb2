"""All entries in one vector."""

from __future__ import annotations

from symformer.functions.function import Function

FLATTEN = Function(
    id="flatten",
    name="vec",
    summary="All entries in one vector.",
    spellings=("flatten",),
    law="open",
    arguments=(1, 1),
)
