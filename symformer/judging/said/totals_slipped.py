"""Totals in sentences that are what the numbers before them add up to but for one digit.

"All heads have $8 \\cdot 98304 = 786432$ weights and the output $512^2 = 262144$, which makes 1,048,676 in total."

Words seldom say which numbers they add; a total of four digits and more that misses the sum of the last results by a
single digit, or by two exchanged, was meant to be that sum.  "15 and 16 parameters, 32 in total" says what it adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from math import prod

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import digits_in, sentences
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued
from symformer.text.span import Span

_NUMBER = r"(?<![\w.,^·/×*_+\-−{}\\])\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?![\d.,]\d)|(?<![\w.,^·/×*_+\-−{}\\])\d{3,}(?![\d]|[.,]\d)"
_EACH = Cued(_NUMBER)
_TOTAL = Cued(
    r"(?:\b(?:mak(?:es?|ing)|g(?:ives?|iving)|com(?:es?|ing) to|total(?:s|l?ing)?(?: of| is)?|altogether|in (?:all|total)|sums? (?:up )?to|add(?:s|ing)? up to"
    r"|together)|共|合计|总共|共计|总计)[^.;。；\d]{0,24}\Z",
    re.IGNORECASE,
)
_BEHIND = Cued(r"[\s$\w]{0,24}\b(?:in (?:all|total)|altogether|together)\b", re.IGNORECASE)
_PART = Cued(r"[\s$)]*(?:[·×*/^+]|\\(?:cdot|times|div)\b)|\{?\}?\^")
_PART_BEFORE = Cued(r"(?:[·×*/+^\-−]|\\(?:cdot|times|div))[\s$(]*\Z")
_WITHIN = Cued(
    r"\b(?:of which|of these|of those|of them|out of|including|among them|其中)\b[^.;\d]{0,30}\Z", re.IGNORECASE
)
_ENDS = Cued(r"\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s")
MIN_ITEMS, MOST_ITEMS, LEAST_DIGITS = 2, 5, 4
_COUNT = r"(?<![\w.,·×*/+−-])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\w%]|[.,]\d|\s?[·×*/+^=−-])"
_WORKING = r"(?:(?:[\d\s,·×*+()^]|\w\s?[·×*]){1,40}=\s*)?"
_TOGETHER = Cued(
    rf"(?P<parts>{_COUNT}(?:,\s+{_WORKING}{_COUNT}){{0,3}}),?\s+and\s+{_WORKING}(?P<last>{_COUNT})\s+(?P<noun>[a-z]+s)"
    rf"\s*[,;(]\s*(?:so|that\s+is|i\.e\.|or|making|which\s+makes|thus|hence|for\s+a\s+total\s+of)?,?\s*(?P<total>{_COUNT})(?:\s+(?P=noun))?\s+(?:in\s+(?:all|total)|altogether|together)\b(?=\s*(?:[.,;:)]|\Z))",
    re.IGNORECASE,
)
_SUPPOSED = Cued(
    r"\b(?:if|would|not|instead|suppose|overlap\w*|share[sd]?|ti(?:e[sd]?|ying)|common|same|distinct|unique|including|respectively)\b|\?",
    re.IGNORECASE,
)


def slipped_total_problems(document: Document) -> Iterator[Problem]:
    """A problem for each total that misses the sum of the results before it by a digit."""
    text = document.source.text
    for block in document.prose:
        if block.kind == "heading":
            continue
        items: list[int] = []
        for found in _EACH.finditer(text, block.span.start, block.span.end):
            if _PART.match(text, found.end()) or _PART_BEFORE.search(text, max(0, found.start() - 12), found.start()):
                continue
            value = _value(found[0])
            if _is_total(text, found) and (added := _meant(items, value)) is not None:
                if _is_one_more(text, block.span.start, found.start(), value - added):
                    continue
                yield _problem(Span(found.start(), found.end()), found[0], items, added)
            if _WITHIN.search(text, max(0, found.start() - 40), found.start()) and items:
                items = []  # a part of what stands before it is no item beside that
            items = [*items, value][-MOST_ITEMS:]


def told_together_problems(document: Document) -> Iterator[Problem]:
    """A problem for each total of two or more counts of one thing that stand right before it."""
    for block in document.prose:
        if block.kind == "heading" or not digits_in(block.text.text):
            continue
        for sentence in sentences(block.text):
            for found in _TOGETHER.finditer(sentence.text):
                items = [_value(each) for each in re.findall(_COUNT, found["parts"])] + [_value(found["last"])]
                if not sum(items):
                    continue
                total = _value(found["total"])
                if (
                    total % sum(items) == 0
                    or total == prod(items)
                    or total < max(items)
                    or _SUPPOSED.search(sentence.text)
                ):
                    continue
                yield _problem(sentence.span(*found.span("total")), found["total"], items, sum(items))


_SMALL = {"a": 1, "an": 1, "one": 1, **COUNT_WORDS}
_SMALL_COUNT = Cued(
    r"(?<![\w.,])(?P<n>\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+[a-z]", re.IGNORECASE
)


def _is_one_more(text: str, start: int, end: int, more: int) -> bool:
    """Whether a small number in the words before is what a total has more: "50,000 merges and one special token"."""
    small = (found["n"].casefold() for found in _SMALL_COUNT.finditer(text, start, end))
    return more in {int(each) if each.isdigit() else _SMALL[each] for each in small}


_OF_ONE_KIND = Cued(r"(?<![\w.,^×·*/+])(?P<n>\d{1,6})\s*(?P<unit>[次个步层张头倍维块位])(?!\s*[×·*/])")
_ALTOGETHER = Cued(
    r"(?:合计|总共|一共|共计|总计)\s*(?:约|为|是|有)?\s*(?P<n>\d{1,7})\s*(?P<unit>[次个步层张头倍维块位])(?=\s*[。,,;;))]|\s*\Z)"
)
_NOT_ADDED = Cued(r"如果|若|不|除了|另|还有|约|共享|其中|重复|分别")
MOST_TIMES_OFF = 2


def added_up_problems(document: Document) -> Iterator[Problem]:
    """A problem for each total of the numbers of one kind that a Chinese sentence lists before it."""
    for block in document.prose:
        if block.kind == "heading" or _ALTOGETHER.search(block.text.text) is None:
            continue
        for sentence in sentences(block.text):
            told = list(_ALTOGETHER.finditer(sentence.text))
            if len(told) != 1 or _NOT_ADDED.search(sentence.text):
                continue
            found = told[0]
            before = (
                each for each in _OF_ONE_KIND.finditer(sentence.text, 0, found.start()) if each["unit"] == found["unit"]
            )
            items, total = [int(each["n"]) for each in before], int(found["n"])
            if not MIN_ITEMS <= len(items) <= MOST_ITEMS or total == prod(items) or total == sum(items):
                continue
            if total % sum(items) and total < MOST_TIMES_OFF * sum(items) and total > max(items):
                yield _problem(sentence.span(*found.span("n")), found["n"], items, sum(items))


def _value(literal: str) -> int:
    return int(re.sub(r"\D", "", literal))


def _is_total(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - 60) : found.start()].rstrip(" $")
    return _TOTAL.search(before) is not None or _BEHIND.match(text, found.end()) is not None


def _meant(items: list[int], total: int) -> int | None:
    """The sum of the last two or more numbers that a total is but for a slip; None where it is that of any."""
    sums = list(accumulate(reversed(items)))
    if len(str(total)) < LEAST_DIGITS or total in sums or total in items:
        return None
    near = [each for each in sums[1:] if _is_slip(str(each), str(total))]
    return near[0] if len(near) == 1 else None


def _is_slip(one: str, other: str) -> bool:
    """Whether two numbers differ in one digit, or in two neighbours exchanged."""
    if len(one) != len(other):
        return False
    places = [at for at, (mark, its) in enumerate(zip(one, other, strict=True)) if mark != its]
    if len(places) == 2 and places[1] == places[0] + 1:
        first, second = places
        return one[first] == other[second] and one[second] == other[first]
    return len(places) == 1


def _problem(span: Span, shown: str, items: list[int], added: int) -> Problem:
    parts = next(items[at:] for at in range(len(items)) if sum(items[at:]) == added)
    return Problem(
        span,
        f"{' + '.join(f'{each:,}' for each in parts)} is {added:,}, not {shown}",
        level="warning",
        evidence={"kind": "text", "printed": shown, "expected": f"{added:,}"},
        key=f"total-differs@{span.start}-{span.end}",
    )
