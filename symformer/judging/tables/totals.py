"""Tables whose rows do not give what they show: worked cells, a row of totals, shares of a total.

Each column is read in every way that is plausible (subtotals counted or not, rounded parts), and
accused only where the table shows by its other rows or columns that it is meant to be worked out so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra.interval import Interval, divide
from symformer.algebra.printed import PrintedNumber, decimal_text, printed, rounds_to
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.judging.tables.shape_cells import with_products_for_shapes
from symformer.judging.wording import long_text
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.semantics.values import widened_literal
from symformer.terms.term import Index, Number, Symbol
from symformer.text.cued import Cued
from symformer.text.span import Span

_MARKS = re.compile(r"[*_`$\s]|\{,\}|\\[,;!]")
_CELL = re.compile(
    r"[~≈]?(?P<sign>[-−+]?)(?P<n>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+−]?\d{1,3})?)(?P<power>(?:\\times|\\cdot|[×·])10(?:\^\{?(?P<exponent>[-−]?\d{1,3})\}?|(?P<high>⁻?[⁰¹²³⁴-⁹]{1,3})))?(?P<unit>%|\\%|[×x](?=\Z)|[KMBT]|[kMG]i?B|ms|s|万|亿)?\Z"
)
_ROLE = Cued(r":math:`([^`]*)`")
_LEADING = Cued(r"\A.*(?:=|≈|\\approx(?![a-z]))(?=[^=≈]*\d)")  # the working in a cell, before what it gives
_TOTAL = Cued(
    r"\W*(?:grand\s+|overall\s+)?(?:total|totals|sum|in total|altogether|合计|总计|总和|共计|Σ|∑|\\[Ss](?:um|igma)(?![a-z]))(?:\s*[\w ()]{0,24})?\W*\Z",
    re.IGNORECASE,
)
_SIZES = Cued(r"\(\s*(\d{1,7})\s?[×x]\s?(\d{1,7})\s*\)")
_PART_TOTAL = Cued(
    r"\W*(?:[\w-]+\s+){1,3}(?:total|subtotal)\W*|\W*[\u4e00-\u9fff]{1,8}(?:合计|小计|总计)\W*", re.IGNORECASE
)
_PARTIAL = Cued(r"sub-?\s?total|of which|thereof|小计|其中", re.IGNORECASE)
_REPEATED = Cued(
    r"(?<!\d)(?<!\d\s)[×xX*]\s?\d|\d\s?[×xX*](?!\s?\d)|(?<![\d×])(?!(\d+)\s?×\s?\1(?!\d))\d+\s?[×xX*]\s?\d|\bper\b|\beach\b|/\s?(?:layer|block|head|token)|\bevery\b|每|(?<!\\)\b(?:average|mean|max|min|最大|平均)\b(?!\W*pool)",
    re.IGNORECASE,
)
_RESULT = Cued(
    r"\W*(?:=|value|result|count|product|total|sum|answer|output|params?|parameters?|结果|值|参数\w*)\W*\Z",
    re.IGNORECASE,
)
_OPERATOR = Cued(
    r"\w[²³]|[\w)\]}]\s*(?:[-+−×·*/^]|\\times|\\cdot|\\div)\s*\\?[\d(\[{A-Za-z]|^\$[\d ]*\w[\w_ ]*\$\Z|\\frac|\\sqrt|√|\bexp\(|e\^|\bsqrt\("
)
_MEASURED = Cued(r"\b(?:times?|latency|latencies|durations?|runtime|elapsed|wall|cpu|ms|µs|us|ns|s|sec|secs|seconds?|minutes?|hours?|joules?|J|kWh|W|watts?)\b|耗时|时间|延迟|毫秒|秒", re.IGNORECASE)  # fmt: skip
_NOT_ADDED = Cued(
    r"\b(?:p\d{2,3}|q\d|percentile|quantile|median|mode|std|sd|stdev|variance|rate|ratio|accuracy|acc|precision|recall|f1"
    r"|auc|throughput|speed-?up|bandwidth|fps|qps|tok(?:en)?s?/s|utili[sz]ation|peak|mfu|perplexity|ppl|rmse"
    r"|mse|mae|bleu|rouge|temperature|density)\b|(?<![\w%])P\d{2}(?!\w)|中位|分位|准确率|精度|速率|吞吐|比例|峰值",
    re.IGNORECASE,
)
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
CLOSE = Fraction(8, 5)  # times the sum of the rows, within which a plain total is meant of them
LONGEST_TABLE = 400
UNITS = (10**3, 10**6, 10**9, 10**12, 2**10, 2**20, 2**30)
LEAST_IN_UNITS, DIGITS_IN_UNITS = 3, 5  # rows, and digits of those that agree, that tell what a column is counted in
NOTHING_WRONG: Mapping[int, Fraction] = {}
NO_NAMES: Settled = {}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number in a cell, with its unit and place."""

    number: PrintedNumber
    unit: str
    span: Span

    @property
    def text(self) -> str:
        """As a message shows it."""
        return self.number.text + self.unit


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
        yield from _worked_cells(table, read, settled)
        shares = [*_shares(table), *_out_of_proportion(table)]
        yield from shares
        across = list(_across(table, corrected))
        yield from (problem for problem, _ in across)
        put_right = {**corrected, **{problem.span.start: value for problem, value in across}}
        yield from _totals(table, put_right, shares=not shares)


