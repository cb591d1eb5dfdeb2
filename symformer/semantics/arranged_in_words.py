"""Arrays that words arrange anew: "concatenating the heads:", "its transpose is", "the mean over the tokens"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from symformer.semantics.shown_arrays import Made, Shown, placeless
from symformer.terms.term import Matrix, Number, Term, Transpose
from symformer.text.cued import Cued

_JOINED = Cued(r"\bconcat\w*|\bjoin\w*|\bside by side\b|\bstack\w*|拼接|连接", re.IGNORECASE)
_SPLIT = Cued(r"\bsplit\w*|\bslic\w+|\bper head\b|\bfirst (?:half|two)\b|切分|拆分", re.IGNORECASE)
_TURNED = Cued(r"\btranspos\w+|转置", re.IGNORECASE)
_AVERAGED = Cued(r"\bmeans?\b|\baverag\w+|\bpool\w*|均值|平均", re.IGNORECASE)
LAST_WORDS = 160  # characters, in which the operation is named
NEAREST = 6  # arrays above
MOST_AGREE = Fraction(3, 4)

Rows = tuple[tuple[Term, ...], ...]


def arranged(shown: Shown, before: Sequence[Shown]) -> Iterator[Made]:
    """What an array may be that words say was arranged anew, of the arrays right before it."""
    words, near = shown.words[-LAST_WORDS:], before[-NEAREST:]
    if _TURNED.search(words):
        for each in reversed(near):
            if (each.rows, each.columns) == (shown.columns, shown.rows) and each.rows * each.columns > 1:
                yield Made(Transpose(each.numbers), Transpose(each.operand), MOST_AGREE)
    if _JOINED.search(words):
        yield from _of_rows(_joined(shown, near))
    if _SPLIT.search(words):
        yield from _of_rows(_parts(shown, near))
    if _AVERAGED.search(words) and shown.rows == 1:
        yield from _of_rows(_means(shown, near))


def _of_rows(found: Iterator[Rows]) -> Iterator[Made]:
    for rows in found:
        numbers = Matrix(rows)
        yield Made(numbers, placeless(numbers), MOST_AGREE)


def _joined(shown: Shown, near: Sequence[Shown]) -> Iterator[Rows]:
    """The arrays that stand last, side by side or below one another."""
    for count in range(2, len(near) + 1):
        last = near[-count:]
        if all(each.rows == shown.rows for each in last) and sum(each.columns for each in last) == shown.columns:
            yield tuple(tuple(cell for each in last for cell in each.numbers.rows[at]) for at in range(shown.rows))
        if all(each.columns == shown.columns for each in last) and sum(each.rows for each in last) == shown.rows:
            yield tuple(row for each in last for row in each.numbers.rows)


def _parts(shown: Shown, near: Sequence[Shown]) -> Iterator[Rows]:
    """Columns beside one another of an array above, where they are a whole part of it."""
    for each in reversed(near):
        if each.rows == shown.rows and each.columns > shown.columns and each.columns % shown.columns == 0:
            edges = range(0, each.columns + 1, shown.columns)
            yield from (tuple(row[start:end] for row in each.numbers.rows) for start, end in pairwise(edges))


def _means(shown: Shown, near: Sequence[Shown]) -> Iterator[Rows]:
    """The means of the columns and of the rows of what stands above."""
    for each in reversed(near):
        values = [[cell.value for cell in row if isinstance(cell, Number)] for row in each.numbers.rows]
        if each.rows > 1 and each.columns == shown.columns:
            yield (tuple(Number(sum(column, Fraction(0)) / each.rows) for column in zip(*values, strict=True)),)
        if each.columns > 1 and each.rows == shown.columns and each.rows > 1:
            yield (tuple(Number(sum(row, Fraction(0)) / each.columns) for row in values),)


__all__ = ["arranged"]
