"""Things numbered from 0 in one place and from 1 in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.bases import mixed_bases
from symformer.judging.indices.sums import sums_begun_otherwise
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def mixed_index_bases(note: JudgedNote) -> Iterator[Problem]:
    r"""The same things are numbered from 0 in one place and from 1 in another.

    ## Why it matters
    One member is left out, and one index has no member: whoever computes by the formulas is off by one.
    A member that the note names by its number, such as a state $h_0$ before the first, belongs to the family.
    Where two sums over one family begin differently, or a sum from 0 to $n$ is divided by $n$, it is a warning.

    ## Examples
    ```md bad
    The mean of the cups $c_1, \dots, c_n$ is $m = \frac{1}{n} \sum_{i=0}^{n-1} c_i$.
    ```
    ```md good
    The mean of the cups $c_1, \dots, c_n$ is $m = \frac{1}{n} \sum_{i=1}^{n} c_i$.
    ```
    """
    found = list(mixed_bases(note))
    yield from found
    for problem in sums_begun_otherwise(note):
        if not any(problem.span.contains(other.span) for other in found):
            yield problem
