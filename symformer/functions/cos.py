"""The cosine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

COS = Function(
    id="cos",
    name="cos",
    summary="The cosine, entry by entry.",
    spellings=("cosine",),
    law="elementwise",
    value="numpy.cos",
    arguments=(1, 1),
)
