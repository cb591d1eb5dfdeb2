r"""Arrays written out entry by entry, ``0.2 \cdot 0.1 + 1.4 \cdot 0.2``, beside the arrays above whose entries these are.

Nothing in the note has to say what is multiplied.  Where all numbers but one stand in two arrays above just where a
product (or a sum, entry by entry) takes them from, the odd one was copied wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.worked.displayed_arrays import Entry, Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.terms.term import Ellipsis, Matrix, Number, Product, Relation, Sum, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

FAR = 8000  # characters between an array and what it is made of
MOST_BEFORE = 8  # arrays above that one may be made of
LARGEST = 12
MEMBER = Cued(r"([^\W\d]+)[\W_]*\d+\W*")  # q[1], q_1, q_(1)
LEAST_NUMBERS = 7  # that agree
LEAST_DIFFERENT = 4  # different numbers among them: 0 and 1 agree with anything


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two numbers that are multiplied, or added, in one entry."""

    first: Number
    second: Number


@dataclass(frozen=True, slots=True)
class _WrittenOut:
    """An array of which some entries are written out, by row and column."""

    entries: dict[tuple[int, int], tuple[_Pair, ...]]
    size: tuple[int, int]
    added: bool  # two numbers in each entry, not products
    statement: Statement
    span: Span


@dataclass(frozen=True, slots=True)
class _Source:
    """The number of an array that ought to stand somewhere."""

    entry: Entry
    array: Shown
    place: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Fit:
    """What agrees with one way to make an array of others, and what does not."""

    agreeing: int
    different: int
    wrong: tuple[tuple[Number, _Source], ...]


# the first and the second number of an entry, by its row, its column and which of its summands they stand in
Places = Callable[[int, int, int], tuple[tuple[int, int], tuple[int, int]]]
WAYS: dict[bool, tuple[Places, ...]] = {
    True: (lambda row, column, at: ((row, column), (row, column)),),
    False: (
        lambda row, column, at: ((row, at), (at, column)),  # A B
        lambda row, column, at: ((row, at), (column, at)),  # A B^T
        lambda row, column, at: ((at, row), (at, column)),  # A^T B
    ),
}


def written_out_array_problems(document: Document, statements: Sequence[Statement]) -> Iterator[Problem]:
    """A problem for each number of an array written out that alone is not the one of the array it is taken from."""
    written = [each for statement in statements for each in _written_out(statement)]
    shown = _with_stacks(displayed_arrays(document, statements)) if written else []
    for each in written:
        before = [
            array for array in shown if array.span.end <= each.span.start and each.span.start - array.span.end < FAR
        ]
        fit = _best(each, before[-MOST_BEFORE:])
        if fit is not None and len(fit.wrong) == 1:
            yield _problem(each, *fit.wrong[0])


def _with_stacks(shown: Sequence[Shown]) -> list[Shown]:
    """The arrays, and for vectors of one name with a number, q_1, q_2, the array that has them as its rows."""
    families: dict[tuple[str, int], list[Shown]] = {}
    for each in shown:
        if len(each.rows) == 1 and (found := MEMBER.fullmatch(each.name)) is not None:
            families.setdefault((found[1], len(each.rows[0])), []).append(each)
    stacks = [
        Shown(tuple(each.rows[0] for each in members), members[-1].span, name)
        for (name, _), members in families.items()
        if 1 < len(members) <= LARGEST and len({each.name for each in members}) == len(members)
    ]
    return sorted([*shown, *stacks], key=lambda each: each.span.end)


def _best(written: _WrittenOut, shown: Sequence[Shown]) -> _Fit | None:
    """The way that leaves one number over; None where some way leaves none."""
    best: _Fit | None = None
    for first in reversed(shown):
        for second in reversed(shown):
            for fit in _fits(written, first, second):
                if not fit.wrong and fit.agreeing >= LEAST_NUMBERS:
                    return None
                telling = len(fit.wrong) == 1 and fit.agreeing >= LEAST_NUMBERS and fit.different >= LEAST_DIFFERENT
                if telling and (best is None or fit.agreeing > best.agreeing):
                    best = fit
    return best


def _fits(written: _WrittenOut, first: Shown, second: Shown) -> Iterator[_Fit]:
    ones, others = _as_rows(first), _as_rows(second)
    for places in WAYS[written.added]:
        for ahead in _rows_ahead(written, ones, others, places):
            for turned in (False, True):
                fit = _fit(written, (first, ones), (second, others), places, ahead, turned)
                if fit is not None:
                    yield fit


