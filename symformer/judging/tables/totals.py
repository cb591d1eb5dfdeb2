"""Tables whose rows do not give what they show: worked cells, a row of totals, shares of a total.

Each column is read in every way that is plausible (subtotals counted or not, rounded parts), and
accused only where the table shows by its other rows or columns that it is meant to be worked out so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled
from symformer.judging.tables.added_columns import (
    REPEATED,
    Column,
    adds_up,
    column_above,
    from_a_subtotal,
    without_repeats,
)
from symformer.judging.tables.amounts import TOTAL, Amount, amount, differing, mistyped
from symformer.judging.tables.mean_rows import mean_row_problems
from symformer.judging.tables.shares_of_total import disproportionate_shares, wrong_shares
from symformer.judging.tables.worked_cells import worked_cell_problems
from symformer.judging.wording import long_text
from symformer.semantics.prose.snippets import Read
from symformer.text.cued import Cued

_SIZES = Cued(r"\(\s*(\d{1,7})\s?[×x]\s?(\d{1,7})\s*\)")
_PART_TOTAL = Cued(
    r"\W*(?:[\w-]+\s+){1,3}(?:total|subtotal)\W*|\W*[\u4e00-\u9fff]{1,8}(?:合计|小计|总计)\W*", re.IGNORECASE
)
_MEASURED = Cued(r"\b(?:times?|latency|latencies|durations?|runtime|elapsed|wall|cpu|ms|µs|us|ns|s|sec|secs|seconds?|minutes?|hours?|joules?|J|kWh|W|watts?)\b|耗时|时间|延迟|毫秒|秒", re.IGNORECASE)  # fmt: skip
_PLAIN_TOTAL = Cued(
    r"\W*(?:(?:grand|overall)\s+)?(?:total|totals|sum|合计|总计|总和|共计|Σ|∑|\\[Ss](?:um|igma))\W*", re.IGNORECASE
)
_OVERLAPPING = Cued(r"\bmemory\b|[GM]i?B\b|内存|显存", re.IGNORECASE)  # what is used in turn is used again
_AND_MORE = Cued(
    r"\.\.\.|…|\bothers?\b|\betc\b|\b(?:shared|tied|reused|overlap\w*|optional)\b|其他|共享", re.IGNORECASE
)
_COUNTS = Cued(
    r"\b(?:#|parameters?|params|weights|entries|elements|count|number|operations?|multiplications|flops?|macs|bytes|size|memory|tokens|examples|samples|images|words|rows|documents|[kMG]i?B)\b"
    r"|参数|数量|字节|个数|样本|计算量|乘法",
    re.IGNORECASE,
)
FAR_OFF = 3  # times the sum of the rows, beyond which a total is of something else
ACROSS_NEAR = 5  # by what part of it a total may be off where one other row alone adds up
SUMS_BESIDE = 2  # other columns that a row gives the sums of, from which on it surely does so of all
RATE_NEAR = 4  # by what part of the sum a total of rates may be off, where another column adds up
CLOSE = Fraction(8, 5)  # times the sum of the rows, within which a plain total is meant of them
LONGEST_TABLE = 400
NOTHING_WRONG: Mapping[int, Fraction] = {}
NO_NAMES: Settled = {}


def total_problems(
    tables: Sequence[Table],
    read: Read,
    corrected: Mapping[int, Fraction] = NOTHING_WRONG,
    settled: Callable[[int], Settled] = lambda place: NO_NAMES,
) -> Iterator[Problem]:
    """Every cell that does not hold what the cells beside or above it come to.

    ``corrected`` are the numbers that are known to be wrong, by where they stand: a total that is right
    with what they ought to be is not blamed.  ``settled`` gives the numbers that names stand for at a place.
    """
    for table in tables:
        if not table.rows or len(table.rows) > LONGEST_TABLE:
            continue
        for each in worked_cell_problems(table, read, settled):
            # what the equation of a row already accuses is told once
            if not any(each.span.start <= place < each.span.end for place in corrected):
                yield each
        shares = [*wrong_shares(table), *disproportionate_shares(table)]
        yield from shares
        across = list(_across(table, corrected))
        yield from (problem for problem, _ in across)
        put_right = {**corrected, **{problem.span.start: value for problem, value in across}}
        yield from _totals(table, put_right, shares=not shares)
        yield from mean_row_problems(table)


def _totals(table: Table, corrected: Mapping[int, Fraction], *, shares: bool) -> Iterator[Problem]:
    """The columns of a row that is labelled as a total, beside the rows above it; ``shares``: also those in percent."""
    start = 0
    for at, row in enumerate(table.rows):
        label = row[0].text if row else ""
        bare = re.sub(r"[*_`]", "", label)
        if TOTAL.match(bare) is None and _PART_TOTAL.fullmatch(bare) is None:
            continue
        above = [each for each in table.rows[start:at] if each and any(cell.text for cell in each[1:])]
        start = at + 1
        if len(above) >= 2 and not any(REPEATED.search(_own_label(each)) for each in [*above, row]):
            yield from _total_row(table, above, row, corrected, shares=shares)


def _own_label(row: Sequence[TableCell]) -> str:
    """The label of a row without sizes that come to its own number: "W (512 × 2048)" beside 1,048,576 is there once."""
    sizes = _SIZES.search(row[0].text)
    if sizes is None:
        return row[0].text
    count = Fraction(int(sizes[1]) * int(sizes[2]))
    counted = any(one is not None and one.number.value == count for one in map(amount, row[1:]))
    return row[0].text.replace(sizes[0], "") if counted else row[0].text


def _across(table: Table, corrected: Mapping[int, Fraction]) -> Iterator[tuple[Problem, Fraction]]:
    """The one number of the last column, headed as a total, that its row does not come to; and what it comes to."""
    last = len(table.header) - 1
    if last < 3 or TOTAL.match(re.sub(r"[*_`]", "", table.header[last].text)) is None:
        return
    if any(REPEATED.search(cell.text) for cell in table.header[1:]):
        return
    rows = [[amount(cell) for cell in row[1 : last + 1]] for row in table.rows if len(row) > last]
    full = [[each for each in row if each is not None] for row in rows if row[-1] is not None]
    full = [row for row in full if not _is_of_averages(row)]
    if len(full) < 2 or any(len(row) < last or len({each.unit for each in row}) != 1 for row in full):
        return
    wrong = []
    for row in full:
        *parts, total = row
        added = sum((part.number.value for part in parts), Fraction(0))
        loose = sum((each.number.half_width() for each in row), Fraction(0))
        if abs(added - total.number.value) > loose:
            wrong.append((total, added, parts))
    if len(wrong) != 1:
        return
    (total, added, parts) = wrong[0]
    if len(full) - 1 < 2 and abs(added - total.number.value) * ACROSS_NEAR > abs(total.number.value):
        return
    if any(place in corrected for each in (*parts, total) for place in range(each.span.start, each.span.end)):
        return
    shown = long_text(Interval.point(added)) + total.unit
    note = " + ".join(part.text for part in parts) + f" = {shown}"
    yield differing(total, shown, f"the cells of this row add up to {shown}, not {total.text}", note), added


def _is_of_averages(row: Sequence[Amount]) -> bool:
    """Whether the last of a row's numbers in percent lies among the others: the share of the whole, no sum of shares."""
    *parts, total = [each.number.value for each in row]
    return len(parts) > 1 and row[-1].unit == "%" and min(parts) < total < max(parts)


