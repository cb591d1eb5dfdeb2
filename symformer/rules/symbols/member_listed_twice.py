"""Lists that have a member twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.doubled_terms import doubled_declarations, doubled_terms
from symformer.judging.indices.histories import doubled_members
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def member_listed_twice(note: JudgedNote) -> Iterator[Problem]:
    r"""A list with dots has the same member twice, side by side, or a sum the same term.

    ## Why it matters
    The list goes by an index, and one of the two has the index of its neighbour; of a window around a word the one
    before it is easily lost so.

    ## Examples
    ```md bad
    The words around it are $c_t = (w_{t-m}, \ldots, w_{t+1}, w_{t+1}, \ldots, w_{t+m})$.
    ```
    ```md good
    The words around it are $c_t = (w_{t-m}, \ldots, w_{t-1}, w_{t+1}, \ldots, w_{t+m})$.
    ```
    """
    yield from doubled_members(note)
    yield from doubled_terms(note)
    yield from doubled_declarations(note)
