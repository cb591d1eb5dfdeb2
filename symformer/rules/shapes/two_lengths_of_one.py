"""One array that would have to be of two lengths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.lengths import two_lengths
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def two_lengths_of_one(note: JudgedNote) -> Iterator[Problem]:
    r"""Two products of one array are given different numbers of rows, or of columns.

    ## Why it matters
    `X A` has as many rows as `X`, whatever `A` is, and so has `X B`.
    Where the one has `T` rows and the other `S`, the two inputs were not told apart, as in cross-attention written
    with a single input.

    ## Examples
    ```md bad
    Queries and keys are $Q = X W_Q \in \mathbb{R}^{T \times d}$ and $K = X W_K \in \mathbb{R}^{S \times d}$.
    ```
    ```md good
    Queries and keys are $Q = X W_Q \in \mathbb{R}^{T \times d}$ and $K = Y W_K \in \mathbb{R}^{S \times d}$.
    ```
    """
    yield from two_lengths(note)