def is_total(row: Sequence[TableCell]) -> bool:
    """Whether a row is headed as the total of the rows above it."""
    return bool(row) and _TOTAL.fullmatch(row[0].text) is not None


_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def amount(cell: TableCell) -> Amount | None:
    """The one plain number that a cell holds."""
    bare = _MARKS.sub("", cell.text)
    found = _CELL.match(bare)
    if found is None or found["sign"] == "+":
        return None
    digits = found["n"].replace(",", "")
    if found["power"]:
        exponent = (found["exponent"] or found["high"]).translate(_RAISED)
        digits = f"{digits}e{exponent}" if "e" not in digits.casefold() else digits
    return Amount(printed(found["sign"].replace("−", "-") + digits), (found["unit"] or "").replace("\\", ""), cell.span)


def _problem(found: Amount, expected: str, message: str, note: str | None = None) -> Problem:
    span = found.span
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    return Problem(span, message, note=note, evidence=evidence, key=f"total-differs@{span.start}-{span.end}")


# -- a cell with its working beside it ----------------------------------------------------------------------------


def _worked_cells(table: Table, read: Read, settled_at: Callable[[int], Settled]) -> Iterator[Problem]:
    """``| 0.25 × 4 | 1.5 |``: the working in one column, what it comes to in the next."""
    width = min(len(row) for row in table.rows)
    table = with_products_for_shapes(table)
    if not any(_OPERATOR.search(cell.text) for row in table.rows for cell in row):
        return
    settled = settled_at(table.span.start)
    for column in range(width - 1):
        workings = [_working(row[column], read, settled) for row in table.rows]
        if not any(workings):
            continue
        pairs = [
            (working, found, row[column])
            for working, row in zip(workings, table.rows, strict=True)
            if working is not None and (found := amount(row[column + 1])) is not None and not found.unit
        ]
        unit, wrong = _least_wrong([(working, found) for working, found, _ in pairs])
        head = table.header[column + 1].text if column + 1 < len(table.header) else ""
        if _is_made_of(head, table.header[column].text if column < len(table.header) else ""):
            continue  # p, and beside it -log p
        right = len(pairs) - len(wrong)
        if not wrong or len(wrong) > right or right < 2 and _RESULT.match(head) is None:
            continue
        for working, found in wrong:
            shown = _as_printed(working.in_units(unit), found)
            yield _problem(found, shown, f"the working beside it gives {shown}, not {found.text}")


def _is_made_of(head: str, other: str) -> bool:
    """Whether a column's head is a formula of the letter that heads another column."""
    letter, formula = (each.strip().strip("$`").strip() for each in (other, head))
    if _NAME.fullmatch(letter) is None or letter == formula or _WORD.search(formula) is not None:
        return False
    found = re.search(rf"(?<![\\A-Za-z]){re.escape(letter)}(?![A-Za-z])", formula)
    return found is not None and _NAME.fullmatch(formula) is None


_WORD = re.compile(r"(?<!\\)\b(?!(?:log|ln|exp|sqrt|sin|cos|tanh)\d*\b)[A-Za-z]{2,}")
_NAME = re.compile(r"\\?[A-Za-z]+(?:_(?:\w|\{[^{}]*\}))?(?:\([\w, ]*\))?")


@dataclass(frozen=True, slots=True)
class Working:
    """What the expression in a cell comes to: as printed, and from all that prints like its numbers."""

    value: Interval
    widened: Interval

    def in_units(self, unit: int) -> Working:
        """As it is counted in thousands, millions or the like."""
        if unit == 1:
            return self
        by = Interval.point(Fraction(1, unit))
        return Working(self.value * by, self.widened * by)


