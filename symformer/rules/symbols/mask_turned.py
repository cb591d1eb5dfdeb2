"""A causal mask that hides the past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.causal import causal_mask_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def mask_turned(note: JudgedNote) -> Iterator[Problem]:
    r"""A mask lets each position see those that follow it, where the words call it causal.

    ## Why it matters
    With rows for the queries, the entry of row i and column j decides whether position i sees position j.
    A mask with zeros above the diagonal hands each position the very tokens that it is to predict.
    Where the words speak of the other direction, or of keys along the rows, nothing is said.

    ## Examples
    ```md bad
    The causal mask has $M_{ij} = 0$ for $j \ge i$ and $M_{ij} = -\infty$ otherwise.
    ```
    ```md good
    The causal mask has $M_{ij} = 0$ for $j \le i$ and $M_{ij} = -\infty$ otherwise.
    ```
    """
    yield from causal_mask_problems(note)
