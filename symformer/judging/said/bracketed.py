"""A number with its working in brackets behind it: ``128 threads (4 * 32)``, ``by a factor of 1.33 (4/3 = 1.33)``.

The number is told where it is the working's value but for a slip: another digit, two exchanged, or near it.
What stands in brackets may be about something else, and then it is not near.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import SCALES, Sentence, numeral, said, whole_block
from symformer.judging.said.slips import is_slip
from symformer.judging.tables.amounts import mistyped
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.text.cued import Cued
from symformer.text.span import Span

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_SIGN = r"\s?[×·/÷+−-]\s?|\sx\s|[ ]{2}"  # the star of 4 * 32 is gone as the mark of bold type
_BRACKETED = Cued(
    rf"{numeral('n')}"
    r"(?:[ ]?(?!and\b|or\b|to\b)[A-Za-z][A-Za-z-]*){0,2}[ ]?[\u4e00-\u9fff]{0,6}[ ]?[(（][ ]?(?:=|i\.e\.,?|that is,?|即)?[ ]?"
    rf"(?P<work>{_NUMBER}(?:(?:{_SIGN}){_NUMBER})+)(?:[ ]?[=≈][ ]?(?P<result>{_NUMBER}))?[ ]?[)）](?![ ]?[=≈^/·×²³])"  # 0.25 (0.5 + 0.75) = … is a product
)
_WORK = Cued(r"\d[ ]?[×*·/÷+−-][ ]?\d|\d x \d")
_RANGE = Cued(rf"{_NUMBER}\s?[-−]\s?{_NUMBER}|0\d*\s?/.*|(?:19|20)\d\d.*|\d+/\d+")
_ROUGH = Cued(r"(?:\b(?:about|around|over|under|than|least|most|roughly|nearly|almost)|[~≈<>约])\s*\Z", re.IGNORECASE)
_YEAR = Cued(r"(?:19|20)\d\d")
CLOSE = Fraction(1, 8)
LEAST_DIGITS = 2
LEAST_OF_FACTORS = 100


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
        yield from _result(sentence, found, value)
        return
    if _is_rounded_down_or_up(number, found["result"], value):
        return
    right = value * scales[-1]
    near = abs(right - number.value) <= CLOSE * right or mistyped(right, number)
    if not near and not (number.exact and shown.unit != "%" and _of_another_factor(work, number.value)):
        return
    text = decimal_text(right, number.decimals if value.denominator > 1 else 0)
    yield _problem(sentence, found, "n", number, text)


def _is_rounded_down_or_up(number: PrintedNumber, result: str | None, value: Fraction) -> bool:
    """Whether a whole number is as many as fit, or as many as are needed, by what the brackets come to: 61 (66.5 / 1.074 = 61.9)."""
    if result is None or not number.exact or value.denominator == 1:
        return False
    shown = printed(result.replace(",", ""))
    right = abs(value - shown.value) <= shown.unit and not shown.exact
    return right and number.value in (math.floor(value), math.ceil(value))


def _problem(sentence: Sentence, found: re.Match[str], group: str, number: PrintedNumber, text: str) -> Problem:
    span = sentence.span(found.start(group), found.end(group))
    return Problem(
        span,
        f"{re.sub(' {2}', ' × ', found['work'])} is {text}, not {number.text}",
        evidence={"kind": "number", "printed": number.text, "expected": text},
        level="warning",
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _result(sentence: Sentence, found: re.Match[str], value: Fraction) -> Iterator[Problem]:
    """What stands behind the sign in the brackets, where the number before them is right."""
    if found["result"] is None or value.denominator == 1 and value == Fraction(found["result"].replace(",", "")):
        return
    shown = printed(found["result"].replace(",", ""))
    if abs(value - shown.value) > shown.unit:
        yield _problem(sentence, found, "result", shown, decimal_text(value, max(shown.decimals, 0)))


def _of_another_factor(work: str, whole: Fraction) -> bool:
    """Whether a product comes to a number of three digits once one of its factors is a slip of the pen away.

    >>> _of_another_factor("4 × 62", Fraction(128)), _of_another_factor("4 × 62", Fraction(300))
    (True, False)
    """
    if whole < LEAST_OF_FACTORS or re.search(r"[/÷+−-]", work):
        return False
    factors = [Fraction(each.replace(",", "")) for each in re.findall(_NUMBER, work)]
    product = math.prod(factors)
    for factor in factors:
        right = whole * factor / product if product else Fraction(0)
        if factor >= 10 and right.denominator == factor.denominator == 1 and is_slip(str(factor), str(right)):
            return True
    return False


def _value(work: str, place: Span, read: Read) -> Fraction | None:
    latex = plain_latex(work)
    if latex is None:
        return None
    value = evaluate(read(latex.text, place), lambda name: None, exactly)
    return value.middle if isinstance(value, Interval) else None


__all__ = ["bracketed_problems"]
