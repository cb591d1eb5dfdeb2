"""Derivatives of the wrong one of two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.slopes_by_outputs import slopes_by_outputs_problems
from symformer.judging.steps.upside_down import upside_down_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def derivative_upside_down(note: JudgedNote) -> Iterator[Problem]:
    r"""A derivative has above what the rest of the note, or of its formula, has below.

    ## Why it matters
    The derivative of a weight by the loss is none that a step of learning needs, and its shape is not the weight's.

    So is one that is told by the output of an activation, p (1 - p), and taken by that output.

    ## Examples
    ```md bad
    The loss $L$ is differentiated by the output, $\frac{\partial L}{\partial y}$, and by the weights,
    $\frac{\partial L}{\partial w}$. One step of learning is $w' = w - \eta \frac{\partial w}{\partial L}$.
    ```
    ```md good
    The loss $L$ is differentiated by the output, $\frac{\partial L}{\partial y}$, and by the weights,
    $\frac{\partial L}{\partial w}$. One step of learning is $w' = w - \eta \frac{\partial L}{\partial w}$.
    ```
    """
    yield from upside_down_problems(note)
    yield from slopes_by_outputs_problems(note)
