"""Sizes that are quotients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.pedantry import sizes_that_may_not_divide
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def size_may_not_divide(note: JudgedNote) -> Iterator[Problem]:
    r"""A size is the quotient of two others, and nothing says that the one divides the other.

    ## Why it matters
    The parts of a split have one size only where the split comes out even. It is off unless the group `pedantic`, or this rule, is asked for.

    ## Examples
    ```md bad
    Here $D$ is the embedding dimension and $H$ is the number of heads; each head has $d = D / H$ columns.
    ```
    ```md good
    Here $D$ is the embedding dimension, a multiple of $H$, and $H$ is the number of heads; each head has $d = D / H$ columns.
    ```
    """
    yield from sizes_that_may_not_divide(note)
