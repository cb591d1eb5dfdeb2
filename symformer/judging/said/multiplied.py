"""Amounts that a sentence says were doubled, halved or tripled: "4096 (doubled from 2048)", "halving 64 gives 32"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.judging.said.asserted import is_repeated, is_slip_of_size
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence, comparable, numeral, said
from symformer.text.cued import Cued

_FACTORS = {
    "doubl": Fraction(2), "halv": Fraction(1, 2), "tripl": Fraction(3), "quadrupl": Fraction(4),
    "twice": Fraction(2), "thrice": Fraction(3), "half": Fraction(1, 2), "翻倍": Fraction(2), "减半": Fraction(1, 2),
}  # fmt: skip
_STEM = r"doubl(?:e[sd]?|ing)|halv(?:e[sd]?|ing)|tripl(?:e[sd]?|ing)|quadrupl(?:e[sd]?|ing)"
_THING = r"(?:(?!(?:to|from|and|or|by|gives?|is|are|was)\b)[A-Za-z_\\{}'-]+\s+){0,5}?"
_BEFORE = r"(?:the\s+)?(?:original\s+|usual\s+|initial\s+|previous\s+|old\s+)?"
_GIVES = r"(?:gives?|yields?|makes?|is|results?\s+in|leads?\s+to|brings\s+(?:it|us)\s+to|=|→)"
_PATTERNS = tuple(
    Cued(pattern, re.IGNORECASE)
    for pattern in (
        rf"{numeral('new')}(?:\s+[A-Za-z]+){{0,2}}?\s*[,(—–]\s*(?:which\s+(?:is|was)\s+|now\s+)?(?P<verb>{_STEM})\s+from\s+{_BEFORE}{numeral('old')}",
        rf"\b(?P<verb>{_STEM})\s+{_THING}to\s+{numeral('new')}\s+{_THING}from\s+{_BEFORE}{numeral('old')}",
        rf"\b(?P<verb>doubling|halving|tripling|quadrupling|twice|thrice|half(?:\s+of)?)\s+(?:the\s+)?{_THING}{numeral('old')}(?:\s+[a-z]+){{0,2}}?\s*{_GIVES}\s+{numeral('new')}",
        rf"从\s*{numeral('old')}\s*(?P<verb>翻倍|减半)(?:到|至|为)\s*{numeral('new')}",
    )
)
_OPEN = Cued(
    r"\b(?:if|suppose|would|could|might|not|never|wrong\w*|almost|nearly|about|roughly|more than|less than|over|twice more"
    r"|then|again|each|every|respectively|times|and\s+(?:from|to)|and\s+\d+)\b|n['’]t\b|[?≈~]|如果|约|不|每",
    re.IGNORECASE,
)  # "doubled from 4 to 8 and then to 16"
_NO_NOUNS = frozenset("with for per from and but which while the instead when because since this that at as".split())
_NOUN = Cued(r"\s*(?P<noun>[A-Za-z]{3,})")
NEAR = 40
CLOSE = Fraction(1, 10)
FARTHEST = Fraction(5, 2)  # times what it ought to be, beyond which the number is of something else


def multiplied_words(sentence: Sentence) -> Iterator[Word]:
    """Every amount that is said to be another doubled, halved or the like, and is not."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(sentence.text):
            yield from _checked(sentence, found)


def _checked(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    old, new = said(found, "old"), said(found, "new")
    verb = found["verb"].casefold()
    factor = next(factor for stem, factor in _FACTORS.items() if verb.startswith(stem))
    if not comparable(old, new) or old.number.value <= 0:
        return
    if _is_of_another_thing(sentence.text, found):
        return
    if _OPEN.search(sentence.text, max(0, found.start() - NEAR), found.end() + NEAR) is not None:
        return
    expected = old.number.value * factor
    slack = old.number.half_width() * factor + new.number.half_width()
    whole = old.number.exact and new.number.exact
    rounded = whole and expected.denominator > 1  # half of 7 may be 3 or 4
    if abs(new.number.value - expected) <= slack + (1 if rounded else 0):
        return
    if not expected / FARTHEST <= new.number.value <= expected * FARTHEST or is_repeated(
        new.number.value / old.number.value, factor
    ):
        return
    shown = decimal_text(expected, max(new.number.decimals, 0))
    close = abs(new.number.value - expected) <= expected * CLOSE
    if close and not is_slip_of_size(old, new, expected):
        return  # what is measured is doubled in round figures
    message = f"{old.text} {_said_of(factor)} is {shown}, not {new.number.text}"
    yield sentence, new.start, new.start + len(found["new"]), found["new"], shown, message


def _is_of_another_thing(text: str, found: re.Match[str]) -> bool:
    """Whether a noun behind the new number counts what the words before do not: "doubling the 8 heads gives 32 dimensions"."""
    noun = _NOUN.match(text, found.end("new_unit"))
    if noun is None or noun["noun"].casefold() in _NO_NOUNS:
        return False
    start = found.start()
    said_before = text[:start] if found.start("new") < found.start("verb") else text[start : found.start("new")]
    return noun["noun"].casefold().rstrip("s") not in said_before.casefold() and found.start("new") > found.start(
        "verb"
    )


def _said_of(factor: Fraction) -> str:
    return {Fraction(2): "doubled", Fraction(1, 2): "halved", Fraction(3): "tripled", Fraction(4): "quadrupled"}[factor]


__all__ = ["multiplied_words"]
