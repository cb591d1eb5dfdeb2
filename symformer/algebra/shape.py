"""Shapes: the sizes of a scalar, a vector, a matrix or a tensor, axis by axis."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from symformer.algebra.dimension import Dimension, letter, number

Orientation = Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a quantity; a vector may know whether it lies as a row or stands as a column.

    ``shown``: the sizes are those of a displayed array of numbers, perhaps a small example.
    ``fixed``: the note is known to write its vectors one way only, so that the vector does not turn.

    >>> str(shape("n", "d_k")), str(shape("d")), str(SCALAR)
    ('(n × d_k)', '(d)', 'scalar')
    """

    sizes: tuple[Dimension, ...] = ()
    orientation: Orientation | None = field(default=None, compare=False)
    shown: bool = field(default=False, compare=False)
    fixed: bool = field(default=False, compare=False)

    @property
    def rank(self) -> int:
        """How many axes there are: 0 for a scalar, 1 for a vector, 2 for a matrix."""
        return len(self.sizes)

    @property
    def last(self) -> Dimension:
        """The size of the last axis."""
        return self.sizes[-1]

    @property
    def first(self) -> Dimension:
        """The size of the first axis."""
        return self.sizes[0]

    @property
    def is_scalar(self) -> bool:
        """A single number, also when it is written as a 1 × 1 matrix."""
        return all(size.number == 1 for size in self.sizes)

    @property
    def transposed(self) -> Shape:
        """The shape with its last two axes exchanged; a vector turns from row to column."""
        if self.rank < 2:
            turned: dict[Orientation | None, Orientation | None] = {"row": "column", "column": "row"}
            return Shape(self.sizes, turned.get(self.orientation), self.shown, self.fixed)
        return Shape((*self.sizes[:-2], self.sizes[-1], self.sizes[-2]), None, self.shown)

    @property
    def content(self) -> str:
        """The sizes as a reader sees them, without brackets."""
        return " × ".join(f"({size})" if len(size.terms) > 1 else str(size) for size in self.sizes)

    def __str__(self) -> str:
        return f"({self.content})" if self.sizes else "scalar"


SCALAR = Shape()


def shape(*sizes: Dimension | str | int | Fraction) -> Shape:
    """A shape from letters and numbers.

    >>> str(shape("n", 64))
    '(n × 64)'
    """
    return Shape(tuple(as_dimension(size) for size in sizes))


def vector(size: Dimension | str | int | Fraction, orientation: Orientation | None = None) -> Shape:
    """A shape with one axis."""
    return Shape((as_dimension(size),), orientation)


def as_dimension(size: Dimension | str | int | Fraction) -> Dimension:
    """A dimension from a letter's name or a number."""
    match size:
        case Dimension():
            return size
        case str():
            return letter(size)
        case _:
            return number(size)
