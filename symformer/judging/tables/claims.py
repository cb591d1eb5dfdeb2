"""Tables of a function's values against the formula that defines the function.

``PE(pos, 2i) = sin(…)`` and ``PE(pos, 2i+1) = cos(…)`` say what stands in every column of a table or
matrix that is named after ``PE`` and has a row for each position.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import printed
from symformer.algebra.verdict import Proved, Refuted, Unknown
from symformer.documents.document import Section, Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Comparison, best, compare
from symformer.reasoning.arrays import Array, Value
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.readings import Readings, readings_of
from symformer.semantics.statement import Statement
from symformer.terms.parts import letter_names, put_in
from symformer.terms.term import EXACTLY_EQUAL, Apply, Index, Matrix, Number, Product, Relation, Sum, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

NUMERAL = Cued(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?![\w]|\.\d)")
SIZE = Cued(r"\b(d(?:_?\{?(?:model|k|v)\}?)?|D|n)\s*=\s*(\d+)")
ROW_LABEL = Cued(r"^\W*(?:pos(?:ition)?\s*[=:]?\s*)?(\d+)\b(?!\.\d)", re.IGNORECASE)
POSITIONS = Cued(r"\W*(?:pos|position|token position|位置)\W*\Z", re.IGNORECASE)
LARGEST_TABLE = 4096
WORDS_FOR = {"PE": "positional encoding", "P": "positional encoding"}


@dataclass(frozen=True, slots=True)
class Column:
    """The formula for some columns: those numbered ``factor·index + offset``."""

    name: str
    row: Symbol
    index: Symbol
    factor: int
    offset: int
    body: Term
    section: int

    def index_at(self, column: int) -> int | None:
        """The index that names a column, if this formula is for it."""
        steps, rest = divmod(column - self.offset, self.factor)
        return steps if rest == 0 and steps >= 0 else None


@dataclass(frozen=True, slots=True)
class Displayed:
    """A table or matrix of values: a label and printed numbers for each row."""

    name: str
    rows: tuple[tuple[int, tuple[Number, ...]], ...]
    statement: Statement
    sizes: dict[str, int]
    labelled: bool


def judge_tables(
    statements: Sequence[Statement], tables: Sequence[Table] = (), sections: Sequence[Section] = ()
) -> tuple[Judgement, ...]:
    """Every table and matrix that is named after a function of position and column, recomputed."""
    columns = [column for statement in statements for column in columns_in(statement)]
    if columns:
        members = _members(statements)
        columns = [replace(column, body=_spelled_out(column.body, column.index, members)) for column in columns]
    names = sorted({column.name for column in columns})
    if not names:
        return ()
    displays = [
        *(
            shown
            for table in tables
            for shown in _from_table(table, names, sections, {each.row.name for each in columns})
        ),
        *(shown for statement in statements for shown in _from_statement(statement, names)),
    ]
    judged: dict[int, Judgement] = {}
    for shown in displays:
        found = judge_table(shown, [column for column in columns if column.name == shown.name])
        if found is not None:
            # a table may also be read as the statement that it makes
            judged.setdefault(found.claim.result_span.end, found)
    return tuple(sorted(judged.values(), key=lambda each: each.claim.span.start))


def judge_table(shown: Displayed, columns: Sequence[Column]) -> Judgement | None:
    """One table against the formulas of its columns; None where they say nothing of it."""
    cells = tuple(Number(n.value, n.printed, n.origin) for _, row in shown.rows for n in row)
    width = len(shown.rows[0][1])
    right = Matrix(tuple(row for _, row in shown.rows), "matrix", cells[0].origin.cover(cells[-1].origin))
    claim = Claim(shown.statement, 0, Symbol(shown.name, right.origin), right, "=")
    latest = _latest(columns)
    found = best(_comparisons(shown, latest, right, width))
    if isinstance(found, NotEvaluated):
        return Judgement(claim, Unknown(found.reason), {"truth": found.reason})
    if found.holds:
        return Judgement(claim, Proved("the formula at each position and column"), {"truth": "holds"}, comparison=found)
    hard = [each for each in found.wrong if not _careless(Comparison((each,)))]
    nontrivial = [each for each in found.cells if each.cell.printed is not None and not _whole(each.value)]
    right_ones = [each for each in nontrivial if each.answer != "no"]
    if not right_ones and (not shown.labelled or len(found.wrong) * 2 > len(found.cells)):
        return Judgement(claim, Unknown("the rows and columns may be numbered in another way"), {"truth": "fails"})
    fault = "table-contradicts-formula" if hard else "last-digit-differs"
    first = (hard or list(found.wrong))[0]
    span = shown.statement.place(first.cell.origin)
    label = shown.rows[first.cell.place[0]][0]
    expected = faults.expected_text(first)
    others = [each for each in found.wrong if each is not first]
    problem = Problem(
        span,
        f"{shown.name} at position {label}, column {first.cell.place[1]}: the formula gives {expected}, "
        f"not {faults.printed_text(first)}" + (f" (and {len(others)} more)" if others else ""),
        level=None if hard else "warning",
        related=faults.also_wrong(claim, others),
        evidence=faults.evidence(claim, Comparison((first, *others))),
        note=f"{width} columns, counted from 0",
        key=f"{fault}@{span.start}-{span.end}",
    )
    verdict = Refuted(tuple((key, str(value)) for key, value in problem.evidence.items()))
    return Judgement(claim, verdict, {"truth": "fails"}, (), problem, fault, found)


def _whole(value: Interval) -> bool:
    return value.exact and value.lo.denominator == 1


def _careless(found: Comparison) -> bool:
    return faults.truncated(found) or faults.last_digit(found)


def _latest(columns: Sequence[Column]) -> list[Column]:
    """The last formula given for each kind of column."""
    found: dict[tuple[int, int], Column] = {}
    for column in columns:
        found[column.factor, column.offset] = column
    if any(column.factor == 2 for column in found.values()):
        return [column for column in found.values() if column.factor == 2]
    return list(found.values())


def _comparisons(
    shown: Displayed, columns: Sequence[Column], right: Matrix, width: int
) -> Iterator[Comparison | NotEvaluated]:
    """The table beside each way to number its rows and columns and to take its formulas."""
    shifts = (0,) if shown.labelled else (0, 1)
    for readings in readings_of(*(column.body for column in columns)):
        for shift in shifts:
            for first_column in (0, 1):
                value = _values(shown, columns, width, readings, shift, first_column)
                if isinstance(value, NotEvaluated):
                    yield value
                else:
                    yield compare(value, right, "≈", lambda term: None)


def _values(
    shown: Displayed, columns: Sequence[Column], width: int, readings: Readings, shift: int, first_column: int
) -> Array | NotEvaluated:
    rows: list[tuple[Interval, ...]] = []
    for label, row in shown.rows:
        made: list[Interval] = []
        for place in range(len(row)):
            found = entry_at(columns, label + shift, place + first_column, shown.sizes, width, readings)
            if isinstance(found, NotEvaluated):
                return found
            made.append(found)
        rows.append(tuple(made))
    return Array(tuple(rows))


def entry_at(
    columns: Sequence[Column], label: int, place: int, sizes: dict[str, int], width: int | None, readings: Readings
) -> Interval | NotEvaluated:
    """What the formulas give at one position and column; ``width`` is the number of columns, where it is known."""
    for column in columns:
        index = column.index_at(place)
        if index is None:
            continue

        def lookup(term: Term, column: Column = column, index: int = index) -> Value | None:
            if term == column.row:
                return Interval.point(label)
            if term == column.index:
                return Interval.point(index)
            if isinstance(term, Symbol) and term.name in sizes:
                return Interval.point(sizes[term.name])
            if width is not None and isinstance(term, Symbol) and term.name.casefold().startswith("d"):
                return Interval.point(width)
            return None

        value = evaluate(column.body, lookup, readings=readings)
        if isinstance(value, Interval):
            return value
        return value if isinstance(value, NotEvaluated) else NotEvaluated("not a number")
    return NotEvaluated("no formula for this column")


# -- definitions -----------------------------------------------------------------------------------------


def columns_in(statement: Statement) -> Iterator[Column]:
    """The formulas for columns that a statement gives."""
    term = statement.term
    if not isinstance(term, Relation) or len(term.sides) < 2 or term.relations[0] not in EXACTLY_EQUAL:
        return
    match term.sides[0]:
        case Apply(function=name, arguments=(Symbol() as row, column)):
            yield from _column(name, row, column, term.sides[1], statement.section)
        case Index(base=Symbol(name=name), indices=(Symbol() as row, column)):
            yield from _column(name, row, column, term.sides[1], statement.section)
        case Index(base=Symbol(name=name), indices=(column,), upper=(Symbol() as row,)):
            yield from _column(name, row, column, term.sides[1], statement.section)


def _column(name: str, row: Symbol, column: Term, body: Term, section: int) -> Iterator[Column]:
    linear = _linear(column)
    if linear is None:
        return
    index, factor, offset = linear
    used = letter_names(body)
    if row.name in used and index.name in used and factor in (1, 2) and not isinstance(body, Matrix):
        yield Column(short_name(name), row, index, factor, offset, body, section)


def short_name(name: str) -> str:
    """One name for a function, however it is spelled."""
    folded = name.casefold().replace("-", " ")
    return "PE" if folded in ("positional encoding", "pe") else name


def _linear(term: Term) -> tuple[Symbol, int, int] | None:
    """``2i + 1`` as (i, 2, 1)."""
    match term:
        case Symbol():
            return term, 1, 0
        case Product(factors=(Number() as factor, Symbol() as index)) if factor.value.denominator == 1:
            return index, int(factor.value), 0
        case Sum(terms=(first, Number() as offset)) if offset.value.denominator == 1:
            inner = _linear(first)
            return None if inner is None else (inner[0], inner[1], inner[2] + int(offset.value))
    return None


def _members(statements: Sequence[Statement]) -> dict[Term, tuple[Symbol, Term]]:
    """What the members of a family are said to be, by its name: the frequencies ``\\omega_m = 10000^{-2m/d}``."""
    found: dict[Term, set[tuple[Symbol, Term]]] = {}
    for statement in statements:
        match statement.term:
            case Relation(
                relations=(sign, *_), sides=(Index(base=Symbol() as base, indices=(Symbol() as at,)), body, *_)
            ):
                if sign in EXACTLY_EQUAL and at in set(walk(body)) and base not in set(walk(body)):
                    found.setdefault(base, set()).add((at, body))
    return {base: bodies.pop() for base, bodies in found.items() if len(bodies) == 1}


def _spelled_out(body: Term, index: Symbol, members: Mapping[Term, tuple[Symbol, Term]]) -> Term:
    """A formula with the members at its index as they are told."""
    told: dict[Term, Term] = {
        Index(base, (index,)): put_in(each, {letter: index}) for base, (letter, each) in members.items()
    }
    return put_in(body, told)


# -- displays --------------------------------------------------------------------------------------------


def _from_statement(statement: Statement, names: list[str]) -> Iterator[Displayed]:
    term = statement.term
    if not isinstance(term, Relation):
        return
    head, display = term.sides[0], term.sides[-1]
    if not isinstance(display, Matrix) or not all(
        isinstance(cell, Number) and cell.printed is not None for row in display.rows for cell in row
    ):
        return
    rows = tuple(tuple(cell for cell in row if isinstance(cell, Number)) for row in display.rows)
    if not rows or not rows[0] or len({len(row) for row in rows}) != 1:
        return
    match head:
        case Symbol(name=name) if short_name(name) in names and len(rows) > 1:
            numbered = tuple(enumerate(rows))
            yield Displayed(short_name(name), numbered, statement, {}, False)
        case (
            Apply(function=name, arguments=(Number() as at, *_))
            | Index(base=Symbol(name=name), indices=(Number() as at, *_))
        ):
            if short_name(name) in names and at.value.denominator == 1 and at.value >= 0 and len(rows) == 1:
                yield Displayed(short_name(name), ((int(at.value), rows[0]),), statement, {}, True)


def _from_table(
    table: Table, names: list[str], sections: Sequence[Section], rows_by: Collection[str]
) -> Iterator[Displayed]:
    header = " ".join(cell.text for cell in table.header)
    name = _named(header, names) or _named(_heading_over(table.span, sections), names)
    labelled = name is not None
    if name is None and len(names) == 1 and table.header:
        first = table.header[0].text
        if POSITIONS.match(first) or first.strip("$*` ") in rows_by and _are_numbered(table.header[1:]):
            name = names[0]
    if name is None:
        return
    rows = [_row(row) for row in table.rows]
    if not rows or any(row is None for row in rows):
        return
    known = tuple((label, numbers) for label, numbers in (row for row in rows if row is not None))
    if len({len(numbers) for _, numbers in known}) != 1 or not known[0][1]:
        return
    if len(known) * len(known[0][1]) > LARGEST_TABLE or len(known[0][1]) < 2:
        return
    placed, statement = _placed(known)
    yield Displayed(name, placed, statement, {m[1]: int(m[2]) for m in SIZE.finditer(header)}, labelled)


def _are_numbered(heads: Sequence[TableCell]) -> bool:
    """Whether columns are headed by their numbers, one after the other: "dim 0", "dim 1"."""
    found = [NUMBERED.fullmatch(each.text.strip("$*` ")) for each in heads]
    numbers = [int(each["number"]) for each in found if each is not None]
    return (
        len(numbers) == len(heads) > 1
        and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        and numbers[0] < 2
    )


NUMBERED = Cued(
    r"(?:(?:dim(?:ension)?|column|col|component|entry|index|feature|[a-z])\.?\s*[=:]?\s*|第\s*)?(?P<number>\d+)\s*[维列]?",
    re.IGNORECASE,
)


def _named(text: str, names: list[str]) -> str | None:
    for name in names:
        if re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", text):
            return name
        words = WORDS_FOR.get(name)
        if words is not None and words in text.casefold().replace("-", " "):
            return name
    return None


def _heading_over(span: Span, sections: Sequence[Section]) -> str:
    over = [section for section in sections if section.span.contains(span)]
    return max(over, key=lambda section: section.span.start).title if over else ""


Located = tuple[int, int, str]


def _row(row: tuple[TableCell, ...]) -> tuple[int, tuple[Located, ...]] | None:
    """The position a row is for, and its numerals with their places in the source."""
    if len(row) < 2 or (label := ROW_LABEL.match(row[0].text)) is None:
        return None
    found: list[Located] = []
    for cell in row[1:]:
        plain_text = cell.text
        if not re.fullmatch(r"[\s\[\](),;$&\\.\d−\-…]*", plain_text):
            return None
        if "…" in plain_text or "..." in plain_text:
            return None
        for numeral in NUMERAL.finditer(plain_text):
            start = cell.span.start + numeral.start()
            found.append((start, start + len(numeral[0]), numeral[0]))
    return int(label[1]), tuple(found)


def _placed(
    rows: tuple[tuple[int, tuple[Located, ...]], ...],
) -> tuple[tuple[tuple[int, tuple[Number, ...]], ...], Statement]:
    """The numerals as terms of a statement of their own, whose text is the numerals in order."""
    segments: list[Segment] = []
    pieces: list[str] = []
    at = 0
    placed: list[tuple[int, tuple[Number, ...]]] = []
    for label, numerals in rows:
        made: list[Number] = []
        for start, end, text in numerals:
            number = printed(text)
            made.append(Number(number.value, number, Span(at, at + len(text))))
            segments.append(Segment(at, at + len(text), start, end))
            segments.append(Segment(at + len(text), at + len(text) + 1, end, end))
            pieces.append(text + " ")
            at += len(text) + 1
        placed.append((label, tuple(made)))
    term = Matrix(tuple(row for _, row in placed), "matrix", Span(0, at - 1))
    return tuple(placed), Statement(term, MappedText("".join(pieces), tuple(segments)), "table")
