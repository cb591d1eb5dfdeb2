"""A function called with another number of arguments than it is defined with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.arities import arity_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def function_arity_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A function is defined with some arguments and called with more or fewer.

    ## Why it matters
    The reader has to guess which argument is meant to be left out, and what stands in its place.
    An attention that is defined from queries and keys only is the table of weights, not what others
    call attention.

    Letters that name a function of one and of two things, and blocks that are called with their input,
    are told as information; parameters behind a bar or a semicolon do not count.

    ## Examples
    ```md bad
    $$ \text{brew}(a, b) = a + b $$

    $$ c = \text{brew}(a, b, d) $$
    ```
    ```md good
    $$ \text{brew}(a, b) = a + b $$

    $$ c = \text{brew}(a, d) $$
    ```
    """
    yield from arity_problems(note)
