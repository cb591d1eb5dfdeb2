"""Vectors added to matrices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.pedantry import silent_broadcasts
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def silent_broadcast(note: JudgedNote) -> Iterator[Problem]:
    r"""A vector is added to a matrix, which is understood as to each of its rows.

    ## Why it matters
    Readers who take sums strictly stumble; everyone else knows the custom. It is off unless the group `pedantic`, or this rule, is asked for.

    ## Examples
    ```md bad
    With $X \in \mathbb{R}^{n \times d}$, $W \in \mathbb{R}^{d \times k}$ and $b \in \mathbb{R}^{k}$ the layer is $Y = X W + b$.
    ```
    ```md good
    With $X \in \mathbb{R}^{n \times d}$, $W \in \mathbb{R}^{d \times k}$ and $B \in \mathbb{R}^{n \times k}$ the layer is $Y = X W + B$.
    ```
    """
    yield from silent_broadcasts(note)
