"""A size used before the equation that defines it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.undefined import early_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def symbol_used_before_definition(note: JudgedNote) -> Iterator[Problem]:
    r"""Formulas use a size in one section, and only an equation in a later section says what it is.

    ## Why it matters
    Whoever reads from the top meets shapes with a letter in them that means nothing yet, and cannot tell
    whether the later equation is the meaning or a special case.

    A definition in the same section, as after "where", may follow its use.

    ## Examples
    ```md bad
    Let $d$ be the embedding dimension and $h$ the number of heads.

    ## One head
    The weights are $A \in \mathbb{R}^{d \times r}$ and $B \in \mathbb{R}^{d \times r}$.

    ## Many heads
    Each head is narrow: $r = \frac{d}{h}$.
    ```
    ```md good
    Let $d$ be the embedding dimension and $h$ the number of heads, and $r = \frac{d}{h}$.

    ## One head
    The weights are $A \in \mathbb{R}^{d \times r}$ and $B \in \mathbb{R}^{d \times r}$.
    ```
    """
    yield from early_problems(note)
