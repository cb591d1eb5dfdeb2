"""Rows labelled as the mean of those above: ``macro avg`` below the precision, recall and F1 of each class.

A column is accused only where another of the same row is the plain mean of its own cells: then the row is meant so.
Means by weights, sums, and an F1 made of the mean precision and recall are other ways, and right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount, differing
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

LEAST_ROWS = 2
TELLING = 2  # digits of a mean that comes out right by no accident
_MEAN = Cued(
    r"\W*(?:(?:macro|unweighted|arithmetic|column|simple|plain)\W*)?(?:averages?|avg|mean|平均值?|均值)\W*(?:\(macro\))?\W*\Z",
    re.IGNORECASE,
)
_SUMMARY = Cued(
    r"\W*(?:total|sum|macro|micro|weighted|overall|all|accuracy|averages?|avg|mean|median|std|sd|se|variance|min|max|合计|总|平均)(?![a-z])",
    re.IGNORECASE,
)


def mean_row_problems(table: Table) -> Iterator[Problem]:
    """The number in a row of means that is not the mean of its column, where others are."""
    for at, row in enumerate(table.rows):
        if not row or _MEAN.match(re.sub(r"[*_`]", "", row[0].text)) is None:
            continue
        above = [
            each for each in table.rows[:at] if each and _SUMMARY.match(re.sub(r"[*_`]", "", each[0].text)) is None
        ]
        if len(above) >= LEAST_ROWS:
            yield from _of_row(above, row)


def _of_row(above: Sequence[Sequence[TableCell]], row: Sequence[TableCell]) -> Iterator[Problem]:
    columns = [each for at in range(1, len(row)) if (each := _column(above, row, at)) is not None]
    right = sum(_is_mean(parts, mean) and _tells(parts, mean) for parts, mean in columns)
    wrong = [each for each in columns if not _is_mean(*each)]
    wrong = [(parts, mean) for parts, mean in wrong if not _is_otherwise(parts, mean, columns)]
    if len(wrong) != 1 or not right:
        return
    ((parts, mean),) = wrong
    expected = long_text(Interval.point(round(_mean(parts), max(mean.number.decimals, 0)))) + mean.unit
    problem = differing(mean, expected, f"the mean of the rows above is {expected}, not {mean.text}")
    yield replace(problem, level="warning")


def _column(
    above: Sequence[Sequence[TableCell]], row: Sequence[TableCell], at: int
) -> tuple[Sequence[Amount], Amount] | None:
    mean = amount(row[at])
    parts = [amount(each[at]) if at < len(each) else None for each in above]
    found = [each for each in parts if each is not None]
    if mean is None or len(found) < len(parts) or any(each.unit != mean.unit for each in found):
        return None
    return found, mean


def _mean(parts: Sequence[Amount]) -> Fraction:
    return sum((each.number.value for each in parts), Fraction(0)) / len(parts)


def _is_mean(parts: Sequence[Amount], mean: Amount) -> bool:
    return _is_near(_mean(parts), parts, mean)


def _is_near(value: Fraction, parts: Sequence[Amount], shown: Amount) -> bool:
    """Whether a value is what is shown, as far as it and its parts may have been rounded; a last digit cut off is none."""
    loose = max(each.number.half_width() for each in parts) + 2 * shown.number.half_width("≈")
    return abs(value - shown.number.value) <= loose


def _tells(parts: Sequence[Amount], mean: Amount) -> bool:
    return mean.number.digits >= TELLING and len({each.number.value for each in parts}) > 1


def _is_otherwise(parts: Sequence[Amount], shown: Amount, columns: Sequence[tuple[Sequence[Amount], Amount]]) -> bool:
    """Whether a number sums its column up in another way: added, weighted by a column of counts, of the row's own cells."""
    if _is_near(sum((each.number.value for each in parts), Fraction(0)), parts, shown):
        return True
    for weights, _ in columns:
        whole = sum((each.number.value for each in weights), Fraction(0))
        if whole > 0 and all(each.number.exact and each.number.value >= 0 for each in weights):
            pairs = zip(parts, weights, strict=True)
            value = sum((one.number.value * other.number.value for one, other in pairs), Fraction(0)) / whole
            if _is_near(value, parts, shown):
                return True
    beside = [mean.number.value for _, mean in columns if mean is not shown and mean.number.value > 0]
    return any(
        _is_near(2 * one * other / (one + other), parts, shown)
        for at, one in enumerate(beside)
        for other in beside[:at]
    )


__all__ = ["mean_row_problems"]
