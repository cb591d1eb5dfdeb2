"""Two numbers of one row in each other's column, where every column goes one way: 1 | 2, 2 | 3, 3.5 | 2.5, 2.75 | 3.75."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount
from symformer.judging.tables.row_steps import INDEX_HEAD, columns_of

LEAST_ROWS = 5


def exchanged_cell_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every row of a table of steps whose two numbers, exchanged, let both columns go one way, as they else do not."""
    for table in tables:
        if not table.header or INDEX_HEAD.match(table.header[0].text) is None:
            continue
        columns = columns_of(table, LEAST_ROWS) or {}
        for one, other in combinations((at for at in columns if at > 0), 2):
            row = _exchanged(columns[one], columns[other])
            if row is None:
                continue
            left, right = columns[one][row], columns[other][row]
            if any(place in known for each in (left, right) for place in range(each.span.start, each.span.end)):
                continue
            yield Problem(
                left.span,
                f"{left.text} and {right.text} are exchanged in this row: else both columns go one way throughout",
                level="warning",
                evidence={"kind": "number", "printed": left.text, "expected": right.text},
                key=f"row-breaks-relation@{left.span.start}-{left.span.end}",
            )


def _exchanged(one: Sequence[Amount], other: Sequence[Amount]) -> int | None:
    """The one row in which two columns are to be exchanged."""
    if {each.unit for each in one} != {each.unit for each in other}:
        return None
    left, right = [each.number.value for each in one], [each.number.value for each in other]
    if _way(left, strict=False) or _way(right, strict=False):
        return None
    found = [row for row in range(len(left)) if _goes_one_way(left, right, row)]
    return found[0] if len(found) == 1 else None


def _goes_one_way(left: Sequence[Fraction], right: Sequence[Fraction], row: int) -> bool:
    """Whether both columns go one and the same way, the one always ahead of the other, with one row exchanged."""
    one = [*left[:row], right[row], *left[row + 1 :]]
    other = [*right[:row], left[row], *right[row + 1 :]]
    way = _way(one, strict=True)
    ahead = {a > b for a, b in zip(one, other, strict=True) if a != b}
    return way != 0 and way == _way(other, strict=True) and len(ahead) == 1


def _way(values: Sequence[Fraction], *, strict: bool) -> int:
    """1 where numbers rise, -1 where they fall, 0 where they do neither throughout."""
    steps = [later - earlier for earlier, later in pairwise(values)]
    for way in (1, -1):
        if all(step * way > 0 or not strict and step == 0 for step in steps):
            return way
    return 0


__all__ = ["exchanged_cell_problems"]
