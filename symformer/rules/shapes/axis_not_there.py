"""Products, sums and functions along an axis that an array does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.named_axes import missing_axis_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def axis_not_there(note: JudgedNote) -> Iterator[Problem]:
    r"""In a note whose axes have names, something is multiplied or added up along an axis that it does not have.

    ## Why it matters
    Named axes need no order, but an axis that is added up must be there: in both factors of a product,
    in what a softmax or a mean runs along.

    ## Examples
    ```md bad
    With $Q \in \mathbb{R}^{\text{key}}$ and $K \in \mathbb{R}^{\text{seq} \times \text{key}}$ the scores are $S = Q \underset{\text{seq}}{\odot} K$.
    ```
    ```md good
    With $Q \in \mathbb{R}^{\text{key}}$ and $K \in \mathbb{R}^{\text{seq} \times \text{key}}$ the scores are $S = Q \underset{\text{key}}{\odot} K$.
    ```
    """
    yield from missing_axis_problems(note)
