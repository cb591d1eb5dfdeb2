"""Lists in a sentence that are a column of a table doubled, halved or added up: "the cumulative probabilities are 0.656, 0.875, …".

The word says what was done; where all numbers but one are what it makes of a column above, the odd one is a slip.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.said.asserted import sentence_problem
from symformer.judging.said.sentences import PLAIN_NUMBER, Sentence, digits_in, sentences
from symformer.judging.tables.amounts import Amount, amount, without_summaries
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST, MOST = 4, 12  # numbers of a list
FAR = 4000
_N = rf"{PLAIN_NUMBER}(?![\w^%]|\s?[/*·×+=^])"
_LIST = Cued(rf"(?<![\w.,+*/^=-]){_N}(?:\s*(?:,|;|,?\s+and|→)\s*{_N}){{{LEAST - 1},{MOST - 1}}}")
_OPEN = Cued(
    r"\b(?:if|not|instead|would|sorted|order\w*|rank\w*|without|except|capp?(?:ed)?|clip\w*|limit\w*|round\w*|floor\w*|at\s+(?:most|least)|but|only|masked|drop\w*)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


def _exponentials(values: Sequence[float]) -> list[float]:
    return [math.exp(value) if value < 50 else math.inf for value in values]


def _logs(values: Sequence[float]) -> list[float]:
    return [-math.log(value) if value > 0 else math.inf for value in values]


_DONE: tuple[tuple[Cued, str, Callable[[Sequence[float]], list[float]]], ...] = (
    (Cued(r"\bdoubl\w+|\btwice\b", re.IGNORECASE), "doubled", lambda values: [2 * each for each in values]),
    (Cued(r"\bhalv\w+|\bhalf\b", re.IGNORECASE), "halved", lambda values: [each / 2 for each in values]),
    (Cued(r"\bcumulat\w+|\brunning\s+(?:sums?|totals?)|\badded\s+up\s+from\b", re.IGNORECASE), "added up", lambda values: list(accumulate(values))),
    (Cued(r"\bexponential\w*|\bexponentiat\w+", re.IGNORECASE), "put into exp", _exponentials),
    (Cued(r"\bnegative\s+log\w*|\bsurpris(?:al|es)\b", re.IGNORECASE), "put into -ln", _logs),
)  # fmt: skip


def list_from_column_problems(document: Document) -> Iterator[Problem]:
    """A problem for the one number of a list that is not what its sentence says was done to a column above."""
    columns = list(_columns(document)) if document.tables else []
    for block in document.prose if columns else ():
        if block.kind == "heading" or digits_in(block.text.text) < LEAST:
            continue
        for sentence in sentences(block.text):
            lists = list(_LIST.finditer(sentence.text))
            for number, found in enumerate(lists):
                start = lists[number - 1].end() if number else 0
                before = sentence.text[start : found.start()]
                done = [(what, make) for pattern, what, make in _DONE if pattern.search(before)]
                if len(done) == 1 and _OPEN.search(before) is None:
                    yield from _odd(document, sentence, found, *done[0], columns)


def _columns(document: Document) -> Iterator[tuple[Span, Sequence[Amount]]]:
    for table in document.tables:
        rows = without_summaries(table.rows)
        for at in range(1, len(table.header)):
            cells = [value for row in rows if len(row) > at and (value := amount(row[at])) is not None]
            if len(cells) == len(rows) and LEAST <= len(rows) <= MOST:
                yield table.span, cells


def _odd(
    document: Document,
    sentence: Sentence,
    found: re.Match[str],
    what: str,
    make: Callable[[Sequence[float]], list[float]],
    columns: Sequence[tuple[Span, Sequence[Amount]]],
) -> Iterator[Problem]:
    shown = [(each, float(each[0].replace(",", "").replace("−", "-"))) for each in re.finditer(PLAIN_NUMBER, found[0])]
    at = sentence.place(found.start())
    here = section_at(document, at)
    best: tuple[int, float, Span] | None = None
    for span, cells in columns:
        slack = _slack(cells, what)
        if len(cells) != len(shown) or not 0 < at - span.end < FAR or section_at(document, span.start) != here:
            continue
        made = make([float(each.number.value) for each in cells])
        wrong = [
            place
            for place, ((text, value), right) in enumerate(zip(shown, made, strict=True))
            if abs(value - right) > 1.01 * _unit(text[0]) + slack * max(1.0, abs(right))
        ]
        if not wrong:
            return
        if len(wrong) == 1 and len({value for _, value in shown}) >= LEAST - 1:
            best = wrong[0], made[wrong[0]], span
    if best is None:
        return
    place, right, source = best
    text = shown[place][0]
    decimals = len(text[0].partition(".")[2])
    expected = decimal_text(_fraction(right), decimals)
    yield sentence_problem(
        sentence,
        found.start() + text.start(),
        found.start() + text.end(),
        f"the others are a column of the table {what}: by it this is {expected}, not {text[0]}",
        "warning",
        mends=(text[0], expected),
        related=(Related(source, "the table"),),
    )


def _slack(cells: Sequence[Amount], what: str) -> float:
    """By how much what is made of a column may be off, since its numbers were rounded."""
    rounded = [float(each.number.half_width()) for each in cells if not each.number.exact]
    if what == "added up":
        return sum(rounded)
    return 2 * max(rounded, default=0.0) if _is_long(cells) else 0.0


def _is_long(cells: Sequence[Amount]) -> bool:
    """Whether numbers look worked out, and so rounded: of one decimal they are given."""
    return max(each.number.decimals for each in cells) > 1


def _unit(text: str) -> float:
    return float(10.0 ** -len(text.partition(".")[2])) / 2


def _fraction(value: float) -> Fraction:
    return Fraction(value).limit_denominator(10**9)


__all__ = ["list_from_column_problems"]
