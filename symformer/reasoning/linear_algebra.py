"""Inverse, determinant and rank of small matrices of intervals, by elimination: exact where the entries are."""

from __future__ import annotations

from symformer.algebra.interval import ONE, ZERO, Interval, NotEvaluated, divide
from symformer.reasoning.arrays import Array, Value

LARGEST = 8  # rows: what notes invert by hand

Rows = list[list[Interval]]


def determinant(value: Value) -> Interval | NotEvaluated:
    """The determinant of a square matrix.

    >>> from fractions import Fraction
    >>> two, one, three = (Interval.point(Fraction(n)) for n in (2, 1, 3))
    >>> determinant(Array(((two, one), (one, three)))).lo
    Fraction(5, 1)
    """
    rows = _square(value)
    if isinstance(rows, NotEvaluated):
        return rows
    product, sign = ONE, 1
    for at in range(len(rows)):
        pivot = _pivot(rows, at)
        if pivot is None:
            return ZERO if _all_zero(rows, at) else NotEvaluated("a pivot that may be zero")
        if pivot != at:
            rows[at], rows[pivot] = rows[pivot], rows[at]
            sign = -sign
        product = product * rows[at][at]
        for below in range(at + 1, len(rows)):
            cleared = _cleared(rows[below], rows[at], at)
            if isinstance(cleared, NotEvaluated):
                return cleared
            rows[below] = cleared
    return product if sign > 0 else -product


def inverse(value: Value) -> Array | NotEvaluated:
    """The inverse of a square matrix; not evaluated where it has none, or where its entries leave that open."""
    rows = _square(value)
    if isinstance(rows, NotEvaluated):
        return rows
    size = len(rows)
    wide = [[*row, *(ONE if at == column else ZERO for column in range(size))] for at, row in enumerate(rows)]
    for at in range(size):
        pivot = _pivot(wide, at)
        if pivot is None:
            return NotEvaluated("a matrix without an inverse")
        wide[at], wide[pivot] = wide[pivot], wide[at]
        scaled = [divide(cell, wide[at][at]) for cell in wide[at]]
        wide[at] = [cell for cell in scaled if isinstance(cell, Interval)]
        for other in range(size):
            if other != at:
                cleared = _cleared(wide[other], wide[at], at)
                if isinstance(cleared, NotEvaluated):
                    return cleared
                wide[other] = cleared
    return Array(tuple(tuple(row[size:]) for row in wide))


def rank(value: Value) -> int | NotEvaluated:
    """How many rows of a matrix of exact entries are independent."""
    if not isinstance(value, Array) or value.rank != 2 or max(value.shape) > LARGEST:
        return NotEvaluated("the rank of no small matrix")
    if not all(cell.exact for cell in value.cells):
        return NotEvaluated("the rank of rounded entries")
    rows = [list(row) for row in value.rows]
    found = 0
    for column in range(len(rows[0])):
        pivot = next((at for at in range(found, len(rows)) if rows[at][column] != ZERO), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        for below in range(found + 1, len(rows)):
            cleared = _cleared(rows[below], rows[found], column)
            if isinstance(cleared, NotEvaluated):
                return cleared
            rows[below] = cleared
        found += 1
        if found == len(rows):
            break
    return found


def _square(value: Value) -> Rows | NotEvaluated:
    if not isinstance(value, Array) or value.rank != 2 or value.shape[0] != value.shape[1]:
        return NotEvaluated("no square matrix")
    if value.shape[0] > LARGEST:
        return NotEvaluated("a matrix too large to be worked out")
    return [list(row) for row in value.rows]


def _pivot(rows: Rows, at: int) -> int | None:
    """The row at or below ``at`` whose entry in that column is surely not zero, and the furthest from it."""
    sure = [row for row in range(at, len(rows)) if not rows[row][at].lo <= 0 <= rows[row][at].hi]
    return max(sure, key=lambda row: min(abs(rows[row][at].lo), abs(rows[row][at].hi)), default=None)


def _all_zero(rows: Rows, at: int) -> bool:
    return all(rows[row][at] == ZERO for row in range(at, len(rows)))


def _cleared(row: list[Interval], by: list[Interval], at: int) -> list[Interval] | NotEvaluated:
    """A row less the multiple of another that makes its entry in a column zero."""
    times = divide(row[at], by[at])
    if isinstance(times, NotEvaluated):
        return times
    return [
        ZERO if column == at else cell - times * other for column, (cell, other) in enumerate(zip(row, by, strict=True))
    ]