def _least_wrong(pairs: Sequence[tuple[Working, Amount]]) -> tuple[int, list[tuple[Working, Amount]]]:
    """What a column is counted in, and the numbers that are wrong then: 4.83 for 4,831,838,208 in billions."""
    wrong = [pair for pair in pairs if not _agrees(*pair)]
    if len(wrong) < len(pairs) or len(pairs) < LEAST_IN_UNITS:
        return 1, wrong
    for unit in UNITS:
        off = [(working, found) for working, found in pairs if not _agrees(working.in_units(unit), found)]
        digits = sum(found.number.digits for working, found in pairs if (working, found) not in off)
        if len(off) < 2 and digits >= DIGITS_IN_UNITS:
            return unit, off
    return 1, wrong


def _working(cell: TableCell, read: Read, settled: Settled) -> Working | None:
    text = cell.text.strip().strip("*_ ")
    if _OPERATOR.search(text) is None or len(text) > 200 or "=" in text:
        return None
    role = _ROLE.fullmatch(text)
    if role is not None or text.startswith("$") and text.endswith("$") and text.count("$") == 2:
        latex = role[1] if role is not None else text[1:-1]
    else:
        made = plain_latex(text.strip("`").replace("\\*", "*"))
        if made is None or "$" in text:
            return None
        latex = made.text
    term = read(latex, cell.span)
    if isinstance(term, Number | Symbol | Index):
        return None
    value = evaluate(term, lookup_of(settled, exactly), exactly)
    widened = evaluate(term, lookup_of(settled, widened_literal), widened_literal)
    if not isinstance(value, Interval):
        return None
    return Working(value, widened if isinstance(widened, Interval) else value)


def _agrees(working: Working, found: Amount) -> bool:
    loose = found.number.exact and working.value.middle.denominator != 1
    allowed = found.number.interval("≈" if loose else "=")
    if rounds_to(working.value, found.number, "≈" if loose else "=") != "no":
        return True
    scaled = working.value.middle * Fraction(10) ** max(found.number.decimals, 0)
    if working.value.exact and scaled.denominator == 1:
        return False  # nothing had to be rounded
    return working.widened.meets(Interval(allowed.lo - _slack(found), allowed.hi + _slack(found)))


def _slack(found: Amount) -> Fraction:
    """One unit of the last place: the next rule of rounding, or digits cut off."""
    return Fraction(0) if found.number.exact else found.number.unit / 2


def _as_printed(working: Working, found: Amount) -> str:
    value = working.value.middle
    if (
        working.value.exact
        and len(str(value)) < 14
        and long_text(working.value).count(".") <= 1
        and len(long_text(working.value)) < 14
    ):
        return long_text(working.value)
    return long_text(Interval.point(round(value, max(found.number.decimals, 0) + 1)))


# -- a row of totals ----------------------------------------------------------------------------------------------


def _totals(table: Table, corrected: Mapping[int, Fraction], *, shares: bool) -> Iterator[Problem]:
    """The columns of a row that is labelled as a total, beside the rows above it; ``shares``: also those in percent."""
    start = 0
    for at, row in enumerate(table.rows):
        label = row[0].text if row else ""
        bare = re.sub(r"[*_`]", "", label)
        if _TOTAL.match(bare) is None and _PART_TOTAL.fullmatch(bare) is None:
            continue
        above = [each for each in table.rows[start:at] if each and any(cell.text for cell in each[1:])]
        start = at + 1
        if len(above) >= 2 and not any(_REPEATED.search(_own_label(each)) for each in [*above, row]):
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
    if last < 3 or _TOTAL.match(re.sub(r"[*_`]", "", table.header[last].text)) is None:
        return
    if any(_REPEATED.search(cell.text) for cell in table.header[1:]):
        return
    rows = [[amount(cell) for cell in row[1 : last + 1]] for row in table.rows if len(row) > last]
    full = [[each for each in row if each is not None] for row in rows if row[-1] is not None]
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
    yield _problem(total, shown, f"the cells of this row add up to {shown}, not {total.text}", note), added


@dataclass(frozen=True, slots=True)
class Column:
    """One column above a total: its parts and their labels, with the rows that only repeat others marked."""

    head: str
    parts: tuple[Amount, ...]
    partial: tuple[bool, ...]
    total: Amount
    labels: tuple[str, ...] = ()


