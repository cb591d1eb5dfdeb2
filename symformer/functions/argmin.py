"""The place of the smallest entry."""

from __future__ import annotations

from symformer.functions.function import Function

ARGMIN = Function(
    id="argmin",
    name="argmin",
    summary="The place of the smallest entry.",
    spellings=("arg min",),
    law="argument",
    value="numpy.argmin",
    arguments=(1, 2),
)
