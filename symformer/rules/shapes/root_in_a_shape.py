"""Roots where a size is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.roots import roots_in_shapes
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def root_in_a_shape(note: JudgedNote) -> Iterator[Problem]:
    r"""The root that the note divides its scores by stands as a size.

    ## Why it matters
    Sizes are whole numbers.
    The root of a width belongs to the scale in front of the softmax, not into a shape.
    Shapes all of whose sizes are roots, as of a square picture of `N` pixels, pass.

    ## Examples
    ```md bad
    The scores $Q K^\top / \sqrt{d_k}$ come from queries $Q \in \mathbb{R}^{n \times \sqrt{d_k}}$.
    ```
    ```md good
    The scores $Q K^\top / \sqrt{d_k}$ come from queries $Q \in \mathbb{R}^{n \times d_k}$.
    ```
    """
    yield from roots_in_shapes(note)
