"""A number with its working in brackets behind it: ``128 threads (4 * 32)``, ``by a factor of 1.33 (4/3 = 1.33)``.

The number is told where it is the working's value but for a slip: another digit, two exchanged, or near it.
What stands in brackets may be about something else, and then it is not near.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import SCALES, Sentence, numeral, said, whole_block
from symformer.judging.tables.totals import mistyped
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.text.span import Span

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_SIGN = r"\s?[×·/÷+−-]\s?|\sx\s|[ ]{2}"  # the star of 4 * 32 is gone as the mark of bold type
_BRACKETED = re.compile(
    rf"{numeral('n')}"
    r"(?:[ ]?(?!and\b|or\b|to\b)[A-Za-z][A-Za-z-]*){0,2}[ ]?[\u4e00-\u9fff]{0,6}[ ]?[(（][ ]?(?:=|i\.e\.,?|that is,?|即)?[ ]?"
    rf"(?P<work>{_NUMBER}(?:(?:{_SIGN}){_NUMBER})+)(?:[ ]?[=≈][ ]?(?P<result>{_NUMBER}))?[ ]?[)）]"
)
_WORK = re.compile(r"\d[ ]?[×*·/÷+−-][ ]?\d|\d x \d")
_RANGE = re.compile(rf"{_NUMBER}\s?[-−]\s?{_NUMBER}|0\d*\s?/.*|(?:19|20)\d\d.*|\d+/\d+")
_ROUGH = re.compile(
    r"(?:\b(?:about|around|over|under|than|least|most|roughly|nearly|almost)|[~≈<>约])\s*\Z", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
CLOSE = Fraction(1, 8)
LEAST_DIGITS = 2


def bracketed_problems(document: Document, read: Read) -> Iterator[Problem]:
    """Every number that the working in brackets behind it gives but for a slip."""
    for block in document.prose:
        if _WORK.search(block.text.text) is None:
            continue
        sentence = whole_block(block.text)
        for found in _BRACKETED.finditer(sentence.text):
            yield from _judged(sentence, found, read)


def _judged(sentence: Sentence, found: re.Match[str], read: Read) -> Iterator[Problem]:
    shown, work = said(found, "n"), found["work"]
    number = shown.number
    if number.digits < LEAST_DIGITS or shown.unit in SCALES or _ROUGH.search(sentence.text, 0, found.start()):
        return
    if _YEAR.fullmatch(number.text) or _RANGE.fullmatch(work) is not None and found["result"] is None:
        return
    value = _value(
        work.replace(" x ", " × ").replace("  ", " × ").replace("÷", "/"), sentence.span(*found.span("work")), read
    )
    if value is None or value <= 0:
        return
    loose = number.half_width("≈" if value.denominator > 1 else "=")
    scales = (1, 100) if shown.unit == "%" else (1,)
    if any(abs(value * scale - number.value) <= max(loose, number.unit / 2) for scale in scales):
        return
    right = value * scales[-1]
    if abs(right - number.value) > CLOSE * right and not mistyped(right, number):
        return
    text = decimal_text(right, number.decimals if value.denominator > 1 else 0)
    span = sentence.span(found.start("n"), found.end("n"))
    yield Problem(
        span,
        f"{re.sub(' {2}', ' × ', work)} is {text}, not {number.text}",
        evidence={"kind": "number", "printed": number.text, "expected": text},
        level="warning",
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _value(work: str, place: Span, read: Read) -> Fraction | None:
    latex = plain_latex(work)
    if latex is None:
        return None
    value = evaluate(read(latex.text, place), lambda name: None, exactly)
    return value.middle if isinstance(value, Interval) else None


__all__ = ["bracketed_problems"]
