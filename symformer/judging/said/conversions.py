"""Amounts that follow from others in the same sentence by their units alone.

``8,192 MB, or 16 GB``: the same in another unit.  ``50 steps per second, i.e. 200 ms per step``: the same rate, turned.
``400 kW for 30 hours, that is 1,200 kWh``: a product.  Each number is taken with all that prints like it, and
a kilobyte both ways; what is off by less than a careless rounding is left alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.judging.said.amounts import PER_AHEAD, Amount, Kind, amounts, joined, singular
from symformer.judging.said.sentences import Sentence
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued

Found = tuple[Sentence, Amount, str, str]
"""The sentence, the amount that is wrong, what it ought to be, and the message."""

_NOT_MEANT = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|instead|not|never|wrong(?:ly)?|mistake|naive(?:ly)?|more than|less than|at (?:least|most)"
    r"|up to|under|unlike|whereas|only|another|other|overhead|utili[sz]ation|in practice|efficiency|respectively)\b|n['’]t\b|\?|若|如果|错误|而不是|分别",
    re.IGNORECASE,
)
_SAME = Cued(
    r"\s*(?:[a-z]+\s*){0,4}?(?:[,(（，:;—–-]\s*)?(?P<sign>i\.e\.,?|that is,?|which is|that makes|(?<=\s)are|(?<=\s)is|equals|(?<=[,(（，])\s?or|equivalently,?|in other words,?|[=≈]|(?<=[(（])|(?<=[,，])(?=\s*(?:about|around|roughly|approximately|nearly|almost|some|just|≈|约|大约))|即|也就是|约合|等于|折合|相当于|合|约)"
    r"\s*(?P<about>(?:about|around|roughly|approximately|nearly|almost|some|just|exactly|约|大约|≈|=)\s*)*",
    re.IGNORECASE,
)
_SO = Cued(
    r"\s*[,;(]\s*(?:so|hence|thus|giving|which gives|or|i\.e\.)\s*,?\s*(?:(?:we|it|that|at most|up to|gets?|produces?|makes?|is|can|do|decode[sd]?|generates?|reach(?:es)?|about|around|roughly)\s+){0,5}",
    re.IGNORECASE,
)
_HENCE = Cued(
    r"\b(?:therefore|thus|hence|accordingly|consequently|so)\b|因此|所以|则|故|那么", re.IGNORECASE
)  # what a sentence says that rests on the one before
_ENDS = Cued(r"\s*(?:[.,;:)）。，；]|\Z|—|–|or\s+(?:about\s+)?\d)")
_FOLLOWS = Cued(
    r"[=≈:;]|\b(?:so|thus|hence|that is|i\.e\.|which is|gives?|takes?|took|needs?|makes?|means?|costs?|comes? to|amounts? to|used?|uses|totals?"
    r"|together|altogether|in (?:all|total)|requires?|yields?|becomes?|lasts?|or|adds? up to|consumes?|occup(?:y|ies)|at|with)\b|需要|共|即|则|花|耗",
    re.IGNORECASE,
)
ROUGH = Fraction(1, 10)
CAREFUL = Fraction(3, 100)
CLEAR, BY_UNITS = 3, Fraction(3, 200)
MOST_AMOUNTS = 3
ROUND = frozenset({"k", "K", "M", "B", "T", "thousand", "million", "billion", "trillion", "万", "亿"})
_EACH = Cued(
    r"\b(?:each|every|per|a single|one|an?)\s+(?P<per>[a-z]+)\b|[每一]个?\s*(?P<zh>(?!秒|分|小|天)[\u4e00-\u9fff]|[a-z]+)",
    re.IGNORECASE,
)


def conversions(sentence: Sentence, before: Sentence | None = None) -> Iterator[Found]:
    """Every amount of a sentence that is not what the amounts before it come to; ``before`` is the sentence before."""
    said = amounts(sentence)
    if len(said) < 2 or len(said) > 12:
        return
    told = False
    for one, other in itertools.pairwise(said):
        if _COMPARED.search(sentence.text, 0, one.start):
            continue  # "30 ms instead of 90 ms per token, or 33 tokens per second": the first of the two is said again
        for found in (*_restated(sentence, one, other), *_turned(sentence, one, other, before)):
            told = True
            yield found
        if not told:
            for found in _for_one(sentence, one, other):
                told = True
                yield found
    if not told:
        yield from _worked_out(sentence, said)
        both = _together(before, sentence) if before is not None and _HENCE.search(sentence.text) is not None else None
        if both is not None:  # the last amount of the sentence before, and the first two here
            last = len(amounts(before)) - 1 if before is not None else 0
            yield from _worked_out(both, amounts(both)[last : last + MOST_AMOUNTS]) if last >= 0 else ()


_COMPARED = Cued(
    r"\b(?:instead of|rather than|compared (?:to|with)|against|versus|vs\.?)\s+(?:the\s+)?\Z", re.IGNORECASE
)


def _together(before: Sentence, sentence: Sentence) -> Sentence | None:
    """Two sentences as one, where nothing stands between: "One token takes 512 KB. So 4096 tokens take 2 GB."."""
    if before.words is not sentence.words or before.begins + len(before.text) != sentence.begins:
        return None
    return replace(before, text=before.text + sentence.text)


def slack(sentence: Sentence, shown: Amount) -> Fraction:
    """How far from the truth an amount may be, as a share of itself, without being wrong: more where it is said to be rough."""
    before = sentence.text[max(0, shown.start - 16) : shown.start]
    rough = re.search(r"(?:about|around|roughly|approximately|nearly|almost|some|circa|≈|~|约|大约)\W*\Z", before, re.I)
    least = shown.number.unit if not shown.number.exact or not rough else shown.number.last_significant_unit
    last = least / abs(shown.number.value) if shown.number.value else Fraction(0)
    return max(ROUGH if rough else CAREFUL, min(last, Fraction(1, 3)))


def slack_of_units(sentence: Sentence, shown: Amount) -> Fraction:
    """The same for an amount said once more in another unit: three digits with a point are no rough number."""
    number = shown.number
    if number.decimals < 1 or number.digits < CLEAR:
        return slack(sentence, shown)
    return max(BY_UNITS, number.unit / abs(number.value) if number.value else BY_UNITS)


def _restated(sentence: Sentence, one: Amount, other: Amount) -> Iterator[Found]:
    """ "8,192 MB, or 16 GB": the second in a unit of its own."""
    text = sentence.text
    between = _SAME.fullmatch(text, one.end, other.start)
    if between is None and _is_bare_result(one, other):
        between = _BEHIND_A_RESULT.fullmatch(text, one.end, other.start)
    if between is None or not one.kind and one.unit == other.unit or _open(sentence, one, other):
        return
    if len(one.unit) == 1 and re.search(rf"(?<!\w){re.escape(one.unit)}\s*=", between[0]):
        return  # 0.1 t for t = 1
    if len(one.unit) == 1 and not other.unit and between["sign"] == "=":
        return  # "after tile 1 m = 3": a letter and its value
    ends = _ENDS.match(text, other.end) is not None
    inverse = joined(one.kind, other.kind) == () and bool(one.kind) and len(one.kind) == 2
    if inverse and ends:
        expected = [Fraction(1) / value for value in one.values if value]
        if other.kind == one.kind:
            return
        yield from judged(sentence, other, expected, one.loose, f"{one.text.strip()}")
        return
    counted = not other.kind and other.unit in ROUND and "bytes" not in dict(one.kind) and "time" not in dict(one.kind)
    alike = one.kind == other.kind or between["sign"] == "=" and _but_for_each(one.kind, other.kind)
    alike = alike or _is_bare_result(one, other)
    if not alike and not counted or one.unit == other.unit or not ends:
        return
    if one.kind in ((), (("percent", 1),)) and not (one.unit or other.unit):
        return
    signed = between[0].strip() in ("=", "≈") and bool(one.unit and other.unit)
    yield from judged(sentence, other, list(one.values), one.loose, one.text.strip(), said_again=True, signed=signed)


# "= 6.9 × 10^10, i.e. 69 GFLOPs", and in the sentence that goes on behind a display "= 124,439,808 or about 124 million parameters"
_BEHIND_A_RESULT = Cued(
    r"\s*[,，;；]?\s*(?P<sign>or|i\.e\.,?|that is,?|which is|即|也就是|约合|合|约)\s*(?:per\s+\w+\s*)?"
    r"(?P<about>(?:about|around|roughly|approximately|nearly|almost|some|just|only|每[\u4e00-\u9fff]|共|约|大约|≈)\s*)*",
    re.IGNORECASE,
)
LONG = 6  # digits of a result that is said once more in round figures


def _is_bare_result(one: Amount, other: Amount) -> bool:
    """Whether a long number, or one with a power of ten, tells nothing of what it counts, and the next one does."""
    if one.kind or one.unit or not other.unit or abs(one.number.value) < 10**LONG:
        return False
    named = dict(other.kind)
    return "time" not in named and "percent" not in named and "bytes" not in named


def _turned(sentence: Sentence, time: Amount, rate: Amount, before: Sentence | None) -> Iterator[Found]:
    """ "13 ms per token … With int8 the time is 6.5 ms, that is 154 tokens per second": a time for one, and a rate."""
    if dict(time.kind).get("time") != 1 or len(rate.kind) != 2 or dict(rate.kind).get("time") != -1:
        return
    (thing,) = (name for name, degree in rate.kind if name != "time")
    if time.kind not in ((("time", 1),), joined((), rate.kind, -1)):
        return
    ahead = PER_AHEAD.search(sentence.text, time.end, rate.start)
    start = ahead.start() if ahead is not None else rate.start
    between = _SAME.fullmatch(sentence.text, time.end, start)
    so = _SO.fullmatch(sentence.text, time.end, start)
    if between is None and so is None or _open(sentence, time, rate):
        return
    if len(time.kind) == 2 and so is None:
        return  # judged as the same said again
    told = (before.text if before is not None else "") + sentence.text[: rate.start]
    each = {singular(found["per"] or found["zh"]) for found in _EACH.finditer(told)}
    each |= {name for name, degree in time.kind if degree < 0}
    if not each and so is not None and _slipped(time, rate):
        yield from judged(sentence, rate, [1 / value for value in time.values if value], time.loose, time.text.strip())
    if thing in each and len(each & {thing, "batch", "request", "sequence", "step"}) == 1:
        yield from judged(sentence, rate, [1 / value for value in time.values if value], time.loose, time.text.strip())


def _slipped(time: Amount, rate: Amount) -> bool:
    """Whether a rate is what a time for one makes with two digits exchanged, or with another power of ten."""
    meant = 1 / time.values[0] if time.values[0] else Fraction(0)
    text = decimal_text(meant, max(rate.number.decimals, 0))
    tens = any(abs(rate.values[0] / (meant * ten) - 1) <= CAREFUL for ten in (10, 100, Fraction(1, 10)) if meant)
    return tens or len(text) > 1 and sorted(text) == sorted(rate.number.text) and is_slip(text, rate.number.text)


def _but_for_each(one: Kind, other: Kind) -> bool:
    """Whether the second of two kinds only says for what it is: "0.02 s = 20 ms per step".

    >>> _but_for_each((("time", 1),), (("step", -1), ("time", 1)))
    True
    """
    more = [each for each in other if each not in one]
    return bool(one) and set(one) < set(other) and len(more) == 1 and more[0][1] == -1 and more[0][0] != "time"


def _for_one(sentence: Sentence, rate: Amount, time: Amount) -> Iterator[Found]:
    """ "25 requests per second, so one request takes 40 ms"."""
    if time.kind != (("time", 1),) or len(rate.kind) != 2 or dict(rate.kind).get("time") != -1:
        return
    (thing,) = (name for name, degree in rate.kind if name != "time")
    between = sentence.text[rate.end : time.start]
    each = [singular(found["per"] or found["zh"]) for found in _EACH.finditer(between)]
    if each != [thing] or _open(sentence, rate, time) or _ENDS.match(sentence.text, time.end) is None:
        return
    yield from judged(sentence, time, [1 / value for value in rate.values if value], rate.loose, rate.text.strip())


def _open(sentence: Sentence, one: Amount, other: Amount) -> bool:
    """Whether what lies between two amounts leaves it open whether one follows from the other."""
    return _NOT_MEANT.search(sentence.text, one.start, other.end) is not None


def judged(
    sentence: Sentence,
    shown: Amount,
    expected: Sequence[Fraction],
    loose: Fraction,
    what: str,
    *,
    said_again: bool = False,
    signed: bool = False,
) -> Iterator[Found]:
    """The amount, where none of its values is near one that it ought to have."""
    values = [value for value in expected if value > 0]
    if not values or not all(value > 0 for value in shown.values):
        return
    allowed = loose + (slack_of_units(sentence, shown) if said_again else slack(sentence, shown))
    if any(abs(value - said) <= allowed * min(value, said) for value in values for said in shown.values):
        return
    scale = shown.values[0] / shown.number.value
    true = values[0] / scale
    if said_again and not signed and not _likely(values, shown):
        return
    text = _short(true, shown)
    unit = sentence.text[shown.ends_number : shown.end].strip()
    space = "" if sentence.text[shown.ends_number : shown.ends_number + 1] != " " else " "
    yield sentence, shown, text, f"{what} is {text}{space}{unit}, not {shown.text.strip()}"


def _likely(values: Sequence[Fraction], shown: Amount) -> bool:
    """Whether a number is surely meant to say another: within a factor of four, or a power of ten or of 1024 away."""
    ratios = [value / said for value in values for said in shown.values]
    return any(
        Fraction(1, 4) <= ratio <= 4
        or any(
            abs(ratio * step**power - 1) * 12 <= 1 for step in (10, 60, 1000, 1024) for power in (-3, -2, -1, 1, 2, 3)
        )
        for ratio in ratios
    )


def _short(value: Fraction, shown: Amount) -> str:
    """A value with as many places as the number shows, and three digits at least."""
    places = max(shown.number.decimals, 0)
    while places < 9 and abs(round(value, places) - value) * 50 > abs(value):
        places += 1
    if value >= 10**7:
        power = len(str(int(value))) - 1
        return f"{decimal_text(value / 10**power, 2).rstrip('0').rstrip('.')}·10^{power}"
    text = decimal_text(value, places)
    return text.rstrip("0").rstrip(".") if "." in text and places > shown.number.decimals else text


def _worked_out(sentence: Sentence, said: Sequence[Amount]) -> Iterator[Found]:
    """The one product or quotient of two amounts that a third one is, by their units."""
    known = [each for each in said if each.kind and each.kind != (("percent", 1),)]
    if len(known) < MOST_AMOUNTS or any(not each.kind and each.unit for each in said):
        return
    for at in range(len(known) - MOST_AMOUNTS + 1):
        others = [each for each in known if each not in known[at : at + MOST_AMOUNTS]]
        between = ((known[n].end, known[n + 1].start) for n in (at, at + 1))
        if others and any(re.search(r"\d", sentence.text[start:end]) for start, end in between):
            continue  # more numbers play a part
        if not any(_is_made(known[at + 2], one, other) for one, other in itertools.combinations((*others, *known[at : at + 2]), 2)):  # fmt: skip
            yield from _of_three(sentence, known[at : at + MOST_AMOUNTS])


def _is_made(shown: Amount, one: Amount, other: Amount) -> bool:
    """Whether an amount is the product or the quotient of two others, whatever they count."""
    loose = shown.loose + one.loose + other.loose + CAREFUL
    ways = (way for sign in (1, -1, 0) for way in _combined(one, other, sign))
    return any(abs(way - value) <= loose * value for way in ways for value in shown.values if value > 0)


def _of_three(sentence: Sentence, known: Sequence[Amount]) -> Iterator[Found]:
    first, second, third = known
    if _open(sentence, first, third) or _FOLLOWS.search(sentence.text, second.end, third.start) is None:
        return
    if first.kind == second.kind or _ENDS.match(sentence.text, third.end) is None:
        return
    if _is_worked_with_more(sentence.text[second.end : third.start], (first, second)):
        return
    loose = first.loose + second.loose
    each = {singular(found["per"] or found["zh"]) for found in _EACH.finditer(sentence.text, 0, third.start)}
    ways = [(first.kind, second.kind)]
    ways += [(joined(one, ((name, -1),)), other) for one, other in ways for name in each if dict(other).get(name)]
    ways += [(one, joined(other, ((name, -1),))) for one, other in ways[:1] for name in each if dict(one).get(name)]
    for one, other in ways:
        for result, sign in ((joined(one, other), 1), (joined(one, other, -1), -1), (joined(other, one, -1), 0)):
            if result == third.kind:
                expected = list(_combined(first, second, sign))
                if any(dict(first.kind).get(name) for name in each) and third.kind == second.kind:
                    expected += _combined(first, second, 0)  # of 4000 in all, each of the 20 has 200
                what = f"{first.text.strip()} and {second.text.strip()}: that"
                yield from judged(sentence, third, expected, loose, what)
                return


_SIGN_OF_WORK = re.compile(r"\\(?:cdot|times|d?frac)|[×·*/÷]")
_NUMERAL = re.compile(r"\d+(?:\.\d+)?")
_OF_UNITS = frozenset({"2", "8", "10", "60", "1000", "1024", "3600", "3", "6", "9", "12", "24"})


def _is_worked_with_more(between: str, amounts_before: Sequence[Amount]) -> bool:
    """Whether the working shown before a result has factors of its own beside both amounts: "2 · 7/8 · 14 / 300"."""
    if _SIGN_OF_WORK.search(between) is None:
        return False
    taken = {each.number.text.replace(",", "") for each in amounts_before}
    numerals = set(_NUMERAL.findall(between.replace("{,}", "").replace(",", "")))
    return taken <= numerals and not numerals <= taken | _OF_UNITS


def _combined(first: Amount, second: Amount, sign: int) -> Iterator[Fraction]:
    """The product of two amounts, or their quotient one way (-1) or the other (0)."""
    for one in first.values:
        for other in second.values:
            if one and other:
                yield one * other if sign > 0 else one / other if sign < 0 else other / one


__all__ = ["Found", "Kind", "conversions", "judged", "slack"]
