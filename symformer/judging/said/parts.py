"""Parts of a whole: so many of so many, in percent; what remains of a number of things; a difference of two numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.text.cued import Cued

LEAST_PARTS = 2
_COUNT = r"(?<![\w.,^/·×+*_-])(?:\d{1,3}(?:,\d{3})+|\d{1,7})(?![\w^]|[.,]\d|\s?[/*·×^+=%])"
_DECIMAL = r"(?<![\w.,^/·×+*_])[-−]?\d+(?:\.\d+)?(?![\w^]|[.,]\d|\s?[/*·×^+=%])"
_THAT_IS = r"(?:that is,?|i\.e\.,?|or|=|≈|\(|which is|that makes|an?\s+(?:\w+\s+)?(?:accuracy|rate|share|fraction|proportion|part|error|precision|recall)\s+of|about|only|just)"
_PERCENT = (
    r"(?P<about>about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|≈\s*)?(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)"
)
_OF_THE = Cued(
    rf"\b[Oo](?:f|ut of)\s+(?:the\s+|all\s+|its\s+|our\s+)?(?P<whole>{_COUNT})\s+(?:[a-z-]+\s+){{0,3}}?,?\s*(?:only\s+|just\s+)?(?P<part>{_COUNT})\b[^.;:\d%]{{0,60}}?[,(—–]\s*(?:{_THAT_IS}\s+)?{_PERCENT}"
)
_SO_MANY_OF = Cued(
    rf"(?P<part>{_COUNT})\s+(?:[a-z]+\s+)?(?:out\s+)?of\s+(?:the\s+|all\s+|its\s+)?(?P<whole>{_COUNT})\s*(?:[a-z-]+\s*){{0,4}}?[,(—–:=≈]\s*(?:{_THAT_IS}\s*)?{_PERCENT}",
    re.IGNORECASE,
)
_PERCENT_OF = Cued(
    rf"(?<![\w.])(?P<p>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent)\s+of\s+(?:the\s+|all\s+|its\s+|our\s+)?(?P<whole>{_COUNT})\s+(?:[a-z-]+\s*){{0,3}}?[,(—–]\s*(?:that is,?|i\.e\.,?|or|=|≈|about|which is|which are|namely)\s+(?:about\s+|around\s+)?(?P<part>{_COUNT})",
    re.IGNORECASE,
)
_REMAINING = Cued(
    rf"\b[Oo]f\s+(?:the\s+|all\s+|its\s+|our\s+)?(?P<whole>{_COUNT})\s+(?:[a-z-]+\s+){{1,3}}?,?\s*(?P<part>{_COUNT})\b[^.;:\d%]{{0,60}}?\b(?:the\s+)?(?:remaining|other|rest,?)\s+(?:\(|of\s+)?(?P<rest>{_COUNT})"
)
_REMAINING_TOO = Cued(
    rf"(?P<part>{_COUNT})\s+(?:out\s+)?of\s+(?:the\s+|all\s+|its\s+|our\s+)(?P<whole>{_COUNT})\s+[a-z]+[^.;:\d%]{{0,60}}?\b(?:the\s+)?(?:remaining|other|rest,?)\s+(?:\(|of\s+)?(?P<rest>{_COUNT})",
    re.IGNORECASE,
)
_SPLIT = Cued(
    rf"(?:(?P<whole>{_COUNT})\s+[a-z]+(?:\s+[a-z]+)?\s+)?(?:are|is|was|were|be|we|to)?\s*(?:randomly\s+)?(?:split|divided?|partition(?:ed)?|fall|falls)\b[^.;:\d]{{0,30}}?\binto\b(?P<parts>[^.;:?]{{5,120}})",
    re.IGNORECASE,
)
_SPLIT_ZH = Cued(r"按(?P<parts>[^。；]{5,40}?)(?:的比例)?(?:划分|分为|分成|拆分)")
_EACH_COUNT = Cued(_COUNT)
_EACH_PERCENT = Cued(r"(?<![\w.])(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)")
_TWO = Cued(
    rf"(?P<a>{_DECIMAL})\s*(?:[a-zA-Z]+\s+)?(?:and|or|,|、|和|与)\s+(?:[a-z]+\s+)?(?P<b>{_DECIMAL})(?P<between>[^\d.!?]{{0,40}}?)\b(?:the|their|its|with an?|a)\s+(?:\w+\s+)?(?:(?P<difference>difference|gap)|(?P<ratio>ratio|quotient)|(?P<product>product)|(?P<sum>sum))\s+(?:is|of|=|being|between them is)\s*(?:then\s+|thus\s+|only\s+|about\s+|≈\s*)*(?P<n>{_DECIMAL})",
    re.IGNORECASE,
)
_OF_ARRAYS = Cued(r"\b(?:inner|dot|scalar|outer|cross|matrix|tensor|Kronecker)[\s-]product", re.IGNORECASE)
_PLUS = Cued(
    rf"(?P<a>{_DECIMAL})\s*(?:[a-z]+\s+){{0,2}}?(?:plus|加上?)\s*(?:(?:the|its|a)\s+)?(?:[a-z]+\s+){{0,5}}?(?:[\u4e00-\u9fff]{{0,6}}?)\s*(?P<b>{_DECIMAL})[^\d.;。；]{{0,16}}?(?:\b(?:is|are|gives?|makes?|equals?|comes? to)\b|等于|得到?|就是|即)\s*(?:[a-z]+\s+){{0,2}}?[\u4e00-\u9fff]{{0,5}}\s*(?P<n>{_DECIMAL})",
    re.IGNORECASE,
)
_UNSURE = Cued(r"\b(?:if|would|could|might|not|never|wrong\w*|times|per)\b|n['’]t\b|\?|不|如果", re.IGNORECASE)
_OPEN = Cued(
    r"\b(?:if|would|could|might|not|never|wrong\w*|more than|less than|at (?:least|most)|up to|over|under|say|instead|squared?|log\w*)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def part_words(sentence: Sentence) -> Iterator[Word]:
    """Every part, share or rest in a sentence that the numbers beside it contradict."""
    for pattern in (_OF_THE, _SO_MANY_OF):
        for found in pattern.finditer(sentence.text):
            if not _OPEN.search(found[0]):
                yield from _share(sentence, found)
    for found in _PERCENT_OF.finditer(sentence.text):
        if not _OPEN.search(found[0]):
            yield from _part(sentence, found)
    for pattern in (_SPLIT, _SPLIT_ZH):
        for found in pattern.finditer(sentence.text):
            yield from _split(sentence, found)
    for found in (*_REMAINING.finditer(sentence.text), *_REMAINING_TOO.finditer(sentence.text)):
        whole, part, rest = (printed_as_written(found[name]) for name in ("whole", "part", "rest"))
        if whole.value - part.value != rest.value and part.value < whole.value and not _OPEN.search(found[0]):
            expected = decimal_text(whole.value - part.value, 0)
            message = f"of {found['whole']} there remain {expected} beside {found['part']}, not {found['rest']}"
            yield sentence, *found.span("rest"), found["rest"], expected, message
    for found in _PLUS.finditer(sentence.text):
        one, other, shown = (printed_as_written(found[name]) for name in "abn")
        if (
            not _UNSURE.search(found[0])
            and re.search(r"(?:\d\s*[,、]|and|plus|加上)\s*\Z", sentence.text[: found.start("a")]) is None
        ):
            yield from _added(sentence, found, one, other, shown)
    for found in _TWO.finditer(sentence.text):
        if (
            not _OPEN.search(found[0])
            and re.search(r"\d\s*(?:[,;、]|and)\s*\Z", sentence.text[: found.start("a")]) is None
        ):
            yield from _of_two(sentence, found)


def _share(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    whole, part, percent = (
        printed_as_written(found["whole"]),
        printed_as_written(found["part"]),
        printed_as_written(found["p"]),
    )
    if not 0 < part.value < whole.value:
        return
    share = 100 * part.value / whole.value
    loose = max(percent.unit * Fraction(51, 100), Fraction(1, 2) if percent.exact else percent.unit)
    loose += 3 if found["about"] else 0
    if min(abs(share - percent.value), abs(100 - share - percent.value)) <= loose:
        return
    expected = decimal_text(share, max(percent.decimals, 0 if abs(share - round(share)) < Fraction(1, 100) else 1))
    message = f"{found['part']} of {found['whole']} are {expected}%, not {found['p']}%"
    yield sentence, *found.span("p"), found["p"], expected, message


def _split(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    """ "Split into 70 % training, 15 % validation and 20 % test data": the parts make up the whole."""
    percents = list(_EACH_PERCENT.finditer(sentence.text, *found.span("parts")))
    counts = list(_EACH_COUNT.finditer(sentence.text, *found.span("parts")))
    whole_text = found["whole"] if "whole" in found.re.groupindex else None
    if percents:  # "into 3 subsets, 85 % …": how many there are
        counts = [each for each in counts if each.start() > percents[0].start()]
    parted = r"parts?|chunks?|groups?|" if not percents else ""
    if _OPEN.search(found[0]) or re.search(
        rf"\b(?:each|{parted}of (?:size|length)|from\s+\S+\s+to)\b|[×·]", found["parts"]
    ):
        return
    if len(percents) >= LEAST_PARTS and not counts:
        values, whole = [printed_as_written(each["p"]) for each in percents], Fraction(100)
        loose = max(each.unit for each in values) * Fraction(len(values), 2) if any(not each.exact for each in values) else Fraction(0)  # fmt: skip
        sign = "%"
    elif whole_text and len(counts) >= 2 and not percents:
        values, whole, loose, sign = (
            [printed_as_written(each[0]) for each in counts],
            printed_as_written(whole_text).value,
            Fraction(0),
            "",
        )
        if any(each.value >= whole for each in values) or sum(each.value for each in values) * 2 < whole:
            return
    else:
        return
    added = sum((each.value for each in values), Fraction(0))
    if abs(added - whole) <= loose:
        return
    last = (percents or counts)[-1]
    text = " + ".join(each.text + sign for each in values)
    whole_said = f"{decimal_text(whole, 0)}{sign}"
    name = "p" if percents else 0
    yield (
        sentence,
        *last.span(name),
        "",
        "",
        f"{text} is {decimal_text(added, max(0, *(each.decimals for each in values)))}{sign}, not {whole_said}",
    )


def _part(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    whole, part, percent = (
        printed_as_written(found["whole"]),
        printed_as_written(found["part"]),
        printed_as_written(found["p"]),
    )
    value = whole.value * percent.value / 100
    loose = whole.value * percent.half_width("≈") / 100 if not percent.exact else whole.value / 200
    if abs(value - part.value) <= max([loose, part.last_significant_unit, Fraction(1)]):
        return
    expected = decimal_text(value, 0)
    message = f"{found['p']}% of {found['whole']} are {expected}, not {found['part']}"
    yield sentence, *found.span("part"), found["part"], expected, message


def _added(
    sentence: Sentence, found: re.Match[str], one: PrintedNumber, other: PrintedNumber, shown: PrintedNumber
) -> Iterator[Word]:
    """ "A variance of 14 plus the squared mean 36 is 50"."""
    total = one.value + other.value
    loose = one.half_width() + other.half_width() + shown.half_width()
    if abs(total - shown.value) > loose:
        expected = decimal_text(total, max(one.decimals, other.decimals, 0))
        message = f"{found['a']} plus {found['b']} is {expected}, not {found['n']}"
        yield sentence, *found.span("n"), found["n"], expected, message


def _of_two(sentence: Sentence, found: re.Match[str]) -> Iterator[Word]:
    if _OF_ARRAYS.search(found[0]):
        return  # what stands before it are the last entries of two lists
    one, other, shown = (printed_as_written(found[name]) for name in "abn")
    kind = next(each for each in ("difference", "ratio", "product", "sum") if found[each])
    if not other.value or not one.value:
        return
    ways = {
        "difference": [abs(one.value - other.value), one.value - other.value],
        "ratio": [one.value / other.value, other.value / one.value],
        "product": [one.value * other.value],
        "sum": [one.value + other.value],
    }[kind]
    share = one.half_width() / abs(one.value) + other.half_width() / abs(other.value)
    wide = [one.half_width() + other.half_width() if kind in ("difference", "sum") else abs(each) * share for each in ways]  # fmt: skip
    finest = max(one.decimals, other.decimals)
    last = Fraction(0) if kind in ("difference", "sum") and shown.decimals >= finest else shown.unit
    room = [Fraction(0) if kind in ("difference", "sum") and shown.decimals <= finest and one.decimals == other.decimals else each for each in wide]  # fmt: skip
    if any(abs(abs(each) - abs(shown.value)) <= loose + last for each, loose in zip(ways, room, strict=False)):
        return
    expected = decimal_text(ways[0], max(finest if kind in ("difference", "sum") else shown.decimals, 0))
    message = f"the {kind} of {found['a']} and {found['b']} is {expected}, not {found['n']}"
    yield sentence, *found.span("n"), found["n"], expected, message


__all__ = ["part_words"]
