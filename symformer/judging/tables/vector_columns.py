"""A column of numbers beside one of vectors, by the formula that heads it: ``| x_i | f(x_i) |`` where f(x) = w^T x + b.

The head is a formula of the vectors, or the name of one that the note gives; what else the formula holds is told above
the table.  A number is wrong where the formula gives those of all other rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text, rounds_to
from symformer.documents.document import Document, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.judging.tables.columns import heads_of
from symformer.judging.tables.distances import vector_in
from symformer.judging.wording import short
from symformer.judging.worked.book import Book
from symformer.judging.worked.lines import value_at
from symformer.judging.worked.name_instances import instance
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.term import Apply, Index, Matrix, Number, Symbol, Term, children, walk

LEAST_RIGHT, LONGEST_TABLE = 2, 60


def vector_column_problems(
    document: Document, statements: Sequence[Statement], read: Read, known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """The one number of a column that its formula does not give for the vector of its row; ``known`` are wrong already."""
    tables = [each for each in document.tables if LEAST_RIGHT < len(each.rows) <= LONGEST_TABLE]
    if not any(vector_in(cell) is not None for table in tables for cell in table.rows[0]):
        return
    book = Book(tuple(statements))
    written = [each for each in statements if each.formula is not None]
    for table in tables:
        heads = heads_of(table, written, read, document.source.text)
        rows = [row for row in table.rows if len(row) == len(heads)]
        vectors: dict[Term, int] = {
            head: at
            for at, head in enumerate(heads)
            if isinstance(head, Symbol | Index) and all(vector_in(row[at]) is not None for row in rows)
        }
        for at, head in enumerate(heads):
            body = _body(head, book, table.span.start)
            if body is None or not vectors or not any(part in vectors for part in walk(body)):
                continue
            values = _told(body, vectors, book, table.span.start)
            problem = _odd(body, at, rows, vectors, values) if values is not None else None
            if problem is not None and not any(problem.span.start <= place < problem.span.end for place in known):
                yield problem


def _body(head: Term | None, book: Book, start: int) -> Term | None:
    """The formula that a head is, or that the note gives the function in it, once."""
    if head is None or isinstance(head, Symbol | Index | Number):
        return None
    if not isinstance(head, Apply):
        return head
    found = {
        put_in(each.body, bound)
        for each in book.formulas
        if each.name is not None and each.statement.span.start < start
        if (bound := _bound(each.name, head)) is not None
    }
    return found.pop() if len(found) == 1 else head if not found else None


def _bound(name: Term, head: Apply) -> dict[Term, Term] | None:
    """What the letters that a function is defined for are in the head of a column."""
    match name, head:
        case Apply(function=one, arguments=(Symbol() as letter,)), Apply(function=other, arguments=(argument,)):
            return {letter: argument} if one == other else None
    return instance(name, head)


def _told(body: Term, vectors: Mapping[Term, int], book: Book, start: int) -> dict[Term, Term] | None:
    """What the letters of a formula were last given above a table; None where one of them has no value."""
    found: dict[Term, Term] = {}
    for letter in _letters(body, vectors):
        told = [each for each in book.told.get(letter, ()) if book.statements[each.at].span.end <= start]
        if not told:
            return None
        found[letter] = told[-1].display
    return found


def _letters(term: Term, vectors: Mapping[Term, int]) -> Iterator[Term]:
    if term in vectors:
        return
    if isinstance(term, Symbol | Index):
        yield term
        return
    for part in children(term):
        yield from _letters(part, vectors)


def _odd(
    body: Term, at: int, rows: Sequence[Sequence[TableCell]], vectors: Mapping[Term, int], values: Mapping[Term, Term]
) -> Problem | None:
    wrong: list[tuple[Amount, Interval]] = []
    right = 0
    for row in rows:
        shown = amount(row[at])
        beside = {name: _matrix(row[place]) for name, place in vectors.items()}
        value = value_at(body, {**values, **beside}) if shown is not None else None
        if shown is None or value is None:
            return None
        if rounds_to(value, shown.number, "≈") != "no" or abs(value.middle - shown.number.value) <= shown.number.unit:
            right += bool(shown.number.value)
        else:
            wrong.append((shown, value))
    if len(wrong) != 1 or right < LEAST_RIGHT:
        return None
    shown, value = wrong[0]
    expected = decimal_text(value.middle, max(shown.number.decimals, 0))
    return Problem(
        shown.span,
        f"{short(body, 'the formula')} is {expected} in this row, not {shown.text}",
        evidence={"kind": "number", "printed": shown.text, "expected": expected},
        key=f"table-contradicts-formula@{shown.span.start}-{shown.span.end}",
    )


def _matrix(cell: TableCell) -> Matrix:
    return Matrix((tuple(Number(each.value, each) for each in vector_in(cell) or ()),), "tuple")


__all__ = ["vector_column_problems"]
