"""The arrays of numbers that a note shows, in displays, worksheets and tables, with the place of each entry."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber, printed
from symformer.documents.document import Document, Table
from symformer.judging.said.sentences import PLAIN_NUMBER
from symformer.reasoning.constants import INFINITY_NAMES
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import name_of
from symformer.terms.show import show
from symformer.terms.term import Apply, Matrix, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

LARGEST = 12  # rows and columns
_CELL = Cued(rf"({PLAIN_NUMBER})")


@dataclass(frozen=True, slots=True)
class Entry:
    """A number of an array: what it is, by how much it may be rounded, and where it stands."""

    value: float
    half: float
    number: PrintedNumber | None  # None for an infinite one
    span: Span


@dataclass(frozen=True, slots=True)
class Shown:
    """A displayed array; a vector has one row."""

    rows: tuple[tuple[Entry, ...], ...]
    span: Span
    name: str  # "" where it has none
    column: bool = False  # a vector that is written as a column

    @property
    def values(self) -> list[list[float]]:
        """The numbers alone."""
        return [[entry.value for entry in row] for row in self.rows]

    @property
    def halves(self) -> list[list[float]]:
        """By how much each may be rounded."""
        return [[entry.half for entry in row] for row in self.rows]

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])


def displayed_arrays(document: Document, statements: Sequence[Statement]) -> list[Shown]:
    """All arrays of two numbers and more, in order."""
    found = [each for statement in statements for each in _in_statement(statement)]
    found += [each for table in document.tables for each in _in_table(table)]
    return sorted(found, key=lambda each: each.span.start)


def _in_statement(statement: Statement) -> Iterator[Shown]:
    if statement.stance != "asserted" or statement.carrier in ("annotation", "output"):
        return
    term = statement.term
    sides = term.sides if isinstance(term, Relation) else (term,)
    name = name_of(sides[0]) if len(sides) > 1 else None
    inner = [part for side in sides[:-1] for part in walk(side) if isinstance(part, Matrix)]
    for display in (*inner, sides[-1]):
        rows = _rows(display, statement)
        if rows is not None:
            column = len(rows) > 1 and len(rows[0]) == 1
            listed = (tuple(row[0] for row in rows),) if column else rows
            told = show(sides[0]) if name is not None and display is sides[-1] else ""
            yield Shown(listed, statement.place(display.origin), told, column)


def _rows(display: Term, statement: Statement) -> tuple[tuple[Entry, ...], ...] | None:
    match display:
        case Matrix(rows=rows):
            cells = rows
        case Apply(function="tuple", arguments=arguments):
            cells = (arguments,)
        case _:
            return None
    width = len(cells[0]) if cells else 0
    if not 0 < len(cells) <= LARGEST or not 0 < width <= LARGEST or len(cells) * width < 2:
        return None
    found = tuple(tuple(entry for cell in row if (entry := _entry(cell, statement)) is not None) for row in cells)
    return found if all(len(row) == width for row in found) and all(len(row) == width for row in cells) else None


def _entry(cell: Term, statement: Statement) -> Entry | None:
    match cell:
        case Number(printed=PrintedNumber() as number):
            return Entry(float(number.value), float(number.half_width()), number, statement.place(cell.origin))
        case Symbol(name=name) if name in INFINITY_NAMES:
            return Entry(math.inf, 0.0, None, statement.place(cell.origin))
        case Sum(terms=(Symbol(name=name),)) | Product(factors=(_, Symbol(name=name))) if name in INFINITY_NAMES:
            return Entry(-math.inf, 0.0, None, statement.place(cell.origin))
    return None


def _in_table(table: Table) -> Iterator[Shown]:
    """A table of a label and numbers in each row, under as many labels: attention from row to column."""
    width = len(table.header)  # none at all, where a table of reStructuredText is ruled off without one
    if not 2 <= len(table.rows) <= LARGEST or not 3 <= width <= LARGEST + 1:
        return
    counted = _is_counted(table)
    if any(len(row) != width for row in table.rows):
        return
    if not counted and any(_CELL.fullmatch(_plain(row[0].text)) for row in table.rows):
        return
    rows = []
    for row in table.rows:
        cells = [(_CELL.fullmatch(_plain(cell.text)), cell.span) for cell in row[1:]]
        if any(found is None for found, _ in cells):
            return
        numbers = [(printed(found[1].replace(",", "")), span) for found, span in cells if found is not None]
        rows.append(tuple(Entry(float(one.value), float(one.half_width()), one, span) for one, span in numbers))
    yield Shown(tuple(rows), table.span, "")


def _is_counted(table: Table) -> bool:
    """Whether the rows go by their number, as positions and tokens do: 0, 1, 2 under a word."""
    first = [_plain(row[0].text) for row in table.rows if row]
    if _CELL.fullmatch(_plain(table.header[0].text)) or not all(each.isdigit() for each in first):
        return False
    return [int(each) for each in first] in ([*range(len(first))], [*range(1, len(first) + 1)])


def _plain(text: str) -> str:
    return re.sub(r"[*`$\s]", "", text).replace("−", "-")


__all__ = ["Entry", "Shown", "displayed_arrays"]
