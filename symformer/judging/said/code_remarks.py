"""Arithmetic in the remarks of program code: ``n = d // h  # 512 / 8 = 64``.

The code itself is never read; a remark that holds nothing but numbers before its equals sign is worked out.
What division leaves over may be cut off or rounded there, as programs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber, printed, rounds_to
from symformer.documents.document import Code, Document
from symformer.findings.finding import Problem
from symformer.judging.wording import long_text
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.text.cued import Cued
from symformer.text.span import Span

SLASHES = frozenset(
    "c cpp c++ cc cu cuda java javascript js typescript ts rust rs go swift scala kotlin csharp".split()
)
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d*)?(?:e[-+]?\d{1,2})?"
_PART = rf"\(*\s?-?{_NUMBER}\s?\)*"
_WORK = Cued(
    rf"(?:(?<=[=:,;(→])|(?<=\w\s)|\A|(?<=[=:,;(→]\s))\s*(?P<work>{_PART}(?:\s?(?:\*\*|//|[-+*/×·÷^]|(?<=\s)x(?=\s))\s?{_PART})+)"
    rf"\s*(?P<sign>==?|≈|~=)\s*(?P<n>-?{_NUMBER})(?![\w%]|\s?[-+*/×·÷^(=≈!<>]|[.,]\d|\s?[kKMG]?B\b)"
)
_QUICK = Cued(r"\d\s?\)*\s*[=≈]\s*-?\d")
_OPEN = Cued(
    r"\bmod\b|%|\b(?:wrong|not|error|incorrect|instead|bin(?:ary)?|hex|xor|approx\w*)\b|!=|≠|['\"]|n't\b|\?", re.I
)
_BITS = Cued(r"[01]{2,}")
_OPERATOR_BEFORE = Cued(r"[-+*/×·÷^@%]\s*\Z|[\w)\]]\s?[-+*/×·÷^@%]\s?\w*\s*\Z")
LONGEST = 200


def code_remark_problems(document: Document, read: Read) -> Iterator[Problem]:
    """Every remark whose numbers do not give what stands behind the equals sign."""
    text = document.source.text
    for code in document.code:
        if not _QUICK.search(code.text):
            continue
        at = text.find(code.text, code.span.start, code.span.end)
        for remark in _remarks(code) if at >= 0 else ():
            words = remark.slice(code.text)
            if len(words) > LONGEST or not _QUICK.search(words) or _OPEN.search(words):
                continue
            for found in _WORK.finditer(words):
                place = Span(*found.span("n")).shift(at + remark.start)
                problem = _judged(words, found, place, read)
                if problem is not None:
                    yield problem


def _remarks(code: Code) -> Iterator[Span]:
    """The remarks at the ends of lines, without their sign."""
    slashes = (code.language or "").lower() in SLASHES
    sign = "//" if slashes else "#"
    start = 0
    for line in code.text.split("\n"):
        at = line.find(sign)
        if at >= 0 and not any(line[:at].count(mark) % 2 for mark in "'\""):
            yield Span(start + at + len(sign), start + len(line))
        start += len(line) + 1


def _judged(words: str, found: re.Match[str], place: Span, read: Read) -> Problem | None:
    work = found["work"].strip()
    numbers = re.findall(_NUMBER, work)
    if _OPERATOR_BEFORE.search(words, 0, found.start("work")) or work.count("(") != work.count(")"):
        return None
    if all(_BITS.fullmatch(each) for each in (*numbers, found["n"])) or re.fullmatch(r"\d+/\d+", work):
        return None
    value = _value(work, place, read)
    if value is None:
        return None
    shown = printed(found["n"].replace(",", "").rstrip("."))
    if _is_right(value, shown, found["sign"]) or "/" in work and shown.exact and _is_right(floor(value), shown, "="):
        return None
    text = long_text(Interval.point(value))
    return Problem(
        place,
        f"{' '.join(work.split())} is {text}, not {shown.text}",
        level="warning",
        evidence={"kind": "number", "printed": shown.text, "expected": text},
        key=f"value-differs@{place.start}-{place.end}",
    )


def _is_right(value: Fraction | int, shown: PrintedNumber, sign: str) -> bool:
    point = Interval.point(Fraction(value))
    if rounds_to(point, shown, "≈" if sign != "=" else "=") != "no":
        return True
    if shown.exact:
        return shown.value in (ceil(value), round(value))
    return abs(shown.value - value) < shown.unit  # cut off


def _value(work: str, place: Span, read: Read) -> Fraction | None:
    plain = re.sub(r"(?<=\d)\.(?!\d)", "", work.replace("**", "^").replace("÷", "/").replace(" x ", " × "))
    if "//" in plain:
        return None
    latex = plain_latex(plain)
    if latex is None:
        return None
    value = evaluate(read(latex.text, place), lambda name: None, exactly)
    return value.middle if isinstance(value, Interval) and value.lo == value.hi else None


__all__ = ["code_remark_problems"]
