"""A list of shares that a sentence says once more in percent: "[0.09, 0.24, 0.67]: a cat 9 %, a dog 42 %, a pig 67 %"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences, whole_block
from symformer.judging.said.shares import sums_to_one
from symformer.text.cued import Cued

_PERCENT = Cued(r"(?<![\w.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)", re.IGNORECASE)
_SHARE = r"0?\.\d+|[01](?:\.0+)?"
_LIST = Cued(
    rf"(?<![\w.,])(?:{_SHARE})(?:\s*(?:,\s*and|[,&;、，]|\band\b|\\\\\\\\)\s*(?:{_SHARE})){{2,9}}(?![\w]|\.\d)",
    re.IGNORECASE,
)
_EACH = Cued(rf"(?<![\w.])(?:{_SHARE})(?![\w.]*\d)")
_OTHERWISE = Cued(
    r"\b(?:accuracy|confiden\w*|more|less|increase\w*|decrease\w*|drop\w*|rise|rose|fell|instead|not|never|change\w*|after|before)\b"
    r"|n['’]t\b|\?|不|改",
    re.IGNORECASE,
)
LEAST = 3


def percent_problems(document: Document) -> Iterator[Problem]:
    """Each percentage that is another than the share it repeats, where the other shares of the list are repeated right."""
    for block in document.prose:
        if block.kind == "heading" or not ("%" in block.text.text or "percent" in block.text.text):
            continue
        whole = whole_block(block.text)
        lists = [(found.end(), _shares(found[0])) for found in _LIST.finditer(whole.text)]
        for sentence in sentences(block.text) if lists else ():
            before = [shares for end, shares in lists if shares and end <= sentence.begins + len(sentence.text)]
            if before and not _OTHERWISE.search(sentence.text):
                yield from _compared(sentence, before[-1])


def _shares(text: str) -> list[PrintedNumber]:
    """The shares of a list that comes to one; none where it does not, or they are too few."""
    found = [printed(each if each[0] != "." else f"0{each}") for each in _EACH.findall(text)]
    return found if len(found) >= LEAST and sums_to_one(found) else []


def _compared(sentence: Sentence, shares: Sequence[PrintedNumber]) -> Iterator[Problem]:
    percents = list(_PERCENT.finditer(sentence.text))
    if len(percents) != len(shares):
        return
    pairs = list(zip(percents, shares, strict=True))
    odd = [(percent, share) for percent, share in pairs if not _agrees(percent["n"], share)]
    if len(odd) != 1 or len({share.value for _, share in pairs}) < LEAST:
        return
    (percent, share), decimals = odd[0], len(odd[0][0]["n"].partition(".")[2])
    right = decimal_text(share.value * 100, decimals)
    span = sentence.span(percent.start("n"), percent.end())
    yield Problem(
        span,
        f"{share.text} is {right} %, not {percent['n']} %: the other shares are repeated in percent as they are listed",
        level="warning",
        evidence={"kind": "number", "printed": f"{percent['n']}%", "expected": f"{right}%"},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _agrees(percent: str, share: PrintedNumber) -> bool:
    loose = Fraction(1, 2 * 10 ** len(percent.partition(".")[2])) + 100 * share.half_width()
    return abs(Fraction(percent) - share.value * 100) <= loose


__all__ = ["percent_problems"]
