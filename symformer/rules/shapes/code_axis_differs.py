"""Axes of program code that are at odds with the step they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.code.axes import axes_of_code
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_axis_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A step of program code goes along another axis than the step it belongs to.

    ## Why it matters
    A softmax written out takes the greatest exponent of each row, and divides by the sum of each row; a norm takes mean
    and variance along one axis. Where the two axes differ, the code runs and gives something else.

    Also heads that are joined along the first axis are told.

    ## Examples
    ```md bad
    ~~~python
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum(axis=0, keepdims=True)
    ~~~
    ```
    ```md good
    ~~~python
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum(axis=1, keepdims=True)
    ~~~
    ```
    """
    yield from axes_of_code(note)
