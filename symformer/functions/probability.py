"""The probability of an event."""

from __future__ import annotations

from symformer.functions.function import Function

PROBABILITY = Function(
    id="probability",
    name="Pr",
    summary="The probability of an event.",
    spellings=("Prob",),
    law="scalar",
    arguments=(1, None),
)
