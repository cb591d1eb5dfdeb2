"""A column of numbers above a total, and every plausible way in which it may add up to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.documents.document import Table, TableCell
from symformer.judging.tables.amounts import MARKS, Amount, amount
from symformer.text.cued import Cued

_LEADING = Cued(r"\A.*(?:=|≈|\\approx(?![a-z]))(?=[^=≈]*\d)")  # the working in a cell, before what it gives
_PARTIAL = Cued(r"sub-?\s?total|of which|thereof|小计|其中", re.IGNORECASE)
REPEATED = Cued(
    r"(?<!\d)(?<!\d\s)[×xX*]\s?\d|\d\s?[×xX*](?!\s?\d)|(?<![\d×])(?!(\d+)\s?×\s?\1(?!\d))\d+\s?[×xX*]\s?\d|\bper\b|\beach\b|/\s?(?:layer|block|head|token)|\bevery\b|每|(?<!\\)\b(?:average|mean|max|min|最大|平均)\b(?!\W*pool)",
    re.IGNORECASE,
)
_NOT_ADDED = Cued(
    r"\b(?:p\d{2,3}|q\d|percentile|quantile|median|mode|std|sd|stdev|variance|rate|ratio|accuracy|acc|precision|recall|f1"
    r"|auc|throughput|speed-?up|bandwidth|fps|qps|tok(?:en)?s?/s|utili[sz]ation|peak|mfu|perplexity|ppl|rmse"
    r"|mse|mae|bleu|rouge|temperature|density)\b|(?<![\w%])P\d{2}(?!\w)|中位|分位|准确率|精度|速率|吞吐|比例|峰值",
    re.IGNORECASE,
)
_RATE = Cued(r"\W*(?:bytes|bits|FLOPs?|operations|parameters|params)\s*(?:per|/)\s*(?:parameter|param|weight|token|element|value)\W*", re.IGNORECASE)  # fmt: skip
_BOLD = re.compile(r"\s*(?:\*\*|__)")


@dataclass(frozen=True, slots=True)
class Column:
    """One column above a total: its parts and their labels, with the rows that only repeat others marked."""

    head: str
    parts: tuple[Amount, ...]
    partial: tuple[bool, ...]
    total: Amount
    labels: tuple[str, ...] = ()
    rate: bool = False  # "bytes per parameter": rates of one thing may be added up, and need not


def column_above(
    table: Table, above: Sequence[Sequence[TableCell]], row: Sequence[TableCell], column: int
) -> Column | None:
    """A column of numbers in one unit that ends in a total; None where it is none."""
    total = amount(row[column])
    head = table.header[column].text if column < len(table.header) else ""
    rate = _RATE.fullmatch(head) is not None
    if (
        total is None
        or REPEATED.search(head)
        and not rate
        or _NOT_ADDED.search(head)
        or "%" in head
        and total.unit != "%"
        and total.number.value != 100
    ):
        return None
    parts: list[Amount] = []
    partial: list[bool] = []
    labels: list[str] = []
    for each in above:
        cell = each[column] if column < len(each) else None
        if cell is None or MARKS.sub("", cell.text) in ("", "-", "–", "—", "/"):
            continue
        part = amount(replace(cell, text=_LEADING.sub("", cell.text)))
        if part is None or part.unit != total.unit:
            return None
        parts.append(part)
        partial.append(_PARTIAL.search(each[0].text) is not None)
        labels.append(each[0].text)
    return Column(head, tuple(parts), tuple(partial), total, tuple(labels), rate) if len(parts) >= 2 else None


def adds_up(column: Column) -> bool:
    """Whether some reading of the rows gives the total: all, without subtotals, without what sums up its neighbours."""
    parts, total = column.parts, column.total
    loose = sum((part.number.half_width() for part in parts), Fraction(0)) + total.number.half_width()
    if total.unit and any(part.number.exact for part in parts):
        loose += Fraction(len(parts) + 1, 2) * max(part.number.unit for part in (*parts, total))
    readings = [
        sum((part.number.value for part in parts), Fraction(0)),
        *_without_one_of_many(column),
        *from_a_subtotal(column),
        sum(
            (part.number.value for part, partial in zip(parts, column.partial, strict=True) if not partial), Fraction(0)
        ),
        sum((part.number.value for part, partial in zip(parts, column.partial, strict=True) if partial), Fraction(0)),
        without_repeats(parts),
        max(part.number.value for part in parts),
        sum((part.number.value for part in parts), Fraction(0)) / len(parts),
    ]
    if any(abs(each - total.number.value) <= loose for each in readings):
        return True
    if all(part.number.exact and part.number.value % 1000 == 0 and part.number.value for part in (*parts, total)):
        coarse = sum((part.number.last_significant_unit / 2 for part in (*parts, total)), Fraction(0))
        return abs(readings[0] - total.number.value) <= coarse
    return False


def _without_one_of_many(column: Column) -> Iterator[Fraction]:
    """The sum without a row of which the next is told to be so many times: one layer, and the 32 layers."""
    values = [part.number.value for part in column.parts]
    for at, value in enumerate(values[:-1]):
        times = values[at + 1] / value if value > 0 else Fraction(0)
        if times > 1 and times.denominator == 1 and re.search(rf"(?<!\d){times}(?!\d)", column.labels[at + 1]):
            yield sum(values, Fraction(0)) - value


def from_a_subtotal(column: Column) -> Iterator[Fraction]:
    """The sum from a row in bold type on, like the total itself: what stands above it is in it, "**backbone**"."""
    for at in range(1, len(column.parts) - 1):
        if _BOLD.match(column.labels[at]) is not None:
            yield sum((part.number.value for part in column.parts[at:]), Fraction(0))


def without_repeats(parts: Sequence[Amount]) -> Fraction:
    """The sum without rows that are themselves the sum of the two to twelve rows before or after them."""
    kept = Fraction(0)
    values = [part.number.value for part in parts]
    for at, value in enumerate(values):
        running_after = running_before = Fraction(0)
        repeats = False
        for step in range(1, 13):
            running_after += values[at + step] if at + step < len(values) else Fraction(-1)
            running_before += values[at - step] if at - step >= 0 else Fraction(-1)
            repeats = repeats or step > 1 and value > 0 and value in (running_after, running_before)
        kept += 0 if repeats else value
    return kept
