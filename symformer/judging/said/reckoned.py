"""Shares, multiples and rests that a sentence works out of numbers told further above in its section.

"12.9B, that is 28 % of all parameters", "93.4 GFLOPs, 3.6 times as many", "after the weights 66.6 GB remain": the other
number may stand anywhere above.  Told is only what follows from none of the numbers above, and would follow from one
of them with a slip of the pen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document, Prose
from symformer.documents.places import section_at
from symformer.judging.said.amounts import Amount, amounts, near
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence, sentences, whole_block
from symformer.judging.said.slips import is_slip

_ABOUT = r"(?:(?P<about>about|around|roughly|approximately|nearly|almost|some|over|more than|just under|约|大约|近)\s*|only\s+|just\s+|≈\s*)*"
_SHARE = re.compile(
    rf"{_ABOUT}(?<![\w.])(?P<p>\d{{1,3}}(?:\.\d+)?)\s?(?:%|percent)\s*(?=of\s+(?:all|it|them|that|the|these|its)\b|[.,;)。，；]|\Z)|占[\u4e00-\u9fff]{{0,8}}?\s*(?:约|大约)?\s*(?P<p2>\d{{1,3}}(?:\.\d+)?)\s?%",
    re.IGNORECASE,
)
_TIMES = re.compile(
    rf"{_ABOUT}(?<![\w.,])(?P<k>\d+\.\d+|\d{{2,4}})(?:\s?(?:times|×|x\b)\s+(?:as\s+[a-z]+\b|more|less|fewer|larger|smaller|bigger|higher|lower|longer|shorter|faster|slower|cheaper|the\b)|\s?x(?=[.,;)])|\s?倍)",
    re.IGNORECASE,
)
_REST = re.compile(
    r"\b(?:remain(?:s|ing)?|(?:is|are|have|has)\s+left|leaves?|leaving|left(?:\s+over)?)\b|剩余?下?|余下|还剩",
    re.IGNORECASE,
)
_BATCH = re.compile(
    r"\b(?:batch(?:es)?(?:\s+size)?\s+(?:of|is|=)?\s*(?P<n>\d{1,4})(?![\w.]*\d))|批(?:次|量)?(?:大小)?(?:为|是|取)?\s*(?P<n2>\d{1,4})(?![\d.])",
    re.IGNORECASE,
)
LEAST_COUNT, HALF, PRODUCT = 2, Fraction(1, 2), Fraction(1, 20)
_OPEN = re.compile(
    r"\b(?:if|suppose|might|could|instead|not|never|wrong\w*|mistake\w*|at (?:least|most)|up to|respectively|each|every|accura\w+|utili[sz]\w+|effici\w+|peak|speed-?ups?)\b|n['’]t\b|\?|若|如果|不|分别|每|准确率|利用率",
    re.IGNORECASE,
)
LEAST_DIGITS, MOST_SLIPS = 2, 2
FURTHEST = 70  # characters between a number and the share or the multiple that it is said to be
BEFORE, BEHIND = 80, 25  # characters in which words tell how a number is meant
MOST_ABOVE = 60
LONG = 4  # digits of a number that needs no unit to be compared
_IS = re.compile(
    r"(?:\s*[a-z-]+){0,3}?\s*(?:[,(—–:=≈;（，]|\b(?:is|are|or|makes?(?:\s+up)?|accounts?\s+for|represents?|form))\s*(?:(?:that|this|which|is|are|or|i\.e\.|so|thus|hence|it|makes?(?:\s+up)?|即|也就是|大?约)\s*,?\s*)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Above:
    """The numbers told before a place in its section, the nearest last, and all that stand there in any form."""

    amounts: Sequence[Amount]
    values: Sequence[Fraction]

    def alike(self, one: Amount) -> list[Amount]:
        """The amounts of the unit, or of things counted, that another has."""
        return [each for each in self.amounts if each is not one and each.number.value > 0 and _alike(one, each)]


def reckoned_words(document: Document) -> Iterator[Word]:
    """Every share, multiple and rest that the numbers above do not give, though a slip of it they would."""
    above: list[Amount] = []
    section: int | None = None
    for block in document.prose:
        here = section_at(document, block.span.start)
        if here != section:
            above, section = [], here
        text = block.text.text
        told = block.kind != "heading" and any(each.search(text) for each in (_SHARE, _TIMES, _REST, _BATCH))
        for sentence in sentences(block.text) if told else ():
            yield from _of_sentence(document, block, sentence, above)
        above = [*above, *amounts(whole_block(block.text))][-MOST_ABOVE:]


def _of_sentence(document: Document, block: Prose, sentence: Sentence, before: Sequence[Amount]) -> Iterator[Word]:
    own = amounts(sentence)
    whole = whole_block(block.text)
    earlier = [each for each in amounts(whole) if each.start < sentence.begins]
    for pattern, judge in ((_SHARE, _share), (_TIMES, _times)):
        places = list(pattern.finditer(sentence.text))
        if len(places) == 1 and not _is_open(sentence, *places[0].span()):
            ahead = [each for each in own if each.end <= places[0].start()]
            above = _Above(
                [*before, *earlier, *ahead], _values(document, sentence.place(0), sentence, places[0].start())
            )
            yield from judge(sentence, places[0], ahead or earlier[-1:], above)
    if _BATCH.search(sentence.text):
        values = _values(document, sentence.place(0), sentence, 0)
        yield from _product(sentence, own, [*before, *earlier], _Above((), values))
    if _REST.search(sentence.text):
        yield from _rest(sentence, own, _Above([*before, *earlier, *own], ()))


def _is_open(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the words around a number leave open what it is of, or deny it."""
    return _OPEN.search(sentence.text, max(0, start - BEFORE), min(len(sentence.text), end + BEHIND)) is not None


