"""Two factors that lie otherwise in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.layers_turned import turned_layers
from symformer.judging.shapes.lying_otherwise import lying_problems
from symformer.judging.shapes.turned_in_steps import turned_problems
from symformer.judging.shapes.turned_within import turned_gradients, turned_within_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def factors_lie_otherwise(note: JudgedNote) -> Iterator[Problem]:
    r"""A product has a transpose more or fewer, or its factors exchanged, in one of several places of one kind.

    On one side of a step, too, and in one of two layers of which the other acts from the other side.

    ## Why it matters
    Unless the matrix is square, only one of the two products exists; where it is, they are two maps.

    ## Examples
    ```md bad
    A layer gives $z = W x + b$, the next one $a = \sigma(W x + b)$. At last
    $$ y = \tanh(W^\top x + b) $$
    ```
    ```md good
    A layer gives $z = W x + b$, the next one $a = \sigma(W x + b)$. At last
    $$ y = \tanh(W x + b) $$
    ```
    """
    yield from lying_problems(note)
    yield from turned_within_problems(note)
    yield from turned_gradients(note)
    yield from turned_problems(note)
    yield from turned_layers(note)
