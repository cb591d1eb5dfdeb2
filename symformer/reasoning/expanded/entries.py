"""Arrays of expressions, and what products, sums and transposes make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product as pairs
from math import prod

from symformer.reasoning.expanded.expressions import Expression, Expressions
from symformer.terms.conventions import Lie
from symformer.text.record import record

MOST_ENTRIES = 400
LARGEST_DETERMINANT = 3


class CannotExpand(Exception):
    """Why a term cannot be written out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@record
class Entries:
    """An array of expressions, row by row; a vector also says how it lies, and whether somebody turned it."""

    shape: tuple[int, ...]
    items: tuple[Expression, ...]
    lie: Lie = "column"
    turned: bool = False

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def only(self) -> Expression:
        """The one expression that a number is.

        Raises:
            CannotExpand: it is an array.
        """
        if self.shape:
            raise CannotExpand("an array where a number should stand")
        return self.items[0]

    def at(self, place: tuple[int, ...]) -> Entries:
        """What stands at the first axes' places, counted from 0."""
        start, size = 0, prod(self.shape)
        for index, length in zip(place, self.shape, strict=False):
            if not 0 <= index < length:
                raise CannotExpand("an index outside its axis")
            size //= length
            start += index * size
        return Entries(self.shape[len(place) :], self.items[start : start + size], self.lie)


def number(expression: Expression) -> Entries:
    """A number as entries."""
    return Entries((), (expression,))


def vector(items: Iterable[Expression], lie: Lie = "column", turned: bool = False) -> Entries:
    """A list of expressions."""
    found = tuple(items)
    return Entries((len(found),), found, lie, turned)


def matrix(rows: Iterable[Iterable[Expression]]) -> Entries:
    """Rows of expressions."""
    found = [tuple(row) for row in rows]
    return Entries((len(found), len(found[0])), tuple(item for row in found for item in row))


def rows_of(entries: Entries) -> list[tuple[Expression, ...]]:
    """The rows of a matrix."""
    width = entries.shape[1]
    return [entries.items[at : at + width] for at in range(0, len(entries.items), width)]


def transpose(entries: Entries) -> Entries:
    """Rows for columns; a vector turns."""
    if entries.rank == 0:
        return entries
    if entries.rank == 1:
        return Entries(entries.shape, entries.items, "row" if entries.lie == "column" else "column", not entries.turned)
    if entries.rank > 2:
        raise CannotExpand("the transpose of an array of more than two axes")
    return matrix(zip(*rows_of(entries), strict=True))


def mapped(entries: Entries, change: Callable[[Expression], Expression]) -> Entries:
    """Each entry changed."""
    return Entries(entries.shape, tuple(change(each) for each in entries.items), entries.lie, entries.turned)


def entrywise(left: Entries, right: Entries, join: Callable[[Expression, Expression], Expression]) -> Entries:
    """Entry by entry; a number meets every entry, a vector every row or column that it fits."""
    if left.shape == right.shape:
        if left.rank == 1 and left.lie != right.lie and left.turned != right.turned:
            raise CannotExpand("a row and a column entry by entry")
        lie, turned = (left.lie, left.turned) if left.turned or not right.turned else (right.lie, right.turned)
        items = tuple(join(one, other) for one, other in zip(left.items, right.items, strict=True))
        return Entries(left.shape, items, lie, turned)
    if left.rank == 0:
        return mapped(right, lambda each: join(left.items[0], each))
    if right.rank == 0:
        return mapped(left, lambda each: join(each, right.items[0]))
    if left.rank == 1 and right.rank == 2:
        return entrywise(_stretched(left, right.shape), right, join)
    if left.rank == 2 and right.rank == 1:
        return entrywise(left, _stretched(right, left.shape), join)
    raise CannotExpand("arrays of different shapes entry by entry")


def _stretched(each: Entries, shape: tuple[int, ...]) -> Entries:
    height, width = shape
    size = each.shape[0]
    if size == width and (each.lie == "row" or size != height or not each.turned):
        return matrix([each.items] * height)
    if size == height and (each.lie == "column" or not each.turned):
        return matrix([[item] * width for item in each.items])
    raise CannotExpand("a vector beside a matrix it does not fit")


