"""Tables of the shapes of an example in numbers: ``$X$ | 3 × 4``, ``$Q$, $K$ | 4 × 3``, beside the arrays that are shown.

A note may have several examples, so that at least two rows have to agree with the arrays before a third is blamed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.shapes.shape_tables import SHAPE
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show
from symformer.terms.term import Relation, Space

SIZES = re.compile(r"[\s$(\[]*(?P<rows>\d+)\s*(?:×|x|\\times|,)\s*(?P<columns>\d+)[\s$)\]]*")
LEAST_AGREEING = 2


@dataclass(frozen=True, slots=True)
class _Row:
    """An array of a row with the sizes it has, and those that the row tells of it."""

    name: str
    has: tuple[int, int]
    told: tuple[int, int]
    cell: TableCell


def sized_table_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one row of a table whose numbers are not those of its arrays."""
    shapes = [each for each in model.shapes if each.statement.formula is not None]
    starts = [each.statement.span.start for each in shapes]
    for table in model.document.tables:
        rows = list(_rows(table, shapes, starts))
        wrong = [row for row in rows if row.has != row.told]
        agreeing = {row.cell.span for row in rows if row.has == row.told}
        if len({row.cell.span for row in wrong}) != 1 or len(agreeing - {wrong[0].cell.span}) < LEAST_AGREEING:
            continue
        row = wrong[0]
        right = f"{row.has[0]} × {row.has[1]}"
        yield Problem(
            row.cell.span,
            f"{row.name} is {right}, and is said to be {row.told[0]} × {row.told[1]}",
            help=f"try {right}",
            evidence={"kind": "shape", "left": right, "right": f"{row.told[0]} × {row.told[1]}"},
            key=f"spoken@{row.cell.span.start}",
        )


def _rows(table: Table, shapes: Sequence[StatementShape], starts: Sequence[int]) -> Iterator[_Row]:
    heads = [re.sub(r"[*_`]", "", cell.text).strip() for cell in table.header]
    column = next((at for at, head in enumerate(heads) if SHAPE.fullmatch(head)), None)
    for row in table.rows if column is not None else ():
        told = SIZES.fullmatch(row[column].text) if column is not None and column < len(row) else None
        if column is None or told is None:
            continue
        for cell in (each for at, each in enumerate(row) if at != column):
            inside = shapes[bisect_left(starts, cell.span.start) : bisect_left(starts, cell.span.end)]
            for shaped in inside:
                has = _numbers(shaped)
                if has is not None:
                    yield _Row(show(shaped.statement.term), has, (int(told["rows"]), int(told["columns"])), row[column])


def _numbers(shaped: StatementShape) -> tuple[int, int] | None:
    """The sizes of a matrix, where both are known numbers."""
    term = shaped.statement.term
    if shaped.statement.stance != "asserted" or isinstance(term, Relation | Space):
        return None
    inferred = infer(term, shaped.environment)
    if inferred.shape is None or not inferred.certain or inferred.conflicts or inferred.shape.rank != 2:
        return None
    values = [shaped.environment.theory.value(size) for size in inferred.shape.sizes]
    rows, columns = values
    return (int(rows), int(columns)) if rows is not None and columns is not None else None
