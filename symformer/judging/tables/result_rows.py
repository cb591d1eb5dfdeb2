"""Rows of results, one below the other, that a last row adds up: in a display, or in the items of a list.

``Hidden 1: 20 × (10 + 1) = 220 parameters``, ``Output: 1 × (15 + 1) = 16 parameters``, ``Total: 236 parameters``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import mistyped
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_ROWS, LEAST_DIGITS = 2, 3
_ROW_END = re.compile(r"\\\\(?:\s*\[[^\]\n]*\])?|\\newline(?![A-Za-z])|\\cr(?![A-Za-z])")
_LAYOUT = re.compile(
    r"\\(?:text|textbf|textit|mathrm|mathbf|textrm|operatorname|mbox|boxed|underline|emph)\s*(?=\{)|\\(?:q?quad|[,;:! ]|newline|displaystyle|hline)(?![A-Za-z])"
    r"|\\(?:begin|end)\{[^{}]*\}(?:\{[^{}]*\})?|[{}&$*~`_]|\\[()\[\]]"
)
_THOUSANDS = re.compile(r"(?<=\d)(?:\{,\}|\\,|,)(?=\d{3}(?!\d))")
_AS_WRITTEN = Cued(r"\d(?:[\d.]|(?:\{,\}|\\,|,)(?=\d{3}(?!\d)))*")
_NUMBER = r"(?<![\w.,^])\d+(?:\.\d+)?(?![\w^]*\d|\.\d)"
_TOTAL = re.compile(
    r"\W*(?:(?:grand|overall)\s+)?(?:total|sum|in total|altogether|合计|总计|总和|共计|总参数\w*)\b[^\d=]*?[:：=]?\s*",
    re.IGNORECASE,
)
_WORKED = Cued(rf"[=≈]\s*(?P<n>{_NUMBER})\s*(?P<unit>[^\W\d]*)\W*\Z")
_SAID = Cued(
    rf"(?:\b(?:with|has|have|holds?|contains?|gives?|makes?|needs?|costs?|adds?)\s|(?:\\(?:to|rightarrow|Rightarrow)(?![A-Za-z])|[→⇒])\s*|[:：]\s)\s*(?P<n>{_NUMBER})\s+(?P<unit>[^\W\d]+)\W*\Z",
    re.IGNORECASE,
)
_FACTORS = Cued(r"(?<![\w.])\d+(?:\s*(?:×|\\times|\\cdot|·|x|,)\s*\d+)*,?(?![\w.])")  # (50 × 128), (128,)
_LONE = Cued(rf"[^\d=]*?(?P<n>{_NUMBER})\s*(?P<unit>[^\W\d]*)\W*\Z")
_OF_ONE = Cued(r"\b(?:sum|total) (?:per|for (?:each|one)) \w+", re.IGNORECASE)  # of one layer, of which the rows tell
_OPEN = Cued(
    r"≈|\\approx|~|\\sim|…|\.\.\.|\\dots|\\ldots|\bper\b|\beach\b|\babout\b|%|每|约|[×x*]\s*\d+\s*\W*\Z|\b(?:average|mean|max|min|including)\b|\bof (?:which|these|them)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Row:
    number: PrintedNumber
    unit: str
    worked: bool  # whether it is what an equation comes to


def result_row_problems(document: Document) -> Iterator[Problem]:
    """Every total below rows of results that they do not add up to."""
    text = document.source.text
    for formula in document.formulas:
        if formula.display != "inline":
            yield from _judged(text, list(rows_of(text, formula.span)))
    run: list[Span] = []
    depth = -1
    for block in document.prose:
        if block.kind != "item" or block.depth != depth:
            run, depth = [], block.depth
        if block.kind == "item":
            run = [*run, block.span]
            if _TOTAL.match(_flat(block.span.slice(text))):
                yield from _judged(text, run)
                run = []


def rows_of(text: str, span: Span) -> Iterator[Span]:
    """The rows of a display."""
    start = span.start
    for end in _ROW_END.finditer(text, span.start, span.end):
        yield Span(start, end.start())
        start = end.end()
    yield Span(start, span.end)


def _judged(text: str, rows: Sequence[Span]) -> Iterator[Problem]:
    """A problem where the last row is a total that those before it do not come to."""
    if len(rows) <= LEAST_ROWS:
        return
    *before, last = (_flat(row.slice(text)) for row in rows)
    label = _TOTAL.match(last)
    shown = _result(last[label.end() :]) if label is not None else None
    spoken = [row.slice(text) for row in rows[:-1]] + [_OF_ONE.sub(" ", rows[-1].slice(text))]
    if shown is None or shown.worked or any(_OPEN.search(row) for row in spoken):
        return
    shown_of = [(row.casefold(), found) for row in before if (found := _result(row)) is not None]
    if not shown.unit and len(shown_of) < len(before):
        return
    items = [found for row, found in shown_of if shown.unit in (found.unit, "") or not found.unit and shown.unit in row]
    if len(items) < LEAST_ROWS:
        return
    added = sum((each.number.value for each in items), Fraction(0))
    loose = sum((each.number.half_width() for each in items), Fraction(0)) + shown.number.half_width()
    largest = max(each.number.value for each in items)
    if abs(added - shown.number.value) <= loose or not largest < shown.number.value <= 2 * added:
        return
    if not all(each.worked for each in items) and not _is_slip(added, shown.number):
        return  # what is only listed may be counted in it or not
    decimals = max(0, *(each.number.decimals for each in items))
    parts = " + ".join(each.number.text for each in items)
    expected = decimal_text(added, decimals)
    place = list(_AS_WRITTEN.finditer(rows[-1].slice(text)))[-1]
    span = Span(rows[-1].start + place.start(), rows[-1].start + place.end())
    yield Problem(
        span,
        f"the rows above add up to {expected}, not {shown.number.text}",
        level="warning",
        note=f"{parts} = {expected}",
        evidence={"kind": "number", "printed": shown.number.text, "expected": expected},
        key=f"total-differs@{span.start}-{span.end}",
    )


def _is_slip(added: Fraction, shown: PrintedNumber) -> bool:
    """Whether a total of three digits or more is near what is listed, or one slip away from it."""
    return shown.digits >= LEAST_DIGITS and (mistyped(added, shown) or abs(added - shown.value) * 10 <= added)


def _flat(text: str) -> str:
    """A row without its layout, thousands not parted."""
    return _LAYOUT.sub(" ", _THOUSANDS.sub("", text)).replace("\n", " ")


def _result(text: str) -> _Row | None:
    """The number that a row ends in, with the word behind it; ``(50 × 128) matrix with 6400 parameters`` is worked too."""
    found = _WORKED.search(text)
    worked = found is not None
    if found is None and (found := _SAID.search(text)) is not None:
        factors = _FACTORS.search(text, 0, found.start())
        worked = factors is not None and _product(factors[0]) == printed(found["n"]).value
    found = found or _LONE.match(text)
    return _Row(printed(found["n"]), found["unit"].casefold(), worked) if found is not None else None


def _product(factors: str) -> int:
    return prod(int(each) for each in re.findall(r"\d+", factors))


__all__ = ["result_row_problems", "rows_of"]
