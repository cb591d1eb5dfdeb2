"""Lists under a label that says what was done to a list above: "deviations: [-1, 1, 3, -3]", "normalised: […]".

The label names the operation, the numbers show to which list it was applied, in which of its forms: at least half
of the entries have to be what it gives.  The others are then held against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import PrintedNumber, decimal_text, printed
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import Sentence, sentences
from symformer.text.cued import Cued
from symformer.text.span import Span

Values = Sequence[Interval]
Operation = Callable[[Values], Sequence[Interval | NotEvaluated]]

FURTHEST = 1_200  # characters from a list to what is made of it
MOST_SOURCES = 6
MOST_WRONG = 4  # one of so many entries
_NUMBER = r"[-−]?(?:\d+\.\d+|\.\d+|\d+)"
_LIST = Cued(rf"[\[(]\s*({_NUMBER}(?:\s*,\s*{_NUMBER}){{2,63}})\s*[\])]")
_CLEAN = Cued(r"\\(?:left|right|,|;|quad|big[lr]?)|[{}]")
_LABEL = Cued(
    r"(?:\A|[\n;,.]|[-*•]\s)\s*(?P<label>[^\n\[\]:：=≈;]{2,80}?)\s*(?:[:：=≈]\s*)(?:[^\[\]\n:：]{0,60}[=≈]\s*)?\Z"
)
_OPEN = Cued(r"\b(?:before|without|suppose|assume|if|not|instead|wrong|target|gradient|per column)\b", re.IGNORECASE)


def _each(way: Callable[[Interval], Interval | NotEvaluated]) -> Operation:
    return lambda values: [way(each) for each in values]


def _mean(values: Values) -> Interval:
    total = Interval.point(0)
    for each in values:
        total = total + each
    return total * Interval.point(Fraction(1, len(values)))


def _centred(values: Values) -> list[Interval | NotEvaluated]:
    mean = _mean(values)
    return [each - mean for each in values]


def _standardised(count: int, epsilon: Fraction) -> Operation:
    """The deviations over their root mean square; ``count`` is how many fewer they are divided by than they are."""

    def made(values: Values) -> list[Interval | NotEvaluated]:
        deviations = [each - _mean(values) for each in values]
        squares = _mean([each * each for each in deviations]) * Interval.point(
            Fraction(len(values), len(values) - count)
        )
        deviation = bounds.sqrt(squares + Interval.point(epsilon))
        return [bounds.divide(each, deviation) if isinstance(deviation, Interval) else deviation for each in deviations]

    return made


def _over(total: Callable[[Values], Interval | NotEvaluated]) -> Operation:
    def made(values: Values) -> list[Interval | NotEvaluated]:
        whole = total(values)
        return [bounds.divide(each, whole) if isinstance(whole, Interval) else whole for each in values]

    return made


def _length(values: Values) -> Interval | NotEvaluated:
    return bounds.sqrt(_mean([each * each for each in values]) * Interval.point(len(values)))


def _stretched(values: Values) -> list[Interval | NotEvaluated]:
    low = min(values, key=lambda each: each.middle)
    high = max(values, key=lambda each: each.middle)
    return [bounds.divide(each - low, high - low) for each in values]


_ZERO = Interval.point(0)

_OPERATIONS: tuple[tuple[re.Pattern[str], str, tuple[Operation, ...]], ...] = (
    (re.compile(r"squared? (?:dev|diff|err|dist)|\bsquares?d?\b|平方", re.I), "squared", (_each(lambda x: x * x),)),
    (
        re.compile(r"deviation(?!.*standard)|cent(?:er|re)d|subtract\w* the mean|minus (?:the )?mean|去均值|中心化|离差|偏差", re.I),
        "less the mean",
        (_centred,),
    ),
    (
        re.compile(r"normali[sz]|standardi[sz]|z-?scores?|layer ?norm|min-?max|归一化|标准化", re.I),
        "normalised",
        (
            _standardised(0, Fraction(0)),
            _standardised(1, Fraction(0)),
            _standardised(0, Fraction(1, 10**5)),
            _over(lambda values: _mean(values) * Interval.point(len(values))),
            _over(_length),
            _stretched,
        ),
    ),
    (
        re.compile(r"\brelu\b", re.I),
        "rectified",
        (_each(lambda x: x if x.middle > 0 else _ZERO),),
    ),
    (re.compile(r"\bsigmoid|\bσ\(", re.I), "under the sigmoid", (_each(bounds.sigmoid),)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """A list in a sentence: its numbers with their places, and what stands before it."""

    numbers: tuple[tuple[PrintedNumber, Span], ...]
    label: str
    section: int

    @property
    def start(self) -> int:
        """Where its first number stands."""
        return self.numbers[0][1].start

    def values(self, *, widened: bool) -> list[Interval]:
        """Its numbers at their word, or as all that prints like them."""
        return [number.interval() if widened else Interval.point(number.value) for number, _ in self.numbers]


def labelled_list_problems(document: Document, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every entry of a list that is not what its label says was done to a list above."""
    before: list[Listed] = []
    for each in _lists(document):
        near = [
            other for other in before if each.start - other.start < FURTHEST and len(other.numbers) == len(each.numbers)
        ]
        label = "" if _OPEN.search(each.label) else each.label
        for pattern, name, ways in _OPERATIONS if label else ():
            if pattern.search(label):
                yield from _held_against(each, near[-MOST_SOURCES:], name, ways, known)
                break
        before.append(each)


