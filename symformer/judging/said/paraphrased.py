"""A long number that is said again in round units: ``124,439,808 parameters, about 124 million``.

Each unit is taken both ways where there are two (a GB of 1000³ or of 1024³ bytes), and a number is wrong only
where it is further off than one unit of its last place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Said, Sentence, numeral, said, sentences
from symformer.text.cued import Cued

_COUNTED = (
    r"(?:(?:trained|trainable|learned|learnable|total|model|new|extra|weight|different|more)[ ]|parameters?|params?|bytes?|B\b|tokens?|weights?|operations?|FLOPs?|elements?|numbers?|values?|entries|floats?|bits?"
    r"|in total|total|参数|字节|个)"
)
_THINGS = Cued(
    r"param(?:eter)?s?\b|\btokens?\b|\bweights?\b|\belements?\b|\bnumbers?\b|\bvalues?\b|\bentries\b|\bfloats?\b|参数|个",
    re.IGNORECASE,
)
_ROUND = Cued(
    r"(?<![\w.,^/·×+*_{<>\\±-])(?P<a>\d{1,3}(?:,\d{3})+|\d{5,})(?![\w.,]?\d)\s*(?:"
    + _COUNTED
    + r"\s*){0,3}(?:[(（,，=→≈~:]\s*){0,2}"
    r"(?P<word>(?:or|i\.e\.,?|that is,?|which is|exactly|about|around|roughly|approximately|circa|ca\.|some|nearly|almost|大约|约|即|也就是)\s*)*"
    r"[≈~]?\s*" + numeral("b"),
    re.IGNORECASE,
)
MOST_PLACES = 9
_POWERS = {"k": 1, "thousand": 1, "m": 2, "million": 2, "b": 3, "g": 3, "billion": 3, "t": 4, "trillion": 4}
_BYTES = Cued(r"([kKMGT])(i?)B\Z")
_SIGNS_BETWEEN = Cued(r"[(（,，=→≈~:]|\b(?:or|i\.e\.|that is|which is|about|around|roughly|approximately|约|即)")


def scales(unit: str) -> tuple[Fraction, ...]:
    """How many of a thing one round unit may stand for.

    >>> [int(each) for each in scales("MB")]
    [1000000, 1048576]
    >>> scales("ms")
    ()
    """
    if (found := _BYTES.match(unit)) is not None:
        power = _POWERS[found[1].casefold()]
        return (Fraction(1024**power),) if found[2] else (Fraction(1000**power), Fraction(1024**power))
    if unit in ("万", "亿"):
        return (Fraction(10**4 if unit == "万" else 10**8),)
    if unit in ("thousand", "million", "billion", "trillion"):
        return (Fraction(1000 ** _POWERS[unit]),)
    power = _POWERS.get(unit.casefold(), 0)
    return (Fraction(1000**power), Fraction(1024**power)) if power else ()


def paraphrase_problems(document: Document) -> Iterator[Problem]:
    """Every long number that is said again in round units and comes to something else."""
    for block in document.prose:
        if not re.search(r"\d{5}|\d\{?,\}?\d{3}", block.text.text):
            continue
        for sentence in sentences(block.text):
            at = 0
            while (found := _ROUND.search(sentence.text, at)) is not None:
                problem = _judged(sentence, found)
                if problem is not None:
                    yield problem
                at = found.start("b")  # which may be the long number of the next pair


def _judged(sentence: Sentence, found: re.Match[str]) -> Problem | None:
    long, short = Fraction(found["a"].replace(",", "")), said(found, "b")
    between = sentence.text[found.end("a") : found.start("b")]
    units = scales(short.unit)
    if not units or not _SIGNS_BETWEEN.search(between) or short.number.value <= 0 or long < 10_000:
        return None
    if _BYTES.match(short.unit) and _THINGS.search(between):
        return None  # each of them takes some bytes
    nearest = min((long / unit for unit in units), key=lambda value: abs(value - short.number.value))
    slack = max(short.number.unit, short.number.last_significant_unit if short.number.exact else Fraction(0))
    slack *= Fraction(3, 5) if short.number.digits == 1 else 1  # the one digit of a number is no careless last digit
    if abs(nearest - short.number.value) <= slack or not _meant(nearest, short):
        return None
    places = max(short.number.decimals, 0)
    while places < MOST_PLACES and not decimal_text(nearest, places).strip("0."):
        places += 3
    expected = decimal_text(nearest, places)
    span = sentence.span(short.start, short.end)
    return Problem(
        span,
        f"{found['a']} is {expected} {short.unit}, not {short.text}",
        evidence={"kind": "number", "printed": short.number.text, "expected": expected},
        key=f"sentence-contradicts-number@{span.start}-{span.end}",
    )


def _meant(value: Fraction, short: Said) -> bool:
    """Whether a number is surely meant to say another: it is near it, or has its first digits."""
    ratio = value / short.number.value
    if Fraction(1, 2) <= ratio <= 2:
        return True
    if any(abs(ratio * step**power - 1) * 50 <= 1 for step in (1000, 1024) for power in (-2, -1, 1, 2)):
        return True  # another unit: 8388608 bytes are 8 MiB, and no 8 GiB
    first = [re.sub(r"\D", "", text).lstrip("0")[:2] for text in (decimal_text(value, 3), short.number.text)]
    return len(first[0]) == 2 and first[0] == first[1]
