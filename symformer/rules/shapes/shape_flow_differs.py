"""Shapes that are said to follow from each other, and do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.flows import flow_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def shape_flow_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A line of shapes, (B, T, C) @ (C, D) → (B, T, D), holds one that does not come from those before it.

    ## Why it matters
    Readers check their own arrays against such lines. In a product the last size of one factor is the last but one of
    the next, and what is only split, turned or merged has as many entries as before.

    Letters are two sizes only where they stand together in one shape of the note.

    ## Examples
    ```md bad
    Scores: (B, h, T, d) @ (B, h, T, d) → (B, h, T, T)
    ```
    ```md good
    Scores: (B, h, T, d) @ (B, h, d, T) → (B, h, T, T)
    ```
    """
    yield from flow_problems(note.document)
