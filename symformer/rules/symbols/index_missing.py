"""Vectors of a family that stand without their index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.bare_names import bare_name_problems
from symformer.judging.indices.lost import lost_indices
from symformer.judging.indices.stuck_factors import stuck_in_sums
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def index_missing(note: JudgedNote) -> Iterator[Problem]:
    r"""A vector stands without its index in the equation for one member of a family.

    ## Why it matters
    Without the index the equation says that every step, position or head takes the same vector.

    In a sum over what comes next, Σ_{s'} P(s' | s) V(s') say, what stands beside the probability runs along.

    A name that stands once without the index that it has everywhere else, where that index is at hand, is meant too.

    Of vectors only a name that the note never tells by itself is meant, whose members fit the matrix beside it.

    ## Examples
    ```md bad
    With $x_t \in \mathbb{R}^{d}$ and $W \in \mathbb{R}^{m \times d}$ the state is $h_t = \tanh(W x)$.
    ```
    ```md good
    With $x_t \in \mathbb{R}^{d}$ and $W \in \mathbb{R}^{m \times d}$ the state is $h_t = \tanh(W x_t)$.
    ```
    """
    yield from lost_indices(note)
    yield from stuck_in_sums(note)
    yield from bare_name_problems(note)
