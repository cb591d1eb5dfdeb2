"""Indices among the real numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.domains import indices_among_reals
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def indices_declared_real(note: JudgedNote) -> Iterator[Problem]:
    r"""Things called indices or ids are declared as real numbers.

    ## Why it matters
    Indices are whole numbers that look rows up. Declared as a real vector, they seem to be a factor of a matrix product.

    ## Examples
    ```md bad
    The $\text{Cup Indices} \in \mathbb{R}^{n}$ say which cup is whose.
    ```
    ```md good
    The $\text{Cup Indices} \in \{1, \dots, m\}^{n}$ say which cup is whose.
    ```
    """
    yield from indices_among_reals(note)
