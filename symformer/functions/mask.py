"""Scores with the forbidden positions blanked out."""

from __future__ import annotations

from symformer.functions.function import Function

MASK = Function(
    id="mask",
    name="Mask",
    summary="Scores with the forbidden positions blanked out.",
    spellings=("masked", "causal mask", "masked fill"),
    law="same",
    arguments=(1, 3),
)
