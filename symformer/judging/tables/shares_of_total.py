"""Percents beside the amounts that they are shares of, which are not their part of the whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.interval import Interval, divide
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.added_columns import adds_up, column_above
from symformer.judging.tables.amounts import TOTAL, amount, differing
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

_PERCENTAGE = Cued(r"\W*(?:percent(?:age)?s?|shares?|proportion|% of (?:the )?total|%|占比|比例)\W*\Z", re.IGNORECASE)
_COUNTED = Cued(
    r"\W*(?:#\s*)?(?:parameters?|params|weights|count|number|size|memory|FLOPs|bytes|参数量?|数量)\W*\Z", re.IGNORECASE
)
OUT_OF_PROPORTION = 2


def disproportionate_shares(table: Table) -> Iterator[Problem]:
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
    if len(pairs) != 2 or len(parts) != len(table.rows) or any(TOTAL.match(row[0].text) for row in table.rows):
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
        yield replace(differing(share, f"{shown}%", message), level="warning")


def wrong_shares(table: Table) -> Iterator[Problem]:
    """A column of percents beside a column of amounts with their total: each is its part of the total."""
    at = next((n for n, row in enumerate(table.rows) if row and TOTAL.match(re.sub(r"[*_`]", "", row[0].text))), None)
    if at is None or at < 2:
        return
    above, row = table.rows[:at], table.rows[at]
    width = min(len(each) for each in (*above, row))
    columns = [each for column in range(1, width) if (each := column_above(table, above, row, column)) is not None]
    amounts = [each for each in columns if each.total.unit != "%" and len(each.parts) == len(above) and adds_up(each)]
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
            yield differing(percent, f"{shown}%", message)
