"""Softmax results that do not follow from their scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def softmax_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""The softmax of the displayed scores is not what is printed.

    ## Why it matters
    Weights that do not follow from the scores hide how attention works; equal scores must get equal weights.
    Rows and columns are both tried before anything is reported.

    ## Examples
    ```md bad
    $$ \text{softmax}([2, 1, 0]) = [0.67, 0.22, 0.11] $$
    ```
    ```md good
    $$ \text{softmax}([2, 1, 0]) = [0.67, 0.24, 0.09] $$
    ```
    """
    yield from problems_of(note, "softmax-differs")
