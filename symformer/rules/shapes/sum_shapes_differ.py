"""Sums of arrays that cannot be added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.added_terms import added_terms
from symformer.judging.shapes.conflicts import shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def sum_shapes_differ(note: JudgedNote) -> Iterator[Problem]:
    r"""A sum, or an entry-by-entry product, of two arrays whose sizes are known to differ.

    ## Why it matters
    Entries have no partner.
    A bias that is added to every row is no fault: axes of one size may be repeated.

    ## Examples
    ```md bad
    Let $H \in \mathbb{R}^{n \times d}$ and $P \in \mathbb{R}^{d \times n}$; the input is $X = H + P$.
    ```
    ```md good
    Let $H \in \mathbb{R}^{n \times d}$ and $b \in \mathbb{R}^{d}$; the input is $X = H + b$.
    ```
    """
    yield from shape_problems(note, "sum-shapes-differ", "entries-differ")
    yield from added_terms(note)