def _total_row(
    table: Table,
    above: Sequence[Sequence[TableCell]],
    row: Sequence[TableCell],
    corrected: Mapping[int, Fraction],
    *,
    shares: bool,
) -> Iterator[Problem]:
    found = [each for column in range(1, len(row)) if (each := column_above(table, above, row, column)) is not None]
    wrong = [each for each in found if not adds_up(each) and (shares or each.total.unit != "%")]
    right = [each for each in found if adds_up(each)]
    sums = len(right) >= SUMS_BESIDE and _PLAIN_TOTAL.fullmatch(re.sub(r"[*_`$]", "", row[0].text)) is not None
    wrong = [each for each in wrong if sums or all(part.number.value >= 0 for part in each.parts)]
    for each in wrong:
        if adds_up(_put_right(each, corrected)):
            continue  # what is wrong stands above it
        added = sum(
            (part.number.value for part, partial in zip(each.parts, each.partial, strict=True) if not partial),
            Fraction(0),
        )
        total = each.total.number.value
        plain = added
        if abs(added - total) * 10 > abs(
            added
        ):  # what the rows from a subtotal on come to, where that is the total but for a slip
            others = (*from_a_subtotal(each), without_repeats(each.parts))
            added = next((other for other in others if mistyped(other, each.total.number)), added)
        near = abs(added - total) * 10 <= abs(added) > 0
        slip = mistyped(added, each.total.number)
        if each.rate and (not right or abs(added - total) * RATE_NEAR > added or _within(each)):
            continue
        far = not near and not right or abs(added - total) * 2 > added
        far = far and not (sums and not _measured(each))
        if not slip and far and not (_of_these(each, added, above, row) and not _measured(each)):
            continue  # another kind of total
        if not slip and (_within(each) or _measured(each) and near and not any(map(_measured, right))):
            continue  # an average, or the whole was measured too
        shown = long_text(Interval.point(added)) + each.total.unit
        parts = " + ".join(part.text for part, partial in zip(each.parts, each.partial, strict=True) if not partial)
        note = f"{parts} = {shown}" if len(parts) <= 70 and added == plain else None
        problem = differing(each.total, shown, f"the rows above add up to {shown}, not {each.total.text}", note)
        sure = near or right or slip and not _measured(each)
        yield problem if sure else replace(problem, level="warning")


def _of_these(column: Column, added: Fraction, above: Sequence[Sequence[TableCell]], row: Sequence[TableCell]) -> bool:
    """Whether a total can only be meant of the rows above it: of things that are counted, with nothing left out."""
    total = column.total.number.value
    largest = max(part.number.value for part in column.parts)
    if not largest < total <= FAR_OFF * added or len(column.parts) < len(above) or any(column.partial):
        return False
    if _PLAIN_TOTAL.fullmatch(row[0].text) is None or any(_AND_MORE.search(each[0].text) for each in above):
        return False
    if added / CLOSE <= total <= added * CLOSE and _OVERLAPPING.search(column.head) is None:
        return True
    whole = all(part.number.exact and part.number.digits >= 3 for part in (*column.parts, column.total))
    return _COUNTS.search(column.head) is not None and (whole or bool(column.total.unit))


def _measured(column: Column) -> bool:
    """Whether a column holds times or the like, of which the whole may have been measured by itself."""
    return column.total.unit in ("ms", "s") or _MEASURED.search(column.head) is not None


def _within(column: Column) -> bool:
    """Whether a total lies among its parts, as an average does."""
    parts = [part.number.value for part in column.parts]
    return min(parts) < column.total.number.value < max(parts)


def _put_right(column: Column, corrected: Mapping[int, Fraction]) -> Column:
    """A column with what its wrong numbers ought to be."""

    def right(part: Amount) -> Amount:
        start = next((at for at in range(part.span.start, part.span.end) if at in corrected), None)
        return part if start is None else replace(part, number=replace(part.number, value=corrected[start]))

    return replace(column, parts=tuple(map(right, column.parts)))
