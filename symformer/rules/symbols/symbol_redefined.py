"""A name with a second meaning in one section."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.overloaded import redefinition_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def symbol_redefined(note: JudgedNote) -> Iterator[Problem]:
    r"""The words of one section say of a name that it is one thing, and then that it is another.

    ## Why it matters
    One of the two was meant for another letter, most often the sibling in the next line of a list.
    A heading, a rule, and words such as "now", "instead" or "the same" start anew and are left alone;
    a letter that is a size and an index is told by `symbol-overloaded`.

    ## Examples
    ```md bad
    - $W_a$: the query weight matrix.
    - $W_a$: the key weight matrix.
    ```
    ```md good
    - $W_a$: the query weight matrix.
    - $W_b$: the key weight matrix.
    ```
    """
    yield from redefinition_problems(note)
