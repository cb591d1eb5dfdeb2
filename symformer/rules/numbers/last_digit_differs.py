"""Results that are off by one in the last place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def last_digit_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A result is off by one unit in the last place, and nothing else changes.

    ## Why it matters
    The number was rounded twice, or by eye.
    No sign, order or largest entry is changed, so it is a matter of care.

    ## Examples
    ```md bad
    $$ \frac{5}{7} \approx 0.72 $$
    ```
    ```md good
    $$ \frac{5}{7} \approx 0.71 $$
    ```
    """
    yield from problems_of(note, "last-digit-differs")
