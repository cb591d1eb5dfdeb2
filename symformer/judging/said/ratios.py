"""How many times one amount of a sentence is another: "3 times as many", "a quarter of", "40 % fewer", "a saving of 75 %".

A sentence with just two amounts of one kind and such a word says it of these two.  A ratio is taken either way,
and squared where a quantity may grow with the square of what is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.judging.said.amounts import Amount, Kind, amounts
from symformer.judging.said.asserted import is_repeated
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.count_words import COUNT_WORDS
from symformer.text.cued import Cued

Word = tuple[Sentence, int, int, str, str, str]
"""The sentence, where the word or number stands in it, what is printed, what it ought to be, the message."""

_PARTS = {
    "half": 2, "halves": 2, "halved": 2, "halving": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "sixteenth": 16, "hundredth": 100, "thousandth": 1000, "twice": 2, "double": 2, "doubles": 2,
    "doubled": 2, "doubling": 2, "triple": 3, "triples": 3, "tripled": 3, "thrice": 3, "quadruple": 4, "quadruples": 4, "quadrupled": 4,
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "sixteen": 16,
    "twenty": 20, "a hundred": 100, "hundred": 100, "thousand": 1000, "a thousand": 1000, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5,
    "六": 6, "八": 8, "十": 10, "一半": 2,
}  # fmt: skip
_COUNT = r"two|three|four|five|six|seven|eight|nine|ten|twelve|sixteen|twenty|(?:a\s+)?hundred|(?:a\s+)?thousand"
_ABOUT = r"(?:(?P<about>about|around|roughly|approximately|nearly|almost|some|over|more than|less than|under|just under|just over|close to|约|大约|近)\s*)?"
_SIZE = r"large|big|many|much|long|high|small|short|fast|slow|expensive|cheap|wide|deep|heavy|great"
_MORE = r"larger|bigger|more|longer|higher|smaller|fewer|less|shorter|lower|faster|slower|cheaper|wider|deeper|heavier|greater"
TIMES = Cued(
    rf"(?<![A-Za-z0-9.,]){_ABOUT}(?P<exact>exactly\s+|precisely\s+)?(?:"
    rf"(?P<k>\d+(?:\.\d+)?|{_COUNT})\s*(?:times|×|x\b|-fold\b)\s*(?:as\s+(?:{_SIZE})\b|the\s+\w+\b|(?P<more>{_MORE})\b)"
    rf"|(?P<k2>twice|double|half|a\s+third|one\s+third|a\s+quarter|one\s+quarter|an?\s+(?:fifth|sixth|eighth|tenth|twelfth|sixteenth|hundredth))\s+(?:as\s+(?:{_SIZE})\b|the\s+\w+\b|of\b|that\b)"
    r"|(?:an?|one)\s+(?P<k3>half|third|quarter|fourth|fifth|sixth|eighth|tenth|twelfth|sixteenth|hundredth)\b(?!\s+(?:layer|token|head|step|row|column|position|block|word|entry|dimension|model|time|way|one|term|class|example|epoch|run|option))"
    rf"|(?:(?:by\s+)?a\s+factor|speed-?\s?up)\s+of\s+(?:about\s+|roughly\s+|exactly\s+)?(?P<k4>\d+(?:\.\d+)?|{_COUNT})(?!,\d{{3}}|[\w.]*\d)"
    r"|(?:halves|doubles|triples|quadruples)(?=\s+(?:it|the|that))"
    r"|(?:快|慢|加速|提速)?了?\s*(?P<k5>\d+(?:\.\d+)?|[两二三四五六八十])\s*倍|的?(?P<k6>一半))",
    re.IGNORECASE,
)
_FEWER = r"fewer|less|smaller|cheaper|lower|shorter|reduction|saving|savings|decrease|drop|decline|cut|faster|smaller"
_GREATER = r"more|larger|bigger|higher|longer|increase|gain|growth|rise|improvement|slower|greater|faster"
PERCENT = Cued(
    rf"(?:\b(?P<verb>saves?|saved|saving|reduces?|reduced|cuts?|savings?\s+of|reduction\s+of|decrease\s+of|drop\s+of|cut\s+of|decline\s+of|fall\s+of"
    r"|(?P<rise>increase\s+of|gain\s+of|growth\s+of|rise\s+of|improvement\s+of))\s*(?:the\s+|its\s+)?(?:[a-z-]+\s+){0,4}?(?:by\s+)?"
    r"(?P<about>about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|some\s+|over\s+|more\s+than\s+)?(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)"
    rf"(?!\s*(?:points|(?:{_GREATER})\b))(?!\s*点)"
    rf"|(?P<about2>about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|some\s+|over\s+|more\s+than\s+)?(?<![\w.])(?P<p2>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent)\s+(?:(?:relative|overall|total)\s+)?(?:(?P<fewer>{_FEWER})|(?P<greater>{_GREATER}))\b"
    r"|(?<=[\s(])(?:i\.e\.,?\s+|that is,?\s+|or\s+|\()?by\s+(?P<about3>about\s+|around\s+|roughly\s+|nearly\s+|almost\s+)?(?P<p4>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)(?!\s*points)"
    r"|(?:减少|降低|节省|下降|缩短)了?(?:约|大约)?\s*(?P<p3>\d{1,3}(?:\.\d+)?)\s?%)",
    re.IGNORECASE,
)
MOST_AMOUNTS = 4
LEAST_DIGITS = 3
_TOGETHER = Cued(r"\b(?:together|altogether|in all|in total)\W*\Z", re.IGNORECASE)
_PASSED = Cued(r"\b(?:after|at|in|until|by|over|within|for)\s+\Z", re.IGNORECASE)
_PASSING = frozenset({"epoch", "step", "iteration", "round", "time", "update"})
SAME = Fraction(27, 25)
_LETTERS = Cued(r"[A-Za-z]+")
FALLS = Cued(r"\b(?:reduc(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|f[ae]ll(?:s|ing)?|drop(?:s|ped|ping)?|shr(?:inks?|ank|inking)|cuts?|lower(?:s|ed)?|declin(?:e[sd]?|ing))\b", re.I)  # fmt: skip
RISES = Cued(r"\b(?:increas(?:e[sd]?|ing)|r(?:ises?|ose|aises?|aised)|gr(?:ows?|ew)|climb(?:s|ed)?)\b", re.I)
_NOT_MEANT = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|not|never|wrong(?:ly)?|mistake|naive(?:ly)?|at (?:least|most)|up to|another|other|respectively|each|in turn|per|further|additional)\b|n['’]t\b|\?|若|如果|错误|分别|不|每",
    re.IGNORECASE,
)
_PER_BEFORE = Cued(r"\A[^\d.;]*\bper\s+[a-z-]+(?=[^\d.;]*\d)", re.IGNORECASE)  # "total per layer: 40 instead of 64"
_LINKED = Cued(
    r"\s*(?:[a-z-]+\s+){0,3}?(?:,\s*)?(?:instead of|rather than|against|versus|vs\.?|compared (?:to|with)|down to|up to|to|of|than|as|from|in place of)\s+(?:the\s+|its\s+)?(?:[a-z-]+\s+){0,4}?",
    re.IGNORECASE,
)
_DIRECT = Cued(
    r"\s*(?:[,(]\s*)?(?:(?:is|are|was|instead of|rather than|against|versus|vs\.?|to|compared (?:to|with))\b|是|[降升减增]?到|[降升]至)[^\d.;:]{0,30}\d",
    re.IGNORECASE,
)
_OF_TIME = Cued(r"快|慢|加速|提速|faster|slower|shorter|quick|fast|slow|speed", re.IGNORECASE)
_OTHER_FACTOR = Cued(r"\d\s?(?:×|x\b|-fold)|\d\s*times\b|倍", re.IGNORECASE)
_LEFT_OUT = Cued(r"\s*(?:[.,:;)），。；]|\Z|of\b|in\b|for\b|before\b|instead\b)")
_MEASURES = frozenset({"bytes", "time", "power", "operation", "percent"})
_QUADRATIC = Cued(
    r"\b(?:lengths?|sequences?|context|tokens?|resolution|sides?|widths?|dimensions?|radius|quadratic\w*|squared?|scores?|variance|deviation|hidden|sizes?|kernel)\b"
    r"|长度|维度|平方|序列|d_|\\sqrt",
    re.IGNORECASE,
)
_TURNED = Cued(r"\b(?:doubl(?:es|ed|ing)|halv(?:es|ed|ing)|tripl(?:es|ed|ing)|quadrupl(?:es|ed|ing))\b", re.I)


@dataclass(frozen=True, slots=True)
class Two:
    """Two amounts of one kind: the ratio of the larger to the smaller, with how far it may be off."""

    small: Amount
    large: Amount
    ratios: tuple[Fraction, ...]
    loose: Fraction


_OF_THAT = Cued(
    r"\b(?:exactly\s+|just\s+)?(?P<k>twice|double|half|a\s+third|one\s+third|a\s+quarter|one\s+quarter|an?\s+eighth|a\s+tenth|(?:\d{1,3}|two|three|four|five|six|eight|ten)\s+times)\s+(?:of\s+)?(?:that|this|as\s+(?:much|many))\b\s*[,(:—–=]\s*(?:namely\s+|i\.e\.\s*|or\s+|only\s+|that is,?\s+)?(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?![\w]|[.,]\d)",
    re.IGNORECASE,
)
_SUPPOSED = Cued(r"\b(?:if|suppose|would|could|might|not|never|wrong\w*)\b|n['’]t\b|\?|如果|不", re.IGNORECASE)
_LONG = Cued(r"(?<![\w.,^{])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w]|[.,]\d)")
_SHARE = Cued(
    r"(?:占(?:了|全部的|总数的)?|[,(—–]\s*(?:i\.e\.,?|that is,?|or|which is|only|just)\s++)\s*(?P<about>about\s+|around\s+|roughly\s+|约|大约)?\s*(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)\s*(?:of\s+(?:it|that|them|all|the\s+(?:total|whole|parameters|weights))\b)?\s*(?=[.,;)。，；]|\Z)",
    re.IGNORECASE,
)


_SO_MANY_TIMES = Cued(
    rf"(?<![\w.,])(?P<k>\d+\.\d+|\d{{2,4}})(?:\s?(?:times|×|x\b)\s+(?:as\s+(?:{_SIZE})|{_MORE}|the)\b|\s?x(?=[.,;)])|\s?倍)",
    re.IGNORECASE,
)
_RESULTS = Cued(r"\s*(?:now\s*)?[:(]")
_BOTH = Cued(r"\s*+(?:[,(]?\s*(?:in|for|with|at|on)\s+[\w-]+\)?)?\s*,?\s*and\s+", re.IGNORECASE)
LEAST_PAIRED = 3  # digits of numbers of which a ratio is told without a word between


def _times_of_before(block: Sentence) -> Iterator[Word]:
    """ "… has 294,912 weights. … together 33,920. That is 8.7 times fewer": of the last number and one before it."""
    for found in _SO_MANY_TIMES.finditer(block.text):
        shown = printed(found["k"])
        numbers = [(each, printed(each[0].replace(",", ""))) for each in _LONG.finditer(block.text)]
        values = [number.value for each, number in numbers if each.start() != found.start("k") and number.value > 0]
        loose = shown.half_width("≈") + shown.value / 100
        if _is_of_other_things(block.text, found, numbers):
            continue
        before = [number for each, number in numbers if each.end() < found.start() and number.digits >= LEAST_PAIRED]
        if len(before) < 2 or _NOT_MEANT.search(block.text[max(0, found.start() - 80) : found.end() + 20]):
            continue
        if any(min(abs(one / other - shown.value), abs(one / other - 1 - shown.value)) <= loose for one in values for other in values):  # fmt: skip
            continue
        last = before[-1]
        ratios = {max(last.value, each.value) / min(last.value, each.value): each for each in before[:-1]}
        texts = {decimal_text(ratio, max(shown.decimals, 0)): each for ratio, each in ratios.items()}
        slips = [text for text in texts if is_slip(text, shown.text)]
        if len(slips) == 1:
            message = f"{texts[slips[0]].text} and {last.text}: that is a factor of {slips[0]}, not {shown.text}"
            yield block, *found.span("k"), found["k"], slips[0], message


_THING = Cued(r"\s*(?P<thing>[A-Za-z]{2,})")
_NO_THING = frozenset(
    "than of as in the that this for and or but when with which to from per is are was by at on if so it".split()
)


def _is_of_other_things(
    text: str, found: re.Match[str], numbers: Sequence[tuple[re.Match[str], PrintedNumber]]
) -> bool:
    """Whether the words name what there is more of, and the numbers before are of other things: 151 ms, 1.5 times as many samples."""
    thing = _THING.match(text, found.end())
    name = thing["thing"].casefold() if thing is not None else ""
    if not name or name in _NO_THING:
        return False
    units = {
        unit["thing"].casefold()
        for each, _ in numbers
        if each.end() < found.start() and (unit := _THING.match(text, each.end())) is not None
    } - _NO_THING
    return bool(units) and not any(name.startswith(each.rstrip("s")) for each in units)


def paragraph_words(block: Sentence) -> Iterator[Word]:
    """ "With r = 8 it is half of that, 4,194,304": of a number that stands before it in the paragraph."""
    yield from _times_of_before(block)
    for found in _OF_THAT.finditer(block.text):
        before = [printed(each[0].replace(",", "")) for each in _LONG.finditer(block.text, 0, found.start())]
        shown = printed(found["n"].replace(",", ""))
        word = re.sub(r"\s*times\Z", "", found["k"].casefold())
        factor, _ = _named(word)
        factor = 1 / factor if re.search(r"half|third|quarter|eighth|tenth", word) else factor
        if not before or _NOT_MEANT.search(block.text[max(0, found.start() - 60) : found.end()]):
            continue
        if any(
            abs(each.value * factor - shown.value) <= max(shown.unit, shown.value / 50, each.half_width() * factor)
            for each in before
        ):
            continue
        before = [each for each in before if each.digits >= LEAST_DIGITS or not each.exact]
        near = [each for each in before[-3:] if Fraction(1, 4) <= each.value * factor / shown.value <= 4]
        if near:
            expected = decimal_text(near[-1].value * factor, max(shown.decimals, 0))
            message = f"{' '.join(found['k'].split())} {near[-1].text} is {expected}, not {found['n']}"
            yield block, *found.span("n"), found["n"], expected, message


def _shares(sentence: Sentence) -> Iterator[Word]:
    """ "67.1 million in all, of which a token uses 16.8 million, i.e. 25 %": a share, what is left, or a growth."""
    places = list(_SHARE.finditer(sentence.text))
    if _SUPPOSED.search(sentence.text):
        return
    if len(places) != 1 or PERCENT.search(sentence.text) or TIMES.search(sentence.text):
        return
    (found,) = places
    said = [each for each in amounts(sentence) if each.end <= found.start()]
    plain = [each for each in said if each.kind != (("percent", 1),) and each.number.value > 0]
    if len(plain) != 2 or len([each for each in amounts(sentence) if each.kind == (("percent", 1),)]) != 1:
        return
    two = _two(sentence, *plain, only=True, told=bool(plain[0].unit))
    number = printed(found["p"])
    if two is None or not plain[0].unit and not plain[0].kind and not plain[1].kind:
        return
    ways = [way for ratio in two.ratios for way in (100 / ratio, 100 - 100 / ratio, 100 * (ratio - 1), 100 * ratio)]
    loose = max(number.unit, Fraction(1, 2)) + 100 * two.loose + (3 if found["about"] else 0)
    if not any(abs(way - number.value) <= loose for way in ways):
        expected = decimal_text(ways[0], max(number.decimals, 0))
        message = f"{two.small.text.strip()} of {two.large.text.strip()} are {expected}%, not {found['p']}%"
        yield sentence, *found.span("p"), found["p"], expected, message


def ratio_words(sentence: Sentence) -> Iterator[Word]:
    """Every ratio in words, or in percent, that is not the one of the two amounts of its sentence."""
    text = sentence.text
    yield from _shares(sentence)
    if _NOT_MEANT.search(_PER_BEFORE.sub(_blank, text)):
        return
    times, percents = list(TIMES.finditer(text)), list(PERCENT.finditer(text))
    yield from _points(sentence)
    if len(times) + len(percents) != 1 or _TURNED.search(text) and not times or _THAN_BEFORE.search(text):
        return
    found = (times or percents)[0]
    said = [each for each in amounts(sentence) if each.end <= found.start() or found.end() <= each.start]
    if _OF_ITSELF.match(text, found.end()) is not None:
        said = [each for each in said if each.end <= found.start()]
    behind = [each for each in said if each.start >= found.end()]
    results = len(behind) == 2 and not any(each.kind == behind[0].kind for each in said if each not in behind)
    if results and _RESULTS.match(text, found.end()) and _BOTH.fullmatch(text, behind[0].end, behind[1].start):
        return  # "three times as large: 12 MiB in fp16 and 24 MiB in fp32"
    last = max((each for each in said if each.end <= found.start()), key=lambda each: each.end, default=None)
    if last is not None and not last.kind and not last.unit and _TOGETHER.search(text, 0, last.start):
        return  # "four of 1,048,576 weights, together 4,194,304, are a third of …" is said of the last of them
    pairs = [each for each in _pairs_alike(sentence, said) if not _is_listed_behind(text, found.end(), each)]
    others = (
        each for each in _OTHER_FACTOR.finditer(text) if each.end() <= found.start() or found.end() <= each.start()
    )
    if not pairs or any(each.start() > found.end() + 1 or each.end() <= found.start() for each in others):
        return
    if _OF_TIME.search(found[0]) and not all("time" in dict(two.small.kind) for two in pairs):
        return  # a speed is not told by what is counted
    check = checked_times if times else checked_percent
    wrong = [list(check(sentence, found, two)) for two in pairs]
    if all(wrong):
        yield from wrong[0]


def _is_listed_behind(text: str, end: int, two: Two) -> bool:
    """Whether two amounts are items of what a colon behind the ratio opens: "four times the size: 64 units, active 8 units"."""
    first, second = sorted((two.small, two.large), key=lambda each: each.start)
    if first.start < end or ":" not in text[end : first.start]:
        return False
    return re.search(r"[,;]\s*[$(]?\s*[^\W\d]", text[first.end : second.start]) is not None


# "doubling the length makes the scores four times as expensive, 276 GFLOPs": beside what they were before
_THAN_BEFORE = Cued(
    r"\b(?:doubling|halving|tripling|quadrupling)\b[^.;]{0,60}\b(?:makes?|leads?|means?|needs?)\b", re.IGNORECASE
)


def _blank(found: re.Match[str]) -> str:
    """As many blanks as what stands before all numbers: of each of them it is said alike."""
    return found[0].replace("per", "   ")


# "14 GB, in int8 half of it, and in 4 bits 3.6 GB": what stands behind it is of something else
_OF_ITSELF = re.compile(
    r"\s*(?:it|that|this|them|as\s+(?:much|many))?\s*[,;]\s*(?:and\s+)?(?:in|with|for|at|on|under)\b", re.IGNORECASE
)

_POINTS = re.compile(
    r"\b(?:an?\s+(?:\w+\s+)?(?:increase|gain|growth|rise|improvement|reduction|decrease|drop|decline|fall|difference|gap|change)\s+of|by|or)\s+(?:about\s+|only\s+)?"
    r"(?P<p>\d{1,3}(?:\.\d+)?)\s+(?:percentage\s+)?points?\b|(?P<p2>\d{1,3}(?:\.\d+)?)\s*个?百分点",
    re.IGNORECASE,
)


def _points(sentence: Sentence) -> Iterator[Word]:
    """ "From 80 % to 84 %, an increase of 6 percentage points"."""
    found = _POINTS.search(sentence.text)
    percents = [each for each in amounts(sentence) if each.kind == (("percent", 1),)]
    if found is None or len(percents) != 2 or percents[1].start > found.start():
        return
    name = "p" if found["p"] else "p2"
    number = printed(found[name])
    difference = abs(percents[0].number.value - percents[1].number.value)
    if abs(difference - number.value) <= max(number.unit, *(each.number.unit for each in percents if not each.number.exact), Fraction(1, 100)) - Fraction(1, 100):  # fmt: skip
        return
    expected = decimal_text(difference, max(each.number.decimals for each in percents))
    message = f"from {percents[0].text.strip()} to {percents[1].text.strip()} is {expected} points, not {found[name]}"
    yield sentence, *found.span(name), found[name], expected, message


def _pairs_alike(sentence: Sentence, said: Sequence[Amount]) -> list[Two]:
    """All pairs of amounts of one kind, those beside one another first; none where there are too many to choose from."""
    plain = [each for each in said if each.kind != (("percent", 1),) and each.number.value > 0]
    if len([each for each in plain if _is_name(sentence.text, each)]) > 1:
        return []  # the 70-billion-parameter model beside the 7-billion-parameter one
    plain = [each for each in plain if _PASSED.search(sentence.text, max(0, each.start - 8), each.start) is None or not set(dict(each.kind)) & _PASSING]  # fmt: skip
    if not 2 <= len(plain) <= MOST_AMOUNTS:
        return []
    pairs = sorted(combinations(range(len(plain)), 2), key=lambda pair: (pair[1] - pair[0], -pair[1]))
    found = (_two(sentence, plain[one], plain[other], only=len(plain) == 2) for one, other in pairs)
    return [each for each in found if each is not None]


# "the 70-billion-parameter model needs 100 times as much compute as the 7-billion-parameter model"
_MODEL = Cued(
    r"\s*(?:的\s*)?模型|[\s-]*(?:parameters?[\s-]+)?(?:models?|networks?|variants?|versions?)\b", re.IGNORECASE
)
_RANGE = Cued(r"(?:\b(?:from|between)\s+|从\s*|在\s*)[-−]?\d[\d.,]*\s*(?:to|and|到|至)\s*\Z", re.IGNORECASE)


def _is_name(text: str, said: Amount) -> bool:
    """Whether an amount only names a model by its size."""
    return _MODEL.match(text, said.end) is not None


def _two(sentence: Sentence, one: Amount, other: Amount, *, only: bool, told: bool = False) -> Two | None:
    if not only and (not one.kind and not one.unit or one.kind != other.kind or bool(one.unit) != bool(other.unit)):
        return None  # with more to choose from, only what is named alike
    if not _like(sentence, one, other):
        one, other = _borrowed(sentence, one, other)
        if _counted(one) != _counted(other):
            return None
    if not told and not one.kind and not other.kind and (not only or _DIRECT.match(sentence.text, one.end) is None):
        if not (one.unit and other.unit and _LINKED.fullmatch(sentence.text, one.end, other.start)):
            return None  # numbers of anything
    first, second = (one, other) if one.values[0] <= other.values[0] else (other, one)
    ratios = {large / small for large in second.values for small in first.values}
    if len(first.values) == len(second.values) and len(first.values) > 1:
        ratios = {large / small for large, small in zip(second.values, first.values, strict=True)}
    if max(ratios) <= 1 or min(ratios) > 100_000:
        return None
    if (
        max(ratios) < SAME + first.loose + second.loose
        and set(dict(first.kind)) & {"bytes", "time"}
        and _LETTERS.findall(first.text) != _LETTERS.findall(second.text)
    ):
        return None  # one amount in two units: 436 MB, or 415 MiB; 7 hours, or 0.3 days
    return Two(first, second, tuple(ratios), first.loose + second.loose)


def two_amounts(sentence: Sentence, one: Amount, other: Amount) -> Two | None:
    """Two amounts that a sentence sets side by side, where they are of one kind."""
    if one.kind and other.kind and one.kind != other.kind or _is_name(sentence.text, one):
        return None
    return _two(sentence, one, other, only=True, told=bool(one.kind or other.kind or one.unit and other.unit))


def _like(sentence: Sentence, one: Amount, other: Amount) -> bool:
    """Whether two amounts count the same: by their kind, or where one leaves out what the other names."""
    if _counted(one) == _counted(other) and one.kind != other.kind:
        return bool(one.kind and other.kind)  # 5 ms per token against 40 ms
    if one.kind == other.kind:
        return bool(one.unit) == bool(other.unit) or bool(one.kind)
    if one.kind and other.kind:
        return False
    bare, full = (one, other) if not one.kind else (other, one)
    if _RANGE.search(sentence.text, max(0, bare.start - 24), bare.start) is not None:
        return False  # "16 levels, from -8 to 7"
    if any(name in _MEASURES for name, _ in full.kind):
        return False
    if bare.unit or full.unit:
        return bool(bare.unit and full.unit)
    return _LEFT_OUT.match(sentence.text, bare.end) is not None


def _counted(amount: Amount) -> Kind:
    return tuple((name, degree) for name, degree in amount.kind if degree > 0)


def _borrowed(sentence: Sentence, one: Amount, other: Amount) -> tuple[Amount, Amount]:
    """Two amounts of which one has its unit from the other: "12 hours instead of 16", "8 instead of 32 heads"."""
    linked = _LINKED.fullmatch(sentence.text, one.end, other.start) is not None
    if not linked or one.unit and other.unit or one.kind and other.kind:
        return one, other
    if other.kind or other.unit:
        scale = other.values[0] / other.number.value
        return _taken(one, other, scale), other
    scale = one.values[0] / one.number.value
    return one, _taken(other, one, scale)


def _taken(bare: Amount, full: Amount, scale: Fraction) -> Amount:
    value = bare.number.value * scale
    return Amount(bare.number, (value,) * len(full.values), full.kind, full.unit, bare.text, bare.start, bare.ends_number, bare.end)  # fmt: skip


def _named(word: str) -> tuple[Fraction, PrintedNumber | None]:
    text = " ".join(word.casefold().split())
    text = text.removeprefix("a ").removeprefix("an ").removeprefix("one ") if text not in _PARTS else text
    if text in _PARTS:
        return Fraction(_PARTS[text]), None
    number = printed(text)
    return number.value, number


_BY = Cued(r"\bby\s+(?:about\s+|roughly\s+|only\s+|almost\s+|nearly\s+)?\Z", re.IGNORECASE)
_COUNTED_ON = Cued(rf"(?:\b(?:{'|'.join(COUNT_WORDS)})|\d)[\s-]\Z", re.IGNORECASE)


def checked_times(sentence: Sentence, found: re.Match[str], two: Two) -> Iterator[Word]:
    """A factor that is not the one between two amounts."""
    name = next((each for each in ("k", "k2", "k3", "k4", "k5", "k6") if found[each]), None)
    word = found[name] if name is not None else found[0].split()[0]
    factor, number = _named(word)
    if factor <= 0 or factor == 1:
        return
    factor = factor if factor > 1 else 1 / factor
    if name is None and any(is_repeated(ratio, factor) for ratio in two.ratios):
        return  # doubled three times over
    step = number.half_width("≈" if found["about"] else "=") / number.value if number is not None else Fraction(0)
    allowed = two.loose + step + Fraction(1, 10)
    if _COUNTED_ON.search(sentence.text, 0, found.start()):
        return  # sixteen hundred times
    readings = list(two.ratios)
    if number is None and _BY.search(sentence.text, 0, found.start()):  # up by a third is 4 : 3, down by a third 3 : 2
        readings += [way for ratio in two.ratios for way in (1 / (ratio - 1), ratio / (ratio - 1)) if ratio > 1]
    if found["more"]:
        readings += [ratio - 1 for ratio in two.ratios]
    counted = not set(dict(two.small.kind)) & _MEASURES
    if counted and _QUADRATIC.search(sentence.text) and max(two.small.end, two.large.end) <= found.start():
        readings += [ratio**2 for ratio in two.ratios]
    if any(abs(each - factor) <= allowed * factor for each in readings):
        return
    if _is_of_another(sentence.text[found.end() :], two):
        return
    if name is not None and _is_of_another(sentence.text[found.end(name) :], two):
        return
    ratio = two.ratios[0]
    shown = decimal_text(ratio, 0 if ratio.denominator == 1 else 1)
    start, end = found.span(name) if name is not None else found.span()
    message = f"{two.large.text.strip()} are {shown} times {two.small.text.strip()}, not {'half' if word.casefold() == 'half' else ' '.join(word.split())}"
    if number is None:
        message = f'{two.large.text.strip()} are {shown} times {two.small.text.strip()}: the words say "{" ".join(found[0].split())}"'
    yield sentence, start, end, word if number is not None else "", shown if number is not None else "", message


_AS_MANY = Cued(
    r"\s*(?:times\s+)?as\s+many\s+((?!as\b|than\b)[a-z]+(?:\s+(?!as\b|than\b)[a-z]+)?)\s+(?:as|than)\b", re.IGNORECASE
)
_OF_WHAT = Cued(r"\s*(?:the|its|their|our|that)\s+([a-z]+)\b(?!\s*(?:of\s*)?[$(]?\d)", re.IGNORECASE)
_ANY_SIZE = frozenset(
    "size number amount memory cost total original full other first second former latter count time way".split()
)


def _is_of_another(after: str, two: Two) -> bool:
    """Whether a part is taken of something that neither number counts: "to a tenth of the peak at T = 100"."""
    counted = {str(name).casefold().rstrip("s") for name, _ in (*two.small.kind, *two.large.kind)}
    if (many := _AS_MANY.match(after)) is not None:
        return counted.isdisjoint(word.casefold().rstrip("s") for word in many[1].split())
    found = _OF_WHAT.match(after)
    if found is None:
        return False
    word = found[1].casefold()
    return word not in _ANY_SIZE and word.rstrip("s") not in counted


_A_FACTOR = Cued(r"\bfactor\s+of\b[^;,]{0,40}\Z", re.IGNORECASE)


def _way(sentence: Sentence, before: int) -> bool | None:
    """Whether a sentence tells of a rise; None where it tells of neither, or of both."""
    up, down = (pattern.search(sentence.text, 0, before) is not None for pattern in (RISES, FALLS))
    return None if up == down else up


def checked_percent(sentence: Sentence, found: re.Match[str], two: Two) -> Iterator[Word]:
    """A percentage that one of two amounts is not of the other, nor more or less than it by so much."""
    if any(_A_FACTOR.search(sentence.text[: each.start]) for each in (two.small, two.large)):
        return  # a ratio itself, and not what something was
    name = next(each for each in ("p", "p2", "p3", "p4") if found[each])
    number = printed(found[name])
    rough = found["about"] or found["about2"] or found["about3"]
    half = max(number.unit / 2 if not number.exact else Fraction(1, 2), Fraction(1)) + (3 if rough else 0)
    grows = bool(found["rise"] or found["greater"]) and not found["fewer"]
    if name == "p4":
        way = _way(sentence, found.start())
        if re.search(r"\bfrom\s+\Z", sentence.text[: min(two.small.start, two.large.start)]) is not None:
            way = two.small.start < two.large.start
        if way is None:
            return
        grows = way
    either = "faster" in found[0].casefold() or "improvement" in found[0].casefold()
    ways: list[Fraction] = []
    for ratio in two.ratios:
        powers = (1, 2) if _QUADRATIC.search(sentence.text) else (1,)
        less = [100 * (1 - 1 / ratio**power) for power in powers]
        more = [100 * (ratio**power - 1) for power in powers]
        ways += [*less, *more] if either else more if grows else less
    loose = half + 100 * two.loose
    if any(abs(way - number.value) <= loose for way in ways):
        return
    expected = decimal_text(ways[0], max(number.decimals, 0 if abs(ways[0] - round(ways[0])) < Fraction(1, 2) else 1))
    one, other = (two.small, two.large) if grows else (two.large, two.small)
    message = f"from {one.text.strip()} to {other.text.strip()} is {expected}%, not {found[name]}%"
    yield sentence, *found.span(name), found[name], expected, message


__all__ = [
    "PERCENT",
    "TIMES",
    "Two",
    "Word",
    "checked_percent",
    "checked_times",
    "paragraph_words",
    "ratio_words",
    "two_amounts",
]
