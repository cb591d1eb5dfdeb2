"""Rows called columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.said.lines_summed import lines_summed_problems
from symformer.judging.shapes.sides import sides_confused
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def rows_called_columns(note: JudgedNote) -> Iterator[Problem]:
    r"""A size is called the number of columns of a matrix that has as many rows, or the other way round.
    So it is where the rows of a shown matrix sum to one, and the words say it of its columns.

    ## Why it matters
    A reader who follows the words transposes the matrix.

    ## Examples
    ```md bad
    Here $n$ is the number of columns of $K \in \mathbb{R}^{n \times d}$.
    ```
    ```md good
    Here $n$ is the number of rows of $K \in \mathbb{R}^{n \times d}$.
    ```
    """
    yield from sides_confused(note)
    yield from lines_summed_problems(note.document, note.statements)
