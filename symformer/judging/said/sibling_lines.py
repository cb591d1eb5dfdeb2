"""Lines that are built alike and say one number twice: "After 20 steps: $0.9^{20}$", with another number in one of them.

The items of a list or the rows of a table that use the same words show by themselves which of their numbers are
one and the same.  Where that holds in all but one, and the two numbers there are a slip of the pen apart, one of the
two is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.documents.document import Document, Prose, Table
from symformer.findings.finding import Problem, Related
from symformer.judging.said.sentences import whole_block
from symformer.judging.said.slips import is_slip
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_AGREEING = 3  # other lines, where their numbers have one digit only
LEAST_OF_TWO_DIGITS = 2
LONGEST_LINE = 400
MOST_LINES = 60
MOST_NUMBERS = 12
_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d]|[.,]\d)")
_IS_RESULT = Cued(r"(?:[=≈→]|\b(?:is|are|gives?|yields?))[ ]?[-−]?\Z")
_BLANKS = re.compile(r"[\s*_`$\\{}]+")


@dataclass(frozen=True, slots=True)
class _Number:
    text: str
    span: Span

    @property
    def value(self) -> Fraction:
        return Fraction(self.text)


@dataclass(frozen=True, slots=True)
class _Line:
    """The words of a line before each of its numbers, and the numbers."""

    words: tuple[str, ...]
    numbers: tuple[_Number, ...]


def sibling_line_problems(document: Document) -> Iterator[Problem]:
    """Every number of a line that is another than the one it is in all lines that are built alike."""
    for run in _runs_of_items(document.prose):
        yield from _judged([line for each in run if (line := _line_of(each)) is not None])
    for table in document.tables:
        yield from _judged(_rows_of(table))


def _runs_of_items(blocks: Sequence[Prose]) -> Iterator[Sequence[Prose]]:
    run: list[Prose] = []
    for block in blocks:
        if block.kind == "item":
            run.append(block)
            continue
        if len(run) > LEAST_OF_TWO_DIGITS:
            yield run[:MOST_LINES]
        run = []
    if len(run) > LEAST_OF_TWO_DIGITS:
        yield run[:MOST_LINES]


def _line_of(block: Prose) -> _Line | None:
    if len(block.text.text) > LONGEST_LINE:
        return None
    whole = whole_block(block.text)
    found = list(_NUMBER.finditer(whole.text))[:MOST_NUMBERS]
    words, at = list[str](), 0
    for each in found:
        words.append(_BLANKS.sub(" ", whole.text[at : each.start()]))
        at = each.end()
    numbers = tuple(_Number(each[0].replace(",", ""), whole.span(*each.span())) for each in found)
    return _Line(tuple(words), numbers)


def _rows_of(table: Table) -> list[_Line]:
    """The rows whose first cell is words with a number in them: that number may stand in another cell as well."""
    lines: list[_Line] = []
    for row in table.rows[:MOST_LINES]:
        if not row or not any(mark.isalpha() for mark in row[0].text):
            continue
        words, numbers = list[str](), list[_Number]()
        between = ""
        for cell in row:
            at = 0
            for each in _NUMBER.finditer(cell.text):
                words.append(_BLANKS.sub(" ", between + cell.text[at : each.start()]))
                start = cell.span.start + each.start()
                numbers.append(_Number(each[0].replace(",", ""), Span(start, start + len(each[0]))))
                between, at = "", each.end()
            between += cell.text[at:] + " | "
        lines.append(_Line(tuple(words[:MOST_NUMBERS]), tuple(numbers[:MOST_NUMBERS])))
    return lines


def _judged(lines: Sequence[_Line]) -> Iterator[Problem]:
    """The lines by the words they begin with, up to two numbers each time."""
    told: set[int] = set()
    for second in range(1, MOST_NUMBERS):
        alike: dict[tuple[str, ...], list[_Line]] = {}
        for line in lines:
            if len(line.numbers) > second:
                alike.setdefault(line.words[: second + 1], []).append(line)
        for words, family in alike.items():
            if len(family) <= LEAST_OF_TWO_DIGITS or not any(mark.isalpha() for each in words for mark in each):
                continue
            if _IS_RESULT.search(words[second]):
                continue  # what is worked out may be the same by chance
            for first in range(second):
                between = [mark for each in words[first + 1 : second + 1] for mark in each]
                named = re.search(r"[A-Za-z]{2,}[- ]?\Z", words[first]) is not None  # ResNet-50: 50 layers
                if not any(mark.isalpha() or mark == "|" or named and mark in ":(—–" for mark in between):
                    continue  # the sizes of one array
                problem = _odd_one(family, first, second)
                if problem is not None and problem.span.start not in told:
                    told.add(problem.span.start)
                    yield problem


def _odd_one(family: Sequence[_Line], first: int, second: int) -> Problem | None:
    pairs = [(line.numbers[first], line.numbers[second]) for line in family]
    odd = [pair for pair in pairs if pair[0].value != pair[1].value]
    values = {one.text for one, other in pairs if one.value == other.value}
    if len(odd) != 1 or len(pairs) != len(values) + 1:
        return None  # numbers that stay the same tell nothing
    long = sum(len(text) > 1 for text in values)
    if long < LEAST_OF_TWO_DIGITS and len(values) < LEAST_AGREEING:
        return None
    one, other = odd[0]
    if min(len(one.text), len(other.text)) < 2 or not is_slip(one.text, other.text):
        return None  # one digit may be any other: the fourth head attends to the second token
    return Problem(
        other.span,
        f"{other.text} stands here and {one.text} before it; in the lines beside this one the two are the same",
        level="warning",
        related=(Related(one.span, "the other number"),),
        evidence={"kind": "number", "printed": other.text},
        key=f"sentence-contradicts-number@{other.span.start}-{other.span.end}",
    )


__all__ = ["sibling_line_problems"]
