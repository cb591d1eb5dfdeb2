"""A share and the percentage that repeats it at once: "0.0039, about 3.9 %", "0.385 (that is, 24 %)".

A factor of ten is told wherever the two stand together; any other difference only where the words say that it is the same number
and nothing follows that the percentage could be of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.text.cued import Cued

_ABOUT = r"(?:about|roughly|approximately|around|nearly|almost|only|some|just(?:\s+(?:under|over|about))?|≈|~)\s*"
_SAME = r"(?:\s*,?\s*(?:i\.e\.,?|that\s+is,?|or|so|which\s+is|in\s+other\s+words,?|=|≈)\s*|\s*\(\s*(?:i\.e\.,?|that\s+is,?|or|=|≈)?\s*)"
_PAIR = Cued(
    rf"(?<![\w.,^/·×+*_<>(\[-])(?<!±\s)(?<![-+×·*/−]\s)(?P<share>0?\.\d{{1,12}})(?:(?P<same>{_SAME})(?P<about>{_ABOUT})?|\s*,\s*(?P<about2>{_ABOUT}))(?P<n>\d{{1,3}}(?:\.\d{{1,6}})?)\s*(?:%|percent\b)(?P<after>[^.;]{{0,14}})",
    re.IGNORECASE,
)
_ENDS = Cued(r"\s*(?:\Z|[.,;:)]|\bof\s+(?:the|all|its|them|it)\b)")
_ALONE = Cued(r"\s*(?:\Z|[.,;:)](?!\s*(?:lower|higher|less|more)))")
_OTHERWISE = Cued(
    r"\?|\b(?:by|from|not|never|wrong\w*|instead|mistake\w*|margin|interval|confidence|quantile|tolerance|threshold|warm-?up|improv\w*|reduc\w*|chang\w*|drop\w*|relative\w*|error|faster|slower|saves?|less|more|better|worse|cent)\b|n['’]t\b",
    re.IGNORECASE,
)
TENS = tuple(Fraction(10) ** power for power in (-3, -2, -1, 1, 2))


def restated_percent_problems(document: Document) -> Iterator[Problem]:
    """Every percentage that is not the share right before it."""
    for words in (*(each.text for each in document.prose if each.kind != "heading"), *(each.text for each in document.worksheets)):  # fmt: skip
        if "%" not in words.text and "percent" not in words.text:
            continue
        for sentence in sentences(words):
            for found in _PAIR.finditer(sentence.text):
                problem = _judged(sentence, found)
                if problem is not None:
                    yield problem


def _judged(sentence: Sentence, found: re.Match[str]) -> Problem | None:
    text = found["share"] if found["share"][0] == "0" else f"0{found['share']}"
    share, percent = printed(text), printed(found["n"])
    if not share.value or not percent.value or _agree(share, percent):
        return None
    ratio = percent.value / (100 * share.value)
    tenfold = any(abs(ratio / ten - 1) < Fraction(3, 100) for ten in TENS)
    around = sentence.text[max(0, found.start() - 60) : found.end()]
    if not _ENDS.match(found["after"]) or _OTHERWISE.search(around):
        return None
    if not _ALONE.match(found["after"]) and (share.digits < 3 or not tenfold):
        return None  # "0.01, or 10 % of the first one"
    if not tenfold and (found["same"] is None or not _ALONE.match(found["after"]) or _close(share, percent)):
        return None
    right = decimal_text(
        100 * share.value, max(len(found["n"].partition(".")[2]), 0 if share.value >= Fraction(1, 10) else 2)
    )
    span = sentence.span(found.start("n"), found.end("n"))
    return Problem(
        span,
        f"{share.text} is {right} %, not {found['n']} %",
        level="warning",
        evidence={"kind": "number", "printed": f"{found['n']}%", "expected": f"{right}%"},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _agree(share: PrintedNumber, percent: PrintedNumber) -> bool:
    loose = percent.half_width() or Fraction(1, 2)
    return abs(100 * share.value - percent.value) <= loose + 100 * share.half_width() + Fraction(1, 100)


def _close(share: PrintedNumber, percent: PrintedNumber) -> bool:
    """Whether it may be the same one roughly, what is left of it, or half or twice of it."""
    whole, value = 100 * share.value, percent.value
    others = (whole, 100 - whole, 2 * whole, whole / 2, 100 / share.value if share.value else whole)
    return any(abs(value - each) <= max(each * Fraction(12, 100), Fraction(1)) for each in others)


__all__ = ["restated_percent_problems"]
