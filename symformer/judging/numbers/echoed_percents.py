"""A share that is wrong and comes again in words: ``= 0.42``, "so it attends **with 42 % weight**".

The percentage is no fault of its own: it changes with the share that it repeats.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.faults import ROOTS
from symformer.judging.judgement import Judgement
from symformer.judging.numbers.comparison import Compared
from symformer.text.cued import Cued
from symformer.text.span import Span

NEAR = 600  # characters between a share and the words that repeat it
_PERCENT = Cued(r"(?<![\w.,^/·×+–-])(?P<n>\d{1,2}(?:\.\d{1,4})?)\s?\\?(?:%|percent\b)")


def echoed_percents(document: Document, judgements: tuple[Judgement, ...]) -> Iterator[Problem]:
    """A remark for each percentage that repeats a share which is wrong a few lines above."""
    taken: set[Span] = set()
    for judgement in judgements:
        if judgement.fault not in ROOTS or judgement.problem is None or judgement.comparison is None:
            continue
        for each in judgement.comparison.wrong:
            number = each.cell.printed
            if number is None or number.decimals < 2 or not 0 < number.value < 1:
                continue
            for found, span in _percents_behind(document, judgement.problem.span):
                if span not in taken and _repeats(found, number, each):
                    taken.add(span)
                    yield _problem(span, found, each, judgement.problem)


def _percents_behind(document: Document, place: Span) -> Iterator[tuple[str, Span]]:
    section = section_at(document, place.start)
    for block in document.prose:
        words = block.text
        span = words.origin_span(Span(0, len(words.text)))
        if span.end <= place.end or span.start > place.end + NEAR or section_at(document, span.start) != section:
            continue
        for found in _PERCENT.finditer(words.text):
            at = words.origin_span(Span(found.start("n"), found.end("n")))
            if place.end <= at.start <= place.end + NEAR:
                yield found["n"], at


def _repeats(text: str, number: PrintedNumber, each: Compared) -> bool:
    """Whether a percentage is the wrong share, rounded or not, and not the right one."""
    decimals = len(text.partition(".")[2])
    shown = printed(text).value
    if shown != _hundredfold(number.value, decimals) or decimals > max(number.decimals - 2, 0):
        return False
    return shown not in (_hundredfold(each.value.lo, decimals), _hundredfold(each.value.hi, decimals))


def _hundredfold(value: Fraction, decimals: int) -> Fraction:
    return Fraction(decimal_text(100 * value, decimals))


def _problem(span: Span, text: str, each: Compared, root: Problem) -> Problem:
    decimals = len(text.partition(".")[2])
    right = decimal_text(100 * each.value.middle, decimals)
    return Problem(
        span,
        f"carries on an earlier error: {text} % becomes {right} %",
        level="info",
        evidence={"kind": "number", "printed": f"{text}%", "expected": f"{right}%"},
        key=f"carried-on@{span.start}-{span.end}",
        causes=(root.key,) if root.key is not None else (),
    )


__all__ = ["echoed_percents"]
