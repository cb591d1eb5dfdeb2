"""How many of so much each make a total: "four projections with 589,824 weights each, that is 2,359,296".

A total that is a whole multiple of what each has tells how many there are; one that is a digit off is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.count_words import CHINESE_COUNTS, COUNT_WORDS
from symformer.text.cued import Cued

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_EACH = Cued(
    rf"(?<![\w.,^/])(?P<a>{_NUMBER})(?:\s+(?!each\b)[a-z-]+){{0,2}}?\s+each\s*[,:;(—–]?\s*(?:and\s+)?(?:that\s+is|i\.e\.|or|so|hence|thus|which\s+(?:makes|gives|is)|together|altogether|in\s+total|making|a\s+total\s+of|=)[,:]?\s*(?:[a-z]+\s+){{0,3}}?(?P<t>{_NUMBER})(?![\w^]|[.,]\d|\s?[×·*/+^%])",
    re.IGNORECASE,
)
_OF = Cued(
    rf"\b(?P<n>{'|'.join(COUNT_WORDS)}|\d{{1,3}})\s+(?:[a-z-]+\s+){{0,2}}?[a-z]+s\s+of\s+(?P<a>{_NUMBER})(?:\s+(?!each\b)[a-z-]+)?\s*[,:;(—–]\s*(?:that\s+is|i\.e\.|which\s+(?:makes|gives|is)|together|altogether|making|=)[,:]?\s*(?:[a-z]+\s+){{0,2}}?(?P<t>{_NUMBER})(?![\w^]|[.,]\d|\s?[×·*/+^%])",
    re.IGNORECASE,
)
_CHINESE = Cued(
    rf"(?P<n>[两三四五六七八]|\d{{1,3}})\s*[个层块张组头][^,,。;;\d]{{0,10}}?[,,]?\s*每[个层块张组头][^,,。;;\d]{{0,8}}?(?P<a>{_NUMBER})(?![\w^.]*\d|\s?[×·*/+^%万亿])[^,,。;;\d]{{0,6}}[,,]\s*(?:一共|总共|合计|共|即)[^,,。;;\d]{{0,6}}?(?P<t>{_NUMBER})(?![\w^.]*\d|\s?[×·*/+^%万亿])"
)
_COUNT = Cued(rf"(?<![\w.,^/×·-])(?P<n>{'|'.join(COUNT_WORDS)}|\d{{1,4}})\s+(?=[a-z])", re.IGNORECASE)
_OPEN = Cued(
    r"\b(?:if|would|not|never|about|around|roughly|approximately|nearly|almost|over|more\s+than|except|without|shared?|another|plus|minus|per|respectively)\b|n['’]t\b|\?|≈|约|如果|不|分别",
    re.IGNORECASE,
)
MOST, BACK = 200, 90


def each_words(sentence: Sentence) -> Iterator[Word]:
    """Every count, or total, that so much each does not come to."""
    text = sentence.text
    if _OPEN.search(text) is not None:
        return
    for found in _EACH.finditer(text):
        counts = list(_COUNT.finditer(text, max(0, found.start() - BACK), found.start()))
        if counts:
            yield from _judged(sentence, found, counts[-1], [_value(each["n"]) for each in counts[:-1]])
    for pattern in (_OF, _CHINESE):
        for found in pattern.finditer(text):
            before = _COUNT.finditer(text, max(0, found.start() - BACK), found.start())
            yield from _judged(sentence, found, found, [_value(each["n"]) for each in before])


def _value(word: str) -> int:
    plain = word.casefold().replace(",", "")
    return COUNT_WORDS.get(plain) or CHINESE_COUNTS.get(plain) or int(plain)


def _judged(sentence: Sentence, found: re.Match[str], told: re.Match[str], others: list[int]) -> Iterator[Word]:
    count, each, total = _value(told["n"]), _value(found["a"]), _value(found["t"])
    if each < 2 or count < 2 or count * each == total or total < each:
        return
    made = str(count * each)
    text = f"{count * each:,}" if "," in found["t"] else made
    if len(made) > 2 and is_slip(made, str(total)) and total % each:
        yield sentence, *found.span("t"), found["t"], text, f"{count} × {found['a']} is {text}, not {found['t']}"
        return
    times, rest = divmod(total, each)
    if rest or not 1 < times <= MOST or any(times in (other, other * count) for other in others) or len(str(each)) < 2:
        return
    message = f"{found['t']} is {times} × {found['a']}, not {told['n']} times"
    shown = told["n"] if told["n"].isdigit() else ""
    yield sentence, *told.span("n"), shown, str(times) if shown else "", message


__all__ = ["each_words"]
