"""What a sentence says of the numbers in it: that one rose or fell, is twice another, is the largest, sums to one.

The words are a closed list, each with two numbers or more in the same sentence.  What is supposed,
asked, denied or called wrong is left alone; "about" widens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain

from symformer.algebra.interval import Interval
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import (
    ASIDE,
    CLOSE,
    PASSING,
    Found,
    any_negative,
    is_label,
    is_multiple,
    is_open,
    ratio_range,
    ratio_text,
    sentence_problem,
    times_text,
    value_pattern,
)
from symformer.judging.said.sentence_lists import sums_told, superlatives_told
from symformer.judging.said.sentence_moves import moves_told
from symformer.judging.said.sentences import Sentence, comparable, numeral, said, sentences
from symformer.judging.wording import long_text
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText

_GAP = r"[^\d.;:!?,]{0,40}?"
_MORE = r"greater|larger|higher|bigger|more|longer|wider|above"
_LESS = r"smaller|lower|less|fewer|shorter|narrower|below"
_COMPARED = Cued(
    rf"{value_pattern('a')}{ASIDE},?\s+(?:(?:which|that|it|this)\s+)?(?:is|are|was|were|being|remains)\s+(?:(?:still|much|far|clearly|slightly|a little|somewhat|only"
    rf"|well|just|strictly|also|already)\s+){{0,2}}(?:(?P<more>{_MORE})|(?P<less>{_LESS}))(?:\s+than)?\s+{_GAP}{value_pattern('b')}",
    re.IGNORECASE,
)
_EXCEEDS = Cued(
    rf"{value_pattern('a')}{ASIDE},?\s+(?P<more>exceeds?|beats?)\s+{_GAP}{value_pattern('b')}", re.IGNORECASE
)
_BEATS = Cued(r"\bbeats?\b", re.IGNORECASE)
_COMPARED_ZH = Cued(
    rf"{value_pattern('a')}\s*(?:(?P<more>大于|高于|多于)|(?P<less>小于|低于|少于))\s*{value_pattern('b')}"
)
_MULTIPLES: dict[str, Fraction | int] = {
    "twice": 2, "double": 2, "half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2), "a third": Fraction(1, 3),
    "one third": Fraction(1, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4), "a fourth": Fraction(1, 4),
    "triple": 3, "three times": 3, "four times": 4, "five times": 5, "six times": 6, "eight times": 8, "ten times": 10,
}  # fmt: skip
_IS_MULTIPLE = Cued(
    rf"{value_pattern('a')}{ASIDE},?\s+(?:(?:which|that|it|this)\s+)?(?:is|are|was|were|being)\s+(?:just\s+|also\s+)?"
    rf"(?:(?P<exactly>exactly|precisely)\s+|(?P<about>about|roughly|around|approximately|nearly|almost|some)\s+)?"
    rf"(?:(?P<word>{'|'.join(sorted(map(re.escape, _MULTIPLES), key=len, reverse=True))})|(?P<k>\d+(?:\.\d+)?)\s?(?:times|×|x))"
    rf"(?!\s*-?way\b|\s+(?:of\s+the\s+way|between)\b)"  # half way between two others
    rf"\s+(?:(?:as\s+(?:much|many|large|big|long|high)\s+as|of)\s+)?(?:the\s+)?(?!of\b){_GAP}{value_pattern('b')}",
    re.IGNORECASE,
)
_MULTIPLE_ZH = Cued(
    rf"{value_pattern('a')}\s*(?:恰好|正好)?是\s*{value_pattern('b')}\s*的\s*(?:(?P<half>一半)|(?P<word>两)倍|(?P<k>\d+(?:\.\d+)?)\s*倍)"
)
_PERCENT_OF = Cued(
    r"(?<![\w.])(?P<p>\d+(?:\.\d+)?)\s?(?:%|percent)\s+of\s+(?:the\s+|its\s+)?(?:[a-z]+\s+){0,2}?"
    + numeral("b") + r"(?:\s+[a-z]+){0,2}?\s*(?:\bis|\bare|=|≈|\bmakes|\bgives)\s+" + value_pattern("a"),
    re.IGNORECASE,
)  # fmt: skip
_IS_PERCENT_OF = Cued(
    rf"{value_pattern('a')}{ASIDE},?\s+(?:is|are|was|makes)\s+(?:(?P<exactly>exactly)\s+|(?P<about>about|roughly|around|nearly|almost|some)\s+)?"
    rf"(?P<p>\d+(?:\.\d+)?)\s?(?:%|percent)\s+of\s+(?:the\s+)?{_GAP}{numeral('b')}",
    re.IGNORECASE,
)
_KEYWORD = Cued(  # in small letters, which are found sooner than any
    rf"\b(?:from|times|twice|double|half|triple|exceeds?|totals?|totall?ing|percent|quarter|third|sum|sums|summing|adds?|adding)\b|%"
    rf"|\b(?:{_MORE}|{_LESS})\b|\b(?:largest|highest|biggest|greatest|maximum|smallest|lowest|minimum|least)\b|→|->"
    r"|[从由]|大于|小于|高于|低于|多于|少于|倍|一半|之和|总和|加起来"
)


def sentence_problems(document: Document) -> Iterator[Problem]:
    """Every sentence of a note that says of its numbers what they are not."""
    blocks: Iterator[tuple[MappedText, bool]] = chain(
        ((block.text, False) for block in document.prose), ((sheet.text, True) for sheet in document.worksheets)
    )
    for words, lines in blocks:
        if not _KEYWORD.search(words.text.lower()):
            continue
        for sentence in sentences(words, lines=lines):
            if _KEYWORD.search(sentence.text.lower()):
                yield from _judged(sentence)


def _judged(sentence: Sentence) -> Iterator[Problem]:
    seen: list[tuple[int, int]] = []
    for judge in _JUDGES:
        for start, end, problem in judge(sentence):
            if not any(start < other_end and other_start < end for other_start, other_end in seen):
                seen.append((start, end))
                yield problem


def _comparisons(sentence: Sentence) -> Found:
    for pattern in (_COMPARED, _EXCEEDS, _COMPARED_ZH):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or is_label(sentence, one) or is_open(sentence, found.start(), found.end()):
                continue
            if (
                found["a_about"]
                or found["b_about"]
                or PASSING.match(sentence.text, other.end)
                or other.unit == "%" != one.unit
            ):
                continue
            if "by" in found[0].casefold().split() or any_negative(one, other):
                continue
            if _BEATS.search(found[0]) and other.number.exact != one.number.exact:
                continue  # a score of 0.9 beats 4 others
            wants_more = found["more"] is not None
            if one.number.value == other.number.value and not (one.number.exact and other.number.exact):
                continue
            if (one.number.value > other.number.value) == wants_more and one.number.value != other.number.value:
                continue
            truth = "equal to" if one.number.value == other.number.value else "less than" if wants_more else "more than"
            message = f"{one.text} is {truth} {other.text}, not {'more' if wants_more else 'less'}"
            yield found.start(), found.end(), sentence_problem(sentence, found.start("a"), found.end(), message)


_AT_A_POINT = Cued(r"\b(?:at|for|with|when|beyond|from)\s+[$(`]*(?:\\?[A-Za-z]\w*\s*=\s*)?\Z", re.IGNORECASE)
_OF_ANOTHER = Cued(r"\b(?:it|they|this|these|that|those)\b", re.IGNORECASE)


def _multiples(sentence: Sentence) -> Found:
    for pattern in (_IS_MULTIPLE, _MULTIPLE_ZH):
        for found in pattern.finditer(sentence.text):
            one, other = said(found, "a"), said(found, "b")
            if not comparable(one, other) or is_label(sentence, one) or is_open(sentence, found.start(), found.end()):
                continue
            groups = found.groupdict()
            if groups.get("about") or found["a_about"] or found["b_about"]:
                continue
            if _AT_A_POINT.search(sentence.text[: found.start("a")]) and _OF_ANOTHER.search(found[0]):
                continue  # "at n = 2048 it is four times that at 1024": of something that grows with n
            factor = _factor(groups)
            slack = Fraction(0) if groups.get("exactly") else CLOSE
            half = (
                Fraction(1, 2) * Fraction(10) ** -len((groups.get("k") or "").partition(".")[2])
                if groups.get("k")
                else Fraction(0)
            )
            if any(is_multiple(one, other, each, slack) for each in (factor - half, factor, factor + half)):
                continue
            low, high = ratio_range(one, other)
            if low <= factor + half and high >= factor - half:
                continue
            ratio = ratio_text(one, other)
            if ratio is not None:
                message = f"{one.text} is {ratio} times {other.text}, not {'exactly ' if groups.get('exactly') else ''}{times_text(factor)}"
                yield found.start(), found.end(), sentence_problem(sentence, found.start("a"), found.end(), message)


def _factor(groups: dict[str, str | None]) -> Fraction:
    if groups.get("half"):
        return Fraction(1, 2)
    if groups.get("word") == "两":
        return Fraction(2)
    word = groups.get("word")
    return Fraction(_MULTIPLES[word.casefold()]) if word else Fraction(groups.get("k") or "1")


def _percents(sentence: Sentence) -> Found:
    for pattern in (_PERCENT_OF, _IS_PERCENT_OF):
        for found in pattern.finditer(sentence.text):
            part, whole = said(found, "a"), said(found, "b")
            about = found["a_about"] or found.groupdict().get("about")
            if (
                about
                or not comparable(part, whole)
                or "%" in (part.unit, whole.unit)
                or is_open(sentence, found.start(), found.end())
            ):
                continue
            share = Fraction(found["p"])
            half = Fraction(1, 2) * Fraction(10) ** -len(found["p"].partition(".")[2])
            sharp = pattern is _PERCENT_OF
            low, high = ratio_range(part, whole)
            if low * 100 <= share + half and high * 100 >= share - half:
                continue
            if sharp and (part.number.exact and abs(part.number.value - share * whole.number.value / 100) < 1):
                continue
            if whole.number.value == 0:
                continue
            true = long_text(Interval.point(round(part.number.value / whole.number.value * 100, 2)))
            message = f"{part.text} is {true}% of {whole.text}, not {found['p']}%"
            mends = found["p"], f"{true}%"
            yield (
                found.start(),
                found.end(),
                sentence_problem(sentence, found.start(), found.end(), message, mends=mends),
            )


_JUDGES: tuple[Callable[[Sentence], Found], ...] = (
    moves_told,
    _multiples,
    _comparisons,
    _percents,
    sums_told,
    superlatives_told,
)
