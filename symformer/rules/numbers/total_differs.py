"""Tables and lists that do not come to the total they show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def total_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""The rows of a table, or the items of a list, do not come to the total or result shown.

    ## Why it matters
    A total is what readers take away, and what they check first.
    Subtotals, rounded parts and rows that repeat others are counted in every plausible way before
    anything is said; so are shares in percent, and cells with their working in the cell beside them.

    ## Examples
    ```md bad
    | part | parameters |
    |---|---|
    | embedding | 38,597,376 |
    | positions | 786,432 |
    | Total | 39,383,809 |
    ```
    ```md good
    | part | parameters |
    |---|---|
    | embedding | 38,597,376 |
    | positions | 786,432 |
    | Total | 39,383,808 |
    ```
    """
    return problems_of(note, "total-differs")
