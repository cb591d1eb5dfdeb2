"""The length of a vector or matrix."""

from __future__ import annotations

from symformer.functions.function import Function

NORM = Function(
    id="norm",
    name="norm",
    summary="The length of a vector or matrix.",
    spellings=("L2norm", "euclidean norm", "frobenius norm"),
    law="scalar",
    value="symformer.reference.functional.norm",
    arguments=(1, 2),
)