def _rows_ahead(
    written: _WrittenOut, ones: list[tuple[Entry, ...]], others: list[tuple[Entry, ...]], places: Places
) -> range:
    """By how many rows a single row that is written out may stand further down in what it is made of."""
    (row, _), _ = places(1, 0, 0)
    tall = len(ones) if row == 1 else len(ones[0])
    return range(tall) if written.size[0] == 1 else range(1)


def _as_rows(array: Shown) -> list[tuple[Entry, ...]]:
    return [(entry,) for entry in array.rows[0]] if array.column else list(array.rows)


def _fit(
    written: _WrittenOut,
    first: tuple[Shown, list[tuple[Entry, ...]]],
    second: tuple[Shown, list[tuple[Entry, ...]]],
    places: Places,
    ahead: int,
    turned: bool,
) -> _Fit | None:
    """All numbers beside those of two arrays; None where an entry lies beyond them or more than one number is other."""
    agreeing, wrong, seen = 0, [], set()
    for (row, column), pairs in written.entries.items():
        for at, pair in enumerate(pairs):
            one, other = places(row + ahead, column, at)
            found = (_at(first, one), _at(second, other))
            shown = (pair.second, pair.first) if turned else (pair.first, pair.second)
            for number, source in zip(shown, found, strict=True):
                if source is None:
                    return None
                if _is_same(number, source.entry):
                    agreeing += 1
                    seen.add(number.value)
                else:
                    wrong.append((number, source))
                    if len(wrong) > 1:
                        return None
    return _Fit(agreeing, len(seen), tuple(wrong))


def _at(array: tuple[Shown, list[tuple[Entry, ...]]], place: tuple[int, int]) -> _Source | None:
    shown, rows = array
    row, column = place
    if row >= len(rows) or column >= len(rows[row]):
        return None
    return _Source(rows[row][column], shown, place)


def _is_same(number: Number, entry: Entry) -> bool:
    half = number.printed.half_width() if number.printed is not None else 0
    return abs(float(number.value) - entry.value) <= max(float(half), entry.half) + 1e-12


# -- what is written out -------------------------------------------------------------------------------------------------


def _written_out(statement: Statement) -> Iterator[_WrittenOut]:
    if statement.stance != "asserted" or statement.carrier in ("annotation", "output"):
        return
    sides = statement.term.sides if isinstance(statement.term, Relation) else (statement.term,)
    for side in sides:
        for part in walk(side):
            if isinstance(part, Matrix) and (found := _read(part, statement)) is not None:
                yield found


def _read(display: Matrix, statement: Statement) -> _WrittenOut | None:
    height, width = len(display.rows), max(map(len, display.rows), default=0)
    if not 0 < height <= LARGEST or not 0 < width <= LARGEST:
        return None
    entries: dict[tuple[int, int], tuple[_Pair, ...]] = {}
    kinds = set()
    for row, cells in enumerate(display.rows):
        for column, cell in enumerate(cells):
            if isinstance(cell, Ellipsis):
                continue
            pairs = _added(cell)
            kinds.add(pairs is not None)
            if pairs is None and (pairs := _multiplied(cell)) is None:
                return None
            entries[row, column] = pairs
    if len(kinds) != 1:
        return None
    return _WrittenOut(entries, (height, width), kinds == {True}, statement, statement.place(display.origin))


def _added(cell: Term) -> tuple[_Pair, ...] | None:
    match cell:
        case Sum(terms=(Number(printed=PrintedNumber()) as one, Number(printed=PrintedNumber()) as other)):
            return (_Pair(one, other),)
    return None


def _multiplied(cell: Term) -> tuple[_Pair, ...] | None:
    terms = cell.terms if isinstance(cell, Sum) else (cell,)
    found = []
    for term in terms:
        match term:
            case Product(factors=(Number(printed=PrintedNumber()) as one, Number(printed=PrintedNumber()) as other)):
                found.append(_Pair(one, other))
            case _:
                return None
    return tuple(found)


def _problem(written: _WrittenOut, number: Number, source: _Source) -> Problem:
    span = written.statement.place(number.origin)
    printed = number.printed.text if number.printed is not None else ""
    told = source.entry.number.text if source.entry.number is not None else ""
    name = source.array.name or "the array above"
    row, column = source.place
    place = f"entry {max(row, column) + 1}" if len(source.array.rows) == 1 else f"row {row + 1}, column {column + 1}"
    return Problem(
        span,
        f"{printed} stands where {name} has {told} ({place})",
        note="all other numbers here are those of the arrays above",
        help=f"try {told}",
        evidence={"kind": "number", "printed": printed, "expected": told},
        related=(Related(source.entry.span, "where it is taken from"),),
        key=f"value-contradicts-symbol@{span.start}",
    )


__all__ = ["written_out_array_problems"]
