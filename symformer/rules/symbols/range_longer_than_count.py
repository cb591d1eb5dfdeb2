"""Ranges with one member more than is counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.ranges_of_others import ranges_of_other_things
from symformer.judging.indices.told_counts import ranges_longer_than_told, ranges_of_counted_things
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def range_longer_than_count(note: JudgedNote) -> Iterator[Problem]:
    r"""An index runs from 0 to N, where the note counts N of what it numbers.

    ## Why it matters
    From 0 to N are N + 1 members: a reader who follows the range goes one too far.
    So it is with a range that ends with the count of another thing: heads that run to the number of tokens.

    ## Examples
    ```md bad
    There are $c/2$ pairs, and pair $i$ with $i = 0, 1, \dots, c/2$ turns with the frequency $f_i$.
    ```
    ```md good
    There are $c/2$ pairs, and pair $i$ with $i = 0, 1, \dots, c/2 - 1$ turns with the frequency $f_i$.
    ```
    """
    told = set()
    for problem in (*ranges_longer_than_told(note), *ranges_of_counted_things(note), *ranges_of_other_things(note)):
        if problem.span.start not in told:
            told.add(problem.span.start)
            yield problem