def _total_row(
    table: Table,
    above: Sequence[Sequence[TableCell]],
    row: Sequence[TableCell],
    corrected: Mapping[int, Fraction],
    *,
    shares: bool,
) -> Iterator[Problem]:
    found = [each for column in range(1, len(row)) if (each := _column(table, above, row, column)) is not None]
    wrong = [each for each in found if not _adds_up(each) and (shares or each.total.unit != "%")]
    right = [each for each in found if _adds_up(each)]
    sums = len(right) >= SUMS_BESIDE and _PLAIN_TOTAL.fullmatch(re.sub(r"[*_`$]", "", row[0].text)) is not None
    wrong = [each for each in wrong if sums or all(part.number.value >= 0 for part in each.parts)]
    for each in wrong:
        if _adds_up(_put_right(each, corrected)):
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
            others = (*_from_a_subtotal(each), _without_repeats(each.parts))
            added = next((other for other in others if mistyped(other, each.total.number)), added)
        near = abs(added - total) * 10 <= abs(added) > 0
        slip = mistyped(added, each.total.number)
        far = not near and not right or abs(added - total) * 2 > added
        far = far and not (sums and not _measured(each))
        if not slip and far and not (_of_these(each, added, above, row) and not _measured(each)):
            continue  # another kind of total
        if not slip and (_within(each) or _measured(each) and near and not any(map(_measured, right))):
            continue  # an average, or the whole was measured too
        shown = long_text(Interval.point(added)) + each.total.unit
        parts = " + ".join(part.text for part, partial in zip(each.parts, each.partial, strict=True) if not partial)
        note = f"{parts} = {shown}" if len(parts) <= 70 and added == plain else None
        problem = _problem(each.total, shown, f"the rows above add up to {shown}, not {each.total.text}", note)
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


def mistyped(added: Fraction, total: PrintedNumber) -> bool:
    """Whether a total is the sum with its sign lost, a factor of ten, another digit, or two neighbours exchanged."""
    shown = printed(decimal_text(added, max(total.decimals, 0)))
    if shown.value == 0 or shown.digits < 3:
        return False
    if total.value in (-shown.value, shown.value * 10, shown.value / 10):
        return True
    one, other = shown.text, total.text
    places = [at for at, (mark, its) in enumerate(zip(one, other, strict=False)) if mark != its]
    if len(one) == len(other) and len(places) == 1:
        return places[0] < len(one) - 1 and (total.value / shown.value).denominator > 1  # the layers of a stack
    return (
        len(one) == len(other)
        and len(places) == 2
        and places[1] == places[0] + 1
        and one[places[0]] == other[places[1]]
        and one[places[1]] == other[places[0]]
    )


def _put_right(column: Column, corrected: Mapping[int, Fraction]) -> Column:
    """A column with what its wrong numbers ought to be."""

    def right(part: Amount) -> Amount:
        start = next((at for at in range(part.span.start, part.span.end) if at in corrected), None)
        return part if start is None else replace(part, number=replace(part.number, value=corrected[start]))

    return replace(column, parts=tuple(map(right, column.parts)))


