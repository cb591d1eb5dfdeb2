"""Weights that add up to one, most of them zero."""

from __future__ import annotations

from symformer.functions.function import Function

SPARSEMAX = Function(
    id="sparsemax",
    name="sparsemax",
    summary="Weights that add up to one, most of them zero.",
    spellings=(),
    law="same",
    value="symformer.reference.functional.sparsemax",
    arguments=(1, 2),
)
