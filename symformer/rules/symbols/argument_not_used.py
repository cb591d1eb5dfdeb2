"""A definition that takes one letter and uses another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.formal_parameters import members_of_others, parameter_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def argument_not_used(note: JudgedNote) -> Iterator[Problem]:
    r"""One argument of a definition is not used, and one letter of its kind is used and is no argument.

    ## Why it matters
    Whoever puts values in for the arguments finds no place for one of them, and no value for a letter.

    ## Examples
    ```md bad
    $$ \mathrm{Attend}(Q, C, V) = \mathrm{softmax}(Q K^\top) V $$
    ```
    ```md good
    $$ \mathrm{Attend}(Q, K, V) = \mathrm{softmax}(Q K^\top) V $$
    ```
    """
    yield from parameter_problems(note)
    yield from members_of_others(note)
