"""Commands without what they take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.malformed import lacking_arguments
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def missing_argument(note: JudgedNote) -> Iterator[Problem]:
    r"""A command lacks an argument, or takes one letter where the braces are behind it.

    ## Why it matters
    LaTeX takes the next character for the argument, whatever it is, or does not show the formula at all.

    ## Examples
    ```md bad
    The rate is $p = \frac{a}b{c}$.
    ```
    ```md good
    The rate is $p = \frac{a}{b c}$.
    ```
    """
    yield from lacking_arguments(note)
