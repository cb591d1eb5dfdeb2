"""Right results beside a working that gives another number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def working_does_not_yield_result(note: JudgedNote) -> Iterator[Problem]:
    r"""The printed result is right, but the working shown beside it gives another number.

    ## Why it matters
    The author computed with more digits than are shown, or mistyped a number of the working.
    A reader who follows the line gets lost.

    ## Examples
    ```md bad
    $$ e^{1.3} \approx 3.67 $$

    $$ e^{0.4} \approx 1.49 $$

    $$ 3.67 + 1.49 = 5.161 $$
    ```
    ```md good
    $$ e^{1.3} \approx 3.67 $$

    $$ e^{0.4} \approx 1.49 $$

    $$ 3.67 + 1.49 = 5.16 $$
    ```
    """
    yield from problems_of(note, "working-does-not-yield-result")
