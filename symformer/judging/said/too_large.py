"""An estimate that is said to be so many percent too large, and is too small: of 84.9 million beside 85.1 million.

The number it is measured by is the one of the note that lies off by just that much; where there is one on either side, nothing is told.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, sentences, whole_block
from symformer.text.cued import Cued

_OFF = Cued(
    r"\b(?:(?:about|by|roughly|only|just|around|approximately|some|≈)\s*)*(?P<p>\d{1,2}(?:\.\d{1,4})?)\s*(?:%|percent)\s+"
    r"(?:(?P<small>too\s+(?:small|low|little|few))|(?P<large>too\s+(?:large|high|much|many|big)))\b"
    r"|\b(?:(?P<small2>underestimates?|falls\s+short|undershoots?)|(?P<large2>overestimates?|overshoots?))\b[^.;\d]{0,40}?\bby\s+(?:(?:about|roughly|only|just|around|≈)\s*)?(?P<p2>\d{1,2}(?:\.\d{1,4})?)\s*(?:%|percent)",
    re.IGNORECASE,
)
_NUMBER = Cued(rf"(?<![\w.,^_])(?P<n>{PLAIN_NUMBER})(?![\w^]|[.,]\d)")
_OPEN = Cued(r"\?|\b(?:if|would|could|should|might|not|never|unless|wrong\w*)\b|n['’]t\b", re.IGNORECASE)
NEAR = 400  # characters between an estimate and what is said of it
FAR = 1500  # characters to the number that it is measured by
DIGITS = 3  # of a number that may be an estimate


def too_large_problems(document: Document) -> Iterator[Problem]:
    """Every estimate that is called too large where it is too small by just as much, or the other way round."""
    numbers: list[tuple[int, Fraction, str]] | None = None
    for block in document.prose:
        if block.kind == "heading" or not ("%" in block.text.text or "percent" in block.text.text):
            continue
        whole = whole_block(block.text)
        if _OFF.search(whole.text) is None:
            continue
        for sentence in sentences(block.text):
            for found in _OFF.finditer(sentence.text) if _OPEN.search(sentence.text) is None else ():
                numbers = _numbers(document) if numbers is None else numbers
                yield from _judged(sentence, found, numbers)


def _numbers(document: Document) -> list[tuple[int, Fraction, str]]:
    """The numbers of a note with enough digits, in its order."""
    found = []
    for each in _NUMBER.finditer(document.source.text):
        text = each["n"].replace(",", "").replace("−", "-")
        if "e" not in text.lower() and sum(mark.isdigit() for mark in text.lstrip("-0.")) >= DIGITS:
            value = printed(text).value
            if value > 0:
                found.append((each.start(), value, each["n"]))
    return found


def _judged(sentence: Sentence, found: re.Match[str], numbers: list[tuple[int, Fraction, str]]) -> Iterator[Problem]:
    percent = printed(found["p"] or found["p2"])
    small = bool(found["small"] or found["small2"])
    place = sentence.place(found.start())
    at = bisect_left(numbers, place, key=lambda each: each[0])
    before = [each for each in numbers[:at] if each[0] >= place - NEAR]
    numbers = [each for each in numbers if abs(each[0] - place) <= FAR]
    loose = percent.half_width() or Fraction(1, 2)
    low, high = ((percent.value + way * loose) / 100 for way in (-1, 1))
    if percent.value <= 0 or low <= 0:
        return
    if before and low <= abs(before[-1][1] - 1) <= high and (before[-1][1] < 1) == small:
        return  # "1.053, which is 5% too large": for one
    for _, value, text in reversed(before):
        above = [each for each in numbers if low <= (each[1] - value) / each[1] <= high]
        below = [each for each in numbers if low <= (value - each[1]) / each[1] <= high]
        if bool(above) == bool(below):
            if above:
                return
            continue
        if bool(above) != small:
            true = (above or below)[0][2]
            group = next(name for name in ("small", "large", "small2", "large2") if found[name])
            span = sentence.span(*found.span(group))
            yield Problem(
                span,
                f"{text} is {'less' if above else 'more'} than {true}",
                level="warning",
                evidence={"kind": "text", "printed": found[group]},
                key=f"sentence-contradicts-number@{span.start}-{span.end}",
            )
        return


__all__ = ["too_large_problems"]
