"""Lists of unequal length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.told_counts import lists_of_unequal_length
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def uneven_lists(note: JudgedNote) -> Iterator[Problem]:
    r"""As many values as names are told "respectively", but the two lists are not of one length.

    ## Why it matters
    Which value belongs to which name cannot be told.

    ## Examples
    ```md bad
    The matrices $A$, $B$ and $C$ have the sizes $n \times r$ and $r \times m$ respectively.
    ```
    ```md good
    The matrices $A$, $B$ and $C$ have the sizes $n \times r$, $r \times m$ and $m \times m$ respectively.
    ```
    """
    yield from lists_of_unequal_length(note)
