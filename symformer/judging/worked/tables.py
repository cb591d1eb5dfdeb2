"""Formulas held against the tables of their values: every row bears out another formula, one slip away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symformer.algebra.interval import Interval
from symformer.findings.finding import Problem, Related
from symformer.judging.numbers.comparison import Comparison, compare
from symformer.judging.numbers.settled import lookup_of
from symformer.judging.tables.columns import Column, formula_columns, ways_to_read
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.reasoning.readings import readings_of
from symformer.semantics.model import reader_of
from symformer.semantics.statement import Statement
from symformer.semantics.values import widened_literal
from symformer.terms.show import show
from symformer.terms.term import Number, Relation, Symbol, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from symformer.judging.note import JudgedNote

LEAST_ROWS, MOST_ROWS, MOST_EDITS = 2, 30, 400
LEAST_TELLING = 2  # rows in which an edit changes something, and whose results are no 0 or 1


def contradicted_by_tables(note: JudgedNote) -> Iterator[Problem]:
    """A problem for each formula of a name that no row of its column keeps to, while all keep to one that is a slip away."""
    document = note.document
    read = reader_of(note.vocabulary)
    for column in formula_columns(note.statements, document.tables, read, document.source.text):
        statement = _statement_of(column, note.statements) if column.by_name else None
        if statement is None:
            continue
        rows = [
            (number, {**column.settled, **row})
            for _, number, row in next(ways_to_read(column.table, column.at, column.used))
        ]
        edit = _borne_out(column, rows[:MOST_ROWS]) if len(rows) >= LEAST_ROWS else None
        if edit is None:
            continue
        first, values = rows[0]
        told = ", ".join(f"{show(name)} = {show(values[name])}" for name in column.used if name in values)
        yield Problem(
            statement.place(column.body.origin),
            f"no row of the table keeps to this formula: {show(column.body)} is not {show(first)} for {told}",
            help=f"all {len(rows)} rows keep to {show(edit)}",
            level="error",
            related=(Related(column.table.header[column.at].span, "the column"),),
            evidence={"kind": "worked", "formula": show(column.body), "lines": len(rows)},
            key=f"worked@{statement.span.start}",
        )


def _statement_of(column: Column, statements: Sequence[Statement]) -> Statement | None:
    for statement in statements:
        if isinstance(statement.term, Relation) and any(side is column.body for side in statement.term.sides):
            return statement if statement.carrier == "formula" else None
    return None


def _borne_out(column: Column, rows: Sequence[tuple[Number, Mapping[Term, Number]]]) -> Term | None:
    """The one formula a slip away that all rows keep to, where none keeps to the formula itself but by chance."""
    kept = [keeps(column.body, number, values) for number, values in rows]
    if any(each is None for each in kept) or 3 * sum(bool(each) for each in kept) > len(kept):
        return None
    if sum(not each for each in kept) < LEAST_TELLING or not _is_varied(rows):
        return None
    letters = sorted({*column.used, *column.names}, key=repr)
    letters = [each for each in letters if isinstance(each, Symbol)]
    found = [
        edit
        for _, edit in zip(range(MOST_EDITS), one_edit_away(column.body, letters), strict=False)
        if all(keeps(edit, number, values) for number, values in rows)
    ]
    return min(found, key=lambda each: len(show(each))) if found else None


def _is_varied(rows: Sequence[tuple[Number, Mapping[Term, Number]]]) -> bool:
    """Whether the results differ, and are more than zeros and ones: those are labels of classes as often as results."""
    results = {number.value for number, _ in rows}
    return len(results) >= LEAST_TELLING and len(results - {0, 1}) > 0


def keeps(body: Term, number: Number, values: Mapping[Term, Number]) -> bool | None:
    """Whether a cell is what a formula is at the numbers of its row, in any reading; None where that has no value."""
    answers: list[bool] = []
    for readings in readings_of(body):
        for literal in (exactly, widened_literal):
            value = evaluate(body, lookup_of(values, literal), exactly, readings)
            if not isinstance(value, Interval):
                return None
            found = compare(value, number, "≈", lambda term: None)
            answers.append(isinstance(found, Comparison) and found.holds)
    return any(answers) if answers else None


__all__ = ["contradicted_by_tables", "keeps"]
