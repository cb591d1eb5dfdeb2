"""An activation that the author did not name; it leaves shapes alone."""

from __future__ import annotations

from symformer.functions.function import Function

ACTIVATION = Function(
    id="activation",
    name="sigma",
    summary="An activation that the author did not name; it leaves shapes alone.",
    spellings=("activation", "act"),
    law="same",
    arguments=(1, 1),
    standard=False,
)
