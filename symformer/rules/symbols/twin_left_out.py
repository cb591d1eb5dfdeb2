"""One of two that stands where both belong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.twins import twin_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def twin_left_out(note: JudgedNote) -> Iterator[Problem]:
    r"""Two things are told apart, and one of them stands in both places.

    ## Why it matters
    A correlation divided by one spread squared, a joint chance from one of its two: such formulas are true only
    where the two are the same.

    ## Examples
    ```md bad
    $$ \rho_{xy} = \frac{c_{xy}}{\sigma_x \sigma_x} $$
    ```
    ```md good
    $$ \rho_{xy} = \frac{c_{xy}}{\sigma_x \sigma_y} $$
    ```
    """
    yield from twin_problems(note)
