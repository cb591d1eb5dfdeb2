"""Markup that was lost within formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.lone_marks import hiding_percents
from symformer.judging.writing.lost_markup import lost_markup as markup_lost
from symformer.judging.writing.lost_scripts import lost_scripts
from symformer.judging.writing.malformed import unbraced_scripts
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def lost_markup(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula lacks a sign, the braces of a script, a backslash, or the bracket behind \left or \right.

    ## Why it matters
    What is shown is another formula: an index that has become a difference, a Greek letter that is a product.
    What a note might mean as it stands is a fault only where the note writes the same thing with its markup elsewhere.

    ## Examples
    ```md bad
    The rate is $\gamma = 0.1$, and the next value is $y = gamma z$.
    ```
    ```md good
    The rate is $\gamma = 0.1$, and the next value is $y = \gamma z$.
    ```
    """
    yield from markup_lost(note)
    yield from lost_scripts(note)
    yield from unbraced_scripts(note)
    yield from hiding_percents(note)
