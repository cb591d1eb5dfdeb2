"""A residual connection followed by a layer norm."""

from __future__ import annotations

from symformer.functions.function import Function

ADD_NORM = Function(
    id="add-norm",
    name="AddNorm",
    summary="A residual connection followed by a layer norm.",
    spellings=("Add & Norm", "Add and Norm", "ResNorm"),
    law="same",
    arguments=(1, 2),
)
