"""A symbol that stands in one step of a chain only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.steps import strangers_in_chains
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def symbol_in_one_step_only(note: JudgedNote) -> Iterator[Problem]:
    r"""One step of a chain of equations has a letter for which all other steps have another.

    ## Why it matters
    A letter that comes and goes between two steps was most often written for the one that it replaces.

    ## Examples
    ```md bad
    $$ f(P Q) = A P Q = A P X = A Q P $$
    ```
    ```md good
    $$ f(P Q) = A P Q = A P Q = A Q P $$
    ```
    """
    yield from strangers_in_chains(note)
