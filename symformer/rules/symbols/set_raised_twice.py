"""A set that is a power already, raised again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.mappings import sets_raised_twice
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def set_raised_twice(note: JudgedNote) -> Iterator[Problem]:
    r"""A set is told to be ℝ^M, and is raised to the power M once more.

    ## Why it matters
    Elements of ℝ^M have M entries; those of its M-th power have M times as many.

    ## Examples
    ```md bad
    A brew is $z \in \mathcal{Z}^M$, where $\mathcal{Z} = \mathbb{R}^M$.
    ```
    ```md good
    A brew is $z \in \mathcal{Z}$, where $\mathcal{Z} = \mathbb{R}^M$.
    ```
    """
    yield from sets_raised_twice(note)
