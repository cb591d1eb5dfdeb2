"""Sums and products that come to another number than the one printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def sum_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""Arithmetic on the numbers as printed does not give the result.

    ## Why it matters
    A reader who recomputes the line gets another number, and everything worked out from it is off.
    Correct rounding, either way of breaking a tie, percent and whole-number division are never reported.

    ## Examples
    ```md bad
    $$ 0.7 \cdot 3 + 0.2 \cdot 5 + 0.1 \cdot 2 = 3.2 $$
    ```
    ```md good
    $$ 0.7 \cdot 3 + 0.2 \cdot 5 + 0.1 \cdot 2 = 3.3 $$
    ```
    """
    yield from problems_of(note, "sum-differs")
