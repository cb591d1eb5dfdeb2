"""Pairs of columns in a width that may be odd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.pedantry import widths_that_may_be_odd
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def width_may_be_odd(note: JudgedNote) -> Iterator[Problem]:
    r"""Entries are defined in pairs, and nothing says that their number is even.

    ## Why it matters
    In an odd width the last entry has no partner. It is off unless the group `pedantic`, or this rule, is asked for.

    ## Examples
    ```md bad
    The code is $c_{t, 2i} = \sin(t / 90^{2i/d})$ and $c_{t, 2i+1} = \cos(t / 90^{2i/d})$.
    ```
    ```md good
    For even $d$ the code is $c_{t, 2i} = \sin(t / 90^{2i/d})$ and $c_{t, 2i+1} = \cos(t / 90^{2i/d})$.
    ```
    """
    yield from widths_that_may_be_odd(note)
