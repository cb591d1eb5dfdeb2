"""Reshapes that would have to move an axis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.reshaping import reshape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def reshape_without_transpose(note: JudgedNote) -> Iterator[Problem]:
    r"""A tensor is reshaped to sizes that only a transposition can bring about.

    ## Why it matters
    A reshape keeps the order in which the entries are stored: it splits and joins neighbouring axes.
    Read with the axes exchanged, the entries of one head come from several positions.

    ## Examples
    ```md bad
    The queries are reshaped from $(B, T, H \cdot k)$ to $(B, H, T, k)$.
    ```
    ```md good
    The queries are reshaped from $(B, T, H \cdot k)$ to $(B, T, H, k)$, and the two middle axes transposed.
    ```
    """
    yield from reshape_problems(note)
