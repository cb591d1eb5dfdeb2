"""Tables that go on from row to row: each number follows from the row above it, by one rule for the whole column.

Weights that grow by what their row says, values that are moved towards a target, moving averages: the rule is
``new = a · old + b · other + c`` with the same few constants in every row.  It is not read but found: where round
constants explain every row but those that one number spoils, and that number, put right, explains these as well,
it is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text
from symformer.documents.document import Document, Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount, is_total
from symformer.text.cued import Cued

LEAST_ROWS = 5
LONGEST_TABLE = 40
FEW_STEPS = 8  # of a table in which each row is left out in turn
MOST_COLUMNS = 10
LONGEST_NUMBER = 30  # digits
MOST_RULES = 400  # of one column, that are tried
SPARE_DIGITS = 6  # that the rows show beyond those of the constants
SPARE_ROWS = 3  # that agree beyond those that settle the constants
DIGITS_OF_A_CONSTANT = 2
MOST_DIGITS = 4
UNSETTLED = 1e-12  # a pivot so small tells nothing
MOST_SETTINGS = 8

INDEX_HEAD = Cued(r"\W*(?:iterations?|iter\.?|steps?|epochs?|updates?|k|n|t|#|迭代|步)\W*\Z", re.IGNORECASE)
_SUMMARY = Cued(r"\W*(?:mean|average|avg|median|std|sd|se|overall|all|max|min|平均|均值|总)\b", re.IGNORECASE)
FAR = 800  # characters above a table that are looked at
_NUMERAL = Cued(r"(?<![\w.^])\d+(?:\.\d+)?(?![\w.]?\d)")

Numbers = Sequence[PrintedNumber]


@dataclass(frozen=True, slots=True)
class Source:
    """A quantity that a column may follow from: its numbers, one for each step from a row to the next."""

    values: tuple[Interval, ...]
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """A number that is at odds with the rule of its column: in which row, and what it should be."""

    row: int
    expected: Fraction
    digits: int  # that speak for the rule
    column: int | None  # the other column that the rule uses


def step_problems(
    document: Document, known: Mapping[int, Fraction], settings: Iterable[Fraction] = ()
) -> Iterator[Problem]:
    """Every number of a table that does not follow from the row above it as all others of its column do.

    ``known`` says where wrong numbers were found; ``settings`` are the numbers that the note gives a name:
    where the constants of a rule are made of them, fewer rows tell.
    """
    named = tuple(settings)
    for table in document.tables:
        columns = columns_of(table)
        if columns is None or _is_in_uneven_steps(columns.get(0)):
            continue
        given = _made_of((*_said_above(document, table), *named))
        slips: dict[int, Slip] = {}
        for at, column in columns.items():
            numbers = [each.number for each in column]
            slip = _slip(numbers, {other: each for other, each in columns.items() if other != at}, given)
            if slip is not None:
                slips[at] = slip
        for at, slip in slips.items():
            found = columns[at][slip.row]
            wrong = any(place in known for place in range(found.span.start, found.span.end))
            if not wrong and not _follows_a_slip(slip, slips, columns, known):
                yield _problem(found, slip)


def _is_in_uneven_steps(first: Sequence[Amount] | None) -> bool:
    """Whether rows go by numbers of their own, as thresholds do, which neither differ by one amount nor by one factor."""
    values = [each.number.value for each in first or ()]
    if len(values) < LEAST_ROWS or all(each.number.exact for each in first or ()) or 0 in values:
        return False
    differences = {after - before for before, after in pairwise(values)}
    factors = {round(after / before, 2) for before, after in pairwise(values)}
    same_way = len({each > 0 for each in differences}) == 1
    return same_way and min(len(differences), len(factors)) > 1


def _follows_a_slip(
    slip: Slip, slips: Mapping[int, Slip], columns: Mapping[int, list[Amount]], known: Mapping[int, Fraction]
) -> bool:
    """Whether what a number was worked out from is itself wrong."""
    for row in (slip.row - 1, slip.row):
        if slip.column is not None and slip.column in slips and slips[slip.column].row == row:
            return True
        span = columns[slip.column][row].span if slip.column is not None else None
        if span is not None and any(place in known for place in range(span.start, span.end)):
            return True
    return False


def _said_above(document: Document, table: Table) -> Iterator[Fraction]:
    """The numbers in the sentences right above a table, the nearest first."""
    before = [each for each in document.prose if FAR > table.span.start - each.span.end >= 0]
    for block in reversed(before):
        for number in _NUMERAL.finditer(block.text.text):
            yield Fraction(number[0])


def columns_of(table: Table, least: int = LEAST_ROWS) -> dict[int, list[Amount]] | None:
    """The columns that hold a number in every row, in one unit, of a table with so many rows at least."""
    rows = _without_gaps(table)
    if rows and (is_total(rows[-1]) or rows[-1] and _SUMMARY.match(rows[-1][0].text) is not None):
        rows = rows[:-1]
    if not least <= len(rows) <= LONGEST_TABLE:
        return None
    width = min(len(row) for row in rows)
    found: dict[int, list[Amount]] = {}
    for at in range(width):
        cells = [amount(row[at]) for row in rows]
        known = [each for each in cells if each is not None]
        short = all(each.number.digits <= LONGEST_NUMBER for each in known)
        if len(known) == len(cells) and short and len({each.unit for each in known}) == 1:
            found[at] = known
    return found if 0 < len(found) <= MOST_COLUMNS else None


def _without_gaps(table: Table) -> Sequence[tuple[TableCell, ...]]:
    """The rows of a table up to where steps are left out: 0, 1, 2, 3 of a table that goes on with 10."""
    steps = [amount(row[0]) if row else None for row in table.rows]
    if not table.header or INDEX_HEAD.match(table.header[0].text) is None:
        return table.rows
    for at in range(2, len(steps)):
        before, here, after = steps[at - 2], steps[at - 1], steps[at]
        if before is None or here is None or after is None:
            return table.rows
        if after.number.value - here.number.value > here.number.value - before.number.value:
            return table.rows[:at]
    return table.rows


def _slip(numbers: Numbers, others: Mapping[int, Sequence[Amount]], given: frozenset[Fraction]) -> Slip | None:
    """The one number at odds with the rule of its column; None where no rule, or every number, explains the column."""
    if all(each.exact for each in numbers) or len({each.value for each in numbers}) < LEAST_ROWS - 2:
        return None  # whole numbers follow many rules by chance
    found: list[Slip] = []
    for sources in islice(_sources(numbers, others), MOST_RULES):
        if _explains(numbers, sources, frozenset(), given) is not None:
            return None
        for row in _suspects(numbers, sources, given):
            slip = _explained_without(numbers, sources, row, given)
            if slip is not None:
                found.append(slip)
    rows = {(each.row, each.expected) for each in found}
    return max(found, key=lambda each: each.digits) if len({row for row, _ in rows}) == 1 else None


def _suspects(numbers: Numbers, sources: tuple[Source, ...], given: frozenset[Fraction]) -> Sequence[int]:
    """The rows that may spoil a rule: of a long table those that the rule of one half, or of all but the middle, misses.

    One number spoils two steps that stand together: one of the three parts is free of it.
    """
    count = len(numbers) - 1
    if count <= FEW_STEPS:
        return range(1, len(numbers))
    half = count // 2
    middle = frozenset({half - 1, half})
    for left_out in (frozenset(range(half)), frozenset(range(half, count)), middle):
        told = _explains(numbers, sources, left_out, given)
        if told is None:
            continue
        missed = [
            at
            for at in range(count)
            if not agrees(_worked(told[0], [source.values[at] for source in sources]), numbers[at + 1])
        ]
        return [at + 1 for at in missed] if len(missed) <= 2 else []
    return []


def _sources(numbers: Numbers, others: Mapping[int, Sequence[Amount]]) -> Iterator[tuple[Source, ...]]:
    """The quantities a rule may be made of: the number above, one, and a number of this row or the one above."""
    before = Source(tuple(each.interval("=") for each in numbers[:-1]))
    one = Source(tuple(Interval.point(1) for _ in numbers[1:]))
    yield (before,)
    yield (before, one)
    for at, column in others.items():
        widened = tuple(each.number.interval("=") for each in column)
        if len({each.number.value for each in column}) < LEAST_ROWS - 2:
            continue  # hardly changes: it explains nothing
        for values in (widened[:-1], widened[1:]):
            yield (before, Source(values, at))
            yield (before, Source(values, at), one)


def _explained_without(
    numbers: Numbers, sources: tuple[Source, ...], row: int, given: frozenset[Fraction]
) -> Slip | None:
    """What the number of a row should be, where all others follow one rule and that value fits in as well."""
    left_out = frozenset({row - 1, row} & set(range(len(numbers) - 1)))
    found = _explains(numbers, sources, left_out, given)
    if found is None:
        return None
    constants, digits, free = found
    value = _worked(constants, [source.values[row - 1] for source in sources])
    shown = numbers[row]
    expected = Fraction(decimal_text(value.middle, max(shown.decimals, 0)))
    if abs(expected - shown.value) < 2 * shown.unit or not _plausible(expected, shown.value):
        return None
    if row < len(numbers) - 1:
        half = shown.unit / 2
        follows = _worked(
            constants, [Interval(expected - half, expected + half), *(source.values[row] for source in sources[1:])]
        )
        if not agrees(follows, numbers[row + 1]):
            return None
        digits += min(numbers[row + 1].digits, MOST_DIGITS)
    if digits < SPARE_DIGITS + DIGITS_OF_A_CONSTANT * free:
        return None
    column = next((source.column for source in sources if source.column is not None), None)
    return Slip(row, expected, digits, column)


def _plausible(expected: Fraction, shown: Fraction) -> bool:
    """Whether a number may be a slip of another: of its size, its sign or a power of ten aside."""
    return expected != 0 and (shown == 0 or Fraction(1, 12) <= abs(shown / expected) <= 12)


def _explains(
    numbers: Numbers, sources: tuple[Source, ...], left_out: frozenset[int], given: frozenset[Fraction]
) -> tuple[tuple[Fraction, ...], int, int] | None:
    """Round constants with which each step follows, but for those left out; the digits that speak for them, and how
    many of the constants the note does not give."""
    steps = [at for at in range(len(numbers) - 1) if at not in left_out]
    if len(steps) < len(sources):
        return None
    constants = _fitted(numbers, sources, steps)
    if constants is None or any(each == 0 for each in constants):
        return None
    free = sum(1 for each in constants if each not in given)
    spare = SPARE_ROWS - 1 if len(sources) > 1 else SPARE_ROWS - 2
    if free and len(steps) < len(sources) + spare:
        return None
    digits = 0
    for at in steps:
        if not agrees(_worked(constants, [source.values[at] for source in sources]), numbers[at + 1]):
            return None
        changed = numbers[at + 1].value not in (0, numbers[at].value)
        digits += min(numbers[at + 1].digits, MOST_DIGITS) if changed else 0
    return constants, digits, free


def _made_of(settings: Iterable[Fraction]) -> frozenset[Fraction]:
    """The numbers of a note's settings, what they leave to one, and the products of two of these; with their signs."""
    small = tuple(islice(dict.fromkeys(each for each in settings if 0 < abs(each) <= 1000), MOST_SETTINGS))
    single = {*small, *(1 - each for each in small if each < 1)}
    pairs = {one * other for one in single for other in single}
    return frozenset(
        {
            Fraction(1),
            Fraction(1, 2),
            Fraction(2),
            Fraction(1, 10),
            Fraction(10),
            *single,
            *pairs,
            *(-each for each in (*single, *pairs)),
        }
    )


