r"""Rows of a display whose indices go up by one from row to row, all but one: ``x_6 = f(x_2, …)`` below ``x_8 = f(x_4, …)``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.text.span import Span

ROW_END = re.compile(r"\\\\(?:\[[^\]\n]*\])?")
INDEX = re.compile(r"([A-Za-z])\}*_\{?(\d+)\}?(?![\w.])")
FEWEST_ROWS, FEWEST_INDICES = 4, 3


def rows_that_count_on(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one index of such rows that the others leave out of step."""
    text = model.document.source.text
    for formula in model.document.formulas:
        if formula.display != "display":
            continue
        rows = [found for row in _rows(text, formula.span) if (found := list(INDEX.finditer(text, row.start, row.end)))]
        if len(rows) < FEWEST_ROWS or len({len(row) for row in rows}) != 1 or len(rows[0]) < FEWEST_INDICES:
            continue
        # each index less its row: the same in all rows of a column
        columns = [[int(found[2]) - at for at, found in enumerate(column)] for column in zip(*rows, strict=True)]
        usual = [Counter(column).most_common(1)[0] for column in columns]
        if any(times < len(rows) - 1 for _, times in usual):
            continue
        odd = [
            (at, place)
            for place, column in enumerate(columns)
            for at, number in enumerate(column)
            if number != usual[place][0]
        ]
        if len(odd) != 1:
            continue
        at, place = odd[0]
        others = {row[place][1] for number, row in enumerate(rows) if number != at}
        if place > 0 and any(rows[at][place][2] == found[2] for found in rows[0]):
            continue  # round a ring, the first comes behind the last
        if others == {rows[at][place][1]}:  # the first row may take the input where the others take the row before
            yield _problem(rows[at][place], usual[place][0] + at)


def _rows(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    for end in ROW_END.finditer(text, span.start, span.end):
        yield Span(start, end.start())
        start = end.end()
    yield Span(start, span.end)


def _problem(found: re.Match[str], expected: int) -> Problem:
    span = Span(*found.span(2))
    return Problem(
        span,
        f"the index {found[2]} is out of step: all indices here go up by one from row to row",
        help=f"try {expected}",
        evidence={"kind": "index", "found": found[2], "expected": str(expected)},
        key=f"counts-on@{span.start}",
    )
