"""Columns that are the shares of one whole, by their heads alike: "weight on *the*", "weight on *dog*"; P(a), P(b).

Each row of such a table comes to one.  The heads alone do not prove it, the other rows do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.said.shares import sums_to_one
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_ROWS, LEAST_KEPT = 3, 2
NEAR = Fraction(3, 10)  # what is further from one is no slip of a digit
_SHARE = Cued(
    r"[\s$*_`\\]*(?P<kind>(?:attention |attn )?weights?|prob(?:abilit(?:y|ies))?|attention|attn|shares?|(?:mathrm|text|operatorname)?\{?Pr?\}?(?=\s*[(_[])|p(?=\s*[(_])"
    r"|alpha(?=\s*_)|α(?=\s*_)|pi(?=\s*[(_])|π(?=\s*[(_])|gamma(?=\s*_)|权重|概率|注意力)",
    re.IGNORECASE,
)
_OTHER = Cued(
    r"\b(?:raw|before|decay|init\w*|w/o|without|bits?|cumulative|pre)\b|[|]|\\mid|%|true|target|=\s*\d|[-+]",
    re.IGNORECASE,
)


def share_column_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """The one row of shares that does not come to one, where all others do; ``known`` are the numbers found wrong."""
    for table in tables:
        for places in _groups(table):
            yield from _odd_row(table, places, known)


def _groups(table: Table) -> Iterator[list[int]]:
    """The columns side by side whose heads begin with the same word for a share."""
    run: list[int] = []
    kind = ""
    for at, cell in enumerate(table.header):
        found = _SHARE.match(cell.text) if _OTHER.search(cell.text) is None else None
        here = found["kind"].casefold().removesuffix("s") if found is not None else ""
        if here != kind:
            if len(run) > 1:
                yield run
            run = []
        kind = here
        run += [at] if here else []
    if len(run) > 1:
        yield run


def _odd_row(table: Table, places: Sequence[int], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    rows = [[amount(row[at]) if at < len(row) else None for at in places] for row in table.rows]
    shown = [[each for each in row if each is not None and not each.unit] for row in rows]
    if len(shown) < LEAST_ROWS or any(len(row) < len(places) for row in shown) or not all(map(_are_shares, shown)):
        return
    odd = [row for row in shown if not sums_to_one([each.number for each in row])]
    if len(odd) != 1 or len(shown) - 1 < LEAST_KEPT:
        return
    row = odd[0]
    added = sum((each.number.value for each in row), Fraction(0))
    if abs(added - 1) > NEAR or any(place in known for each in row for place in range(each.span.start, each.span.end)):
        return
    text = decimal_text(added, max(each.number.decimals for each in row))
    span = Span(row[0].span.start, row[-1].span.end)
    yield Problem(
        span,
        f"the shares of all other rows add up to 1, these to {text}",
        level="warning",
        evidence={"kind": "number", "printed": text, "expected": "1"},
        key=f"row-breaks-relation@{span.start}-{span.end}",
    )


def _are_shares(row: Sequence[Amount]) -> bool:
    return all(0 <= each.number.value <= 1 for each in row)


__all__ = ["share_column_problems"]
