"""What running text works out between its numbers: a softmax in words, a change, a time in another unit.

``e^2 ≈ 7.389 and e^1 ≈ 2.718.  The sum is 10.107, so the weights are 0.731 and 0.269.``  Each number follows from
those before it in the same paragraph, as they are printed or as they were before they were rounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, digits_in, sentences, whole_block
from symformer.text.cued import Cued

_NUMBER = rf"(?<![\w.,^/])(?:{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^])"
_NOT_MEANT = Cued(
    r"\b(?:if|suppose|imagine|would|could|might|instead|not|never|wrong(?:ly)?|mistake|naive(?:ly)?|roughly|about|say)\b|n['’]t\b|\?|若|如果|错误|大约|约",
    re.IGNORECASE,
)

Found = Iterator[tuple[Sentence, int, int, str, str, str]]
"""The sentence, where a number stands in it, the number, what it ought to be, and the message."""


def spoken_problems(document: Document) -> Iterator[Problem]:
    """Every number of a paragraph that does not follow from those that it is said to follow from."""
    for block in document.prose:
        text = block.text.text
        if block.kind == "heading" or not digits_in(text):
            continue
        yield from map(_problem, _softmax(whole_block(block.text)))
        if not _KEYWORD.search(text):
            continue
        for sentence in sentences(block.text):
            for judge in _JUDGES:
                yield from map(_problem, judge(sentence))


def _problem(found: tuple[Sentence, int, int, str, str, str]) -> Problem:
    sentence, start, end, shown, expected, message = found
    span = sentence.span(start, end)
    return Problem(
        span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": shown, **({"expected": expected} if expected else {})},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


# -- a softmax in words ------------------------------------------------------------------------------------------

_EXPONENTIAL = Cued(
    rf"(?:\be\^\s?(?:\{{[^{{}}=≈]{{1,24}}\}}|\([^()=≈]{{1,24}}\)|[-−]?[\d.]+|[-−]?\w)|\\?\bexp\s?\([^()=≈]{{1,24}}\))\s?[=≈]\s?(?P<n>{_NUMBER})"
)
_SUM = Cued(
    r"(?:\b(?:sum|total|normali[sz]er|denominator)\b(?: of (?:these|them|all(?: three)?|the (?:exponentials|row)|exponentials))?\s*+(?:is|are|being|:|=|≈|of)?"
    r"|\b(?:sum|add up|adding up) to\b|(?:之和|总和|求和)[为是得=：:]?)\s*(?:then\s*|now\s*)?(?:[A-Za-z]\s*(?=[=≈]))?[=≈]?\s*(?P<n>"
    + _NUMBER
    + ")",
    re.IGNORECASE,
)
_WEIGHTS = Cued(
    r"(?:\b(?:weights?|probabilit(?:y|ies)|softmax|shares?)\b[^\d.;:=≈]{0,40}?(?:\bare\b|\bis\b|\bgives\b|[=≈:])|(?:权重|概率)[^\d。；=≈]{0,8}?[为是：:])\s*(?:then\s+)?(?:about\s+|approximately\s+|约)?"
    rf"[\[(]?\s*(?P<list>{_NUMBER}(?:\s*(?:,|、|and|, and|和|及)\s*(?:{_NUMBER}))+)",
    re.IGNORECASE,
)
_OTHERS = Cued(r"\b(?:all|other|others|third|fourth|another|remaining|rest)\b|其他|其余", re.IGNORECASE)
_WORKED_OUT = Cued(r"\s?(?:[-+−*/×·÷^=≈])")
_EACH = Cued(_NUMBER)
FURTHEST = 160  # characters between the last exponential and the sum, or the sum and the shares
MOST_TERMS = 12


def _softmax(block: Sentence) -> Found:
    """Exponentials with their values, the sum they are said to have, and the shares."""
    text = block.text
    items = list(_EXPONENTIAL.finditer(text))
    if len(items) < 2:
        return
    begin = 0
    for place in _SUM.finditer(text):
        terms = [each for each in items if begin <= each.start() and each.end() <= place.start()]
        begin = place.end()
        between = text[terms[-1].end() : place.start()] if terms else ""
        if _WORKED_OUT.match(text, place.end()) is not None:
            continue  # the sum of 5.858 + 1 = 6.858
        if not 2 <= len(terms) <= MOST_TERMS or len(between) > FURTHEST or _EACH.search(between):
            continue
        if _NOT_MEANT.search(text[terms[0].start() : place.start()].replace("≈", "")):
            continue
        values = [printed_as_written(each["n"]) for each in terms]
        total = printed_as_written(place["n"])
        added = sum((each.value for each in values), Fraction(0))
        loose = sum((each.half_width() for each in values), total.half_width()) + total.unit / 2
        if abs(added + 1 - total.value) <= loose or _OTHERS.search(between):
            continue  # with a score of zero, which is not shown
        right = abs(added - total.value) <= loose
        if not right:
            if abs(added - total.value) * 2 < added:
                expected = decimal_text(added, max(total.decimals, 0))
                parts = " + ".join(each.text for each in values)
                yield block, *place.span("n"), place["n"], expected, f"{parts} is {expected}, not {place['n']}"
            continue
        yield from _shares(block, place.end(), values, added)


def _shares(block: Sentence, after: int, values: Sequence[PrintedNumber], added: Fraction) -> Found:
    """The list of shares behind a sum, each beside what its exponential is of it."""
    found = _WEIGHTS.search(block.text, after, min(len(block.text), after + 2 * FURTHEST))
    if (
        found is None
        or _SUM.search(block.text, after, found.start())
        or _EXPONENTIAL.search(block.text, after, found.start())
    ):
        return
    numbers = list(_EACH.finditer(block.text, *found.span("list")))
    if len(numbers) != len(values):
        return
    wrong = []
    for number, value in zip(numbers, values, strict=True):
        shown, share = printed_as_written(number[0]), value.value / added
        if abs(shown.value - share) > shown.unit:
            wrong.append((number, decimal_text(share, max(shown.decimals, 0))))
    if not wrong or 2 * len(wrong) > len(numbers) or any(printed_as_written(each[0]).exact for each in numbers):
        return
    for number, expected in wrong:
        yield block, number.start(), number.end(), number[0], expected, f"the share is {expected}, not {number[0]}"


# -- changes -------------------------------------------------------------------------------------------------------

_KEYWORD = Cued(
    r"\bfrom\b|\bas (?:large|big|many|much|high|long|good|small)\b|factor of|out of|against|instead of|versus|\bvs\b|compared|\d\s?(?:[nmµμu]s|s|seconds|minutes|hours)\b",
    re.IGNORECASE,
)
_CHANGE = Cued(
    rf"\bfrom\s+(?:[^\W\d]\w*\s*[=≈]\s*)?(?P<a>{_NUMBER})\s+to\s+(?P<working>(?:[^,;.=≈]|\.\d){{0,40}}[=≈]\s*)?(?P<b>{_NUMBER})"
    rf"(?:\s*\([^()\d]*\))?\s*[,(:—–-]\s*(?:(?:that is|i\.e\.,?|which is|so)\s+)?(?:an?|the)\s+(?:\w+\s+)?(?:change|difference|shift|drop|decrease|increase|gain|fall|rise|reduction|improvement|move|step)\s+of\s+(?:only\s+|just\s+)?(?P<d>{_NUMBER})(?P<unit>\s?%|\s?percent|\s?×|\s?x\b|\s?times|\s?points)?",
    re.IGNORECASE,
)


def _changes(sentence: Sentence) -> Found:
    """ "moves from 1.0 to 0.98, a change of 0.02"."""
    for found in _CHANGE.finditer(sentence.text):
        one, other, change = (printed_as_written(found[name]) for name in "abd")
        if found["unit"] or _NOT_MEANT.search(sentence.text[: found.end()]):
            continue
        difference = abs(one.value - other.value)
        finest = max(each.decimals for each in (one, other, change))
        loose = sum((each.half_width() for each in (one, other, change) if each.decimals == finest), Fraction(0))
        if abs(abs(change.value) - difference) <= loose or change.exact and change.value > 1 and difference < 1:
            continue
        expected = decimal_text(difference, max(one.decimals, other.decimals, 0))
        message = f"from {found['a']} to {found['b']} is {expected}, not {found['d']}"
        yield sentence, *found.span("d"), found["d"], expected, message


# -- so many out of so many, and in percent -----------------------------------------------------------------------------

_OUT_OF = Cued(
    r"\bout of (?:the |all )?(?P<whole>\d{1,7})(?:\s+[a-z-]+){1,3},\s*(?:only\s+)?(?P<part>\d{1,7})\b[^\d.;%]{1,80}?"
    r"\b(?:rate|share|fraction|accuracy|proportion)\s+of\s+(?:only\s+)?(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)",
    re.IGNORECASE,
)


def _so_many(sentence: Sentence) -> Found:
    """ "Out of 200 examples, 14 are wrong, an error rate of 7 %"; the share of the others is as good."""
    for found in _OUT_OF.finditer(sentence.text):
        whole, part, percent = int(found["whole"]), int(found["part"]), printed_as_written(found["p"])
        if not 0 < part < whole or _NOT_MEANT.search(sentence.text[: found.start("part")]):
            continue
        share = Fraction(100 * part, whole)
        half = Fraction(1, 2) / 10 ** max(percent.decimals, 0)
        if min(abs(share - percent.value), abs(100 - share - percent.value)) <= half:
            continue
        expected = decimal_text(share, max(percent.decimals, 0 if share.denominator == 1 else 1))
        yield sentence, *found.span("p"), found["p"], expected, f"{part} of {whole} is {expected}%, not {found['p']}%"


_LETTERS = r"(?:\s?[A-Za-z][A-Za-z²³^0-9]{0,4})?"
_AGAINST = Cued(
    rf"(?<![\w.,^/])(?P<a>\d[\d,]*(?:\.\d+)?)(?P<la>{_LETTERS})\s*,?\s*(?:against|instead of|versus|vs\.?|compared (?:to|with)|rather than)\s+(?:the\s+)?"
    rf"(?P<b>\d[\d,]*(?:\.\d+)?)(?P<lb>{_LETTERS})\s*(?:[,:;(—–-]|\bis\b|\bwhich is\b)\s*(?:or|that is|i\.e\.|a)?\s*(?P<p>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent)\s*(?:cheaper|smaller|fewer|less|lower|reduction|saving|shorter|faster)",
    re.IGNORECASE,
)


def _cheaper(sentence: Sentence) -> Found:
    """ "18C² against 25C²: 28 % cheaper"."""
    for found in _AGAINST.finditer(sentence.text):
        one, other, percent = (printed_as_written(found[name]) for name in ("a", "b", "p"))
        if found["la"].strip() != found["lb"].strip() or not 0 < one.value < other.value:
            continue
        share = (1 - one.value / other.value) * 100
        if abs(share - percent.value) <= max(Fraction(1), share / 20):
            continue
        expected = decimal_text(share, max(percent.decimals, 0))
        message = f"{found['a']} is {expected}% less than {found['b']}, not {found['p']}%"
        yield sentence, *found.span("p"), found["p"], expected, message


_WORDS_FOR: dict[str, int | Fraction] = {
    "twice": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "half": Fraction(1, 2),
}
_TIMES_AS = Cued(
    rf"\b(?P<k>{'|'.join(_WORDS_FOR)}|\d+(?:\.\d+)?)(?:\s+times)?\s+as\s+(?:large|big|many|much|high|long|good|small)\s*[(:]\s*(?P<a>{_NUMBER})(?P<la>{_LETTERS})\s+(?:against|vs\.?|versus)\s+(?P<b>{_NUMBER})(?P<lb>{_LETTERS})",
    re.IGNORECASE,
)
_FACTOR_OF = Cued(
    r"(?<![\w.,^/])(?P<a>\d[\d,]*(?:\.\d+)?)\s?(?P<ua>[KMGT]i?B|bytes|ms|s|parameters|million|billion)\b(?:[^\d.;:]|(?<=[a-z\d])\d){1,40}?\b(?:and|but|to|against|versus)\s+(?:only\s+)?"
    r"(?P<b>\d[\d,]*(?:\.\d+)?)\s?(?P<ub>[KMGT]i?B|bytes|ms|s|parameters|million|billion)\b(?:[^\d.;:]|(?<=[a-z\d])\d){0,40}?,\s*(?:which is |that is |i\.e\. )?a\s+factor\s+of\s+(?P<k>\d+(?:\.\d+)?)(?!\w)",
)
ROUGHLY = Fraction(1, 6)


def _ratios(sentence: Sentence) -> Found:
    """ "twice as large (0.8 against 0.4)"; "28 GB in fp32 and 7 GB in int8, a factor of 4"."""
    for pattern in (_TIMES_AS, _FACTOR_OF):
        for found in pattern.finditer(sentence.text):
            one, other = printed_as_written(found["a"]), printed_as_written(found["b"])
            units = ("la", "lb") if pattern is _TIMES_AS else ("ua", "ub")
            if found[units[0]].strip() != found[units[1]].strip() or one.value <= 0 or other.value <= 0:
                continue
            named = _WORDS_FOR.get(found["k"].casefold())
            factor = printed_as_written(found["k"]).value if named is None else named * Fraction(1)
            ratio = one.value / other.value
            ratio = 1 / ratio if pattern is _FACTOR_OF and ratio < 1 else ratio
            if abs(ratio - factor) <= ratio * ROUGHLY or one.exact != other.exact and pattern is _TIMES_AS:
                continue
            shown = decimal_text(ratio, 2).rstrip("0").rstrip(".")
            message = f"{found['a']} and {found['b']}: that is a factor of {shown}, not {found['k']}"
            yield sentence, *found.span("k"), found["k"], shown, message


_ON_AND_ON = Cued(
    rf"\b(?:(?P<up>grow(?:s|n)?|grew|increase[sd]?|rises?|rose|climbs?)|(?P<down>shrinks?|shrank|falls?|fell|decrease[sd]?|drops?|dropped|decays?|declines?))\s+from\s+(?P<a>{_NUMBER})\s+to\s+(?P<b>{_NUMBER})\s*(?:,\s*)?(?:and\s+)?(?:then\s+)?(?:finally\s+)?to\s+(?P<c>{_NUMBER})",
    re.IGNORECASE,
)


def _on_and_on(sentence: Sentence) -> Found:
    """ "shrinks from 0.96 to 0.174 to 0.210"."""
    for found in _ON_AND_ON.finditer(sentence.text):
        first, second, third = (printed_as_written(found[name]).value for name in "abc")
        up = found["up"] is not None
        turned = first != second and second != third and (second > first) == up and (third > second) != up
        if turned and min(first, second, third) >= 0 and not _NOT_MEANT.search(sentence.text[: found.start("b")]):
            relation = "less" if up else "more"
            message = f"{found['c']} is {relation} than {found['b']}, not {'more' if up else 'less'}"
            yield sentence, *found.span("c"), found["c"], "", message


_SAVES = Cued(
    r"\b(?:saves?|saved|saving|reduces?|reduced|cuts?|reduction|savings?)\b[^\d.;]{0,30}?(?P<p>\d{1,2}(?:\.\d+)?)\s?(?:%|percent)[^\d.;%]{0,40}?[,(]\s*(?:that is |i\.e\.,? |or |which is )?"
    r"a\s+factor\s+of\s+(?P<k>\d+(?:\.\d+)?)(?!\w|\.\d)",
    re.IGNORECASE,
)


def _saves(sentence: Sentence) -> Found:
    """ "saves 75 % of the memory, a factor of 4"."""
    for found in _SAVES.finditer(sentence.text):
        percent, factor = printed_as_written(found["p"]), printed_as_written(found["k"])
        if factor.value <= 1 or _NOT_MEANT.search(sentence.text[: found.start("p")]):
            continue
        share = (1 - 1 / factor.value) * 100
        rounded = 100 * factor.half_width() / factor.value**2
        if abs(share - percent.value) <= max(Fraction(1), percent.half_width() + rounded):
            continue
        expected = decimal_text(share, max(percent.decimals, 0))
        message = f"a factor of {found['k']} saves {expected}%, not {found['p']}%"
        yield sentence, *found.span("p"), found["p"], expected, message


_BY_AND_PERCENT = Cued(
    rf"\bfrom\s+(?P<a>{_NUMBER})\s+to\s+(?P<b>{_NUMBER})(?:[^\d.;]|i\.e\.){{0,24}}?\bby\s+(?P<d>{_NUMBER})\s*(?:,\s*)?(?:or|\(|i\.e\.|that is)\s*(?P<p>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent)",
    re.IGNORECASE,
)


LABELS = Fraction(1, 2)  # of a difference, by which another change is no slip of it


def _by_and_percent(sentence: Sentence) -> Found:
    """ "from 0.42 to 0.35, i.e. by 0.07 or 16.7 %"."""
    for found in _BY_AND_PERCENT.finditer(sentence.text):
        one, other, percent = (printed_as_written(found[name]) for name in ("a", "b", "p"))
        if one.value <= 0 or other.value <= 0 or _NOT_MEANT.search(sentence.text[: found.start("p")]):
            continue
        difference, told = abs(one.value - other.value), printed_as_written(found["d"])
        if abs(difference - told.value) > LABELS * difference:
            continue  # "from 1 to 4 the loss drops by 0.33": labels of what is compared
        loose = 100 * (one.half_width() + other.half_width()) / min(one.value, other.value) + percent.half_width()
        ways = [100 * difference / one.value, 100 * difference / other.value, 100 * difference]
        if any(abs(way - percent.value) <= loose + percent.unit / 2 for way in ways):
            continue
        expected = decimal_text(ways[0], max(percent.decimals, 0))
        message = f"from {found['a']} to {found['b']} is {expected}%, not {found['p']}%"
        yield sentence, *found.span("p"), found["p"], expected, message


# -- a time in another unit ---------------------------------------------------------------------------------------------

_SECONDS = {
    "ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000), "s": Fraction(1), "sec": Fraction(1), "second": Fraction(1), "seconds": Fraction(1),
    "min": Fraction(60), "minutes": Fraction(60), "h": Fraction(3600), "hours": Fraction(3600), "days": Fraction(86400),
}  # fmt: skip
_UNITS = "|".join(sorted(_SECONDS, key=len, reverse=True))
_TIMES = Cued(
    rf"(?<![\w.,^/])(?P<a>\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)\s?(?P<ua>{_UNITS})\s*(?:[,(=≈]|\bor\b)\s*(?:(?:or|i\.e\.|that is|which is|about|roughly|around|nearly|almost|≈|=)\s*,?\s*){{0,2}}"
    rf"(?P<b>\d[\d,]*(?:\.\d+)?)\s?(?P<ub>{_UNITS})(?!\w)",
)


def _times(sentence: Sentence) -> Found:
    """ "0.0021 s, about 2.1 ms"."""
    for found in _TIMES.finditer(sentence.text):
        one, other = printed_as_written(found["a"]), printed_as_written(found["b"])
        if found["ua"] == found["ub"] or not one.value or not other.value:
            continue
        ratio = _SECONDS[found["ua"]] / _SECONDS[found["ub"]]
        value = one.value * ratio
        loose = one.half_width() * ratio + max(Fraction(other.unit), value / 20)
        if abs(value - other.value) <= loose:
            continue
        if not any(abs(value * scale - other.value) * 10 <= other.value for scale in _SLIPS):
            continue  # another time
        expected = decimal_text(value, max(other.decimals, 0)) if value >= 1 else decimal_text(value, 6).rstrip("0")
        message = f"{found['a']} {found['ua']} is {expected} {found['ub']}, not {found['b']} {found['ub']}"
        yield sentence, *found.span("b"), found["b"], expected, message


_SLIPS = tuple(Fraction(10) ** power for power in (-6, -3, -2, -1, 1, 2, 3, 6))

_JUDGES: tuple[Callable[[Sentence], Found], ...] = (
    _changes,
    _so_many,
    _cheaper,
    _times,
    _ratios,
    _on_and_on,
    _saves,
    _by_and_percent,
)


__all__ = ["spoken_problems"]
