"""Attention in program code that multiplies in an order that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.code_attention import code_attention_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_attention_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""Program code multiplies queries, keys and values in an order in which they do not meet.

    ## Why it matters
    Where a sequence is as long as its vectors, or each array is square, such code runs and mixes the wrong things.

    The names tell what is multiplied: the scores of `q @ k.T` have a row for each query, those of `k @ q.T` one for
    each key. What a line does to the axes by other means is left open.

    ## Examples
    ```md bad
    ~~~python
    scores = k @ q.T / sqrt(d)
    weights = softmax(scores, axis=0)
    out = v @ weights
    ~~~
    ```
    ```md good
    ~~~python
    scores = k @ q.T / sqrt(d)
    weights = softmax(scores, axis=0)
    out = weights.T @ v
    ~~~
    ```
    """
    yield from code_attention_problems(note)
