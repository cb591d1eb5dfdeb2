"""Some entries set to zero at random."""

from __future__ import annotations

from symformer.functions.function import Function

DROPOUT = Function(
    id="dropout",
    name="Dropout",
    summary="Some entries set to zero at random.",
    spellings=("DropPath",),
    law="same",
    arguments=(1, 2),
)
