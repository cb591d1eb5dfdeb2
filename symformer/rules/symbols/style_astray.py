"""A letter in a style in which it stands nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.styles_astray import problems_of_styles
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def style_astray(note: JudgedNote) -> Iterator[Problem]:
    r"""A capital letter stands once in a font, or under a macro, in which the note has it nowhere else.

    ## Why it matters
    Readers who tell a matrix from its entries by the font look for a second array.  Most often one macro was
    typed for another.  A warning where the same expression stands in the note with the usual style, else
    information; letters that are told, or that stand twice, are things of their own.

    ## Examples
    ```md bad
    $$ S = \mathbf{P}_o \mathbf{K} $$
    $$ T = \mathbf{P}_o \mathbf{K} + \mathbf{K} $$
    $$ U = \mathbf{P}_o K $$
    $$ Y = \mathbf{K} \mathbf{K} $$
    ```
    ```md good
    $$ S = \mathbf{P}_o \mathbf{K} $$
    $$ T = \mathbf{P}_o \mathbf{K} + \mathbf{K} $$
    $$ U = \mathbf{P}_o \mathbf{K} $$
    $$ Y = \mathbf{K} \mathbf{K} $$
    ```
    """
    yield from problems_of_styles(note)
