"""Tables of vectors by their labels: weight times value, the sum of them, scores as dot products with a vector shown beside.

| token | weight | value | weight × value |: no head has to say so.  Where all rows but one are the number times the vector, or
the dot product of the vector with one list of the note, the odd one is a slip; a row of totals holds the sums of the entries.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document, Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.said.labelled import bare
from symformer.judging.tables.amounts import Amount, amount, is_total, without_summaries
from symformer.judging.tables.distances import Vector, vector_in
from symformer.judging.worked.displayed_arrays import Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.span import Span

LEAST_ROWS, MOST_ROWS = 3, 20
LEAST_RIGHT = 2  # rows that are as they should be
MOST_SHOWN = 40
LEAST_SURPRISE = 5.0  # how many times ten to one against chance


@dataclass(frozen=True, slots=True)
class _Grid:
    """A table without its totals: labels, columns of numbers and columns of vectors, by where they stand."""

    table: Table
    labels: tuple[str, ...]
    rows: tuple[Sequence[TableCell], ...]
    numbers: Mapping[int, Sequence[Amount]]
    vectors: Mapping[int, Sequence[Vector]]
    total: Sequence[TableCell] | None


def labelled_vector_problems(document: Document, statements: Sequence[Statement]) -> Iterator[tuple[Problem, str]]:
    """A problem, and its fault, for each vector or number of a table that does not go with the others of its row."""
    grids = [grid for table in document.tables if (grid := _grid(table)) is not None]
    with_vectors = [each for each in grids if each.vectors]
    if not with_vectors:
        return
    for grid in with_vectors:
        for at in grid.vectors:
            yield from ((problem, "row-breaks-relation") for problem in _scaled(grid, at))
            yield from ((problem, "total-differs") for problem in _summed(grid, at))
    shown = [each for each in displayed_arrays(document, statements)[:MOST_SHOWN] if each.size[0] == 1]
    for grid in grids if shown else ():
        for at in grid.numbers:
            yield from ((problem, "value-differs") for problem in _dotted(grid, at, with_vectors, shown))


def _grid(table: Table) -> _Grid | None:
    width = len(table.header)
    rows = without_summaries(table.rows)
    if not LEAST_ROWS <= len(rows) <= MOST_ROWS or not 2 <= width <= 10 or any(len(row) != width for row in rows):
        return None
    total = table.rows[-1] if len(rows) == len(table.rows) - 1 and is_total(table.rows[-1]) else None
    labels = tuple(bare(row[0].text) for row in rows)
    numbers: dict[int, Sequence[Amount]] = {}
    vectors: dict[int, Sequence[Vector]] = {}
    for at in range(1, width):
        amounts = [each for row in rows if (each := amount(row[at])) is not None and not each.unit]
        lists = [listed for row in rows if (listed := vector_in(row[at])) is not None]
        if len(amounts) == len(rows):
            numbers[at] = amounts
        if len(lists) == len(rows) and len({len(each) for each in lists}) == 1 and len(lists[0]) > 1:
            vectors[at] = lists
    return _Grid(table, labels, tuple(rows), numbers, vectors, total)


# -- a number times a vector -------------------------------------------------------------------------------------------


def _scaled(grid: _Grid, at: int) -> Iterator[Problem]:
    """The one row whose vector is not its number times another vector, as it is in all others."""
    products = grid.vectors[at]
    for place, vectors in grid.vectors.items():
        if place >= at or len(vectors[0]) != len(products[0]):
            continue
        for numbers in (each for where, each in grid.numbers.items() if where < at):
            wrong: list[tuple[int, int]] = []
            right = 0
            telling = 0
            for row, (number, vector, product) in enumerate(zip(numbers, vectors, products, strict=True)):
                off = [i for i, (one, made) in enumerate(zip(vector, product, strict=True)) if not _is_product(number.number, one, made)]  # fmt: skip
                wrong += [(row, i) for i in off]
                right += not off
                telling += sum(made.value not in (0, 1, -1) for made in product) if not off else 0
            if len({row for row, _ in wrong}) == 1 and right >= LEAST_RIGHT and telling > LEAST_RIGHT:
                row, i = wrong[0]
                if "(" in grid.labels[row] and sum("(" in each for each in grid.labels) == 1:
                    return  # "d (clipped to 5)"
                factor, one, made = numbers[row].number, vectors[row][i], products[row][i]
                expected = decimal_text(factor.value * one.value, max(made.decimals, 0))
                yield _problem(
                    grid.rows[row][at],
                    f"{factor.text} · {one.text} is {expected}, not {made.text}: the other rows keep to it",
                    made.text,
                    expected,
                    "row-breaks-relation",
                )
                return


def _is_product(number: PrintedNumber, one: PrintedNumber, made: PrintedNumber) -> bool:
    loose = (
        abs(number.value) * one.half_width() + abs(one.value) * number.half_width() + made.half_width() + made.unit / 2
    )
    return abs(number.value * one.value - made.value) <= loose


def _summed(grid: _Grid, at: int) -> Iterator[Problem]:
    """The entry of a total below vectors that is not the sum of theirs; some other entry is."""
    total = vector_in(grid.total[at]) if grid.total is not None and len(grid.total) > at else None
    if total is None or len(total) != len(grid.vectors[at][0]):
        return
    columns = list(zip(*grid.vectors[at], strict=True))
    sums = [sum((each.value for each in column), Fraction(0)) for column in columns]
    loose = [
        sum((entry.half_width() for entry in column), end.half_width()) + end.unit / 2
        for column, end in zip(columns, total, strict=True)
    ]
    wrong = [
        i for i, (one, end, wide) in enumerate(zip(sums, total, loose, strict=True)) if abs(one - end.value) > wide
    ]
    if len(wrong) != 1 or len(total) < 2 or grid.total is None:
        return
    (i,) = wrong
    expected = decimal_text(sums[i], max(total[i].decimals, 0))
    message = f"the entries above add up to {expected}, not {total[i].text}"
    yield _problem(grid.total[at], message, total[i].text, expected, "total-differs")


# -- dot products ------------------------------------------------------------------------------------------------------


def _dotted(grid: _Grid, at: int, others: Sequence[_Grid], shown: Sequence[Shown]) -> Iterator[Problem]:
    """The one number of a column that is not the dot product of its row's vector with a list that all others go by."""
    numbers = grid.numbers[at]
    if sum(not each.number.exact for each in numbers) < LEAST_RIGHT:
        return
    best: Problem | None = None
    for other in others:
        if other.labels != grid.labels or other.table.span.start > grid.table.span.start:
            continue
        for vectors in other.vectors.values():
            for each in shown:
                if each.size[1] != len(vectors[0]) or each.span.start > grid.table.span.start:
                    continue
                if other.table.span.start <= each.span.start < other.table.span.end:
                    continue
                wrong = _odd(numbers, vectors, each)
                if wrong is None:
                    continue
                if wrong < 0:
                    return  # it is all of it
                value, _ = _dot(vectors[wrong], each)
                number = numbers[wrong].number
                expected = decimal_text(Fraction(value).limit_denominator(10**9), max(number.decimals, 0))
                name = f" of {other.labels[wrong]}" if other.labels[wrong] else ""
                message = (
                    f"all other rows are dot products with the list above: that{name} is {expected}, not {number.text}"
                )
                best = _problem(grid.rows[wrong][at], message, number.text, expected, "value-differs")
    if best is not None:
        yield best


