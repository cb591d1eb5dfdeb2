"""Expectations of what does not vary."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.idle_sums import sums_of_shares
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def sum_of_shares_alone(note: JudgedNote) -> Iterator[Problem]:
    r"""A sum over all that may come next holds the probabilities, and beside them what is taken at the state before.

    ## Why it matters
    Probabilities sum to one, so the whole sum does nothing: what stands beside them ought to be taken at what comes next.

    ## Examples
    ```md bad
    The value is $U(x) = \sum_{x'} P(x' \mid x) W(x)$.
    ```
    ```md good
    The value is $U(x) = \sum_{x'} P(x' \mid x) W(x')$.
    ```
    """
    yield from sums_of_shares(note)
