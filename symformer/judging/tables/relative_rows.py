"""Columns that say what each row is of one row of the table: "relative to MHA", with 100 % in the row of MHA.

The row by which it is measured is told by the head and by its own 100 %; the other rows tell which columns are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount, in_one_unit
from symformer.judging.wording import long_text
from symformer.text.cued import Cued

_RELATIVE = Cued(
    r"\b(?:relative to|compared (?:to|with)|vs\.?|versus|of|against|as % of)\s+(?:the )?(?P<row>[\w$ .+-]{1,40}?)\s*(?:\(?%\)?|\bin %)?\W*\Z|相对(?:于)?(?P<zh>\w{1,20})",
    re.IGNORECASE,
)
SURE = 2  # columns that speak against one row, or rows that keep to one column


def relative_row_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """A problem for the one share of a table that is not what its row is of the row it is measured by."""
    for table in tables:
        for column, head in enumerate(table.header):
            told = _RELATIVE.search(re.sub(r"[*_`]", "", head.text))
            if told is not None and column > 0:
                yield from _of_column(table, column, told["row"] or told["zh"], known)


def _of_column(table: Table, column: int, name: str, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    rows = [row for row in table.rows if len(row) > column]
    labelled = [at for at, row in enumerate(rows) if _bare(row[0].text) == _bare(name)]
    shares = [_share(row[column]) for row in rows]
    if len(labelled) != 1 or any(each is None for each in shares):
        return
    base = labelled[0]
    told = [each for each in shares if each is not None]
    unit = told[base].unit
    whole = {"%": 100, "": 1, "×": 1, "x": 1}.get(unit)
    if whole is None or any(each.unit != unit for each in told) or told[base].number.value != whole:
        return
    against: dict[int, list[tuple[int, Fraction]]] = {}  # the columns that speak against a row, and what it is by them
    kept: dict[int, int] = {}
    for source in range(1, min(map(len, rows))):
        if source == column:
            continue
        values = [amount(row[source]) for row in rows]
        counted = [each for each in values if each is not None]
        plain = in_one_unit(counted) if len(counted) == len(rows) else None
        if plain is None or plain[base] <= 0:
            continue
        true = [whole * each / plain[base] for each in plain]
        wrong = [at for at, value in enumerate(true) if not _shows(told[at], value)]
        if not wrong:
            return  # the column is of this one
        if len(wrong) == 1 and len(rows) > 2:
            against.setdefault(wrong[0], []).append((source, true[wrong[0]]))
            kept[wrong[0]] = max(kept.get(wrong[0], 0), len(rows) - 2)
    if len(against) != 1:
        return
    ((at, ways),) = against.items()
    found = told[at]
    if len({value for _, value in ways}) != 1 or max(len(ways), kept[at]) < SURE:
        return
    if any(place in known for place in range(found.span.start, found.span.end)):
        return
    way = ways[0][1]
    shown = str(way) if "/" in found.text else long_text(Interval.point(way)) + unit
    yield Problem(
        found.span,
        f"measured by {rows[base][0].text.strip()} this row is {shown}, as the other rows are, not {found.text}",
        level="warning",
        evidence={"kind": "number", "printed": found.text, "expected": shown},
        key=f"relative-row@{found.span.start}",
    )


_FRACTION = Cued(r"\W*(?P<n>\d{1,3})/(?P<m>\d{1,4})\W*\Z")
_FRACTION_OF = Cued(r"\W*\\[dt]?frac\s?\{?(?P<n>\d{1,3})\}?\s?\{?(?P<m>\d{1,4})\}?\W*\Z")


def _share(cell: TableCell) -> Amount | None:
    """What a cell says a row is of another: a number, or one over another."""
    found = _FRACTION.match(cell.text) or _FRACTION_OF.match(cell.text)
    if found is None or not int(found["m"]):
        return amount(cell)
    value = Fraction(int(found["n"]), int(found["m"]))
    exact = PrintedNumber(f"{found['n']}/{found['m']}", value, 0, exact=True, digits=1)
    return Amount(exact, "", cell.span)


def _shows(share: Amount, value: Fraction) -> bool:
    return abs(share.number.value - value) <= (value / 20 if "/" in share.number.text else share.number.unit)


def _bare(text: str) -> str:
    return re.sub(r"[\s*_`$\\{}()]", "", text).casefold()


__all__ = ["relative_row_problems"]
