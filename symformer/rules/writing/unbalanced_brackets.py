"""Brackets without a partner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import lone_brackets
from symformer.judging.writing.malformed import lone_sizes, unlike_brackets, unlike_environments
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def unbalanced_brackets(note: JudgedNote) -> Iterator[Problem]:
    r"""A bracket, a brace or an environment is opened and never closed, or closed by what did not open it.

    A `\left` needs its `\right`, too: nothing is shown where one of the two is missing.

    ## Why it matters
    How far a function or a factor reaches is left to the reader; an open brace keeps the formula from being shown.
    A bracket whose partner stands in another row, or in the words around, is no fault.

    ## Examples
    ```md bad
    The cost is $c = a (b + d (e + f)$.
    ```
    ```md good
    The cost is $c = a (b + d (e + f))$.
    ```
    """
    yield from lone_brackets(note)
    yield from unlike_brackets(note)
    yield from lone_sizes(note)
    yield from unlike_environments(note)
