"""A column that is doubled once more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.pairs import doubled_twice
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def index_doubled_twice(note: JudgedNote) -> Iterator[Problem]:
    r"""An entry is defined for even or odd i, and its exponent still holds 2i, as if i counted pairs.

    ## Why it matters
    The formula for the entries 2i and 2i + 1 was carried over to the entries i: all frequencies are squared.

    ## Examples
    ```md bad
    For even $i$ the code is $c_{t, i} = \sin(t / 90^{2i/d})$.
    ```
    ```md good
    For even $i$ the code is $c_{t, i} = \sin(t / 90^{i/d})$.
    ```
    """
    yield from doubled_twice(note)
