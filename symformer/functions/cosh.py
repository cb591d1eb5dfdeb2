"""The hyperbolic cosine, entry by entry."""

from __future__ import annotations

from symformer.functions.function import Function

COSH = Function(
    id="cosh",
    name="cosh",
    summary="The hyperbolic cosine, entry by entry.",
    spellings=(),
    law="elementwise",
    value="numpy.cosh",
    arguments=(1, 1),
)
