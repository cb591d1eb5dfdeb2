"""Factors between a number and one before it: "shrinks by a factor of 4, to 48 KiB", "0.0037, twice as large as 0.0019".

The number that is multiplied may stand anywhere above in the section: told is only what follows from none of them,
but would from one of them with another digit, with two digits exchanged, or with a factor of two or ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.asserted import warning_of
from symformer.judging.said.sentences import Said, Sentence, comparable, numeral, said, sentences
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued

_WORDS = {
    "twice": 2, "double": 2, "two": 2, "half": 2, "three": 3, "a third": 3, "four": 4, "a quarter": 4, "five": 5, "a fifth": 5, "six": 6,
    "eight": 8, "an eighth": 8, "ten": 10, "a tenth": 10, "sixteen": 16, "twenty": 20, "a hundred": 100, "a thousand": 1000,
}  # fmt: skip
_PARTS = frozenset({"half", "a third", "a quarter", "a fifth", "an eighth", "a tenth"})
_K = rf"(?P<k>{'|'.join(sorted(_WORDS, key=len, reverse=True))}|\d+(?:\.\d+)?)"
_ABOUT = r"(?P<about>about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|approximately\s+|some\s+|more than\s+|less than\s+|over\s+|just\s+|only\s+)?"
_ADJECTIVE = r"(?:large|big|much|many|long|high|small|short|fast|slow|wide|deep|great|likely|low|strong|steep)"
_AS = Cued(
    rf"{numeral('a')}(?:\s*\([^()\d]{{0,30}}\))?\s*(?:,|—|–|\()\s*(?:which\s+is\s+|that\s+is\s+|i\.e\.\s*,?\s*)?{_ABOUT}{_K}(?:\s?times|\s?×)?\s+as\s+{_ADJECTIVE}\s+as\s+(?:[^\d.;:!?,]{{0,40}}?){numeral('b')}",
    re.IGNORECASE,
)
_MOVES = (
    r"becomes?|is\s+now|grows?\s+to|rises?\s+to|increases?\s+to|goes\s+(?:up|down)\s+to|climbs?\s+to|shrinks?\s+to|drops?\s+to|falls?\s+to"
    r"|decreases?\s+to|(?:is\s+)?reduced\s+to|comes\s+down\s+to"
)
_TO = Cued(
    rf"\b(?:{_MOVES})\s+(?:only\s+|just\s+|about\s+)?(?:[A-Za-zα-ωσμ_^{{}}\\]{{1,12}}\s*[=≈]\s*)?{numeral('n')}\s*(?:,|—|–|\()\s*(?:which\s+is\s+|that\s+is\s+|i\.e\.\s*,?\s*)?(?:by\s+)?{_ABOUT}"
    rf"(?:an?\s+factor\s+of\s+{_ABOUT.replace('about>', 'about2>')}{_K}|{_K.replace('k>', 'k2>')}\s*(?:times\s+)?(?:as\s+{_ADJECTIVE}|more|less|larger|smaller|of\s+(?:it|that|the)))(?![\w.]*\d)",
    re.IGNORECASE,
)
_BY = Cued(
    rf"\b(?:shrinks?|shrank|grows?|grew|falls?|fell|drops?|dropped|decreases?|increases?|rises?|rose|reduces?|reduced|cuts?|goes\s+(?:up|down))\b[^.;:\d]{{0,30}}?\bby\s+an?\s+factor\s+of\s+{_ABOUT}{_K}\s*(?:,|—|–|:|\(|\s)\s*(?:down\s+|up\s+)?(?:from\s+[^.;,]{{1,30}}?\s+)?to\s+(?:only\s+|about\s+|just\s+)?{numeral('n')}",
    re.IGNORECASE,
)
_OPEN = Cued(r"\b(?:if|suppose|would|could|might|never|wrong\w*|respectively|imagine)\b|n['’]t\b|\?", re.IGNORECASE)
_GAP = r"(?:\s|~|\\[,; ]|\$|\\text\s?\{|\\mathrm\s?\{|\\,|\}|\*|`)*"
_NUMBER = Cued(
    rf"(?<![\w.^/_])(?P<n>[-−]?(?:\d{{1,3}}(?:(?:,|\{{,\}}|\\,)\d{{3}})+|\d+)(?:\.\d+)?)(?:{_GAP}(?P<unit>[A-Za-zµ%][A-Za-z%]{{0,11}}))?"
)
FAR = 5000
SLIPS = tuple(Fraction(each) for each in (2, 10, 100)) + tuple(Fraction(1, each) for each in (2, 10, 100))
ROUGHLY, NEARLY = Fraction(3, 10), Fraction(3, 20)
LEAST_DIGITS = 2
LONG, MOST_TIMES = 4, 100  # digits of a number that is no whole multiple by chance


@dataclass(frozen=True, slots=True)
class _Before:
    """A number above, with the word behind it."""

    number: PrintedNumber
    unit: str


def factor_problems(document: Document) -> Iterator[Problem]:
    """Every factor that does not lie between the number beside it and any number it may be about."""
    for block in document.prose:
        if block.kind == "heading" or "factor" not in block.text.text and " as " not in block.text.text:
            continue
        for sentence in sentences(block.text):
            if _OPEN.search(sentence.text) is None:
                yield from _beside(sentence)
                yield from _from_above(document, sentence)


def _factor(found: re.Match[str]) -> Fraction:
    groups = found.groupdict()
    word = (groups.get("k") or groups.get("k2") or "").casefold()
    return Fraction(_WORDS[word]) if word in _WORDS else Fraction(word)


def _beside(sentence: Sentence) -> Iterator[Problem]:
    """Both numbers in one sentence: "0.0037, about twice as large as σ = 0.0019"."""
    for found in _AS.finditer(sentence.text):
        one, other = said(found, "a"), said(found, "b")
        if not comparable(one, other) or one.number.value <= 0 or other.number.value <= 0:
            continue
        factor = _factor(found)
        ratio = one.number.value / other.number.value
        factor = 1 / factor if found["k"].casefold() in _PARTS else factor
        slack = ROUGHLY if found["about"] else NEARLY
        loose = sum(each.number.half_width() / each.number.value for each in (one, other))
        turned = (1 / ratio, ratio) if re.search(r"as\s+(?:small|short|low)", found[0]) else (ratio,)
        if any(abs(each - factor) <= (slack + loose) * factor for each in turned):
            continue
        shown = decimal_text(ratio, 0 if ratio >= 20 else 1)
        message = f"{one.text} is {shown} times {other.text}, not {found['k']}"
        yield warning_of(sentence, found.span("k"), found["k"], shown, message)


def _from_above(document: Document, sentence: Sentence) -> Iterator[Problem]:
    for found in (*_TO.finditer(sentence.text), *_BY.finditer(sentence.text)):
        number = said(found, "n")
        factor = _factor(found)
        rough = any(found.groupdict().get(name) for name in ("about", "about2"))
        if factor <= 1 or number.number.value <= 0 or number.number.digits < LEAST_DIGITS or rough:
            continue
        yield from _held(sentence, found, number, factor, _above(document, sentence, found.start(), number.unit))


def _above(document: Document, sentence: Sentence, at: int, unit: str) -> list[_Before]:
    """The numbers above in the section, in the same unit, the nearest last."""
    end = sentence.place(at)
    here = section_at(document, end)
    start = max(0, end - FAR, document.sections[here].span.start if here >= 0 else 0)
    text = document.source.text[start:end]
    found = []
    for each in _NUMBER.finditer(text):
        number = printed(re.sub(r",|\{,\}|\\,", "", each["n"]).replace("−", "-"))
        if not unit or (each["unit"] or "") == unit:
            found.append(_Before(number, each["unit"] or ""))
    return found


def _held(
    sentence: Sentence, found: re.Match[str], shown: Said, factor: Fraction, above: Sequence[_Before]
) -> Iterator[Problem]:
    value = shown.number.value
    ways = [
        (each, each.number.value * scale) for each in above for scale in (factor, 1 / factor) if each.number.value > 0
    ]
    if not ways or any(_near(way, shown.number, each.number) for each, way in ways):
        return
    for each, way in reversed(ways):
        if each.number.digits < LEAST_DIGITS:
            continue
        expected = decimal_text(way, max(shown.number.decimals, 0))
        slipped = any(_near(way * slip, shown.number, each.number) for slip in SLIPS)
        if slipped or shown.number.digits > LEAST_DIGITS and is_slip(expected, shown.number.text):
            sign = "times" if way > each.number.value else "over"
            message = f"{each.number.text} {sign} {decimal_text(factor, 0 if factor.denominator == 1 else 1)} is {expected}, not {decimal_text(value, max(shown.number.decimals, 0))}"
            start = shown.start
            yield warning_of(sentence, (start, start + len(shown.number.text)), shown.number.text, expected, message)
            return
    yield from _another_factor(sentence, found, shown, factor, above)


def _another_factor(
    sentence: Sentence, found: re.Match[str], shown: Said, factor: Fraction, above: Sequence[_Before]
) -> Iterator[Problem]:
    """A long number that is a whole multiple of the one above in its unit, or goes into it, so many times as nobody says."""
    if shown.number.digits < LONG or not shown.unit:
        return
    long = {each.number.value: each for each in above if each.number.digits >= LONG}
    if len(long) != 1:
        return
    ((value, each),) = long.items()
    ratio = max(value, shown.number.value) / min(value, shown.number.value)
    if ratio.denominator != 1 or not 1 < ratio <= MOST_TIMES or ratio == factor:
        return
    name = "k" if found["k"] else "k2"
    message = f"{each.number.text} and {shown.number.text}: that is a factor of {ratio}, not {found[name]}"
    yield warning_of(sentence, found.span(name), found[name], str(ratio), message)


def _near(value: Fraction, shown: PrintedNumber, source: PrintedNumber) -> bool:
    loose = shown.half_width() + value * source.half_width() / abs(source.value) + value / 200
    return abs(value - shown.value) <= loose


__all__ = ["factor_problems"]
