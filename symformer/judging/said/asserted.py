"""What a sentence asserts of its numbers: what leaves that open, how one number is a multiple of another, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import decimal_text
from symformer.findings.finding import Level, Problem, Related
from symformer.judging.said.sentences import Said, Sentence, numeral
from symformer.judging.said.slips import is_slip
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

_ABOUT = r"(?:(?P<{0}_about>about|around|roughly|approximately|nearly|almost|some|circa|约|大约|≈)\s*)?"
_NAME = r"(?:(?:the\s+)?(?:value|weight|score|loss|probability)?\s*(?:\\?[A-Za-zα-ωℒ][\w'(){}\\]{0,16}\s*[=≈]\s*)?)"
ASIDE = r"(?:\s*\([^()\d]{0,40}\))?"
_LEFT_OPEN = Cued(
    r"\b(?:if|unless|suppose|supposing|imagine|assume|assuming|would|could|might|may|should|not|never|without|instead of|rather than|cannot"
    r"|hypothetical\w*|mistake\w*|wrong\w*|incorrect\w*|myth|misconception|naive\w*|tempting|whether|neither|nor|no longer|hardly|unlike|must"
    r"|fails?|failed|say|or so|or thereabouts|give or take|rounding|rounded|let|ought|needs? to|expected?|typically|usually|normally|normali[sz]e[sd]?|rescale[sd]?)\b"
    r"|n['’]t\b|\?|？|[❌✗✘]|~~|如果|假设|若|不(?!等)|没有|并非|错误|应该|可能|需要|左右|四舍五入",
    re.IGNORECASE,
)
_LABELLED = Cued(
    r"\b(?:layer|head|row|column|step|position|token|figure|fig\.|table|section|chapter|equation|eq\.|model|version|stage|epoch|example"
    r"|option|method|case|experiment|part|word|block|class|group|iteration|node|neuron|unit|index|level|type|phase|round|day|week|feature|variable|covariate|component|cluster|sample|item|dataset|expert|arm|action|state|agent|user|fold|tree|leaf|task|question|scenario|topic|sensor|participant|subject|patient|region|dimension(?=\s+[0-4]\b)|channel)s?\s*\Z",
    re.IGNORECASE,
)
PASSING = Cued(
    r"\s*(?:epochs?|steps?|iterations?|layers?|rounds?|times|days|weeks|years|o['’]clock|×|x\b)", re.IGNORECASE
)
OF_SIZES = 8  # sizes of layers are its multiples
CLOSE = Fraction(1, 50)  # how far a multiple may be off without "exactly", beyond what rounding explains
Mended = tuple[str, str]
Found = Iterator[tuple[int, int, Problem]]


def value_pattern(name: str) -> str:
    """The pattern of one number with "about" or its letter before it: groups ``name``, ``name_unit``, ``name_about``."""
    return _ABOUT.format(name) + _NAME + numeral(name)


def is_label(sentence: Sentence, number: Said) -> bool:
    """Whether a whole number only tells which layer, row or step is meant."""
    return number.number.exact and _LABELLED.search(sentence.text, max(0, number.start - 24), number.start) is not None


def is_open(sentence: Sentence, at: int, end: int) -> bool:
    """Whether the sentence does not assert what it says up to ``end``, or takes it back right after."""
    clause = max(sentence.text.rfind(mark, 0, at) for mark in (";", "；"))
    return _LEFT_OPEN.search(sentence.text, clause + 1, min(len(sentence.text), end + 30)) is not None


def sentence_problem(
    sentence: Sentence,
    start: int,
    end: int,
    message: str,
    level: Level | None = None,
    *,
    mends: Mended | None = None,
    related: tuple[Related, ...] = (),
) -> Problem:
    """A problem of a stretch of a sentence; ``mends`` is what is printed and what would put it right."""
    span = sentence.span(start, end)
    key = f"sentence-contradicts-number@{span.start}-{span.end}"
    evidence: dict[str, object] = {"kind": "number"}
    if mends is not None:
        evidence.update(printed=mends[0], expected=mends[1])
    return Problem(span, message, level=level, related=related, evidence=evidence, key=key)


def warning_of(sentence: Sentence, place: tuple[int, int], shown: str, expected: str, message: str) -> Problem:
    """A warning of a stretch of a sentence, with what is printed there and what would put it right."""
    return sentence_problem(sentence, *place, message, "warning", mends=(shown, expected))


def times_text(factor: Fraction) -> str:
    """A factor as a message says it."""
    return "half of it" if factor == Fraction(1, 2) else "twice" if factor == 2 else long_text(Interval.point(factor))


def ratio_range(one: Said, other: Said) -> tuple[Fraction, Fraction]:
    """The least and the largest quotient that prints as shown."""
    above, below = one.number.interval(), other.number.interval()
    if below.lo <= 0:
        return Fraction(0), Fraction(10) ** 30
    return above.lo / below.hi, above.hi / below.lo


def is_multiple(one: Said, other: Said, factor: Fraction, slack: Fraction) -> bool:
    """Whether one number is so many times another, as both are printed, give or take a share ``slack``."""
    low, high = ratio_range(one, other)
    return low * (1 - slack) <= factor <= high * (1 + slack)


def ratio_text(one: Said, other: Said) -> str | None:
    """How many times another number one is, in as few digits as tell it from a whole number."""
    if other.number.value == 0:
        return None
    ratio = one.number.value / other.number.value
    digits = 2
    while digits < 6 and round(ratio, digits) in (round(ratio), round(ratio, 1)) and round(ratio, digits) != ratio:
        digits += 1
    return long_text(Interval.point(round(ratio, digits)))


def is_slip_of_size(old: Said, new: Said, expected: Fraction) -> bool:
    """Whether a size of a layer is one digit off what it ought to be: sizes are doubled to the last digit."""
    whole = old.number.exact and new.number.exact and not old.unit and not new.unit
    return whole and old.number.value % OF_SIZES == 0 and is_slip(decimal_text(expected, 0), new.number.text)


def is_repeated(ratio: Fraction, factor: Fraction) -> bool:
    """Whether something was doubled several times: from 64 channels to 512."""
    power = factor * factor
    while min(power, 1 / power) > min(ratio, 1 / ratio):
        power *= factor
    return ratio == power


def any_negative(*numbers: Said) -> bool:
    """Whether a number is below zero, where words of size are about another thing."""
    return any(each.number.value < 0 for each in numbers)
