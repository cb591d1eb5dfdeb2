"""Rows and columns that count on by one step, but for one number: ``11 | 12 | 13 | 16 | 15``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST = 6  # numbers
LEAST_COUNTED = 4  # of a column whose head says that it counts
MOST_TABLE = 60  # rows
LONG_FACTOR = 3  # digits of the last number of a row that doubles
_COUNTER = Cued(
    r"[*_`$\s#]*(?:#|(?:time[- ]?)?steps?|epochs?|seeds?|runs?|folds?|trials?|iter(?:ation)?s?|rounds?|sweeps?|pos(?:itions?)?|layers?|index|idx|no\.?|[tikn]|步|轮次|位置|序号)[*_`$\s#]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[*_`$\s]*(?P<n>\d{1,3}(?:,\d{3})+|\d+)[*_`$\s]*")


def progression_problems(tables: Sequence[Table]) -> Iterator[Problem]:
    """Every number that leaves the even steps of its row or column."""
    for table in tables:
        rows = [row for row in (table.header, *table.rows) if row]
        if len(rows) > MOST_TABLE:
            continue
        columns = [[row[at] for row in table.rows if at < len(row)] for at in range(max(map(len, rows), default=0))]
        for line in (*(list(row[1:]) for row in rows), *columns):
            problem = _odd_one(line)
            if problem is not None:
                yield problem
        if table.header and _COUNTER.fullmatch(table.header[0].text):
            yield from _out_of_count(columns[0])


def _out_of_count(column: Sequence[TableCell]) -> Iterator[Problem]:
    """The number in a column of steps or positions that stands out of its order, where all others count on by one."""
    found = [_NUMBER.fullmatch(cell.text) for cell in column]
    if found and found[-1] is None:
        found = found[:-1]  # the row of totals
    if not LEAST_COUNTED <= len(found) < LEAST or any(each is None for each in found):
        return
    values = [int(each["n"].replace(",", "")) for each in found if each is not None]
    off = [at for at, value in enumerate(values) if value != values[0] + at]
    if len(off) == 1 and 0 < (at := off[0]) < len(values) - 1 and not values[at - 1] < values[at] < values[at + 1]:
        yield _problem(column[at], found[at], values[0] + at)


def _odd_one(line: Sequence[TableCell]) -> Problem | None:
    found = [_NUMBER.fullmatch(cell.text) for cell in line]
    if len(found) < LEAST or any(each is None for each in found):
        return None
    texts = [each["n"].replace(",", "") for each in found if each is not None]
    values = [int(text) for text in texts]
    at, expected = _break(values)
    if (
        at is None
        or not is_slip(str(expected), texts[at])
        or values[at] in (*values[at - 1 : at], *values[at + 1 : at + 2])
    ):
        return None  # ranks may be shared
    return _problem(line[at], found[at], expected)


def _problem(cell: TableCell, match: re.Match[str] | None, expected: int) -> Problem:
    assert match is not None
    start = cell.span.start + match.start("n")
    span = Span(start, start + len(match["n"]))
    return Problem(
        span,
        f"{match['n']} stands in the place of {expected}: all other numbers go on evenly",
        level="warning",
        evidence={"kind": "number", "printed": match["n"], "expected": str(expected)},
        key=f"row-breaks-relation@{span.start}-{span.end}",
    )


def _break(values: Sequence[int]) -> tuple[int | None, int]:
    """Where one number of a sequence leaves its steps, not at the ends, and what would keep to them.

    >>> _break([1, 2, 3, 6, 5, 6, 7]), _break([1, 2, 3, 4, 5, 6, 9]), _break([128, 256, 512, 1042, 2048, 4096])
    ((3, 4), (None, 0), (3, 1024))
    """
    for step in {values[1] - values[0], values[-1] - values[-2]} - {0}:
        start = values[0]
        off = [at for at, value in enumerate(values) if value != start + at * step]
        if len(off) == 1 and 0 < off[0] < len(values) - 1:
            return off[0], start + off[0] * step
    if values[0] > 0:
        for factor in {Fraction(values[1], values[0]), Fraction(values[-1], values[-2]) if values[-2] else Fraction(0)}:
            off = [at for at, value in enumerate(values) if value != values[0] * factor**at]
            right = values[0] * factor ** off[0] if off else Fraction(0)
            last = off == [len(values) - 1] and len(str(values[-1])) >= LONG_FACTOR
            if len(off) == 1 and factor > 1 and right.denominator == 1 and (0 < off[0] < len(values) - 1 or last):
                return off[0], int(right)
    return None, 0


__all__ = ["progression_problems"]
