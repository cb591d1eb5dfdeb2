r"""Rows of a table that are told as so many times a row above: ``$8 \times$`` beside eight times its number.

A row is held against the others only where another one of the table shows that the sign is meant so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.algebra.interval import Interval
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount, mistyped
from symformer.judging.wording import long_text

_TIMES = re.compile(
    r"[$*_`\s]*(?:(?P<n>\d{1,5})\s*(?:\\times|×|x|·|\\cdot)|(?:\\times|×|x)\s*(?P<after>\d{1,5}))[$*_`\s]*"
)
SURE = 2  # other rows that are multiples
LONG = 4  # digits of a count that is no multiple of another one by chance


def multiple_problems(tables: Sequence[Table]) -> Iterator[Problem]:
    """A problem for the one row told as a multiple that is none, where another row is one of the same row above."""
    for table in tables:
        width = min((len(row) for row in table.rows), default=0)
        for column in range(1, width - 1):
            yield from _of_column(table, column)


def _of_column(table: Table, column: int) -> Iterator[Problem]:
    told = [(at, times) for at, row in enumerate(table.rows) if (times := _times(row[column].text)) is not None]
    if len(told) < 2:
        return
    shown = [amount(row[column + 1]) for row in table.rows]
    right: dict[int, int] = {}  # how many rows are multiples of each
    wrong: list[tuple[int, int, Amount]] = []
    for at, times in told:
        number = shown[at]
        if number is None or not number.number.exact or number.number.digits < LONG:
            return
        bases = [
            before
            for before, base in enumerate(shown[:at])
            if base is not None and base.unit == number.unit and base.number.value * times == number.number.value
        ]
        for before in bases:
            right[before] = right.get(before, 0) + 1
        if not bases:
            wrong.append((at, times, number))
    if len(wrong) != 1 or len(right) != 1:
        return
    ((at, times, number),) = wrong
    base = shown[next(iter(right))]
    if base is None or at < next(iter(right)):
        return
    whole = times * base.number.value
    if not mistyped(whole, number.number) and right[next(iter(right))] < SURE:
        return  # what is measured may be nearly so many times as much
    value = long_text(Interval.point(whole)) + number.unit
    yield Problem(
        number.span,
        f"{times} times {base.text} is {value}, not {number.text}",
        level="warning",
        evidence={"kind": "number", "printed": number.text, "expected": value},
        key=f"multiple@{number.span.start}",
    )


def _times(text: str) -> int | None:
    found = _TIMES.fullmatch(text)
    return None if found is None else int(found["n"] or found["after"])


__all__ = ["multiple_problems"]
