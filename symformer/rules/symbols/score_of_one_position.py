"""Scores of a position with itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.own_scores import scores_of_one_position
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def score_of_one_position(note: JudgedNote) -> Iterator[Problem]:
    r"""A score multiplies a query with the key at the same index, and is not told to be of that position alone.

    ## Why it matters
    Attention compares each position with all others: with one index for both, only the diagonal is left.

    ## Examples
    ```md bad
    Rotated queries and keys are compared by $\text{score} = q_m \cdot k_m$.
    ```
    ```md good
    Rotated queries and keys are compared by $\text{score} = q_m \cdot k_n$.
    ```
    """
    yield from scores_of_one_position(note)
