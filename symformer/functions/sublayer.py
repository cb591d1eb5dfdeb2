"""The function that a residual connection goes round."""

from __future__ import annotations

from symformer.functions.function import Function

SUBLAYER = Function(
    id="sublayer",
    name="Sublayer",
    summary="The function that a residual connection goes round.",
    spellings=("Sub-layer",),
    law="same",
    arguments=(1, 1),
)
