"""Sets whose braces are not shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import lost_braces
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def lost_set_braces(note: JudgedNote) -> Iterator[Problem]:
    r"""A set is written in bare braces, which LaTeX takes for a group and does not show.

    ## Why it matters
    The reader sees a list of numbers where a set is meant.

    ## Examples
    ```md bad
    Each cup is full or empty, $c_i \in {0, 1}$.
    ```
    ```md good
    Each cup is full or empty, $c_i \in \{0, 1\}$.
    ```
    """
    yield from lost_braces(note)
