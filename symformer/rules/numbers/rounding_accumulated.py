"""Results that are right for the rounded numbers, but not for the unrounded ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def rounding_accumulated(note: JudgedNote) -> Iterator[Problem]:
    r"""The result follows from the rounded numbers printed before it, but not from the values behind them.

    ## Why it matters
    Nothing is wrong on the page; the last digits are not those of the exact result.

    ## Examples
    ```md bad
    $$ \frac{2}{3} \approx 0.67 $$

    $$ 0.67 \cdot 10 = 6.70 $$
    ```
    ```md good
    $$ \frac{2}{3} \approx 0.67 $$

    $$ 0.67 \cdot 10 \approx 6.7 $$
    ```
    """
    yield from problems_of(note, "rounding-accumulated")
