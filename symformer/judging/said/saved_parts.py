"""A part in words and what it saves in percent: "shrinks to a quarter … it saves 75 %", "a third of the work, so 33 % more".

A percentage beside a part is that part, the rest, or one of these by the other.  One that is none of them, and yet the
share of another plain part, or one digit off, is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

_PARTS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "sixteenth": 16,
}  # fmt: skip
_NAMES = "|".join(each for each in _PARTS if each != "half")
_ZH = "一二三四五六七八九十"
_PART = Cued(
    rf"(?:(?P<count>an?|one|two|three|four|five|seven)[\s-]+(?P<part>{_NAMES})s?\b|\b(?P<half>half)\b(?!-)|(?<![\w./^{{])(?P<n>\d{{1,2}})/(?P<m>\d{{1,4}})(?![\w./]|\s?\^)"
    rf"|(?P<zm>[{_ZH}])分之(?P<zn>[{_ZH}])|(?P<zhalf>一半))",
    re.IGNORECASE,
)
_PERCENT = Cued(r"(?<![\w.])(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)", re.IGNORECASE)
_SAVES = Cued(
    r"\b(?:saves?|(?:a|the)\s+savings?\s+of|savings?\s+(?:is|are|of)|saving)\s+(?:you\s+|us\s+|about\s+|roughly\s+|around\s+|some\s+|thus\s+|therefore\s+)*\Z|(?:节省|省下|节约)(?:了|约|大约)*\s*\Z",
    re.IGNORECASE,
)
_OF_ANOTHER = Cued(
    r"\s*(?:of\s+)?(?:the\s+|all\s+|its\s+)?(?:time|compute|computation|latency|energy|cost|flops?|operations|bandwidth|的?(?:时间|计算|能耗|成本|带宽))",
    re.IGNORECASE,
)
_TO = Cued(
    r"(?:\b(?:to|is|are|only|just|then|thus|now|becomes?|takes?|needs?|uses?|costs?|leaves|keeps|stores|about)\s+(?:now\s+|then\s+|thus\s+|only\s+|just\s+|about\s+|exactly\s+)*|(?:为|到|至|是|只需|只有|只占|仅|仅为|的)\s*(?:原来的\s*)?)\Z",
    re.IGNORECASE,
)
_SO = Cued(
    r"(?:\s+of\s+(?:it|them|that|(?:the|all|its)\s+[a-z]+(?:\s+[a-z]+)?))?(?:\s+(?:is|are|sits?|lies?)\s+in\s+(?:the\s+)?\w+(?:\s\w+)?)?\s*(?:,\s*)?(?:\(|\bi\.e\.,?|\bthat\s+is,?|\bwhich\s+is|\bor\b|=|[,，(（]?\s*(?:即|也就是|相当于|合)|[(（])\s*(?:exactly|about|roughly|around|约|大约|是|为|总数的|全部的|≈|\s)*",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:if|suppose|would|could|might|not|never|wrong\w*|another|respectively|more\s+than|less\s+than|over|up\s+to|at\s+(?:least|most)|nearly|almost|further|additional|first|test|validation|training\s+set|accuracy|dropout|rate|probability|masked?|chance)\b|n['’]t\b|\?|如果|若|不|超过|以上|以下|分别|接近|准确率|概率|学习率|利用率",
    re.IGNORECASE,
)
PLAIN = tuple(Fraction(n, m) for m in (2, 3, 4, 5, 8, 10) for n in range(1, m))
ROOM = Fraction(1)  # percent, that rounding takes


@dataclass(frozen=True, slots=True)
class _Part:
    value: Fraction
    start: int
    end: int
    text: str


def saved_part_words(sentence: Sentence, before: Sentence | None = None) -> Iterator[Word]:
    """Every percentage that is not of the one part that its sentence, or the one before, tells."""
    percents = list(_PERCENT.finditer(sentence.text))
    if len(percents) != 1 or _OPEN.search(sentence.text):
        return
    (found,) = percents
    shown = printed(found["p"])
    parts = _parts(sentence)
    saves = _SAVES.search(sentence.text, 0, found.start()) is not None and not _OF_ANOTHER.match(sentence.text, found.end())  # fmt: skip
    if len(parts) == 1:
        (part,) = parts
        if saves and part.end <= found.start() and _is_left(sentence, part):
            yield from _judged(sentence, found, shown, part, [1 - part.value])
        elif _SO.fullmatch(sentence.text, part.end, found.start()):
            yield from _judged(sentence, found, shown, part, _any(part.value, _ENDS.match(sentence.text, found.end())))
        elif _SO.fullmatch(sentence.text, found.end(), part.start):
            yield from _judged(sentence, found, shown, part, _any(part.value, None))
        return
    if parts or before is None or not saves or before.words is not sentence.words:
        return
    told = _parts(before)
    if len(told) == 1 and _is_left(before, told[0]) and not _PERCENT.search(before.text) and not _OPEN.search(before.text):  # fmt: skip
        yield from _judged(sentence, found, shown, told[0], [1 - told[0].value], apart=True)


def _parts(sentence: Sentence) -> list[_Part]:
    parts = []
    for found in _PART.finditer(sentence.text):
        if found["part"]:
            word = found["count"].casefold()
            value = Fraction(COUNT_WORDS.get(word, 1), _PARTS[found["part"].casefold()])
        elif found["n"]:
            value = Fraction(int(found["n"]), max(1, int(found["m"])))
        elif found["zm"]:
            value = Fraction(_ZH.index(found["zn"]) + 1, _ZH.index(found["zm"]) + 1)
        else:
            value = Fraction(1, 2)
        if 0 < value < 1:
            parts.append(_Part(value, found.start(), found.end(), found[0]))
    return parts


def _is_left(sentence: Sentence, part: _Part) -> bool:
    """Whether a part is what something came down to."""
    return _TO.search(sentence.text, max(0, part.start - 40), part.start) is not None


_ENDS = Cued(r"\s*(?:[.,;:)。，；）]|\Z)")


def _any(part: Fraction, ends: re.Match[str] | None) -> list[Fraction]:
    """What a percentage beside a part may be of; one that stands there alone is of the part itself."""
    if ends is not None:
        return [part]
    rest = 1 - part
    return [part, rest, part / rest, rest / part, 1 / part, 1 / rest]


def _judged(
    sentence: Sentence,
    found: re.Match[str],
    shown: PrintedNumber,
    part: _Part,
    ways: list[Fraction],
    *,
    apart: bool = False,
) -> Iterator[Word]:
    if any(abs(100 * way - shown.value) <= max(ROOM, shown.unit) for way in ways):
        return
    expected = decimal_text(100 * ways[0], max(shown.decimals, 0))
    plain = any(
        abs(100 * each - shown.value) <= max(ROOM, shown.unit) / 2 for each in (*(() if apart else PLAIN), part.value)
    )
    if not plain and not is_slip(expected, shown.text):
        return
    what = "what is saved" if ways[0] == 1 - part.value and len(ways) == 1 else "that"
    message = f'"{" ".join(part.text.split())}": {what} is {expected}%, not {found["p"]}%'
    yield sentence, *found.span("p"), found["p"], expected, message


__all__ = ["saved_part_words"]
