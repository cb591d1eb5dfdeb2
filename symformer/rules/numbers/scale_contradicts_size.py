"""Scores divided by the root of a number that is not the size of their vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def scale_contradicts_size(note: JudgedNote) -> Iterator[Problem]:
    r"""A dot product of n components is scaled by the root of another number than n.

    ## Why it matters
    Scaled dot-product attention divides by the root of the size of the key vectors.
    With another number, a reader cannot reproduce the weights.

    ## Examples
    ```md bad
    The score of the query and the key:

    $$ (1 \times 3) + (2 \times 4) = 11 $$

    $$ \sqrt{64} = 8 $$

    $$ \frac{11}{8} = 1.375 $$
    ```
    ```md good
    The score of the query and the key:

    $$ (1 \times 3) + (2 \times 4) = 11 $$

    $$ \frac{11}{\sqrt{2}} \approx 7.78 $$
    ```
    """
    yield from problems_of(note, "scale-contradicts-size")
