"""A sum over a letter that what is summed has not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.binding import index_problems
from symformer.judging.indices.pulled_out import pulled_out_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def index_never_used(note: JudgedNote) -> Iterator[Problem]:
    r"""A sum or product runs over one letter, and what it takes, or a factor of it, is indexed by another.

    ## Why it matters
    Every term would be the same; most often a letter was exchanged, above or below.

    ## Examples
    ```md bad
    The total of all leaves is $s = \sum_{i=1}^n x_j$.
    ```
    ```md good
    The total of all leaves is $s = \sum_{i=1}^n x_i$.
    ```
    """
    yield from index_problems(note, "never-used", "left-out")
    yield from pulled_out_problems(note)