_NUMERAL = re.compile(r"(?<![\w.^])(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+|\d+)(?:\.\d+)?")


def _values(document: Document, place: int, sentence: Sentence, until: int) -> list[Fraction]:
    """All numbers that stand above in the section, in tables and displays as well."""
    here = section_at(document, place)
    start = document.sections[here].span.start if here >= 0 else 0
    text = document.source.text[max(start, place - 6000) : place] + " " + sentence.text[:until]
    found = (Fraction(re.sub(r",|\{,\}|\\,", "", each[0])) for each in _NUMERAL.finditer(text))
    return list(dict.fromkeys(each for each in found if each > 0))


def _alike(one: Amount, other: Amount) -> bool:
    """Whether two amounts can be shares of one another: of one kind, both with a unit or both without."""
    if one.kind and other.kind:
        return [each for each in one.kind if each[1] > 0] == [each for each in other.kind if each[1] > 0]
    return bool(one.unit) == bool(other.unit) and (
        bool(one.unit) or one.number.digits > LEAST_DIGITS < other.number.digits
    )


def _ratios(one: Amount, other: Amount) -> list[Fraction]:
    return list({a / b for a in one.values for b in other.values if a and b})


def _share(sentence: Sentence, found: re.Match[str], ahead: Sequence[Amount], above: _Above) -> Iterator[Word]:
    name = "p" if found["p"] else "p2"
    shown = printed(found[name])
    plain = [each for each in ahead if each.kind != (("percent", 1),)]
    if not plain or found.start() - plain[-1].end > FURTHEST or plain[-1].number.digits < LEAST_DIGITS:
        return
    part = plain[-1]
    bare = not part.unit and not part.kind and part.number.digits < LONG
    if bare or _IS.fullmatch(sentence.text, part.end, found.start()) is None:
        return
    loose = max(shown.unit, Fraction(1, 2)) + (3 if found["about"] else 0)
    ratios = [100 * ratio for each in above.alike(part) for ratio in _ratios(part, each)]
    pairs = (100 * one / other for one in above.values for other in above.values)
    if any(_bears_out(100 * each, shown, loose) for each in above.values) or any(
        _bears_out(each, shown, loose) for each in (*ratios, *pairs)
    ):
        return
    yield from _told(sentence, found.span(name), shown, [each for each in ratios if each < 100], part, "%")


def _bears_out(way: Fraction, shown: PrintedNumber, loose: Fraction) -> bool:
    return any(abs(each - shown.value) <= loose for each in (way, 100 - way, way - 100))


def _times(sentence: Sentence, found: re.Match[str], ahead: Sequence[Amount], above: _Above) -> Iterator[Word]:
    shown = printed(found["k"])
    plain = [each for each in ahead if each.kind != (("percent", 1),) and each.number.value > 0]
    if not plain or plain[-1].number.digits < LEAST_DIGITS:
        return
    last = plain[-1]
    loose = shown.half_width("≈") + shown.value / (10 if found["about"] else 50)
    ratios = [max(ratio, 1 / ratio) for each in above.alike(last) for ratio in _ratios(last, each)]
    pairs = [one / other for one in (last.values if last.unit else above.values) for other in above.values]
    pairs += [max(ratio, 1 / ratio) for each in above.amounts for ratio in _ratios(last, each)]
    if any(abs(each - way) <= loose for each in (*ratios, *pairs) for way in (shown.value, shown.value + 1)):
        return
    yield from _told(sentence, found.span("k"), shown, ratios, last, "")


