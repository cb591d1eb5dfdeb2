"""A vector with a single one, at the given place."""

from __future__ import annotations

from symformer.functions.function import Function

ONE_HOT = Function(
    id="one-hot",
    name="one_hot",
    summary="A vector with a single one, at the given place.",
    spellings=("one-hot", "onehot"),
    law="open",
    value="symformer.reference.functional.one_hot",
    arguments=(1, 2),
)
