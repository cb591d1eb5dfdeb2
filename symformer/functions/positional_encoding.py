"""The number that marks a position, for one feature."""

from __future__ import annotations

from symformer.functions.function import Function

POSITIONAL_ENCODING = Function(
    id="positional-encoding",
    name="PE",
    summary="The number that marks a position, for one feature.",
    spellings=("Positional Encoding", "PosEnc", "PosEncoding"),
    law="scalars",
    arguments=(1, 2),
)
