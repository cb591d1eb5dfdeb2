"""Sizes that meet, and that nothing equates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.exact import unequated_ranges, unequated_sizes
from symformer.judging.shapes.lettered import misfits_in_letters
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def sizes_not_equated(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula holds only if two sizes with two names are one, and the note does not say so.

    ## Why it matters
    Either a declaration has the wrong letter, or the note leaves out a condition that it rests on.
    Each pair of sizes is named once, where it first meets.
    Two names of one role (`d` and `d_model`, `d_q` and `d_k`) pass.

    ## Examples
    ```md bad
    With $A \in \mathbb{R}^{n \times p}$ and $B \in \mathbb{R}^{q \times m}$ we form $C = A B$.
    ```
    ```md good
    With $A \in \mathbb{R}^{n \times p}$ and $B \in \mathbb{R}^{q \times m}$, where $p = q$, we form $C = A B$.
    ```
    """
    yield from unequated_sizes(note)
    yield from unequated_ranges(note)
    yield from misfits_in_letters(note)
