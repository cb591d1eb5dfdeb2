"""Two kinds of delimiters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.pedantry import mixed_delimiters as problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def mixed_delimiters(note: JudgedNote) -> Iterator[Problem]:
    r"""Formulas stand between dollars in one place and between brackets with backslashes in another.

    ## Why it matters
    Some renderers show only one of the two. It is off unless the group `pedantic`, or this rule, is asked for.

    ## Examples
    ```md bad
    The cups are $c$ and the pots are \(p\).
    ```
    ```md good
    The cups are $c$ and the pots are $p$.
    ```
    """
    yield from problems(note)
