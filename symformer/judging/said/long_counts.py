"""Long whole numbers that are one slip away from what the numbers around them come to.

"A vocabulary of 32,000 and a width of 4096 make 131,027,000 entries".  A number of five digits and more that has two
neighbours exchanged, or of seven and more with one digit that is another, is no other number by chance; but one that is
itself a product, a sum or a difference of numbers beside it, or that stands in the note again, is meant as it is.  Two
numbers that are alike and follow from nothing are two numbers: 4,096,000 weights, and 4,097,000 with the biases.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.text.cued import Cued
from symformer.text.span import Span

_NUMBER = Cued(
    r"(?<![\w.,^/#:+\\-])(?<!\\,)(?<!\d\})(?P<n>\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+|\d+)(?![\w^.:/-]*\d|[A-Za-z_%]|\s?%|\\%|\{?,\}?\d)"
)
_EXPONENT = re.compile(r"\s?\^\s?\{?\s?(?P<e>[23])\b")
_GIVEN = Cued(r"(?:\b(?:seeds?|ids?|arxiv|port|version|commit|no\.|nr\.|isbn|doi|revision|build|zip|phone)\b[^\d\n]{0,12})\Z", re.IGNORECASE)  # fmt: skip
_DIFFERENT = Cued(
    r"\b(?:mistake\w*|wrong\w*|typo\w*|erroneous\w*|slip\w*|misprint\w*|not)\b|n['’]t\b|错误|误写", re.IGNORECASE
)
SHORT, LONG = 5, 7  # digits of which two neighbours may be exchanged, of which one may be another
TOLD_DIGITS = 4  # that a number has without the noughts at its end
MOST_NUMBERS, MOST_BESIDE, MOST_IN_ONE = 240, 60, 9
BEFORE, BEFORE_INNOCENT = 1, 4  # passages before, for what a number is meant to be and for what it may be
SMALL = 128
LEAST_ADDED = 100


@dataclass(frozen=True, slots=True)
class _Long:
    """A whole number with its place, and the number of the passage that it stands in."""

    value: int
    text: str
    span: Span
    passage: int
    raised: int = 1


def long_count_problems(document: Document) -> Iterator[Problem]:
    """Every long number that is nothing as it stands, and would be with one slip mended."""
    numbers = list(_numbers(document))
    long = [each for each in numbers if len(str(each.value)) >= SHORT]
    if not long or len(long) > MOST_NUMBERS:
        return
    own = frozenset(each.value for each in long)
    how_often = {value: sum(each.value == value for each in long) for value in own}
    of_passage: dict[int, list[_Long]] = {}
    for each in numbers:
        of_passage.setdefault(each.passage, []).append(each)
    for shown in long:
        if how_often[shown.value] > 1 or len(str(shown.value).rstrip("0")) < TOLD_DIGITS or _is_open(document, shown):
            continue
        meant = list(_slips(shown.value))
        around = [each for at in range(shown.passage - BEFORE, shown.passage + 1) for each in of_passage.get(at, ())]
        made = _made(around, shown, meant)
        if len(str(shown.value)) >= LONG - 1:
            made |= {value for value in meant if _is_sum(value, own - {shown.value})}
            near = {each.value for each in around if LEAST_ADDED <= each.value < shown.value}
            made |= set(meant) & {one + other for one in near & own for other in near if one != other}
        if len(made) == 1 and not _is_meant(shown, numbers, of_passage, own):
            yield _problem(shown, made.pop())


def _numbers(document: Document) -> Iterator[_Long]:
    """All whole numbers of words, tables and formulas, by passage: a paragraph, a row, a display."""
    text = document.source.text
    displays = [each.span for each in document.formulas if each.display == "display"]
    rows = [Span(row[0].span.start, row[-1].span.end) for table in document.tables for row in table.rows if row]
    words = [each.span for each in document.prose]
    passages = sorted({*displays, *rows, *words}, key=lambda each: (each.start, -each.end))
    seen = -1
    for at, passage in enumerate(passages):
        for found in _NUMBER.finditer(text, max(passage.start, seen), passage.end):
            value = int(re.sub(r"\D", "", found["n"]))
            raised = _EXPONENT.match(text, found.end())
            yield _Long(value, found["n"], Span(*found.span("n")), at, int(raised["e"]) if raised is not None else 1)
        seen = max(seen, passage.end)


def _is_open(document: Document, shown: _Long) -> bool:
    """Whether a number is given and not worked out, or said to be wrong."""
    text = document.source.text
    near = text[max(0, shown.span.start - 60) : shown.span.end + 60]
    return _GIVEN.search(text, 0, shown.span.start) is not None or _DIFFERENT.search(near) is not None


def _slips(value: int) -> Iterator[int]:
    """All numbers that a long one may be a slip of.

    >>> 7087872 in _slips(7078872), 38597376 in _slips(38579376), 12346 in _slips(12345)
    (True, True, False)
    """
    digits = str(value)
    for at in range(len(digits) - 1):
        one, other = digits[at], digits[at + 1]
        if one != other and (at or other != "0"):
            yield int(digits[:at] + other + one + digits[at + 2 :])
    if len(digits) >= LONG:
        for at in range(len(digits) - 1):
            for mark in "0123456789"[not at :]:
                if mark != digits[at]:
                    yield int(digits[:at] + mark + digits[at + 1 :])


def _is_sum(value: int, long: frozenset[int]) -> bool:
    """Whether a number is what two long ones come to together, or what one has more than another."""
    return any(value - each in long or each - value in long or each + value in long for each in long)


def _values(numbers: Iterable[_Long]) -> list[int]:
    return [each.value**each.raised for each in numbers if each.value > 1]


def _made(around: Sequence[_Long], shown: _Long, meant: Sequence[int]) -> set[int]:
    """What the numbers in and before a passage come to, of those that a number may be meant to be."""
    wanted = set(meant)
    others = [each for each in around if each is not shown and each.value != shown.value]
    values = list(dict.fromkeys(_values(others)))[-MOST_BESIDE:]
    made = {one * other for one, other in combinations(values, 2)}
    made |= {each.value**2 for each in others if each.passage == shown.passage and each.value > 1}
    here = list(dict.fromkeys(_values(each for each in others if each.passage == shown.passage)))
    if len(here) <= MOST_IN_ONE:
        made |= {one * other * third for one, other, third in combinations_with_replacement(here, 3)}
    return wanted & made


def _is_meant(shown: _Long, numbers: Sequence[_Long], of_passage: dict[int, list[_Long]], own: frozenset[int]) -> bool:
    """Whether a number is what others come to, however far they are: a product, a sum, a part."""
    value = shown.value
    if _is_sum(value, own - {value}):
        return True
    near = [
        each
        for at in range(shown.passage - BEFORE_INNOCENT, shown.passage + BEFORE_INNOCENT + 1)
        for each in of_passage.get(at, ())
        if each is not shown
    ]
    values = sorted(set(_values(near)) | {each.value for each in near if each.value > 1})
    beside = {each.value for each in near if each.passage == shown.passage}
    if any(abs(value - each) in beside for each in values):
        return True  # 25,088,000 weights and 1,000 biases
    known = set(values) | set(range(2, SMALL))
    small = set(range(1, SMALL)) | set(values) | {each.value for each in numbers}
    if any(value - each in known or each - value in small for each in values if each != value and len(str(each)) >= SHORT - 1):  # fmt: skip
        return True
    for one in values:
        if one < 2 or value % one:
            continue
        rest = value // one
        if rest in known or any(rest % each == 0 and rest // each in known for each in known):
            return True
    for one in {each.value for each in numbers if each.value > value}:
        if one % value == 0 and one // value in known:
            return True
    near_in_size = values[: bisect_right(values, value)][-MOST_BESIDE:]
    products = {one * other for one, other in combinations_with_replacement(near_in_size, 2)}
    return any(value - each in products for each in (*values, *products))


def _problem(shown: _Long, value: int) -> Problem:
    grouped = not shown.text.isdigit()
    expected, told = (f"{each:,}" if grouped else str(each) for each in (value, shown.value))
    message = f"{told} is one slip away from what the numbers beside it make, {expected}"
    return Problem(
        shown.span,
        message,
        level="warning",
        evidence={"kind": "text", "printed": shown.text, "expected": expected},
        key=f"requoted-value-differs@{shown.span.start}-{shown.span.end}",
    )


__all__ = ["long_count_problems"]
