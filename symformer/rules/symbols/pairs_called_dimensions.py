"""A letter that counts pairs, called a dimension."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.pairs import pairs_called_columns
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def pairs_called_dimensions(note: JudgedNote) -> Iterator[Problem]:
    r"""A letter is said to run over every dimension, and used for every second one.

    ## Why it matters
    Half of its values give no dimension: with d dimensions, 2j + 1 is one only for j below d/2.
    "i is the dimension" is a usual short form and left alone.

    ## Examples
    ```md bad
    For each position $t$ and each dimension $j$ the code is $c_{t, 2j} = \sin(t / 90^{2j/d})$.
    ```
    ```md good
    For each position $t$ and each pair of dimensions $j$ the code is $c_{t, 2j} = \sin(t / 90^{2j/d})$.
    ```
    """
    yield from pairs_called_columns(note)