def _odd(numbers: Sequence[Amount], vectors: Sequence[Vector], shown: Shown) -> int | None:
    """Which row alone is no dot product; -1 where all are, None where several are none."""
    wrong: list[int] = []
    surprise = 0.0
    values = [float(each.number.value) for each in numbers]
    span = max(values) - min(values) or 1.0
    for row, (number, vector) in enumerate(zip(numbers, vectors, strict=True)):
        value, loose = _dot(vector, shown)
        unit = float(number.number.unit)
        off = abs(value - float(number.number.value))
        if off <= loose + unit * 0.51:
            surprise -= math.log10(min(1.0, (2 * loose + unit) / span))
        elif off <= loose + 2.1 * unit:
            return None
        else:
            wrong.append(row)
    if not wrong:
        return -1
    return wrong[0] if len(wrong) == 1 and surprise >= LEAST_SURPRISE and len(numbers) - 1 >= LEAST_ROWS else None


def _dot(vector: Vector, shown: Shown) -> tuple[float, float]:
    entries = shown.rows[0]
    value = math.fsum(float(one.value) * entry.value for one, entry in zip(vector, entries, strict=True))
    loose = math.fsum(
        abs(float(one.value)) * (0.0 if entry.number is None or entry.number.exact else entry.half)
        for one, entry in zip(vector, entries, strict=True)
    )
    chosen = all(entry.number is not None and entry.number.decimals <= 1 for entry in entries)
    return value, 0.0 if chosen else loose


def _problem(cell: TableCell, message: str, shown: str, expected: str, fault: str) -> Problem:
    span: Span = cell.span
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown, "expected": expected},
        key=f"{fault}@{span.start}-{span.end}",
    )


__all__ = ["labelled_vector_problems"]
