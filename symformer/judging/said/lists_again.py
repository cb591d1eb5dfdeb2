"""A list of numbers that is shown again with one of them another: [0.3006, 0.3322, 0.3672], and below [0.3006, 0.3322, 0.6372].

The other numbers have to be the same and long enough to be no accident, and the odd one a slip of the pen away from what
stands there above.  Lists of different names are two things, and what words call changed is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.shown_again import CHANGED
from symformer.judging.said.slips import is_slip
from symformer.semantics.statement import Statement
from symformer.terms.term import Index, Matrix, Number, Relation, Symbol, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_ENTRIES, MOST_ENTRIES = 3, 64
LEAST_DIGITS = 6  # of the numbers that agree
LEAST_VALUES = 2
LEAST_STACKED = 3  # vectors in a matrix that are shown elsewhere
MOST_ALIKE = 3
FAR = 12_000  # characters
BESIDE = 200
_DECIMAL = r"[-−]?\d+\.\d+"
_IN_WORDS = Cued(rf"(?<!\()\[\s*(?P<list>{_DECIMAL}(?:\s*,\s*{_DECIMAL}){{2,15}})\s*\]")
_EACH = Cued(_DECIMAL)

Cells = tuple[tuple[PrintedNumber, Span], ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    """A list as it is shown: its numbers, and the name it is given, where it is given one."""

    cells: Cells
    name: Term | None

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(number.text for number, _ in self.cells)

    @property
    def start(self) -> int:
        return self.cells[0][1].start


def list_again_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """Every number that is another where its list is shown again."""
    matrices = list(_in_formulas(statements))
    listed = (*(shown for shown, _ in matrices), *_in_words(document, statements))
    lists = sorted(listed, key=lambda each: each.start)
    vectors = [shown for shown, rows in matrices if len(rows) == 1 or len(rows[0]) == 1]
    yield from _stacked([rows for _, rows in matrices if len(rows) > 1 and len(rows[0]) > 1], vectors)
    near: dict[tuple[int, tuple[str, ...]], list[_Shown]] = {}
    told: set[int] = set()
    text = document.source.text
    for shown in lists:
        texts = shown.texts
        for at in range(len(texts)):
            rest = (*texts[:at], "", *texts[at + 1 :])
            before = near.setdefault((at, rest), [])
            problem = _problem(before, shown, at, text) if before and _is_long(rest) else None
            before.append(shown)
            if problem is not None and shown.cells[at][1].start not in told:
                told.add(shown.cells[at][1].start)
                yield problem


def _problem(before: Sequence[_Shown], shown: _Shown, at: int, text: str) -> Problem | None:
    number, place = shown.cells[at]
    others = {each.cells[at][0].text for each in before}
    if number.text in others or len(others) > 1 or len(before) > MOST_ALIKE:
        return None  # a list with several like it is one of a family
    first = before[0]
    other, there = first.cells[at]
    if any(None not in (each.name, shown.name) and each.name != shown.name for each in before):
        return None
    if place.start - there.end > FAR or not is_slip(other.text, number.text):
        return None
    if abs(other.value - number.value) <= max(other.unit, number.unit):
        return None  # as rounding may leave it
    around = text[max(there.end, place.start - BESIDE) : place.end + BESIDE]
    if CHANGED.search(around) or CHANGED.search(text[there.end : there.end + BESIDE]):
        return None
    return _told(place, number, other, there, "the same list above; all other numbers are the same")


def _stacked(grids: Sequence[Sequence[Cells]], lists: Sequence[_Shown]) -> Iterator[Problem]:
    """Every entry of a matrix that stacks the vectors of a family, all of them as they are shown but for that one number."""
    families: dict[str, dict[tuple[Fraction, ...], _Shown]] = {}
    for each in lists:
        if (family := _family(each.name)) is not None:
            families.setdefault(family, {})[tuple(number.value for number, _ in each.cells)] = each
    for rows in grids:
        for lines in (rows, [tuple(column) for column in zip(*rows, strict=True)]):
            told = [tuple(number.value for number, _ in line) for line in lines]
            if len(lines) <= LEAST_STACKED or len(set(told)) < len(lines) or all(part[0].exact for part in lines[0]):
                continue
            for vectors in families.values():
                odd = [line for line, values in zip(lines, told, strict=True) if values not in vectors]
                near = [
                    found
                    for each in (vectors.values() if len(odd) == 1 else ())
                    if (found := _one_off(each.cells, odd[0])) is not None
                ]
                if len(near) == 1:
                    (number, place), (other, there) = near[0]
                    where = "the vector that stands there; all others are as they are shown"
                    yield _told(place, number, other, there, where)
                    break


def _family(name: Term | None) -> str | None:
    """The letter that vectors told one by one share: k of k_cat."""
    match name:
        case Symbol(name=spelled) if "_" in spelled:
            return spelled.partition("_")[0]
        case Index(base=Symbol(name=spelled)):
            return spelled.partition("_")[0]
    return None


def _one_off(vector: Cells, line: Cells) -> tuple[tuple[PrintedNumber, Span], tuple[PrintedNumber, Span]] | None:
    """The one number in which a line is not a vector, and the number there, where that is a slip of the pen."""
    if len(vector) != len(line) or vector[0][1] == line[0][1]:
        return None
    odd = [(one, other) for one, other in zip(line, vector, strict=True) if one[0].value != other[0].value]
    if len(odd) != 1:
        return None
    (number, place), (other, there) = odd[0]
    places = max(number.decimals, other.decimals, 0)
    shown, meant = (decimal_text(abs(each.value), places) for each in (number, other))
    return ((number, place), (other, there)) if is_slip(meant, shown) or number.value == -other.value else None


def _told(place: Span, number: PrintedNumber, other: PrintedNumber, there: Span, where: str) -> Problem:
    return Problem(
        place,
        f"{number.text} stands here, and {other.text} in {where}",
        level="warning",
        related=(Related(there, "the number as it stands there"),),
        evidence={"kind": "number", "printed": number.text, "expected": other.text},
        key=f"requoted-value-differs@{place.start}-{place.end}",
    )


def _is_long(texts: Sequence[str]) -> bool:
    """Whether the numbers that agree have so many digits that they agree by no accident."""
    digits = sum(len(re.sub(r"\D", "", text).strip("0")) for text in texts)
    return digits >= LEAST_DIGITS and len({text for text in texts if text}) >= LEAST_VALUES


def _in_formulas(statements: Sequence[Statement]) -> Iterator[tuple[_Shown, Sequence[Cells]]]:
    """Each matrix of numbers as one list, and its rows."""
    for statement in statements:
        if statement.stance != "asserted" or statement.carrier in ("annotation", "output"):
            continue
        name = _name(statement.term)
        for part in walk(statement.term):
            if isinstance(part, Matrix) and (rows := _rows(part, statement)) is not None:
                flat = tuple(cell for row in rows for cell in row)
                if LEAST_ENTRIES <= len(flat) <= MOST_ENTRIES:
                    yield _Shown(flat, name), rows


def _name(term: Term) -> Term | None:
    match term:
        case Relation(sides=(Symbol() | Index() as name, *_)):
            return name
    return None


def _rows(matrix: Matrix, statement: Statement) -> Sequence[Cells] | None:
    """The numbers of a matrix with their places, where it holds nothing else."""
    rows = [
        tuple(
            (cell.printed, statement.place(cell.origin))
            for cell in row
            if isinstance(cell, Number) and cell.printed is not None
        )
        for row in matrix.rows
    ]
    whole = all(len(row) == len(cells) == len(rows[0]) for row, cells in zip(rows, matrix.rows, strict=True))
    return rows if whole else None


def _in_words(document: Document, statements: Sequence[Statement]) -> Iterator[_Shown]:
    """Lists that stand in running text and are no formula."""
    taken = {statement.span.start for statement in statements}
    text = document.source.text
    for block in document.prose:
        if block.kind == "heading":
            continue
        for found in _IN_WORDS.finditer(text, block.span.start, block.span.end):
            if found.start() in taken or any(each.span.start <= found.start() < each.span.end for each in block.formulas):  # fmt: skip
                continue
            places = [Span(*each.span()) for each in _EACH.finditer(text, *found.span("list"))]
            yield _Shown(tuple((printed(place.slice(text).replace("−", "-")), place) for place in places), None)


__all__ = ["list_again_problems"]
