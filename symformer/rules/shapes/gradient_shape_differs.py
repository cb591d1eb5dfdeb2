"""Gradients that do not have the shape of what they are taken by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import shape_problems
from symformer.judging.shapes.gradient_layouts import numbers_as_gradients, turned_gradients
from symformer.judging.shapes.gradients_shown import gradients_of_another_size
from symformer.judging.shapes.map_lengths import gradients_too_long
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def gradient_shape_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""The gradient of a loss has not the shape of the array that it is taken by.

    ## Why it matters
    A gradient that is subtracted from its weights must have their shape.
    Some authors lay gradients out the other way round, with the shape of the transpose; either is accepted, until
    the note's own gradients have shown which it is.

    ## Examples
    ```md bad
    A layer $y = W x$ has $W \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^{n}$.
    With $A \in \mathbb{R}^{m \times m}$ the gradient is $\frac{\partial L}{\partial W} = A W W^\top$.
    ```
    ```md good
    A layer $y = W x$ has $W \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^{n}$.
    With $\delta \in \mathbb{R}^{m}$ the gradient is $\frac{\partial L}{\partial W} = \delta x^\top$.
    ```
    """
    yield from shape_problems(note, "gradient-shape-differs")
    yield from gradients_of_another_size(note)
    yield from gradients_too_long(note)
    yield from turned_gradients(note)
    yield from numbers_as_gradients(note)