def multiply(table: Expressions, left: Entries, right: Entries, sign: str = "") -> Entries:
    """Two factors side by side, or with a sign: scaling, an inner, outer or matrix product."""
    if left.rank == 0 or right.rank == 0:
        return entrywise(left, right, lambda one, other: table.product((one, other)))
    if sign == "×":
        raise CannotExpand("the sign × between arrays")
    if left.rank == right.rank == 1:
        return _of_vectors(table, left, right, sign)
    if left.rank == 1 and right.rank == 2:
        if left.shape[0] == right.shape[0] and (left.lie == "row" or not left.turned):
            return vector((dot(table, left.items, column) for column in rows_of(transpose(right))), "row", left.turned)
        if right.shape[0] == 1 and left.lie == "column":
            return _outer(table, left.items, right.items)
    elif right.rank == 1 and left.rank == 2:
        if left.shape[1] == right.shape[0] and (right.lie == "column" or not right.turned):
            return vector((dot(table, row, right.items) for row in rows_of(left)), "column", right.turned)
        if left.shape[1] == 1 and right.lie == "row":
            return _outer(table, left.items, right.items)
    elif left.rank == right.rank == 2 and left.shape[1] == right.shape[0]:
        columns = rows_of(transpose(right))
        return matrix([dot(table, row, column) for column in columns] for row in rows_of(left))
    raise CannotExpand("a product of sizes that do not fit")


def _of_vectors(table: Expressions, left: Entries, right: Entries, sign: str) -> Entries:
    if sign not in ("·", "⋅") and left.lie == "column" and right.lie == "row":
        return _outer(table, left.items, right.items)
    if left.shape != right.shape:
        raise CannotExpand("a product of vectors of different lengths")
    if left.lie == right.lie and sign not in ("·", "⋅"):
        raise CannotExpand("a product of two vectors that lie the same way")
    return number(dot(table, left.items, right.items))


def _outer(table: Expressions, left: Iterable[Expression], right: Iterable[Expression]) -> Entries:
    beside = tuple(right)
    return matrix([table.product((one, other)) for other in beside] for one in left)


def dot(table: Expressions, left: Iterable[Expression], right: Iterable[Expression]) -> Expression:
    """The sum of products of two lists."""
    return table.sum(table.product(pair) for pair in zip(left, right, strict=True))


def identity(table: Expressions, size: int) -> Entries:
    """The identity matrix."""
    return matrix([table.number(int(row == column)) for column in range(size)] for row in range(size))


def determinant(table: Expressions, entries: Entries) -> Expression:
    """The determinant of a small square matrix."""
    if entries.rank == 0:
        return entries.only
    if entries.rank != 2 or entries.shape[0] != entries.shape[1] or entries.shape[0] > LARGEST_DETERMINANT:
        raise CannotExpand("a determinant of this shape")
    return _minor(table, rows_of(entries), tuple(range(entries.shape[0])))


def _minor(table: Expressions, rows: list[tuple[Expression, ...]], columns: tuple[int, ...]) -> Expression:
    if not rows:
        return table.number(1)
    return table.sum(
        table.product(
            (
                table.number(-1 if at % 2 else 1),
                rows[0][column],
                _minor(table, rows[1:], (*columns[:at], *columns[at + 1 :])),
            )
        )
        for at, column in enumerate(columns)
    )


def inverse(table: Expressions, entries: Entries) -> Entries:
    """The inverse of a small square matrix, by its minors."""
    if entries.rank == 0:
        return number(table.power(entries.only, table.number(-1)))
    whole = determinant(table, entries)
    rows, size = rows_of(entries), entries.shape[0]
    below = table.power(whole, table.number(-1))
    places = range(size)
    return matrix(
        [
            table.product(
                (
                    table.number(-1 if (row + column) % 2 else 1),
                    below,
                    _minor(table, [*rows[:column], *rows[column + 1 :]], tuple(each for each in places if each != row)),
                )
            )
            for column in places
        ]
        for row in places
    )


def places_of(shape: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """All places of an array, row by row, counted from 0."""
    return pairs(*(range(size) for size in shape))
