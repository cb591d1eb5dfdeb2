"""Equations whose sides cannot be equal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def sides_differ_in_shape(note: JudgedNote) -> Iterator[Problem]:
    r"""The two sides of an equation are known to have different shapes.

    ## Why it matters
    Arrays of different sizes are never equal, so one side is not what was meant.

    ## Examples
    ```md bad
    Let $A \in \mathbb{R}^{n \times d}$ and $B \in \mathbb{R}^{n \times d}$. Then $A B^\top = A^\top B$.
    ```
    ```md good
    Let $A \in \mathbb{R}^{n \times d}$ and $B \in \mathbb{R}^{n \times d}$. Then $(A B^\top)^\top = B A^\top$.
    ```
    """
    yield from shape_problems(note, "sides-differ")
