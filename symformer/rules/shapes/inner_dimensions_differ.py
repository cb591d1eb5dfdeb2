"""Products that do not exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def inner_dimensions_differ(note: JudgedNote) -> Iterator[Problem]:
    r"""A product joins two arrays whose touching sizes are known to differ.

    ## Why it matters
    The product does not exist.
    Most often a transpose was forgotten, two factors were exchanged, or a vector of indices stands
    where their one-hot matrix is meant.

    ## Examples
    ```md bad
    With $Q \in \mathbb{R}^{n \times d_k}$ and $K \in \mathbb{R}^{m \times d_k}$ the scores are $S = QK$.
    ```
    ```md good
    With $Q \in \mathbb{R}^{n \times d_k}$ and $K \in \mathbb{R}^{m \times d_k}$ the scores are $S = QK^\top$.
    ```
    """
    yield from shape_problems(note, "inner-dimensions-differ")
