"""The mean over a distribution; it leaves shapes alone."""

from __future__ import annotations

from symformer.functions.function import Function

EXPECTATION = Function(
    id="expectation",
    name="expectation",
    summary="The mean over a distribution; it leaves shapes alone.",
    spellings=("𝔼",),
    law="same",
    arguments=(1, 1),
)
