"""Program code inside formulas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import code_operators
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_operator_in_formula(note: JudgedNote) -> Iterator[Problem]:
    r"""The sign `@` of program code stands for a matrix product in a formula. It is noted once.

    ## Why it matters
    Readers of mathematics do not know the sign, and those of code expect their rules of broadcasting.

    ## Examples
    ```md bad
    The taste is $T = C @ W$.
    ```
    ```md good
    The taste is $T = C W$.
    ```
    """
    yield from code_operators(note)
