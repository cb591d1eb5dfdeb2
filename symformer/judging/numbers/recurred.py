"""Steps that are left out: ``iteration 10: x ≈ 0.27`` behind 3.0, 2.4, 1.92, 1.54, each 0.8 times the one before.

Where the steps that are shown, one after the other, all come from those before them by one factor and one summand,
a later step is known too.  Values that are merely near such a rule are none of its own: measured ones seldom keep to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.printed import PrintedNumber, decimal_text, printed_as_written
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem
from symformer.judging.said.sentences import PLAIN_NUMBER, sentences
from symformer.judging.tables.amounts import amount
from symformer.judging.tables.row_steps import INDEX_HEAD
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_COUNTS = r"(?:iterations?|iter|steps?|epochs?|updates?|rounds?|迭代|第)"
_NAME = r"(?:[A-Za-zα-ωθ](?:_?\w|[₀-₉])?)"
_LINE = re.compile(
    rf"[\s*+•>-]*{_COUNTS}\s*(?P<n>\d{{1,4}})\s*(?:次|步)?\s*[:：,]\s*(?P<name>{_NAME})\s*[=≈]\s*(?P<v>{PLAIN_NUMBER})(?![\w/*·×^]|\s?[-+*/·×−]\s?\d|\.\d)",
    re.IGNORECASE,
)
_NEXT = Cued(
    rf"\s*(?P<name>{_NAME})(?:_?new|_next|')\s*=[^=≈\n]*\d[^=≈\n]*[=≈]\s*(?P<v>{PLAIN_NUMBER})\s*\Z", re.IGNORECASE
)
_AFTER = Cued(
    rf"\bafter\s+(?P<n>\d{{1,4}})\s+{_COUNTS}[^.;:\d]{{0,24}}?\b(?P<name>{_NAME})\s*(?:[=≈]|is\s+(?:about\s+)?|becomes\s+)\s*(?P<v>{PLAIN_NUMBER})(?![\w/*·×^]|\.\d)",
    re.IGNORECASE,
)
LEAST_SHOWN = 4  # values one after the other: two steps more than a factor needs
FURTHEST_STEP = 400
LARGEST = Fraction(10**6)
CLEARLY = Fraction(1, 10)  # of how far the value is from where it goes


@dataclass(frozen=True, slots=True)
class Shown:
    """The value of a name after so many steps, and where it is printed."""

    step: int
    number: PrintedNumber
    span: Span


def recurrence_problems(document: Document) -> Iterator[Problem]:
    """Every later step that is not what the steps before it lead to."""
    told: dict[str, list[Shown]] = {}
    blocks = [(each.text, False) for each in document.prose] + [(each.text, True) for each in document.worksheets]
    for words, lines in blocks:
        if not any(mark.isdigit() for mark in words.text):
            continue
        for name, shown in _in_lines(words) if lines or "\n" in words.text or _LINE.match(words.text) else ():
            told.setdefault(name, []).append(shown)
        for name, shown in _in_sentences(words):
            told.setdefault(name, []).append(shown)
    columns = [pair for table in document.tables for pair in _in_a_table(table)]
    for name, column in columns:
        later = [
            each
            for each in told.get(name, ())
            if each.step > column[-1].step and each.span.start > column[0].span.start
        ]
        yield from _judged([*column, *later])
    for name, steps in told.items():
        if not any(name == head for head, _ in columns):
            yield from _judged(steps)


def _in_lines(words: MappedText) -> Iterator[tuple[str, Shown]]:
    """ "Iteration 0: x = 3.0", and below it what x becomes."""
    step: int | None = None
    for line in sentences(words, lines=True):
        if (found := _LINE.match(line.text)) is not None:
            step = int(found["n"])
            yield found["name"], Shown(step, printed_as_written(found["v"]), line.span(*found.span("v")))
        elif step is not None and (following := _NEXT.match(line.text)) is not None:
            yield (
                following["name"].split("_")[0],
                Shown(step + 1, printed_as_written(following["v"]), line.span(*following.span("v"))),
            )


def _in_sentences(words: MappedText) -> Iterator[tuple[str, Shown]]:
    for sentence in sentences(words):
        for found in _AFTER.finditer(sentence.text):
            yield found["name"], Shown(int(found["n"]), printed_as_written(found["v"]), sentence.span(*found.span("v")))


def _in_a_table(table: Table) -> Iterator[tuple[str, list[Shown]]]:
    """The columns of a table whose first one counts the steps."""
    if not table.header or INDEX_HEAD.match(table.header[0].text) is None:
        return
    for at, head in enumerate(table.header[1:], start=1):
        found: list[Shown] = []
        for row in table.rows:
            step, value = (amount(row[0]), amount(row[at])) if at < len(row) else (None, None)
            if step is not None and step.number.exact and value is not None and not value.unit:
                found.append(Shown(int(step.number.value), value.number, value.span))
        if found:
            yield head.text.strip("*_` $\\"), found


def _judged(shown: Sequence[Shown]) -> Iterator[Problem]:
    values: dict[int, Shown] = {}
    for each in shown:
        before = values.setdefault(each.step, each)
        if before.number.value != each.number.value and not before.number.interval().meets(each.number.interval()):
            return  # more than one sequence goes by this name
    first = min(values, default=0)
    run = [first]
    while run[-1] + 1 in values:
        run.append(run[-1] + 1)
    later = [values[step] for step in sorted(values) if run[-1] < step <= first + FURTHEST_STEP]
    if len(run) < LEAST_SHOWN or not later:
        return
    rule = _rule([values[step].number for step in run])
    if rule is None:
        return
    factor, goal = rule
    for each in later:
        start = values[first].number.value
        away = (start - goal) * Fraction(float(factor) ** (each.step - first))
        value = goal + away
        allowed = max(each.number.unit, abs(away) * CLEARLY, each.number.half_width() * 2)
        if abs(value) > LARGEST or abs(each.number.value - value) <= allowed:
            continue
        expected = decimal_text(value, max(each.number.decimals, 0))
        message = f"the steps shown lead to {expected} at step {each.step}, not {each.number.text}"
        evidence: dict[str, object] = {"kind": "number", "printed": each.number.text, "expected": expected}
        key = f"row-breaks-relation@{each.span.start}-{each.span.end}"
        yield Problem(each.span, message, level="warning", evidence=evidence, key=key)


def _rule(numbers: Sequence[PrintedNumber]) -> tuple[Fraction, Fraction] | None:
    """The factor by which each value is nearer to where they go than the one before, and where they go."""
    values = [each.value for each in numbers]
    for goal in _goals(values):
        apart = [value - goal for value in values]
        if any(each == 0 for each in apart):
            continue
        factor = apart[1] / apart[0]
        if len(values) > 2 and apart[2] != 0:
            factor = apart[-1] / apart[-2] if abs(apart[0]) < abs(apart[-2]) else factor
        if abs(factor) >= 2 or factor == 1:
            continue
        if all(
            abs(apart[at + 1] - factor * apart[at])
            <= numbers[at + 1].half_width() + abs(factor) * numbers[at].half_width() * (not _whole(values[at]))
            for at in range(len(apart) - 1)
        ) and _telling(numbers):
            return factor, goal
    return None


def _goals(values: Sequence[Fraction]) -> Iterator[Fraction]:
    """Nothing; and, where enough values are shown, where one factor and one summand take them."""
    yield Fraction(0)
    if len(values) > LEAST_SHOWN:
        first, second = values[1] - values[0], values[2] - values[1]
        if first != 0 and second != first:
            factor = second / first
            yield values[0] + first / (1 - factor)


def _whole(value: Fraction) -> bool:
    return value.denominator == 1


def _telling(numbers: Sequence[PrintedNumber]) -> bool:
    """Whether the values show enough digits to keep to a rule by no accident."""
    return sum(each.digits for each in numbers) >= 2 * LEAST_SHOWN and any(not each.exact for each in numbers)


__all__ = ["recurrence_problems"]