def _told(
    sentence: Sentence, place: tuple[int, int], shown: PrintedNumber, ways: Sequence[Fraction], part: Amount, sign: str
) -> Iterator[Word]:
    """The one value among those that are possible that a number is a slip of."""
    decimals = max(shown.decimals, 0)
    texts = {decimal_text(way, decimals) for way in ways} | {str(int(way)) for way in ways if decimals == 0}
    slips = [text for text in texts if is_slip(text, shown.text) and len(text) > 1]
    if 0 < len(slips) <= MOST_SLIPS:
        expected = min(slips, key=lambda text: min(abs(Fraction(text) - way) for way in ways))
        of = f"{part.text.strip()} beside the numbers above"
        yield sentence, *place, shown.text, expected, f"{of}: that is {expected}{sign}, not {shown.text}{sign}"


def _rest(sentence: Sentence, own: Sequence[Amount], above: _Above) -> Iterator[Word]:
    """ "After the weights 76.6 GB remain", of 160 GB less 93.4 GB."""
    word = _REST.search(sentence.text)
    if word is not None and _is_open(sentence, *word.span()):
        return
    units = [each for each in own if each.unit and each.kind and each.number.digits > LEAST_DIGITS - each.number.exact]
    if word is None or not units:
        return
    rest = min(units, key=lambda each: min(abs(each.start - word.end()), abs(word.start() - each.end)))
    if (
        min(abs(rest.start - word.end()), abs(word.start() - rest.end)) > FURTHEST // 3
        or rest.number.digits < LEAST_DIGITS
    ):
        return
    others = [each for each in above.alike(rest) if each.unit == rest.unit and not _same_place(each, rest)][-12:]
    values = list(dict.fromkeys(each.number.value for each in reversed(others)))  # the nearest first
    ways = [one - other for one in values for other in values if one > other]
    ways += [one - other - third for one in values for other in values for third in values if one > other + third]
    loose = rest.number.half_width("≈") + max((each.number.half_width() for each in others), default=Fraction(0))
    if not ways or any(abs(way - rest.number.value) <= loose for way in (*ways, *values)):
        return
    texts = dict.fromkeys(decimal_text(way, max(rest.number.decimals, 0)) for way in ways)
    slips = [text for text in texts if is_slip(text, rest.number.text) and len(text.replace(".", "")) > LEAST_DIGITS]
    if 0 < len(slips) <= MOST_SLIPS:
        message = f"by the numbers above {slips[0]} {rest.unit} remain, not {rest.number.text}"
        yield sentence, rest.start, rest.ends_number, rest.number.text, slips[0], message


def _product(sentence: Sentence, own: Sequence[Amount], before: Sequence[Amount], above: _Above) -> Iterator[Word]:
    """ "2048 tokens take 1 GB … a batch of 16 takes 16 GB": so many times what one takes, told right above."""
    found = _BATCH.search(sentence.text)
    if found is None or _is_open(sentence, *found.span()):
        return
    behind = [
        each for each in own if each.start >= found.end() and each.unit and each.kind and each.kind != (("percent", 1),)
    ]
    earlier = [each for each in before if behind and each.kind == behind[0].kind and each.number.value > 0]
    count = Fraction(found["n"] or found["n2"])
    if not earlier or count < LEAST_COUNT or behind[0].start - found.end() > FURTHEST:
        return
    shown, one = behind[0], earlier[-1]
    said = [each for each in (*earlier, *own) if each is not shown and each.kind == shown.kind]
    scale = shown.values[0] / shown.number.value
    numbers = {*above.values, *(each.number.value for each in own if each is not shown), count}
    known = [
        value for each in said for value in ([each.number.value * scale] if each.unit == shown.unit else each.values)
    ]
    ways = [way for value in known for number in (Fraction(1), *numbers) for way in (value * number, value / number)]
    true = shown.number.value * scale
    if any(near(way, true, PRODUCT) for way in ways if way > 0):
        return
    made = [(one.number.value * scale if one.unit == shown.unit else one.values[0]) * count]
    expected = decimal_text(made[0] / scale, max(shown.number.decimals, 0))
    doubled = any(near(way * factor, true, PRODUCT) for way in made for factor in (Fraction(2), HALF))
    cut = decimal_text(made[0] / scale - shown.number.unit / 2, max(shown.number.decimals, 0))
    if doubled or is_slip(expected, shown.number.text) or is_slip(cut, shown.number.text):
        message = (
            f"{found['n'] or found['n2']} times {one.text.strip()} is {expected} {shown.unit}, not {shown.text.strip()}"
        )
        yield sentence, shown.start, shown.ends_number, shown.number.text, expected, message


def _same_place(one: Amount, other: Amount) -> bool:
    return one.start == other.start and one.end == other.end


__all__ = ["reckoned_words"]
