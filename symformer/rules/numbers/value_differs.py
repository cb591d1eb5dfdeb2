"""Formulas whose value is another one than the one printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def value_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula, evaluated on the numbers in it or on the known values of its symbols, differs from what is printed.

    ## Why it matters
    The number was mistyped, or worked out from a rounded exponent, another base or another row.
    It is reported only if no plausible reading (base of the logarithm, unit of the angle, axis) makes it true.

    ## Examples
    ```md bad
    $$ e^{\frac{5}{\sqrt{3}}} \approx 17.63 $$
    ```
    ```md good
    $$ e^{\frac{5}{\sqrt{3}}} \approx 17.93 $$
    ```
    """
    yield from problems_of(note, "value-differs")
