"""Lines of program code for queries, keys and values of which one takes the name of another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.code.siblings import sibling_lines_of_code
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_sibling_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""Of the lines for queries, keys and values, one is made of what another one is made of.

    ## Why it matters
    Such lines are copied from each other, and a name that was not changed in the copy makes the keys equal to the
    queries: the code runs, and learns something else.

    Code that speaks of shared or tied projections is left alone.

    ## Examples
    ```md bad
    ~~~python
    q = self.W_q(x)
    k = self.W_q(x)
    v = self.W_v(x)
    ~~~
    ```
    ```md good
    ~~~python
    q = self.W_q(x)
    k = self.W_k(x)
    v = self.W_v(x)
    ~~~
    ```
    """
    yield from sibling_lines_of_code(note)
