"""Lists of numbers in one paragraph, each made of the one before it: scores, exponentials, their sum, the shares.

"The exponentials are 1, 7.389 and 2.718 with the sum 11.107, and the weights 0.09, 0.67 and 0.24": no word is needed
to see what the numbers are to one another.  Where all but one of them follow, and not by chance, that one is a slip.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.judging.said.ratios import Word
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence
from symformer.text.cued import Cued

_EACH = Cued(rf"(?<![\w.^/_])(?:{PLAIN_NUMBER})(?![\w^{{]|[.,]\d|\s?[/*·×^+%])")
_POWER = r"(?:\\?exp\s?\([^()=≈]{1,24}\)|\be\s?\^\s?(?:\{[^{}=≈]{1,24}\}|\([^()=≈]{1,24}\)|[-−]?[\d.]+))"
_ARGUMENT = Cued(rf"{_POWER}\s?[=≈]\s?(?=[\d−-])")
_BETWEEN = re.compile(r"\s*(?:,\s*and|,|;|、|，|\band\b|和|与|及)\s*")
_OPEN = Cued(
    r"\b(?:if|suppose|would|could|might|instead|not|never|wrong\w*|mistake\w*|before|after)\b|n['’]t\b|\?|若|如果|错误|不",
    re.IGNORECASE,
)
LONGEST, MOST_RUNS = 12, 24
FURTHEST = 240  # characters from a list to what is made of it
LEAST_DIGITS = 5  # that agree, in the sum and in the other shares
MOST_DIGITS = 4
LARGEST_SCORE = 30


@dataclass(frozen=True, slots=True)
class _Run:
    """Numbers that stand in one list, or a number alone, and where each stands."""

    numbers: tuple[PrintedNumber, ...]
    places: tuple[tuple[int, int], ...]

    @property
    def values(self) -> list[Fraction]:
        return [each.value for each in self.numbers]

    @property
    def total(self) -> Fraction:
        return sum(self.values, Fraction(0))

    @property
    def loose(self) -> Fraction:
        """By how much the sum may be off, for all that its numbers are rounded."""
        finest = [each.half_width() for each in self.numbers if not each.exact]
        return sum(finest, Fraction(0))


def run_words(block: Sentence) -> Iterator[Word]:
    """Every number that alone does not follow from the list before it in its paragraph."""
    yield from _means(block)
    runs = list(islice(_runs(block.text), MOST_RUNS))
    if sum(len(run.numbers) > 1 for run in runs) < 2:
        return
    for at, run in enumerate(runs):
        if len(run.numbers) < 2:
            continue
        near = [each for each in runs[at + 1 :] if each.places[0][0] - run.places[-1][1] < FURTHEST]
        found = _shares(block, run, near) or _powers(block, run, near)
        if found is not None:
            yield found


def _runs(text: str) -> Iterator[_Run]:
    """The lists of a paragraph; ``e^{1.0} ≈ 2.718 and e^{0.5} ≈ 1.649`` lists the values."""
    plain = _ARGUMENT.sub(lambda found: " " * len(found[0]), text)
    numbers: list[PrintedNumber] = []
    places: list[tuple[int, int]] = []
    for found in _EACH.finditer(plain):
        if numbers and _BETWEEN.fullmatch(plain, places[-1][1], found.start()) is None:
            yield _Run(tuple(numbers), tuple(places))
            numbers, places = [], []
        numbers.append(printed_as_written(found[0]))
        places.append(found.span())
    if numbers:
        yield _Run(tuple(numbers), tuple(places))


# -- shares of a sum ---------------------------------------------------------------------------------------------


def _shares(block: Sentence, run: _Run, near: Sequence[_Run]) -> Word | None:
    """The sum of a list, or one of the shares, where all else agrees."""
    if any(value <= 0 for value in run.values) or len(run.numbers) > LONGEST:
        return None
    lists = [each for each in near if len(each.numbers) == len(run.numbers)]
    if not lists or _OPEN.search(block.text, run.places[-1][1], lists[0].places[0][0]):
        return None
    shares = lists[0]
    if any(each.exact for each in shares.numbers) or any(not 0 <= value <= 1 for value in shares.values):
        return None
    if abs(run.total - 1) <= run.loose + Fraction(1, 50):
        return None  # shares already
    right = [value / run.total for value in run.values]
    wrong = [at for at, share in enumerate(right) if not _is(share, shares.numbers[at], run.loose / run.total)]
    sums = [each for each in near if len(each.numbers) == 1 and each.places[0][0] < shares.places[0][0]]
    total = next((each for each in sums if abs(each.values[0] - run.total) <= run.loose + each.numbers[0].unit), None)
    agreeing = sum(min(_digits(number), MOST_DIGITS) for at, number in enumerate(shares.numbers) if at not in wrong)
    if len(wrong) == 1 and total is not None and agreeing:
        unequal = abs(shares.total - 1) > sum((each.unit for each in shares.numbers), Fraction(0))
        if agreeing + min(_digits(total.numbers[0]), MOST_DIGITS) + unequal < LEAST_DIGITS:
            return None  # that they do not make up one tells a little, too
        at = wrong[0]
        shown = shares.numbers[at]
        expected = decimal_text(right[at], max(shown.decimals, 0))
        message = f"{run.numbers[at].text} of {total.numbers[0].text} is {expected}, not {shown.text}"
        return block, *shares.places[at], shown.text, expected, message
    if wrong or total is not None or len(sums) != 1 or agreeing < LEAST_DIGITS - 1:
        return None
    return _sum(block, run, sums[0])


def _sum(block: Sentence, run: _Run, told: _Run) -> Word | None:
    """A sum that the shares do not go by, though they go by the numbers that it is of."""
    shown = told.numbers[0]
    if shown.exact or not Fraction(1, 2) < shown.value / run.total < 2:
        return None
    expected = decimal_text(run.total, max(shown.decimals, 0))
    added = " + ".join(each.text for each in run.numbers)
    return block, *told.places[0], shown.text, expected, f"{added} is {expected}, not {shown.text}"


def _is(value: Fraction, shown: PrintedNumber, loose: Fraction) -> bool:
    return abs(value - shown.value) <= shown.unit + loose


def _digits(number: PrintedNumber) -> int:
    """How many digits of a number tell something: not the zeros it begins with."""
    return number.digits if number.value else 0


_ADDED = Cued(rf"(?<![\w.*·×^/-])(?P<terms>{PLAIN_NUMBER}(?:\s*\+\s*{PLAIN_NUMBER})+)\s*=\s*(?P<sum>{PLAIN_NUMBER})(?![\w^]|[.,]\d|\s?[/*·×^+])")  # fmt: skip
_MEAN = Cued(
    rf"\b(?:averages?|mean)\b[^.;\d]{{0,40}}?(?P<n>{PLAIN_NUMBER})(?![\w%^]|[.,]\d|\s?[/*·×^+])"
    rf"|(?P<n2>{PLAIN_NUMBER})(?=\s+[^.;\d]{{0,40}}?\b(?:on average|averaged?)\b)|平均[^。；\d]{{0,16}}(?P<n3>{PLAIN_NUMBER})(?![\w%^]|[.,]\d|\s?[/*·×^+])",
    re.IGNORECASE,
)
MOST_OFF = 2  # by how many the terms are miscounted


def _means(block: Sentence) -> Iterator[Word]:
    """ "They cost 1 + 2 + 3 + 1 + 2 = 9 bits, 2.25 on average": the sum over another count than that of its terms."""
    for added in _ADDED.finditer(block.text):
        found = _MEAN.search(block.text, added.end(), min(len(block.text), added.end() + 120))
        if found is None or _EACH.search(block.text, added.end(), found.start()):
            continue
        name = next(each for each in ("n", "n2", "n3") if found[each])
        shown, whole = printed_as_written(found[name]), printed_as_written(added["sum"])
        count = added["terms"].count("+") + 1
        ways = [
            other for other in range(max(2, count - MOST_OFF), count + MOST_OFF + 1) if _is_mean(whole, other, shown)
        ]
        if not ways or count in ways or _OPEN.search(block.text, added.start(), found.end()):
            continue
        if any(
            re.search(rf"(?<![\w.])(?:{other}|{_NUMERALS.get(other, other)})(?![\w.]*\d)\s+[a-z]", block.text, re.I)
            for other in ways
        ):
            continue  # what it is the mean of is counted otherwise, and told
        expected = decimal_text(whole.value / count, max(shown.decimals, 1))
        message = f"{whole.text} over the {count} numbers of the sum is {expected}, not {shown.text}"
        yield block, *found.span(name), shown.text, expected, message


_NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def _is_mean(whole: PrintedNumber, count: int, shown: PrintedNumber) -> bool:
    return not shown.exact and abs(whole.value / count - shown.value) <= shown.unit * Fraction(51, 100)


# -- exponentials ---------------------------------------------------------------------------------------------------


def _powers(block: Sentence, run: _Run, near: Sequence[_Run]) -> Word | None:
    """One of the exponentials of a list of scores, where the others are right."""
    lists = [each for each in near if len(each.numbers) == len(run.numbers)]
    if not lists or len(run.numbers) < 3 or max(abs(value) for value in run.values) > LARGEST_SCORE:
        return None
    powers = lists[0]
    wrong, digits = [], 0
    for at, (score, shown) in enumerate(zip(run.numbers, powers.numbers, strict=True)):
        value = math.exp(float(score.value))
        loose = value * math.expm1(float(score.half_width() if not score.exact else 0)) + float(shown.unit)
        if abs(value - float(shown.value)) > loose:
            wrong.append((at, value))
        elif score.value:
            digits += min(_digits(shown), MOST_DIGITS)
    if len(wrong) != 1 or digits < LEAST_DIGITS or _OPEN.search(block.text, run.places[-1][1], powers.places[0][0]):
        return None
    at, value = wrong[0]
    shown = powers.numbers[at]
    expected = decimal_text(Fraction(value), max(shown.decimals, 0))
    return block, *powers.places[at], shown.text, expected, f"e^{run.numbers[at].text} is {expected}, not {shown.text}"


__all__ = ["run_words"]
