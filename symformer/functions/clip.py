"""Values kept within bounds, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

CLIP = Function(
    id="clip",
    name="clip",
    summary="Values kept within bounds, entry by entry.",
    spellings=("clamp",),
    law="same",
    value="numpy.clip",
    arguments=(1, 3),
)
