r"""Tables with a column of formulas and one of shapes: the shape in a row against that of its formula."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from symformer.documents.document import Table, TableCell
from symformer.documents.places import formulas_within
from symformer.findings.finding import Problem
from symformer.judging.shapes.spoken import told_otherwise
from symformer.judging.shapes.subjects import Subject
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.snippets import Read, Snippet, sizes_in
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Relation, Space, Symbol, Term
from symformer.text.cued import Cued

SHAPE = Cued(
    r"(?!.*(?:\binput|\bbefore\b|输入))(?:[\w’']+ ){0,3}(?:shapes?|dimensions?|dims?|sizes?)(?: (?:of|in|for) .{1,30}| \(.*\))?"
    r"|(?:输出|结果|张量)?(?:的)?(?:形状|维度|大小|尺寸)",
    re.IGNORECASE,
)


def table_shape_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each row whose shape is not that of its formula."""
    shapes = [each for each in model.shapes if each.statement.formula is not None]
    starts = [each.statement.span.start for each in shapes]
    read = reader_of(model.vocabulary)
    for table in model.document.tables:
        column = _shape_column(table)
        if column is None:
            continue
        for row in table.rows:
            if column >= len(row) or (sizes := _sizes(row[column], model, read)) is None:
                continue
            for at in _nearest(column, len(row)):
                cell = row[at]
                inside = shapes[bisect_left(starts, cell.span.start) : bisect_left(starts, cell.span.end)]
                subject = _of_cell(inside, row) or _of_name(inside, shapes[: bisect_left(starts, table.span.start)])
                if subject is None:
                    continue
                problem = told_otherwise(subject, sizes, row[column].span, model)
                if problem is not None:
                    yield problem
                break


def _nearest(column: int, count: int) -> Iterator[int]:
    """The columns beside the one of shapes: the one before it, those before that, and then those behind."""
    yield from range(column - 1, -1, -1)
    yield from range(column + 1, count)


def _shape_column(table: Table) -> int | None:
    heads = [re.sub(r"[*_`]", "", cell.text).strip() for cell in table.header]
    return next((at for at, head in enumerate(heads) if SHAPE.fullmatch(head)), None)


def _sizes(cell: TableCell, model: SemanticModel, read: Read) -> tuple[Term, ...] | None:
    """The sizes of ``$(n, d)$`` or ``$n \\times d$``, where the cell holds nothing else."""
    formulas = formulas_within(model.document, cell.span)
    if len(formulas) != 1 or formulas[0].span.length < len(cell.text.strip()) - 2:
        return None
    sizes = sizes_in(Snippet(formulas[0].latex), read)
    return sizes if sizes is not None and len(sizes) >= 2 else None


def _of_name(inside: list[StatementShape], before: list[StatementShape]) -> Subject | None:
    """The name in a cell, with the shape of the formula that gives it above the table."""
    if len(inside) != 1 or inside[0].statement.stance != "asserted" or not isinstance(inside[0].statement.term, Symbol):
        return None
    name = inside[0].statement.term
    given = [
        each for each in before if isinstance(each.statement.term, Relation) and name in each.statement.term.sides[:1]
    ]
    if len(given) != 1:
        return None  # a name that is given twice may be another one in the table
    term, (shaped,) = given[0].statement.term, given
    if shaped.statement.section == inside[0].statement.section:
        return None  # there the declarations themselves are compared
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL or isinstance(term.sides[1], Symbol):
        return None
    inferred = infer(term.sides[1], shaped.environment)
    if inferred.shape is None or not inferred.certain or inferred.conflicts or inferred.shape.rank < 2:
        return None
    return Subject(show(name), show(name), inferred.shape, shaped)


def _of_cell(inside: list[StatementShape], row: tuple[TableCell, ...]) -> Subject | None:
    """The one formula of a cell that is worked out from others, and not only a name."""
    if len(inside) != 1 or inside[0].statement.stance != "asserted":
        return None
    shaped = inside[0]
    term = shaped.statement.term
    value = term.sides[-1] if isinstance(term, Relation) else term
    if isinstance(value, Symbol | Space | Relation) or value.origin.length < 2:
        return None
    inferred = infer(value, shaped.environment)
    if inferred.shape is None or not inferred.certain or inferred.conflicts or inferred.shape.rank < 2:
        return None
    return Subject(show(value), show(value), inferred.shape, shaped)
