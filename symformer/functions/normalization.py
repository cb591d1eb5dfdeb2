"""A normalisation, of one kind or another, that keeps the shape."""

from __future__ import annotations

from symformer.functions.function import Function

NORMALIZATION = Function(
    id="normalization",
    name="Norm",
    summary="A normalisation, of one kind or another, that keeps the shape.",
    spellings=("Normalize", "Normalise"),
    law="same",
    arguments=(1, 3),
)
