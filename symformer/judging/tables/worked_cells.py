"""Cells that hold their working, and beside it what it comes to: ``| 0.25 × 4 | 1.5 |``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import rounds_to
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.numbers.settled import Settled, lookup_of
from symformer.judging.tables.amounts import Amount, amount, differing
from symformer.judging.tables.shape_cells import with_products_for_shapes
from symformer.judging.wording import long_text
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics.prose.plain import plain_latex
from symformer.semantics.prose.snippets import Read
from symformer.semantics.values import widened_literal
from symformer.terms.term import Index, Number, Symbol
from symformer.text.cued import Cued

_ROLE = Cued(r":math:`([^`]*)`")
_RESULT = Cued(
    r"\W*(?:=|value|result|count|product|total|sum|answer|output|params?|parameters?|结果|值|参数\w*)\W*\Z",
    re.IGNORECASE,
)
_OPERATOR = Cued(
    r"\w[²³]|[\w)\]}]\s*(?:[-+−×·*/^]|\\times|\\cdot|\\div)\s*\\?[\d(\[{A-Za-z]|^\$[\d ]*\w[\w_ ]*\$\Z|\\frac|\\sqrt|√|\bexp\(|e\^|\bsqrt\("
)
_WORD = re.compile(r"(?<!\\)\b(?!(?:log|ln|exp|sqrt|sin|cos|tanh)\d*\b)[A-Za-z]{2,}")
_NAME = re.compile(r"\\?[A-Za-z]+(?:_(?:\w|\{[^{}]*\}))?(?:\([\w, ]*\))?")
UNITS = (10**3, 10**6, 10**9, 10**12, 2**10, 2**20, 2**30)
LEAST_IN_UNITS, DIGITS_IN_UNITS = 3, 5  # rows, and digits of those that agree, that tell what a column is counted in


def worked_cell_problems(table: Table, read: Read, settled_at: Callable[[int], Settled]) -> Iterator[Problem]:
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
            yield differing(found, shown, f"the working beside it gives {shown}, not {found.text}")


def _is_made_of(head: str, other: str) -> bool:
    """Whether a column's head is a formula of the letter that heads another column."""
    letter, formula = (each.strip().strip("$`").strip() for each in (other, head))
    if _NAME.fullmatch(letter) is None or letter == formula or _WORD.search(formula) is not None:
        return False
    found = re.search(rf"(?<![\\A-Za-z]){re.escape(letter)}(?![A-Za-z])", formula)
    return found is not None and _NAME.fullmatch(formula) is None


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
