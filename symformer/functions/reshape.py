"""The same entries in another shape."""

from __future__ import annotations

from symformer.functions.function import Function

RESHAPE = Function(
    id="reshape",
    name="reshape",
    summary="The same entries in another shape.",
    spellings=("view", "permute", "unfold"),
    law="open",
    arguments=(1, None),
)
