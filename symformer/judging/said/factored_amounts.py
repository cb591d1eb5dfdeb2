"""Amounts that words say are a multiple or a part of another: "shrinks to a quarter: 128 KiB", "doubles it to 4 GiB".

The other amount may stand anywhere in the note.  Told is only what is so many times no amount of it at all, and yet stands
to the last amount of its kind, with no number between that may change it, as if the word or the number had slipped: by a
factor of two, ten or 1024, or by a digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.conversions import slack
from symformer.judging.said.known_amounts import Known, any_near, counted
from symformer.judging.said.sentences import Sentence, digits_in, running_words, sentences
from symformer.judging.said.slips import is_slip
from symformer.text.count_words import CHINESE_COUNTS, COUNT_WORDS
from symformer.text.cued import Cued

_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "sixteenth": 16, "hundredth": 100,
}  # fmt: skip
_VERBS = {"doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4), "quarter": Fraction(1, 4)}  # fmt: skip
_COUNT = "|".join(COUNT_WORDS)
_LINK = r"\s*(?:[,:;(—–=]|\bor\b|\bnamely\b|\bi\.e\.|\bthat\s+is\b|\bonly\b|\bjust\b|\babout\b|\broughly\b|\bnow\b|\bat\b|≈|\s)*"
_AS = r"(?:as\s+(?:large|big|many|much|long|high|small|wide|expensive|fast|slow|cheap|costly)(?:\s+as\s+[^,:;.(\d]{1,30})?|(?:the|its)\s+(?:size|memory|cost|number|time|compute)|of\s+[^,:;.(\d]{1,30}?|larger|smaller|more|longer|wider)"
_BEFORE = Cued(
    rf"(?:(?P<part>\bhalf|\b(?:an?|one)[\s-](?:half|third|quarter|fourth|fifth|sixth|eighth|tenth|sixteenth|hundredth))|(?<![\w/.])1/(?P<over>\d{{1,4}})"
    rf"|\b(?P<twice>twice|double)|(?<![\w.,])(?P<k>{_COUNT}|\d{{1,4}})\s*(?:times|×|-?fold))\s*{_AS}?\s*(?:[,:(—–=]|\bnamely|\bi\.e\.){_LINK}\Z",
    re.IGNORECASE,
)
_TO = Cued(
    r"\b(?P<verb>doubl(?:es|ed|ing)|halv(?:es|ed|ing)|tripl(?:es|ed|ing)|quadrupl(?:es|ed|ing)|quarter(?:s|ed|ing))\b(?:[^.;:,\d]{0,50}?\bto|\s+(?:it|them|that|this)\s*[:,(])\s+(?:only\s+|about\s+|just\s+)*\Z",
    re.IGNORECASE,
)
_CHINESE = Cued(
    r"(?:(?<![\d.])(?P<k>\d{1,4}(?:\.\d+)?|[两二三四五六七八十])\s*倍|(?P<m>[二三四五六八十])分之一|(?P<half>一半|减半)|(?P<twice>加倍|翻倍)|(?<![\w/.])1/(?P<over>\d{1,4}))"
    r"\s*[,,、;;((::为到至]{1,2}\s*(?:即|也就是|为|是|约|大约|只需|只有|共|到|每[\u4e00-\u9fff]{1,2}|的|≈|\s)*\Z"
)
_OPEN = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|not|never|wrong\w*|another|respectively|almost|nearly|more\s+than|less\s+than|over|up\s+to|at\s+(?:least|most)|each\s+time|per\s+doubling|faster|slower|speed\w*)\b|n['’]t\b|\?|如果|若|不|超过|分别|接近|快|慢",
    re.IGNORECASE,
)
_SQUARED = Cued(r"\b(?:quadratic\w*|squares?|squared)\b|平方", re.IGNORECASE)
NICE = tuple(Fraction(each) ** sign for each in (2, 4, 8, 10, 100, 1000, 1024) for sign in (1, -1))
WINDOW, MOST_BESIDE = 110, 12
BESIDE, FAR = 500, 4000  # characters
CAREFUL = Fraction(3, 100)
MEASURES = frozenset({"bytes", "operation", "time", "parameter", "token", "power"})


@dataclass(frozen=True, slots=True)
class _Factor:
    value: Fraction
    start: int
    end: int


def factored_amount_problems(document: Document, known: Callable[[], Sequence[Known]]) -> Iterator[Problem]:
    """A problem for each amount that is no such multiple, or part, of any other in the note; ``known`` gives all of them."""
    for block, words in running_words(document):
        if block.kind == "heading" or digits_in(words.text) < 1:
            continue
        for sentence in sentences(words):
            for shown in amounts(sentence):
                factor = _factor(sentence, shown) if shown.unit and shown.kind and shown.number.value > 0 else None
                if factor is None or not MEASURES & set(dict(counted(shown))):
                    continue
                yield from _judged(sentence, shown, factor, known(), document.source.text)


def _factor(sentence: Sentence, shown: Amount) -> _Factor | None:
    """The multiple or part that is said right before an amount."""
    text = sentence.text
    start = max(0, shown.start - WINDOW)
    before = text[start : shown.start]
    if _OPEN.search(text[max(0, start) : shown.end]) is not None:
        return None
    found = _BEFORE.search(before)
    if found is not None:
        if found["part"]:
            value = Fraction(1, _PARTS[found["part"].split()[-1].split("-")[-1].casefold()])
        elif found["over"]:
            value = Fraction(1, max(1, int(found["over"])))
        else:
            word = (found["k"] or "two").casefold()
            value = Fraction(COUNT_WORDS.get(word) or int(word))
        if "small" in found[0]:
            value = 1 / value if value else value
        return _told(value, start, found)
    found = _TO.search(before)
    if found is not None:
        return _told(
            next(each for stem, each in _VERBS.items() if found["verb"].casefold().startswith(stem)), start, found
        )
    found = _CHINESE.search(before)
    if found is None:
        return None
    if found["k"]:
        word = found["k"]
        value = Fraction(10) if word == "十" else Fraction(CHINESE_COUNTS.get(word) or word)
    elif found["m"]:
        value = Fraction(1, 10 if found["m"] == "十" else CHINESE_COUNTS[found["m"]])
    elif found["over"]:
        value = Fraction(1, max(1, int(found["over"])))
    else:
        value = Fraction(1, 2) if found["half"] else Fraction(2)
    return _told(value, start, found)


def _told(value: Fraction, start: int, found: re.Match[str]) -> _Factor | None:
    return _Factor(value, start + found.start(), start + found.end()) if value > 0 and value != 1 else None


def _judged(
    sentence: Sentence, shown: Amount, factor: _Factor, known: Sequence[Known], text_of_note: str
) -> Iterator[Problem]:
    place = sentence.place(shown.start)
    others = [each for each in known if each.place != place and each.is_of(shown)]
    number = shown.number
    loose = shown.loose + (max(CAREFUL, number.unit / number.value) if number.decimals > 0 else slack(sentence, shown))
    powers = (1, 2) if _SQUARED.search(sentence.text) else (1,)
    for each in others:
        values = (value * factor.value**power for value in each.values_like(shown) for power in powers)
        if any_near(values, shown.values, loose + each.amount.loose):
            return
    alike = [each for each in others if each.amount.unit and counted(each.amount) == counted(shown)]
    near = [each for each in alike if abs(each.place - place) < BESIDE][:MOST_BESIDE]
    if any(
        any_near(
            [(a + b) * factor.value for a in one.amount.values for b in other.amount.values],
            shown.values,
            shown.loose + CAREFUL,
        )
        for one, other in combinations(near, 2)
        if not any_near(one.amount.values, other.amount.values, CAREFUL)
    ):
        return
    before = [each for each in alike if place - FAR < each.place < place]
    same = [each for each in before if each.amount.kind == shown.kind] or before
    scale = shown.values[0] / shown.number.value
    found: list[tuple[Fraction, Known, str]] = []
    for each in (each for each in same[-3:] if _is_at_hand(each, same[-3:], sentence, factor, text_of_note)):
        text = decimal_text(each.amount.values[0] * factor.value / scale, max(shown.number.decimals, 0))
        ratios = [value * factor.value / mine for value in each.amount.values for mine in shown.values]
        nice = any(abs(ratio / step - 1) <= loose + each.amount.loose for ratio in ratios for step in NICE)
        if nice or shown.number.digits > 1 and is_slip(text, shown.number.text):
            found.append((min(max(ratio, 1 / ratio) for ratio in ratios), each, text))
    if found:
        _, base, text = min(found, key=lambda each: each[0])
        yield _problem(sentence, shown, factor, base, text)


def _is_at_hand(base: Known, alike: Sequence[Known], sentence: Sentence, factor: _Factor, text: str) -> bool:
    """Whether an amount is one that a multiple may be told of: nothing else is counted between, and what is doubled is of it."""
    end = _end(base)
    between = text[end : sentence.place(factor.start)]
    for each in alike:  # these are no numbers that change it
        if each.place >= end:
            between = between.replace(text[each.place : _end(each)], "", 1)
    if re.search(r"\d", between) is not None:
        return False
    changed = _CHANGED.search(sentence.text, factor.start, factor.end)
    if changed is None:
        return True
    opened = max(text.rfind(mark, 0, base.place) for mark in (". ", "\n\n", "。")) + 1
    return changed["what"].casefold().rstrip("s") in text[opened:end].casefold()


def _end(known: Known) -> int:
    return known.place + known.amount.end - known.amount.start


_CHANGED = Cued(r"\w+(?:s|ed|ing)\s+(?:the|its|their|our)\s+(?:\w+\s+)?(?P<what>[a-z]{3,})\s+to\b", re.IGNORECASE)


def _problem(sentence: Sentence, shown: Amount, factor: _Factor, base: Known, expected: str) -> Problem:
    span = sentence.span(shown.start, shown.ends_number)
    times = (
        str(factor.value)
        if factor.value.denominator == 1 or factor.value.numerator == 1
        else f"{float(factor.value):g}"
    )
    unit = sentence.text[shown.ends_number : shown.end].strip()
    message = f"{times} × {base.amount.text.strip()} is {expected} {unit}, not {shown.text.strip()}"
    return Problem(
        span,
        message,
        level="warning",
        related=(Related(sentence.span(factor.start, factor.end), "the multiple or part that is told"),),
        evidence={"kind": "number", "printed": shown.number.text, "expected": expected},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


__all__ = ["factored_amount_problems"]
