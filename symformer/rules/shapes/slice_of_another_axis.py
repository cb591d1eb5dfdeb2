"""Slices of the second axis, called the last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.slices import slices_of_another_axis
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def slice_of_another_axis(note: JudgedNote) -> Iterator[Problem]:
    r"""A slice `[:, a:b]` is called a slice along the last axis of a tensor with three axes or more.

    ## Why it matters
    With a batch in front, the second axis holds the positions, not the features.

    ## Examples
    ```md bad
    With $Q \in \mathbb{R}^{B \times T \times d}$ the first half along the last dimension is $Q[:, 0:w]$.
    ```
    ```md good
    With $Q \in \mathbb{R}^{T \times d}$ the first half along the last dimension is $Q[:, 0:w]$.
    ```
    """
    yield from slices_of_another_axis(note)
