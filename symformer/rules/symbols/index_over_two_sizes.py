"""One index along axes of different length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.axes import two_sizes
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def index_over_two_sizes(note: JudgedNote) -> Iterator[Problem]:
    r"""One index runs along two axes that do not have the same length.

    ## Why it matters
    The sum takes entries that one of the two matrices does not have; most often the indices of one are exchanged.

    ## Examples
    ```md bad
    With $Q \in \mathbb{R}^{n \times d}$ and $K \in \mathbb{R}^{n \times d}$ the scores are $S_{ij} = \sum_{k=1}^{d} Q_{ik} K_{kj}$.
    ```
    ```md good
    With $Q \in \mathbb{R}^{n \times d}$ and $K \in \mathbb{R}^{n \times d}$ the scores are $S_{ij} = \sum_{k=1}^{d} Q_{ik} K_{jk}$.
    ```
    """
    yield from two_sizes(note)
