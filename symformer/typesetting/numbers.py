"""Printed numbers of a worked example, and why there may be none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text, printed
from symformer.reasoning.arrays import Array
from symformer.terms.term import Matrix, Number, Product, Symbol, Term

Rows = tuple[tuple[Fraction, ...], ...]


class CannotWork(ValueError):
    """There are no numbers for what was asked; the message says why."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a letter as printed: rows of a matrix, one row of a vector (rank 1), or one number (rank 0)."""

    rows: Rows
    rank: int
    decimals: int

    @property
    def array(self) -> Array | Interval:
        """As the evaluation wants it."""
        if self.rank == 0:
            return Interval.point(self.rows[0][0])
        return Array(tuple(tuple(map(Interval.point, row)) for row in self.rows), self.rank)

    @property
    def term(self) -> Term:
        """As a term that prints with its decimals."""
        cells = tuple(tuple(number_term(cell, self.decimals) for cell in row) for row in self.rows)
        if self.rank == 0:
            return cells[0][0]
        return Matrix(cells, "matrix" if self.rank == 2 else "tuple")


MINUS_INFINITY = -Fraction(10**300)  # what a mask adds where nothing may be attended to: as good as without end
ENDLESS = MINUS_INFINITY / 2  # what lies below it prints as minus infinity


def number_term(value: Fraction, decimals: int) -> Number | Product:
    """A number that prints with its decimals; minus infinity as such.

    >>> number_term(Fraction(1, 2), 2).printed.text
    '0.50'
    """
    if value < ENDLESS:
        return Product((Number(Fraction(-1)), Symbol("infty")))
    return Number(value, printed(decimal_text(value, decimals)))
