"""Columns whose number stands again in the working of each row: ``| 0.6 | 0.5 × 0.6 = 0.30 |``.

Where all rows but one put the number of one column at the same place of the working in another, the odd row has a slip in
one of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Table
from symformer.findings.finding import Problem, Related
from symformer.judging.said.slips import is_slip
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_AGREEING, LEAST_VALUES, LONGEST_TABLE = 3, 3, 60
_WORKING = Cued(r"[\d)]\s*(?:[+*/×·÷−]|\\times|\\cdot|\\div|[ ]-[ ])\s*[\d(]|\\frac\{\d")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,]*\d|\.\d)")
_FREE = Cued(r"\b(?:except|tied|shared|reused|depthwise|grouped|instead)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Put:
    """A number in the working of a cell, and where it stands."""

    number: PrintedNumber
    span: Span


def put_in_cell_problems(tables: Sequence[Table], text: str) -> Iterator[Problem]:
    """The one row of a table whose working puts in another number than its column shows."""
    for table in tables:
        if not LEAST_AGREEING < len(table.rows) <= LONGEST_TABLE:
            continue
        width = min(len(row) for row in table.rows)
        for at in range(width):
            workings = [_numbers(row[at].span, text) for row in table.rows if _WORKING.search(row[at].text)]
            if len(workings) < len(table.rows) or len({len(each) for each in workings}) != 1:
                continue
            for other in (each for each in range(width) if each != at):
                shown = [amount(row[other]) for row in table.rows]
                plain = [each for each in shown if each is not None and not each.unit]
                if len(plain) == len(table.rows) and not any(
                    _FREE.search(cell.text) for row in table.rows for cell in row
                ):
                    yield from _beside(workings, plain)


def _numbers(span: Span, text: str) -> Sequence[_Put]:
    found = _NUMBER.finditer(text, span.start, span.end)
    return [_Put(printed(each[0].replace(",", "")), Span(*each.span())) for each in found]


def _beside(workings: Sequence[Sequence[_Put]], shown: Sequence[Amount]) -> Iterator[Problem]:
    for at in range(len(workings[0])):
        pairs = [(working[at], found) for working, found in zip(workings, shown, strict=True)]
        odd = [(put, found) for put, found in pairs if put.number.value != abs(found.number.value)]
        values = {put.number.value for put, _ in pairs}
        if len(odd) != 1 or len(values) < LEAST_VALUES or len(pairs) - 1 < LEAST_AGREEING:
            continue
        ((put, found),) = odd
        places = max(put.number.decimals, found.number.decimals, 0)
        one, other = (decimal_text(abs(each.number.value), places) for each in (put, found))
        agreeing = len({put.number.value for put, _ in pairs if (put, found) not in odd})
        if agreeing < LEAST_VALUES or not is_slip(one, other):
            continue
        span = found.span
        yield Problem(
            span,
            f"{found.text} stands here, and {put.number.text} in the working of this row; all other rows put in what they show",
            level="warning",
            evidence={"kind": "number", "printed": found.text, "expected": put.number.text},
            related=(Related(put.span, "put in here"),),
            key=f"row-breaks-relation@{span.start}-{span.end}",
        )
        return


__all__ = ["put_in_cell_problems"]
