"""A linear map with a bias; its output's width is its own."""

from __future__ import annotations

from symformer.functions.function import Function

LINEAR = Function(
    id="linear",
    name="Linear",
    summary="A linear map with a bias; its output's width is its own.",
    spellings=("Dense", "Affine", "Proj", "Projection"),
    law="open",
    value="symformer.reference.functional.linear",
    arguments=(1, None),
)
