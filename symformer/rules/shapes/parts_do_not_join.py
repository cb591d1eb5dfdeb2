"""Concatenations and attentions whose parts do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def parts_do_not_join(note: JudgedNote) -> Iterator[Problem]:
    r"""Arrays are joined, or attended with, whose shared axis is known to differ.

    ## Why it matters
    Heads set side by side need the same number of rows; queries and keys the same width.

    ## Examples
    ```md bad
    Let $A \in \mathbb{R}^{n \times k}$ and $B \in \mathbb{R}^{k \times n}$.
    The result is $C = \text{Concat}(A, B)$.
    ```
    ```md good
    Let $A \in \mathbb{R}^{n \times k}$ and $B \in \mathbb{R}^{n \times k}$.
    The result is $C = \text{Concat}(A, B) \in \mathbb{R}^{n \times 2k}$.
    ```
    """
    yield from shape_problems(note, "concat-shapes-differ", "attention-shapes-differ")
