"""An array with an index, and with the axis that the index runs along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.index_axes import indices_with_axes
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def index_and_axis(note: JudgedNote) -> Iterator[Problem]:
    r"""An array is one head (layer, expert) by its index, and has an axis of all heads as well.

    ## Why it matters
    Either the array belongs to one head, then it has no axis of heads, or it holds all of them, then it
    carries no index.  Code that follows such a shape multiplies heads that have nothing to do with each other.

    ## Examples
    ```md bad
    Let $G$ be the number of heads. The output of one is

    $$ \text{head}_i = A_i V_i \in \mathbb{R}^{B \times G \times T \times c} $$
    ```
    ```md good
    Let $G$ be the number of heads. The outputs are

    $$ \text{head}_i = A_i V_i \in \mathbb{R}^{B \times T \times c}, \qquad O = A V \in \mathbb{R}^{B \times G \times T \times c} $$
    ```
    """
    yield from indices_with_axes(note)