def _lists(document: Document) -> Iterator[Listed]:
    blocks = [*(each.text for each in document.prose if each.kind != "heading"), *(s.text for s in document.worksheets)]
    found = [
        each
        for words in blocks
        if "[" in words.text or "(" in words.text
        for sentence in sentences(words, lines=True)
        for each in _listed(sentence, document)
    ]
    yield from sorted(found, key=lambda each: each.start)


def _listed(sentence: Sentence, document: Document) -> Iterator[Listed]:
    for found in _LIST.finditer(sentence.text):
        numbers = tuple(
            (printed(each[0].replace("−", "-")), sentence.span(each.start(), each.end()))
            for each in re.finditer(_NUMBER, sentence.text[: found.end(1)])
            if each.start() >= found.start(1)
        )
        head = _LABEL.search(sentence.text[max(0, found.start() - 140) : found.start()])
        yield Listed(numbers, head["label"] if head is not None else "", section_at(document, numbers[0][1].start))


def _held_against(
    listed: Listed, sources: Sequence[Listed], name: str, ways: Sequence[Operation], known: Mapping[int, Fraction]
) -> Iterator[Problem]:
    """The entries that differ from what the operation gives where it gives most of the others."""
    best: tuple[list[bool], list[Interval]] | None = None
    for source in sources:
        for way in ways:
            exact, widened = way(source.values(widened=False)), way(source.values(widened=True))
            values = [each for each in exact if isinstance(each, Interval)]
            if len(values) != len(listed.numbers):
                continue
            right = [
                _shows(value, number)
                or isinstance(wide, Interval)
                and not number.exact
                and wide.meets(number.interval())
                for value, wide, (number, _) in zip(values, widened, listed.numbers, strict=True)
            ]
            if all(right):
                return
            if best is None or sum(right) > sum(best[0]):
                best = right, values
    if best is None:
        return
    right, values = best
    telling = sum(is_right and number.value != 0 for is_right, (number, _) in zip(right, listed.numbers, strict=True))
    if len(right) - sum(right) > max(1, len(right) // MOST_WRONG) or telling < 2:
        return
    for is_right, value, (number, span) in zip(right, values, listed.numbers, strict=True):
        if is_right or span.start in known or _nearly(value, number):
            continue
        expected = decimal_text(value.middle, max(number.decimals, 0))
        if expected == number.text:
            continue
        message = f"{name}, this entry is {expected}, not {number.text}"
        evidence: dict[str, object] = {"kind": "number", "printed": number.text, "expected": expected}
        yield Problem(span, message, evidence=evidence, note="worked out from the list above", key=f"value-differs@{span.start}-{span.end}")  # fmt: skip
        return


def _shows(value: Interval, number: PrintedNumber) -> bool:
    """Whether a value is printed as a number."""
    return value.meets(number.interval("≈" if value.middle.denominator != 1 else "="))


def _nearly(value: Interval, number: PrintedNumber) -> bool:
    """Whether a value is printed as a number, its last digit aside: no slip, and no agreement either."""
    return not number.exact and abs(value.middle - number.value) <= number.unit


__all__ = ["labelled_list_problems"]
