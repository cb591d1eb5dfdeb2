"""Probabilities without a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import lost_names
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def lost_name(note: JudgedNote) -> Iterator[Problem]:
    r"""A conditional probability is written without its letter.

    ## Why it matters
    What stands in brackets is no quantity by itself; the p was lost.

    ## Examples
    ```md bad
    $$ (y \mid x) = \sum_z p(y \mid z) p(z \mid x) $$
    ```
    ```md good
    $$ p(y \mid x) = \sum_z p(y \mid z) p(z \mid x) $$
    ```
    """
    yield from lost_names(note)
