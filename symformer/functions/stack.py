"""Parts below one another, or along a new axis."""

from __future__ import annotations

from symformer.functions.function import Function

STACK = Function(
    id="stack",
    name="Stack",
    summary="Parts below one another, or along a new axis.",
    spellings=("vstack",),
    law="stack",
    arguments=(1, None),
)
