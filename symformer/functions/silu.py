"""x times its sigmoid, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

SILU = Function(
    id="silu",
    name="SiLU",
    summary="x times its sigmoid, entry by entry.",
    spellings=("Swish",),
    law="elementwise",
    value="symformer.reference.functional.silu",
    arguments=(1, 1),
)
