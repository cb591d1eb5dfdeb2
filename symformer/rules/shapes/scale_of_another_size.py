"""Scores scaled by another size than their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.judging.shapes.scales import scales_of_another_size
from symformer.judging.shapes.scales_in_numbers import scales_in_numbers
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def scale_of_another_size(note: JudgedNote) -> Iterator[Problem]:
    r"""A product is divided by the root of another size than the one it is summed over.

    ## Why it matters
    A dot product of d random entries grows as the root of d: to divide by the root of another size leaves the
    scores too large or too small for the softmax.

    ## Examples
    ```md bad
    With $Q, K \in \mathbb{R}^{n \times c}$ the scores are $S = \frac{Q K^\top}{\sqrt{n}}$.
    ```
    ```md good
    With $Q, K \in \mathbb{R}^{n \times c}$ the scores are $S = \frac{Q K^\top}{\sqrt{c}}$.
    ```
    """
    yield from scales_of_another_size(note)
    yield from scales_in_numbers(note, [each.span for each in problems_of(note, "scale-contradicts-size")])
