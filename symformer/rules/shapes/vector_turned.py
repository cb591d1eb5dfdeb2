"""Rows in a note of columns, and columns in a note of rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.exact import turned_vectors
from symformer.judging.shapes.turned_beside import turned_beside
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def vector_turned(note: JudgedNote) -> Iterator[Problem]:
    r"""A vector lies the other way than all vectors of the note do.

    ## Why it matters
    `W x` stands a vector upright and `x W` lays it down.
    A note may do either.
    Where all its products do the one, a single product, sum or equation that needs the other has a transpose
    too many or too few, or its factors in the wrong order.
    Inner products and outer products are judged by the way the note itself has chosen.
    Where no product tells the way, a vector still does not go entry by entry with the transpose of another.

    ## Examples
    ```md bad
    Let $x \in \mathbb{R}^{d}$, $W, U \in \mathbb{R}^{k \times d}$ and $b \in \mathbb{R}^{k}$.
    Then $y = W x + b$ and $z = U x + b$, and their difference is $u = y - z^\top$.
    ```
    ```md good
    Let $x \in \mathbb{R}^{d}$, $W, U \in \mathbb{R}^{k \times d}$ and $b \in \mathbb{R}^{k}$.
    Then $y = W x + b$ and $z = U x + b$, and their difference is $u = y - z$.
    ```
    """
    told = list(turned_vectors(note))
    places = [each.span for each in told]
    yield from told
    yield from (each for each in turned_beside(note) if not any(place.contains(each.span) for place in places))
