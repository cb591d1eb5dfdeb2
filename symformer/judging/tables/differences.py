"""Columns whose head says that they hold differences: a residual beside a target and a prediction, its square.

The head tells what is meant, and the other rows tell of which columns: one row that does not keep to it is a slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

Way = Callable[[Fraction, Fraction], Fraction]

LEAST_ROWS, LONGEST_TABLE, MOST_COLUMNS = 3, 40, 8
LEAST_DIGITS = 3  # that the rows which agree show between them
FEW_ROWS, DIGITS_OF_FEW = 2, 4
_SUMMARY = Cued(
    r"\W*(?:total|sum|average|avg|mean|median|std|standard|variance|s\.?[de]\.?\W*\Z|标准差|rmse|mse|mae|overall|合计|总|平均)",
    re.IGNORECASE,
)
_DIFFERENCE = Cued(
    r"\b(?:residuals?|errors?|differences?|diff|gap|deviations?|margin|excess|delta|improvement|gain|loss of|drop)\b"
    r"|Δ|\\Delta|残差|误差|偏差|差",
    re.IGNORECASE,
)
_SQUARED = Cued(r"\bsquared?\b|²|\^\s*\{?2|平方", re.IGNORECASE)
_ABSOLUTE = Cued(r"\babs(?:olute)?\b|\||\\vert|绝对", re.IGNORECASE)
_RELATIVE = Cued(r"\brel(?:ative)?\b|%|percent|ratio|rate|相对|率", re.IGNORECASE)


def difference_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number that is not the difference that the head of its column speaks of, where all others are."""
    for table in tables:
        rows = [row for row in table.rows if row and not _SUMMARY.match(row[0].text)]
        if not LEAST_ROWS <= len(rows) <= LONGEST_TABLE:
            continue
        width = min(len(table.header), *(len(row) for row in rows))
        columns = {at: cells for at in range(width) if (cells := _numbers([row[at] for row in rows]))}
        for target in columns if len(columns) <= MOST_COLUMNS else ():
            problem = _odd_one(table, target, columns)
            if problem is not None and not any(at in known for at in range(problem.span.start, problem.span.end)):
                yield problem


def _numbers(cells: Sequence[TableCell]) -> list[Amount]:
    """The numbers of a column; none where a cell holds no number, or they are in several units."""
    found = [number for cell in cells if (number := amount(cell)) is not None]
    return found if len(found) == len(cells) and len({each.unit for each in found}) == 1 else []


def _odd_one(table: Table, target: int, columns: Mapping[int, Sequence[Amount]]) -> Problem | None:
    head = table.header[target].text
    if _DIFFERENCE.search(head) is None or _RELATIVE.search(head) is not None:
        return None
    wording, way = _way(head)
    shown = columns[target]
    candidates: list[tuple[int, Fraction, str]] = []
    for one, other in permutations([at for at in columns if at != target], 2):
        pairs = list(zip(columns[one], columns[other], strict=True))
        wrong = [
            at
            for at, (first, second) in enumerate(pairs)
            if not _agrees(first, second, way, shown[at], squared=way is _square)
        ]
        if not wrong:
            return None  # all is as it ought to be
        if len(wrong) == 1 and _beyond_chance([each for at, each in enumerate(shown) if at != wrong[0]]):
            at = wrong[0]
            value = way(columns[one][at].number.value, columns[other][at].number.value)
            names = (_plain(table.header[column].text) for column in (one, other))
            candidates.append((at, value, wording.format(*names)))
    if len({at for at, _, _ in candidates}) != 1:
        return None
    at, value, said = candidates[0]
    return _problem(shown[at], value, said)


def _way(head: str) -> tuple[str, Way]:
    if _SQUARED.search(head):
        return "the square of {} − {}", _square
    if _ABSOLUTE.search(head):
        return "|{} − {}|", lambda one, other: abs(one - other)
    return "{} − {}", lambda one, other: one - other


def _square(one: Fraction, other: Fraction) -> Fraction:
    return (one - other) ** 2


def _agrees(first: Amount, second: Amount, way: Way, shown: Amount, *, squared: bool) -> bool:
    """Whether a number is the difference of two others, as far as these may be rounded."""
    value = way(first.number.value, second.number.value)
    slack = sum((each.number.half_width() for each in (first, second)), Fraction(0))
    if squared:
        gap = abs(first.number.value - second.number.value)
        slack = 2 * gap * slack + slack**2
    return abs(value - shown.number.value) <= slack + shown.number.half_width()


def _beyond_chance(agreeing: Sequence[Amount]) -> bool:
    """Whether the numbers that agree are too many to do so by chance: they differ, and are not nothing."""
    telling = {each.number.value: each.number.digits for each in agreeing if each.number.value}
    digits = sum(telling.values())
    return len(telling) > FEW_ROWS and digits >= LEAST_DIGITS or len(telling) == FEW_ROWS and digits >= DIGITS_OF_FEW


def _plain(head: str) -> str:
    return re.sub(r"[*_`$\\{}]", "", head).strip()[:30]


def _problem(found: Amount, value: Fraction, what: str) -> Problem:
    expected = decimal_text(value, max(found.number.decimals, 0)) + found.unit
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": expected}
    return Problem(
        found.span,
        f"{what}: that is {expected}, not {found.text}",
        level="warning",
        evidence=evidence,
        key=f"row-breaks-relation@{found.span.start}-{found.span.end}",
    )


__all__ = ["difference_problems"]
