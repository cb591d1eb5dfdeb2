"""A layer without a bias beside one that has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.lost_biases import bias_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def bias_left_out(note: JudgedNote) -> Iterator[Problem]:
    r"""One equation has two numbered layers, and a bias after one of them only.

    ## Why it matters
    The bias of the other layer went lost in copying, most often: code with it has parameters that the equation
    does not know.

    A network without biases has none at all. A last layer may do without, unless its bias stands elsewhere in the
    note.

    ## Examples
    ```md bad
    $$ y = \max(0, x W_1) W_2 + b_2 $$
    ```
    ```md good
    $$ y = \max(0, x W_1 + b_1) W_2 + b_2 $$
    ```
    """
    yield from bias_problems(note)
