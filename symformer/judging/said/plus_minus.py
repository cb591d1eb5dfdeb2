"""The two numbers that one with ± comes to: "λ = (7 ± 6.325) / 2, so λ_1 = 6.662 and λ_2 = 0.675"; 0.72 ± 0.05 = [0.67, 0.78].

One of the two numbers behind it has to be the one or the other: then they are what the sign makes, and the second one
is told where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, rounds_to
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.slips import is_slip
from symformer.text.span import Span

FAR = 160  # characters in which both numbers stand
LEAST_DIGITS = 2  # of the number that is right
_N = r"[-−]?\d+(?:\.\d+)?"
_PM = r"(?:\\pm|±)"
_BOTH = re.compile(
    rf"(?:\\[dt]?frac\{{\s*(?P<a>{_N})\s*{_PM}\s*(?P<b>\\sqrt\{{{_N}\}}|√{_N}|{_N})\s*\}}\s*\{{?\s*(?P<c>\d+(?:\.\d+)?)\}}?"
    rf"|\(\s*(?P<d>{_N})\s*{_PM}\s*(?P<e>\\sqrt\{{{_N}\}}|√{_N}|{_N})\s*\)\s*/\s*(?P<f>\d+(?:\.\d+)?)"
    rf"|(?<![\w.}}^/*])(?P<g>{_N})\s*{_PM}\s*(?P<h>\\sqrt\{{{_N}\}}|√{_N}|{_N}))(?![\d.]*\d|\s*(?:\\cdot|\\times|[*/^%]))"
)
_NAMED = r"(?:\\?[A-Za-zλμσ]+(?:_\{?[\w+-]+\}?)?\s*(?:=|\\approx|≈)\s*)"
_TWO = re.compile(
    rf"[\s$;,.]*(?:=|\\approx|≈|\\Rightarrow|\\implies|\\Longrightarrow|⇒|so|hence|thus|i\.e\.|that is|which gives|giving|\\[;,:! ]|\\q?quad|[\s$,;:.])+"
    rf"(?:{_NAMED}(?P<one>{_N})(?:\s|\$|\\[;,:! ]|\\q?quad|,|;|and\b|or\b|\\text\{{\s*(?:and|or)\s*\}})+{_NAMED}(?P<two>{_N})"
    rf"|[\[(]\s*(?P<low>{_N})\s*[,;]\s*(?:\\[;,:! ])?\s*(?P<high>{_N})\s*[\])])(?![\d.]*\d|\s*(?:\\cdot|\\times|[+*/^%-]|\\pm|±|\\%))"
)


def plus_minus_problems(document: Document) -> Iterator[Problem]:
    """The one of two numbers that is not what a sum and a difference before them come to."""
    text = document.source.text
    if "\\pm" not in text and "±" not in text:
        return
    masked = [each.span for each in document.code]
    for found in _BOTH.finditer(text):
        behind = _TWO.match(text, found.end(), found.end() + FAR)
        if behind is None or any(each.start <= found.start() < each.end for each in masked):
            continue
        values = _values(found)
        places = ("one", "two") if behind["one"] is not None else ("low", "high")
        shown = [(_number(behind[each]), Span(*behind.span(each))) for each in places]
        if values is not None:
            yield from _odd(values, shown)


def _values(found: re.Match[str]) -> list[Interval] | None:
    """What a number with ± comes to, with what its printed numbers may stand for."""
    middle, off, by = next(each for each in (("a", "b", "c"), ("d", "e", "f"), ("g", "h", "")) if found[each[0]])
    distance = _root(found[off])
    if not isinstance(distance, Interval):
        return None
    centre = _number(found[middle]).interval("=")
    ends = [centre + distance, centre - distance]
    if not by:
        return ends
    divided = [bounds.divide(each, _number(found[by]).interval("=")) for each in ends]
    return [each for each in divided if isinstance(each, Interval)] if Fraction(found[by]) else None


def _root(text: str) -> Interval | None:
    inner = re.fullmatch(r"(?:\\sqrt\{|√)(.*?)\}?", text)
    if inner is None:
        return _number(text).interval("=")
    value = Interval.point(_number(inner[1]).value)
    root = bounds.sqrt(value) if value.lo >= 0 else None
    return root if isinstance(root, Interval) else None


def _number(text: str) -> PrintedNumber:
    return printed(text.replace("−", "-"))


def _odd(values: list[Interval], shown: list[tuple[PrintedNumber, Span]]) -> Iterator[Problem]:
    (first, one), (second, other) = shown
    for here, there in (values, values[::-1]):
        right = [_agrees(here, first), _agrees(there, second)]
        if all(right):
            return
    for here, there in (values, values[::-1]):
        for value, kept, number, span in ((there, (here, first), second, other), (here, (there, second), first, one)):
            if _agrees(*kept) and kept[1].digits >= LEAST_DIGITS and not _agrees(value, number):
                expected = decimal_text(value.middle, max(number.decimals, 0))
                if not (is_slip(number.text, expected) or _is_multiple(value, number)):
                    continue
                yield Problem(
                    span,
                    f"with the other sign it is {expected}, not {number.text}",
                    level="warning",
                    evidence={"kind": "number", "printed": number.text, "expected": expected},
                    key=f"sentence-contradicts-number@{span.start}-{span.end}",
                )
                return


def _is_multiple(value: Interval, number: PrintedNumber) -> bool:
    """Whether a number is twice or half as much, or has lost its sign."""
    return any(_agrees(value * Interval.point(by), number) for by in (2, Fraction(1, 2), -1))


def _agrees(value: Interval, number: PrintedNumber) -> bool:
    return rounds_to(value, number, "≈") != "no" or abs(value.middle - number.value) <= number.last_significant_unit


__all__ = ["plus_minus_problems"]