def _worked(constants: Sequence[Fraction], values: Sequence[Interval]) -> Interval:
    total = Interval.point(0)
    for constant, value in zip(constants, values, strict=True):
        total = total + value * Interval.point(constant)
    return total


def agrees(value: Interval, number: PrintedNumber) -> bool:
    """Whether a worked value is printed as a number, its last digit aside."""
    allowed = number.interval("=")
    slack = number.unit / 2
    return value.meets(Interval(allowed.lo - slack, allowed.hi + slack))


def _fitted(numbers: Numbers, sources: tuple[Source, ...], steps: Sequence[int]) -> tuple[Fraction, ...] | None:
    """The round constants nearest to the least squares, which are tried exactly then; None where they are not settled."""
    size = len(sources)
    rows = [[float(source.values[at].middle) for source in sources] for at in steps]
    wanted = [float(numbers[at + 1].value) for at in steps]
    table = [
        [sum(row[i] * row[j] for row in rows) for j in range(size)]
        + [sum(row[i] * value for row, value in zip(rows, wanted, strict=True))]
        for i in range(size)
    ]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda at: abs(table[at][pivot]))
        if abs(table[best][pivot]) < UNSETTLED:
            return None
        table[pivot], table[best] = table[best], table[pivot]
        for at in range(size):
            if at != pivot:
                factor = table[at][pivot] / table[pivot][pivot]
                table[at] = [one - factor * other for one, other in zip(table[at], table[pivot], strict=True)]
    return tuple(_round(Fraction(table[at][size] / table[at][at])) for at in range(size))


def _round(value: Fraction) -> Fraction:
    """The nearest number of two digits.

    >>> _round(Fraction(4987, 10000)), _round(Fraction(-9, 1000))
    (Fraction(1, 2), Fraction(-9, 1000))
    """
    if value == 0:
        return value
    unit = Fraction(1)
    while abs(value) < 10 * unit:
        unit /= 10
    while abs(value) >= 100 * unit:
        unit *= 10
    return round(value / unit) * unit


def _problem(found: Amount, slip: Slip) -> Problem:
    expected = decimal_text(slip.expected, max(found.number.decimals, 0)) + found.unit
    message = f"all other rows follow from the row above by one rule: here that gives {expected}, not {found.text}"
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    span = found.span
    return Problem(
        span, message, level="warning", evidence=evidence, key=f"row-breaks-relation@{span.start}-{span.end}"
    )


__all__ = ["agrees", "columns_of", "step_problems"]
