"""Two equations with one number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.labels import repeated_numbers
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def repeated_equation_number(note: JudgedNote) -> Iterator[Problem]:
    r"""A number typed by hand stands at two different equations.

    ## Why it matters
    A reference to it leads to either. An equation that is repeated keeps its number, and a count may begin anew with 1.

    ## Examples
    ```md bad
    $$ a = b \tag{4} $$

    $$ c = 2 d \tag{4} $$
    ```
    ```md good
    $$ a = b \tag{4} $$

    $$ c = 2 d \tag{5} $$
    ```
    """
    yield from repeated_numbers(note)
