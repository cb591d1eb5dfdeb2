"""The entries of a vector as one more column of a table: the y_i of ``p_i - y_i``, where the note shows y as a list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from symformer.documents.document import Table, TableCell
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Matrix, Number, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

SUMMARY = Cued(
    r"\W*(?:(?:grand|overall)\s+)?(?:totals?|sums?|averages?|avg|mean|median|variance|std|std\.? ?dev\.?|s\.?[de]\.?|standard (?:deviation|error)|标准差|Σ|\\Sigma|\\sum|合计|总计|总和|平均)\W*\Z",
    re.IGNORECASE,
)


def with_entries(
    body: Term, table: Table, known: Mapping[Term, int], statements: Sequence[Statement], text: str
) -> tuple[Table, Mapping[Term, int]]:
    """A table with the entries of a vector that its note shows, where a formula needs one for each row: the y_i of p_i - y_i."""
    members = {
        part: part.base
        for part in walk(body)
        if isinstance(part, Index) and part not in known and len(part.indices) == 1 and not part.upper
        if isinstance(part.indices[0], Symbol)
    }
    rows = [row for row in table.rows if row and SUMMARY.match(row[0].text) is None]
    if not members or not text or tuple(rows) != table.rows[: len(rows)]:
        return table, {}
    columns: dict[Term, list[TableCell]] = {}
    for member, base in members.items():
        shown = {
            tuple(TableCell(place, place.slice(text)) for entry in vector for place in (each.place(entry.origin),))
            for each in statements
            if (vector := _vector_of(each.term, base)) is not None
        }
        if len({tuple(cell.text for cell in each) for each in shown}) == 1 and len(cells := list(shown.pop())) == len(
            rows
        ):
            columns[member] = cells
    width = len(table.header)
    blank = TableCell(Span(table.span.end, table.span.end), "")
    wider = tuple(
        (*row, *(cells[at] if at < len(rows) else blank for cells in columns.values()))
        for at, row in enumerate(table.rows)
        if len(row) == width
    )
    if not columns or len(wider) < len(table.rows):
        return table, {}
    header = (*table.header, *(blank for _ in columns))
    return Table(table.span, header, wider), {name: width + at for at, name in enumerate(columns)}


def _vector_of(term: Term, base: Term) -> tuple[Term, ...] | None:
    """The numbers that a statement shows as a vector of a name."""
    match term:
        case Relation(sides=(name, *_, Matrix(rows=(row,)))) if name == base and len(row) > 1:
            return row if all(isinstance(each, Number) for each in row) else None
    return None


__all__ = ["SUMMARY", "with_entries"]
