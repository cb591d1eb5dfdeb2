"""Arrays of numbers that a note shows, and what they may be made of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.terms.parts import rebuilt
from symformer.terms.term import Matrix, Term
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Shown:
    """An array that a note shows: the numbers, how a formula speaks of it, the words that lead to it, and its name."""

    numbers: Matrix
    operand: Term
    words: str
    name: Term | None = None

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.numbers.rows)

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return len(self.numbers.rows[0])


@dataclass(frozen=True, slots=True)
class Made:
    """What an array may be made of: with the numbers put in, and as a formula says it."""

    numbers: Term
    told: Term
    share: Fraction = Fraction(1, 2)  # of the entries that have to agree


def placeless(term: Term) -> Term:
    """The term without the places where it was written, which are in another formula."""
    return replace(rebuilt(term, placeless), origin=Span(0, 0))


__all__ = ["Made", "Shown", "placeless"]
