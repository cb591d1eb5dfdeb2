"""Ratios told right beside two amounts of which one takes the place of the other, however much else the sentence says.

"INT8 halves the memory, and INT4 quarters it: 3.5 GB instead of 14 GB, a saving of 75 %"; "… 750 tokens, and 600 with the
large one.  This is 20 % fewer tokens".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import decimal_text
from symformer.judging.said.amounts import Amount, amounts, singular
from symformer.judging.said.ratios import PERCENT, TIMES, Two, Word, checked_percent, checked_times, two_amounts
from symformer.judging.said.sentences import Sentence
from symformer.text.cued import Cued

_FOR = Cued(
    r"\s*(?:[a-z-]+\s+){0,2}?(?:instead\s+of|rather\s+than|in\s+place\s+of|down\s+from|up\s+from|compared\s+(?:to|with)|versus|vs\.?|against)\s+(?:the\s+|its\s+|only\s+|about\s+)*|\s*,?\s*(?:而不是|而非|代替|取代|相比)\s*",
    re.IGNORECASE,
)
_ATTACHED = Cued(
    r"\s*(?:[,:;(—–,:;(]\s*)?(?:(?:i\.e\.,?|that\s+is,?|which\s+is|or|it\s+is|this\s+is|an?|so|thus|hence|only|just|即|也就是|是)\s+)*",
    re.IGNORECASE,
)
_AHEAD = Cued(r"\s*[:,(—–:,(]\s*(?:namely\s+|i\.e\.,?\s+|that\s+is,?\s+|only\s+|just\s+|about\s+)*", re.IGNORECASE)
_VERB = Cued(
    r"\b(?P<verb>halv|quarter|doubl|tripl|quadrupl)(?:es|e|s|ed|ing)\s+(?:it|them|this|that|(?:the|its|their)\s+[a-z]+(?:\s+(?:of\s+)?[\w-]+){0,4}?)\s*[:,(—–]\s*(?:only\s+|about\s+|to\s+)*\Z",
    re.IGNORECASE,
)
_FACTORS = {"halv": Fraction(1, 2), "quarter": Fraction(1, 4), "doubl": Fraction(2), "tripl": Fraction(3), "quadrupl": Fraction(4)}  # fmt: skip
_OPEN = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|not|never|wrong\w*|respectively|nearly|almost|more\s+than|less\s+than|at\s+(?:least|most)|up\s+to)\b|n['’]t\b|\?|如果|若|不(?!是)|分别|超过",
    re.IGNORECASE,
)
_THIS = Cued(r"\W*(?:so\s+|thus\s+)?(?:this|that|it|these|those)\s+(?:is|are|makes?|means|gives?)\s+(?:about\s+|only\s+|thus\s+|exactly\s+)*", re.IGNORECASE)  # fmt: skip
_THING = Cued(r"\s+(?P<thing>[a-z]+)", re.IGNORECASE)
ROOM = Fraction(1, 20)


def beside_words(sentence: Sentence, before: Sentence | None = None) -> Iterator[Word]:
    """Every ratio right beside two linked amounts, or right behind the sentence that tells two, that is not theirs."""
    said = amounts(sentence)
    several = len(list(TIMES.finditer(sentence.text))) + len(list(PERCENT.finditer(sentence.text))) > 1
    for one, other in pairwise(said):
        if (
            _FOR.fullmatch(sentence.text, one.end, other.start) is None
            or one.number.value <= 0
            or other.number.value <= 0
        ):
            continue
        if _OPEN.search(sentence.text, max(0, one.start - 30), min(len(sentence.text), other.end + 40)) is not None:
            continue
        two = two_amounts(sentence, one, other)
        if two is None:
            continue
        if several:
            yield from _attached(sentence, one, other, two)
        yield from _verbs(sentence, one, other)
    if before is not None and before.words is sentence.words:
        yield from _this_is(sentence, before, said)


def _attached(sentence: Sentence, one: Amount, other: Amount, two: Two) -> Iterator[Word]:
    text = sentence.text
    for pattern, check in ((TIMES, checked_times), (PERCENT, checked_percent)):
        for found in pattern.finditer(text):
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            behind = other.end <= start and _ATTACHED.fullmatch(text, other.end, start) is not None
            ahead = found.end() <= one.start and _AHEAD.fullmatch(text, found.end(), one.start) is not None
            if behind or ahead:
                yield from check(sentence, found, two)


def _verbs(sentence: Sentence, one: Amount, other: Amount) -> Iterator[Word]:
    """ "quarters it: 3.5 GB instead of 14 GB"."""
    found = _VERB.search(sentence.text[: one.start])
    if found is None:
        return
    factor = _FACTORS[found["verb"].casefold()]
    loose = one.loose + other.loose + ROOM
    ratios = {mine / its for mine, its in zip(one.values, other.values, strict=False)}
    if not ratios or any(abs(ratio / factor - 1) <= loose for ratio in ratios):
        return
    expected = decimal_text(other.values[0] * factor / (one.values[0] / one.number.value), max(one.number.decimals, 0))
    shown = decimal_text(1 / min(ratios) if min(ratios) < 1 else max(ratios), 1).removesuffix(".0")
    message = (
        f'{one.text.strip()} and {other.text.strip()}: that is a factor of {shown}, the words say "{found["verb"]}…"'
    )
    yield sentence, one.start, one.ends_number, one.number.text, expected, message


def _this_is(sentence: Sentence, before: Sentence, said: Sequence[Amount]) -> Iterator[Word]:
    """ "… takes 750 tokens with the one and 600 tokens with the other.  This is 20 % fewer tokens"."""
    start = _THIS.match(sentence.text)
    found = PERCENT.match(sentence.text, start.end()) if start is not None else None
    thing = _THING.match(sentence.text, found.end()) if found is not None else None
    if found is None or thing is None or _OPEN.search(sentence.text) or _OPEN.search(before.text):
        return
    name = singular(thing["thing"])
    told = [each for each in amounts(before) if each.kind == ((name, 1),) and each.number.value > 0]
    if len(told) != 2 or any(each.kind == ((name, 1),) for each in said):
        return
    two = two_amounts(sentence, *told)
    if two is not None:
        yield from checked_percent(sentence, found, two)


__all__ = ["beside_words"]