def _column(table: Table, above: Sequence[Sequence[TableCell]], row: Sequence[TableCell], column: int) -> Column | None:
    """A column of numbers in one unit that ends in a total; None where it is none."""
    total = amount(row[column])
    head = table.header[column].text if column < len(table.header) else ""
    if (
        total is None
        or _REPEATED.search(head)
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
        if cell is None or _MARKS.sub("", cell.text) in ("", "-", "–", "—", "/"):
            continue
        part = amount(replace(cell, text=_LEADING.sub("", cell.text)))
        if part is None or part.unit != total.unit:
            return None
        parts.append(part)
        partial.append(_PARTIAL.search(each[0].text) is not None)
        labels.append(each[0].text)
    return Column(head, tuple(parts), tuple(partial), total, tuple(labels)) if len(parts) >= 2 else None


def _adds_up(column: Column) -> bool:
    """Whether some reading of the rows gives the total: all, without subtotals, without what sums up its neighbours."""
    parts, total = column.parts, column.total
    loose = sum((part.number.half_width() for part in parts), Fraction(0)) + total.number.half_width()
    if total.unit and any(part.number.exact for part in parts):
        loose += Fraction(len(parts) + 1, 2) * max(part.number.unit for part in (*parts, total))
    readings = [
        sum((part.number.value for part in parts), Fraction(0)),
        *_without_one_of_many(column),
        *_from_a_subtotal(column),
        sum(
            (part.number.value for part, partial in zip(parts, column.partial, strict=True) if not partial), Fraction(0)
        ),
        sum((part.number.value for part, partial in zip(parts, column.partial, strict=True) if partial), Fraction(0)),
        _without_repeats(parts),
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


def _from_a_subtotal(column: Column) -> Iterator[Fraction]:
    """The sum from a row in bold type on, like the total itself: what stands above it is in it, "**backbone**"."""
    for at in range(1, len(column.parts) - 1):
        if BOLD.match(column.labels[at]) is not None:
            yield sum((part.number.value for part in column.parts[at:]), Fraction(0))


BOLD = re.compile(r"\s*(?:\*\*|__)")


def _without_repeats(parts: Sequence[Amount]) -> Fraction:
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


# -- shares of a total --------------------------------------------------------------------------------------------


_PERCENTAGE = Cued(r"\W*(?:percent(?:age)?s?|shares?|proportion|% of (?:the )?total|%|占比|比例)\W*\Z", re.IGNORECASE)
_COUNTED = Cued(
    r"\W*(?:#\s*)?(?:parameters?|params|weights|count|number|size|memory|FLOPs|bytes|参数量?|数量)\W*\Z", re.IGNORECASE
)
OUT_OF_PROPORTION = 2


def _out_of_proportion(table: Table) -> Iterator[Problem]:
    """Percents of one whole that are not to one another as what they are shares of: 99.6% and 0.0006% of 512 : 1."""
    heads = [cell.text for cell in table.header]
    shares = [at for at, head in enumerate(heads) if _PERCENTAGE.match(head)]
    counts = [at for at, head in enumerate(heads) if _COUNTED.match(head)]
    if len(shares) != 1 or len(counts) != 1:
        return
    pairs = [
        (part, share)
        for row in table.rows
        if len(row) > max(shares[0], counts[0])
        and (part := amount(row[counts[0]])) is not None
        and (share := amount(row[shares[0]])) is not None
        and share.unit == "%"
        and not part.unit
        and part.number.value > 0
        and share.number.value > 0
    ]
    parts = [found for row in table.rows if len(row) > counts[0] and (found := amount(row[counts[0]])) is not None]
    if len(pairs) != 2 or len(parts) != len(table.rows) or any(_TOTAL.match(row[0].text) for row in table.rows):
        return
    factors = [divide(share.number.interval("="), Interval.point(part.number.value)) for part, share in pairs]
    first, second = (each if isinstance(each, Interval) else Interval.point(0) for each in factors)
    if first.lo <= 0 or second.lo <= 0:
        return
    if first.lo <= OUT_OF_PROPORTION * second.hi and second.lo <= OUT_OF_PROPORTION * first.hi:
        return
    whole = sum((part.number.value for part in parts), Fraction(0))
    for part, share in pairs:
        true = part.number.value / whole * 100
        if abs(true - share.number.value) <= share.number.unit:
            continue
        shown = long_text(Interval.point(round(true, max(1, 2 - len(str(int(true))) + (true < 1) * 2))))
        message = f"{part.text} is {shown}% of all rows together, not {share.text}: the shares are not in proportion"
        yield replace(_problem(share, f"{shown}%", message), level="warning")


def _shares(table: Table) -> Iterator[Problem]:
    """A column of percents beside a column of amounts with their total: each is its part of the total."""
    at = next((n for n, row in enumerate(table.rows) if row and _TOTAL.match(re.sub(r"[*_`]", "", row[0].text))), None)
    if at is None or at < 2:
        return
    above, row = table.rows[:at], table.rows[at]
    width = min(len(each) for each in (*above, row))
    columns = [each for column in range(1, width) if (each := _column(table, above, row, column)) is not None]
    amounts = [each for each in columns if each.total.unit != "%" and len(each.parts) == len(above) and _adds_up(each)]
    for column in range(1, width):
        percents = [amount(each[column]) for each in above]
        if (
            len(amounts) != 1
            or not all(percents)
            or not all(each is not None and each.unit == "%" for each in percents)
        ):
            continue
        known = [each for each in percents if each is not None]
        whole = amounts[0].total.number.value
        if whole <= 0:
            continue
        wrong = [
            (percent, part)
            for percent, part in zip(known, amounts[0].parts, strict=True)
            if abs(part.number.value / whole * 100 - percent.number.value) > percent.number.unit
        ]
        if not wrong or len(wrong) * 2 >= len(known):
            continue
        for percent, part in wrong:
            true = round(part.number.value / whole * 100, max(percent.number.decimals, 0))
            shown = long_text(Interval.point(true))
            message = f"{part.text} of {amounts[0].total.text} is {shown}%, not {percent.text}"
            yield _problem(percent, f"{shown}%", message)
