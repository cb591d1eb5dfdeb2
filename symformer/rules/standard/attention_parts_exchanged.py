"""Queries, keys and values in one another's place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.attention_parts import attention_part_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def attention_parts_exchanged(note: JudgedNote) -> Iterator[Problem]:
    r"""Queries meet values, weights mix keys, scores stand where their softmax belongs, or the root divides the weights.

    ## Why it matters
    All of these have the right shape where keys and values are of one width, so that neither a reader who looks at
    the shapes nor a program stumbles over them: what comes out is only wrong.

    ## Examples
    ```md bad
    Self-attention with queries $Q$, keys $K$ and values $V$ starts with the scores $S = Q V^\top$.
    ```
    ```md good
    Self-attention with queries $Q$, keys $K$ and values $V$ starts with the scores $S = Q K^\top$.
    ```
    """
    yield from attention_part_problems(note)
