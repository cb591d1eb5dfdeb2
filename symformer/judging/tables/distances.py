"""Tables with a column of vectors: the distances, products and norms beside them.

``| x_1 | (1.0, 2.0) | 0.50 |``: the third column is the distance to a vector that the note gives above, or that a second column
of vectors holds beside it, its square, the dot product with it, or the norm, where that holds in all rows but one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.numbers.learnt import chains
from symformer.judging.tables.amounts import Amount, amount, without_summaries
from symformer.judging.wording import short
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Matrix, Number, Symbol, Term
from symformer.text.cued import Cued

Result = Interval | NotEvaluated
Vector = tuple[PrintedNumber, ...]
Way = Callable[[Sequence[Interval], Sequence[Interval]], Result]

LEAST_ROWS = 4
LONGEST_TABLE = 60
LEAST_AGREEING = 3
LEAST_DIGITS = 5
MOST_VECTORS = 12  # the last that stand above a table
_VECTOR = Cued(
    r"[$\s*`]*(?:\\left|\\bigl?)?[(\[]\s*([-−]?\d+(?:\.\d+)?(?:\s*[,;]\s*(?:\\[ ,;:!]\s*)?[-−]?\d+(?:\.\d+)?)+)\s*"
    r"(?:\\right|\\bigr?)?[)\]](?:\s*\^\s*\{?\s*(?:\\top|\\mathsf\{T\}|T|⊤)\s*\}?)?[$\s*`]*\Z"
)


@dataclass(frozen=True, slots=True)
class Given:
    """A vector that the note shows, by its name."""

    name: Term
    entries: Vector


@dataclass(frozen=True, slots=True)
class Beside:
    """A second column of vectors, by its head."""

    head: str
    vectors: Sequence[Vector]


def distance_problems(
    tables: Sequence[Table], statements: Sequence[Statement], known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """Every number beside a vector that is not what it is in all other rows; ``known`` are wrong already."""
    for table in tables:
        if not LEAST_ROWS <= len(table.rows) <= LONGEST_TABLE:
            continue
        table = replace(table, rows=tuple(without_summaries(table.rows)))
        width = min(len(row) for row in table.rows)
        for at in range(width):
            vectors = [vector_in(row[at]) for row in table.rows]
            sizes = {len(each) for each in vectors if each is not None}
            if None in vectors or len(sizes) != 1:
                continue
            rows = [each for each in vectors if each is not None]
            above = [each for each in _given(statements, table.span.start) if len(each.entries) in sizes]
            beside = _beside(table, range(at + 1, width), sizes)
            for column in range(width):
                yield from _column(table, rows, column, above, beside, known)


def _beside(table: Table, columns: Sequence[int], sizes: set[int]) -> Sequence[Beside]:
    """The other columns that hold a vector as long in every row."""
    found = []
    for at in columns:
        vectors = [vector_in(row[at]) for row in table.rows]
        whole = [each for each in vectors if each is not None and len(each) in sizes]
        if len(whole) == len(vectors) and len(set(whole)) > 1:
            found.append(Beside(table.header[at].text.strip() if at < len(table.header) else "", whole))
    return found


def vector_in(cell: TableCell) -> Vector | None:
    """The numbers of the one list that a cell holds."""
    found = _VECTOR.match(cell.text)
    if found is None:
        return None
    parts = re.split(r"[,;]", re.sub(r"\\[ ,;:!]", "", found[1]))
    return tuple(printed(part.strip().replace("−", "-")) for part in parts)


def _given(statements: Sequence[Statement], before: int) -> Sequence[Given]:
    """The vectors that names stand for at a place: the last of each name."""
    found: dict[Term, Given] = {}
    for statement in statements:
        if statement.span.start >= before:
            break
        for chain in chains(statement.term):
            name, last = chain.sides[0], chain.sides[-1]
            entries = _entries(last)
            if isinstance(name, Symbol | Index) and entries is not None:
                found.pop(name, None)
                found[name] = Given(name, entries)
    return list(found.values())[-MOST_VECTORS:]


def _entries(display: Term) -> Vector | None:
    match display:
        case Matrix(rows=(row,)) | Apply(function="tuple", arguments=row):
            cells = row
        case Matrix(rows=rows) if all(len(row) == 1 for row in rows):
            cells = tuple(row[0] for row in rows)
        case _:
            return None
    numbers = [cell.printed for cell in cells if isinstance(cell, Number) and cell.printed is not None]
    return tuple(numbers) if len(numbers) == len(cells) > 1 else None


def _column(
    table: Table,
    rows: Sequence[Vector],
    column: int,
    above: Sequence[Given],
    beside: Sequence[Beside],
    known: Mapping[int, Fraction],
) -> Iterator[Problem]:
    """The one number of a column that is at odds with what the others are of their vectors."""
    shown = [amount(row[column]) for row in table.rows]
    amounts = [each for each in shown if each is not None]
    if len(amounts) < len(rows) or all(each.number.exact for each in amounts):
        return
    odd: list[tuple[int, Interval, str]] = []
    for what, values in (*_of_one(rows, above), *_of_two(rows, beside)):
        wrong = [at for at, value in enumerate(values) if not _agrees(value, amounts[at])]
        if not wrong:
            return
        value = values[wrong[0]]
        if len(wrong) == 1 and isinstance(value, Interval) and _telling(rows, amounts, wrong[0]):
            odd.append((wrong[0], value, what))
    if len(odd) != 1:
        return
    at, value, what = odd[0]
    found = amounts[at]
    if not any(place in known for place in range(found.span.start, found.span.end)):
        yield _problem(found, value, what)


def _of_one(rows: Sequence[Vector], above: Sequence[Given]) -> Iterator[tuple[str, Sequence[Result]]]:
    """What the numbers beside a column of vectors may be: of the vector alone, or of it and one that is given above."""
    for given in above:
        other = [each.interval("=") for each in given.entries]
        for wording, way in _BETWEEN:
            name = short(given.name, "it")
            yield wording.format(name), [way([Interval.point(each.value) for each in row], other) for row in rows]
    for wording, way in _ALONE:
        yield wording, [way([Interval.point(each.value) for each in row], []) for row in rows]


def _of_two(rows: Sequence[Vector], beside: Sequence[Beside]) -> Iterator[tuple[str, Sequence[Result]]]:
    """What the numbers of a row may be of its two vectors, which may have been rounded before they were shown."""
    for other in beside:
        pairs = list(zip(rows, other.vectors, strict=True))
        for wording, way in _BETWEEN:
            what = wording.format(f"the vector below {other.head}")
            yield what, [way(*([each.interval("=") for each in one] for one in pair)) for pair in pairs]


def _agrees(value: Result, found: Amount) -> bool:
    allowed = found.number.interval("=")
    slack = found.number.unit if not found.number.exact else Fraction(0)
    return isinstance(value, Interval) and value.meets(Interval(allowed.lo - slack, allowed.hi + slack))


def _telling(rows: Sequence[Vector], amounts: Sequence[Amount], wrong: int) -> bool:
    """Whether the rows that agree show enough digits to leave no room for chance."""
    seen = {
        (tuple(each.value for each in row), found.number.value): found.number.digits
        for at, (row, found) in enumerate(zip(rows, amounts, strict=True))
        if at != wrong and found.number.value != 0
    }
    return len(seen) >= LEAST_AGREEING and sum(seen.values()) >= LEAST_DIGITS


def _problem(found: Amount, value: Interval, what: str) -> Problem:
    span = found.span
    expected = decimal_text(value.middle, max(found.number.decimals, 0))
    message = f"in all other rows this is {what}: here that is {expected}, not {found.text}"
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    return Problem(
        span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{span.start}-{span.end}"
    )


# -- what a number may be of a vector --------------------------------------------------------------------------


def _dot(one: Sequence[Interval], other: Sequence[Interval]) -> Interval:
    parts = [a * b for a, b in zip(one, other, strict=True)]
    return sum(parts[1:], parts[0])


def _apart(one: Sequence[Interval], other: Sequence[Interval]) -> list[Interval]:
    return [a - b for a, b in zip(one, other, strict=True)]


def _squared(one: Sequence[Interval]) -> Interval:
    parts = [bounds.integer_power(each, 2) for each in one]
    kept = [each for each in parts if isinstance(each, Interval)]
    return sum(kept[1:], kept[0])


def _norm(one: Sequence[Interval], _: Sequence[Interval]) -> Result:
    return bounds.sqrt(_squared(one))


def _distance(one: Sequence[Interval], other: Sequence[Interval]) -> Result:
    return bounds.sqrt(_squared(_apart(one, other)))


def _city(one: Sequence[Interval], other: Sequence[Interval]) -> Result:
    parts = [bounds.absolute(each) for each in _apart(one, other)]
    return sum(parts[1:], parts[0])


def _cosine(one: Sequence[Interval], other: Sequence[Interval]) -> Result:
    lengths = bounds.sqrt(_squared(one) * _squared(other))
    return lengths if isinstance(lengths, NotEvaluated) else bounds.divide(_dot(one, other), lengths)


_BETWEEN: tuple[tuple[str, Way], ...] = (
    ("the distance to {}", _distance),
    ("the squared distance to {}", lambda one, other: _squared(_apart(one, other))),
    ("the sum of the differences from {}", _city),
    ("the dot product with {}", _dot),
    ("the cosine with {}", _cosine),
)
_ALONE: tuple[tuple[str, Way], ...] = (
    ("the norm of the vector", _norm),
    ("the squared norm of the vector", lambda one, _: _squared(one)),
)
