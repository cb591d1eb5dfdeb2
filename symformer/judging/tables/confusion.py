"""Tables of what is so against what was predicted: in which cell TP, FP, FN and TN stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.text.cued import Cued

LABELS = ("TP", "FP", "FN", "TN")
_LABEL = Cued(r"(?<![A-Za-z])(TP|FP|FN|TN)(?![A-Za-z])")
_ACTUAL = Cued(r"\b(?:actual\w*|true|truth|real\w*|gold|ground)\b|实际|真实", re.IGNORECASE)
_PREDICTED = Cued(r"\b(?:predict\w*|prediction|flagged|classified|output|model|said)\b|预测|判", re.IGNORECASE)
FLIPPED = {"TP": "TP", "TN": "TN", "FP": "FN", "FN": "FP"}
Place = tuple[int, int]


def confusion_problems(tables: Sequence[Table]) -> Iterator[Problem]:
    """Every label of a table of errors that is none of its cell."""
    for table in tables:
        cells = {
            (at, column): found[1]
            for at, row in enumerate(table.rows)
            for column, cell in enumerate(row[1:], 1)
            if (found := _LABEL.search(cell.text)) is not None and len(_LABEL.findall(cell.text)) == 1
        }
        rows, columns = sorted({at for at, _ in cells}), sorted({column for _, column in cells})
        if len(cells) != len(LABELS) or len(rows) != 2 or len(columns) != 2:
            continue
        across = _rows_are_actual(table, rows, columns)
        wanted = _wanted(cells, rows, columns, across=across)
        wrong = [place for place in sorted(cells) if wanted is not None and cells[place] != wanted[place]]
        if wanted is not None and len(wrong) in (1, 2):
            yield _problem(table.rows[wrong[0][0]][wrong[0][1]], cells[wrong[0]], wanted[wrong[0]])


def _rows_are_actual(table: Table, rows: Sequence[int], columns: Sequence[int]) -> bool | None:
    """Whether the rows are what is so and the columns what was predicted; None where labels and heads do not tell."""
    corner = table.header[0].text if table.header else ""
    labels = " ".join(table.rows[at][0].text for at in rows)
    heads = " ".join(table.header[at].text for at in columns if at < len(table.header))
    actual = bool(_ACTUAL.search(labels)), bool(_ACTUAL.search(heads))
    predicted = bool(_PREDICTED.search(labels)), bool(_PREDICTED.search(heads))
    if actual[0] and actual[1] or predicted[0] and predicted[1] or _PREDICTED.search(corner) and _ACTUAL.search(corner):
        return None
    if actual[0] or predicted[1]:
        return None if predicted[0] or actual[1] else True
    return False if actual[1] or predicted[0] else None


def _wanted(
    cells: dict[Place, str], rows: Sequence[int], columns: Sequence[int], *, across: bool | None
) -> dict[Place, str] | None:
    """The labels as they belong to the cells; None where that is open."""
    first = [(rows[0], columns[0]), (rows[1], columns[1])]
    second = [(rows[0], columns[1]), (rows[1], columns[0])]
    ways = ((first, second), (second, first))
    found = next((way for way in ways if {cells[place] for place in way[0]} == {"TP", "TN"}), None)
    if found is None:
        return None
    true, false = found
    if across is None:
        return _any_way(cells, false) if len(set(cells.values())) < len(LABELS) else None
    positive = next(place for place in true if cells[place] == "TP")
    made = {place: cells[place] for place in true}
    for place in false:
        with_positive = place[0] == positive[0]
        made[place] = "FN" if with_positive is across else "FP"
    return made


def _any_way(cells: dict[Place, str], false: Sequence[Place]) -> dict[Place, str]:
    """One label stands twice, and nothing tells which of the two is the other."""
    return {**cells, false[1]: FLIPPED[cells[false[0]]]}


def _problem(cell: TableCell, found: str, wanted: str) -> Problem:
    return Problem(
        cell.span,
        f"by its row and column this cell is {wanted}, not {found}",
        level="warning",
        evidence={"kind": "text", "found": found, "expected": wanted},
        key=f"row-breaks-relation@{cell.span.start}-{cell.span.end}",
    )


__all__ = ["confusion_problems"]
