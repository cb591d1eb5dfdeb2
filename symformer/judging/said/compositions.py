"""Amounts that sentences make of others: "90 epochs of 1,250 steps, 112,500 in all", "12 heads of 64, so d is 768".

An amount of things that hold so many of another makes a product; what a hidden size and a number of heads leave for
each head is a quotient; "four times as wide, 3,072" is a multiple of a size said just before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.algebra.printed import decimal_text, printed
from symformer.judging.said.amounts import Amount, amounts
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import Sentence
from symformer.judging.tables.amounts import mistyped
from symformer.text.cued import Cued

_NUMBER = r"(?<![\w.,^/·×+*_$-])(?P<{}>\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}})(?![\w^]|[.,]\d|\s?[/*·×^+=%])"
_HOLD = Cued(
    r",?\s+(?:(?:that|which)\s+)?(?:each\s+)?(?:of|with|ha[sv]e|having|holds?|holding|contains?|containing|times)\s+(?:exactly\s+)?\Z",
    re.IGNORECASE,
)
_TOTAL_BEHIND = Cued(r"\s*(?:in (?:total|all|sum)|altogether|together|overall)\b", re.IGNORECASE)
_TOTAL_AHEAD = Cued(
    r"(?:\b(?:a total of|in total|in all|altogether|together|i\.e\.,?|that is,?|so|thus|hence|therefore|which (?:is|are|makes|gives)|making|makes?|giving|gives?|holds?|contains?|amounts? to|comes? to)\s+(?:that\s+)?|=\s?)\Z",
    re.IGNORECASE,
)
_OPEN = Cued(
    r"\b(?:about|around|roughly|approximately|nearly|almost|over|more than|up to|at (?:least|most)|if|would|not|without|except|instead|another|others?|further|rest|per|plus|minus|shared?|only|respectively|later|then|first|last|every|left|remain\w*|kept|used)\b"
    r"|≈|~|\?|n['’]t\b",
    re.IGNORECASE,
)
_HEADS = Cued(
    rf"\b{_NUMBER.format('n')}\s+(?:attention\s+|parallel\s+)?heads\s+(?:each\s+)?(?:of|with|having)\s+(?:an?\s+)?(?:head\s+)?(?:dimension(?:ality)?|size|width)\s+(?:of\s+)?{_NUMBER.format('m')}"
    rf"[^.;\d]{{0,30}}?\b(?:so|thus|hence|therefore|giving|which gives|making|makes)\b[^.;\d]{{0,50}}?\b(?:model|hidden|embedding|output|concatenat\w+|total)\b[^.;\d]{{0,40}}?{_NUMBER.format('k')}",
    re.IGNORECASE,
)
_OF_EACH_HEAD = Cued(
    rf"\b(?P<each>each|every|per)\s+head\b[^.;\d]{{0,40}}?(?:dimension\w*|size|width)?\s*(?:of|is|has|have|=)?\s*{_NUMBER.format('m')}(?:[\s-]dimension\w*)?",
    re.IGNORECASE,
)
_COUNT_OF_HEADS = Cued(rf"\b{_NUMBER.format('n')}\s+(?:attention\s+|parallel\s+)?heads\b", re.IGNORECASE)
_WIDTH = Cued(
    rf"\b(?:model|hidden|embedding)\s+(?:dimension(?:ality)?|size|width)\s+(?:is\s+|of\s+|=\s*)*{_NUMBER.format('k')}",
    re.IGNORECASE,
)
_SO = Cued(r"\b(?:so|thus|hence|therefore|giving|which gives|leaving|which leaves|making)\b", re.IGNORECASE)
_MULTIPLE = Cued(
    rf"\b(?P<word>twice|double|half|(?:two|three|four|five|six|eight|ten|\d{{1,2}})\s+times)\s+(?:as\s+(?:wide|large|long|big|many|much|deep|high)(?:\s+as\s+[^,.;:(\d]{{1,40}})?|the\s+(?:[a-z]+\s+){{0,3}}?(?:size|width|dimension|length|number|wider|larger))\s*[,(:—–]\s*(?:namely\s+|i\.e\.,?\s+|or\s+|that is,?\s+|at\s+|with\s+)?{_NUMBER.format('k')}",
    re.IGNORECASE,
)
_OF_THEM = Cued(
    rf"\b(?:of\s+(?:the|these|our|all)\s+{_NUMBER.format('n')}\s+[a-z-]+(?:\s+[a-z-]+)?,\s+(?:only\s+|just\s+)?{_NUMBER.format('k')}"
    rf"|{_NUMBER.format('n2')}\s+[a-z-]+(?:\s+[a-z-]+)?[;,:]\s+(?:only\s+|just\s+)?{_NUMBER.format('k2')}\s+of\s+(?:them|these|which|those))"
    r"\s*(?:\(|,\s*(?:or\s+|i\.e\.,?\s+|that is,?\s+)?|—\s*)\s*(?P<p>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)",
    re.IGNORECASE,
)
_TIMES = {"twice": 2, "double": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
LEAST = 10  # of a total: "two layers with two heads, three in all" is no slip of a factor


def composition_words(sentence: Sentence, before: Sentence | None = None) -> Iterator[Word]:
    """Every amount that is said to come of others, and does not; ``before`` is the sentence before, for multiples."""
    yield from _products(sentence)
    yield from _heads(sentence)
    yield from _multiples(sentence, before)
    yield from _shares_of_them(sentence)


# -- products ------------------------------------------------------------------------------------------------


def _products(sentence: Sentence) -> Iterator[Word]:
    said = amounts(sentence)
    if len(said) < 3 or _OPEN.search(sentence.text):
        return
    for at in range(2, len(said)):
        chain = _chain(sentence.text, said[:at])
        if len(chain) > 1 and _is_total(sentence.text, chain[-1], said[at]):
            yield from _of_chain(sentence, chain, said[at], said)


def _chain(text: str, said: Sequence[Amount]) -> list[Amount]:
    """The last amounts of which each holds the next: layers of heads with dimensions."""
    chain = [said[-1]]
    for one, other in reversed(list(pairwise(said))):
        if not _HOLD.fullmatch(text, one.end, other.start):
            break
        chain.insert(0, one)
    return chain


def _is_total(text: str, last: Amount, total: Amount) -> bool:
    """Whether an amount is said to be all that the ones before it make."""
    between = text[last.end : total.start]
    if any(mark.isdigit() for mark in between) or len(between) > 60 or ";" in between:
        return False
    behind = _TOTAL_BEHIND.match(text, total.end) or _TOTAL_BEHIND.match(text, total.ends_number)
    if re.match(r"\s*(?:each|per)\b", text[total.end :], re.IGNORECASE):
        return False
    same = not total.kind or total.kind == last.kind
    return behind is not None and same or total.kind == last.kind and _TOTAL_AHEAD.search(between) is not None


def _of_chain(sentence: Sentence, chain: Sequence[Amount], total: Amount, said: Sequence[Amount]) -> Iterator[Word]:
    """The total, where it is no product of the amounts that hold each other, nor of these and another number."""
    if any(not each.number.exact or each.unit for each in chain[:-1]) or total.number.value < LEAST:
        return
    product, products = Fraction(1), list[Fraction]()
    for each in reversed(chain):
        product *= each.number.value
        products.append(product)
    products = products[1:]
    if total.unit != chain[-1].unit or not product:
        return
    others = [each.number.value for each in said if each is not total]
    shown = total.number.value
    for made in products:
        ratio = shown / made
        if abs(ratio - 1) <= total.loose or ratio.denominator == 1 or ratio in others or 1 / ratio in others:
            return
    added = sum((each.number.value for each in chain), Fraction(0))
    if shown == added or not Fraction(1, 3) <= shown / products[0] <= 3:
        return
    expected = _text(products[0], total.number.text)
    names = " × ".join(each.number.text for each in chain[-2:])
    yield (
        sentence,
        total.start,
        total.ends_number,
        total.number.text,
        expected,
        f"{names} is {expected}, not {total.number.text}",
    )


def _text(value: Fraction, like: str) -> str:
    """A number with commas where the one that it stands for has them."""
    return (
        f"{int(value):,}"
        if value.denominator == 1 and "," in like
        else decimal_text(value, 0 if value.denominator == 1 else 2)
    )


# -- heads ---------------------------------------------------------------------------------------------------


def _heads(sentence: Sentence) -> Iterator[Word]:
    """ "12 heads of dimension 64, so the model dimension is 768", and the reverse."""
    text = sentence.text
    if _OPEN.search(text.replace("every head", "each head")):
        return
    if (found := _HEADS.search(text)) is not None:
        n, m, k = (int(found[name].replace(",", "")) for name in "nmk")
        if n * m != k and min(n, m, k) > 1:
            yield sentence, *found.span("k"), found["k"], str(n * m), f"{n} heads of {m} make {n * m}, not {found['k']}"
        return
    counts, widths, own = (list(each.finditer(text)) for each in (_COUNT_OF_HEADS, _WIDTH, _OF_EACH_HEAD))
    if len(counts) != 1 or len(widths) != 1 or len(own) != 1:
        return
    start = max(counts[0].end(), widths[0].end())
    if own[0].start() < start:
        return
    n, k, m = (int(each[name].replace(",", "")) for each, name in zip((*counts, *widths, *own), "nkm", strict=True))
    follows = _SO.search(text, start, own[0].end()) is not None or abs(m * n - k) * 8 < k  # some heads are wider
    if n > 1 and k % n == 0 and m * n != k and follows:
        yield sentence, *own[0].span("m"), own[0]["m"], str(k // n), f"{k} for {n} heads is {k // n} each, not {m}"


# -- multiples and shares ------------------------------------------------------------------------------------


def _multiples(sentence: Sentence, before: Sentence | None) -> Iterator[Word]:
    """ "The hidden size is 768; the inner layer is four times as wide, 3,172"."""
    for found in _MULTIPLE.finditer(sentence.text):
        word = found["word"].casefold().removesuffix("times").strip()
        factor = Fraction(1, 2) if word == "half" else Fraction(_TIMES.get(word) or int(word))
        shown = printed(found["k"].replace(",", ""))
        told = [each for each in amounts(sentence) if each.end <= found.start()]
        told += amounts(before) if before is not None else []
        made = [each.number.value * factor for each in told if each.number.exact]
        if not made or shown.value in made or _OPEN.search(sentence.text, 0, found.end()):
            continue
        slips = [each for each in made if mistyped(each, shown)]
        if len(set(slips)) == 1:
            base = next(each for each in told if each.number.value * factor == slips[0])
            expected = _text(slips[0], found["k"])
            message = f"{' '.join(found['word'].split())} {base.number.text} is {expected}, not {found['k']}"
            yield sentence, *found.span("k"), found["k"], expected, message


def _shares_of_them(sentence: Sentence) -> Iterator[Word]:
    """ "Of the 500 examples, 375 (70 %) are used"."""
    for found in _OF_THEM.finditer(sentence.text):
        whole = printed((found["n"] or found["n2"]).replace(",", ""))
        part = printed((found["k"] or found["k2"]).replace(",", ""))
        shown = printed(found["p"])
        if not 0 < part.value < whole.value or _OPEN.search(sentence.text, found.start(), found.end()):
            continue
        share = part.value / whole.value * 100
        if abs(share - shown.value) > shown.unit:
            expected = decimal_text(share, max(shown.decimals, 0))
            message = f"{part.text} of {whole.text} is {expected} %, not {found['p']} %"
            yield sentence, *found.span("p"), found["p"], expected, message


__all__ = ["composition_words"]
