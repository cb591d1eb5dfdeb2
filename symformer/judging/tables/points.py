"""Tables of distances from points that the note names: ``A(1, 1)`` in the text, ``distance to c1`` above a column.

The rows are points, the columns are centres, and where the numbers of a table are distances of one kind, the one that
is none is a slip; so is a cluster that is not that of the nearest centre.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document, Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

Point = tuple[Fraction, ...]

_COORDINATE = r"\s*[-−]?\d+(?:\.\d+)?\s*"
_NAMED = Cued(
    rf"(?<![\w\\])(?P<name>\\mu_\{{?\d\}}?|[A-Za-zμ][\w₀-₉]{{0,4}}(?:_\{{\w{{1,3}}\}})?)\s*(?:=|:|≈)?\s*[(\[](?P<at>{_COORDINATE}(?:,{_COORDINATE}){{1,5}})[)\]]"
)
_LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_NOT_OF_A_NAME = Cued(r"[\s$_{}*`\\]")
_TO = Cued(
    r"(?:dist(?:ance|\.)?|d²?|d\^2|\|\|?·|‖·)\W*(?:squared\s*)?(?:to|from|of|\(|,|zu)?\s*+(?:the\s+)?(?:cent(?:er|re|roid)\s+)?"
    r"\s*+(?:\(?\s*+[·.x]?\s*,\s*)?(?P<name>[A-Za-zμ]\w{0,4})\)?\W*\Z|\A\W*to\s+(?P<name2>[A-Za-zμ]\w{0,4})\W*\Z",
    re.IGNORECASE,
)
_CLUSTER = Cued(r"\b(?:cluster|assigned|assignment|nearest|closest|label|group)\b|簇|类别", re.IGNORECASE)
_ENDS_IN_NUMBER = Cued(r"\D*(?P<n>\d+)\Z")
LEAST_AGREEING = 3
LONGEST_TABLE = 40


@dataclass(frozen=True, slots=True)
class _Cell:
    """A distance in a table: of which row, to which centre, and the number printed."""

    row: int
    centre: str
    shown: Amount


def point_problems(document: Document, known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every distance, and every nearest centre, that the coordinates of the note's points contradict."""
    text = document.source.text
    for table in document.tables:
        heads = {at: name for at, cell in enumerate(table.header) if (name := _centre(cell.text)) is not None}
        if not heads or not 2 <= len(table.rows) <= LONGEST_TABLE:
            continue
        points = _points(text, table.span.start)
        labels = [_bare(row[0].text) if row else "" for row in table.rows]
        if not all(label in points for label in labels) or not all(name in points for name in heads.values()):
            continue
        sizes = {len(points[each]) for each in (*labels, *heads.values())}
        if len(sizes) == 1:
            yield from _judged(table, heads, labels, points, known)


def _bare(text: str) -> str:
    """A name without its markup: ``$c_{1}$`` and ``c₁`` are c1; coordinates behind it are left out."""
    bare = _NOT_OF_A_NAME.sub("", text).translate(_LOW)
    return re.sub(r"[(\[=:].*\Z", "", bare)


def _centre(text: str) -> str | None:
    text = text.replace(r"\cdot", "·")
    found = _TO.search(_NOT_OF_A_NAME.sub(" ", re.sub(r"[_{}]", "", text)).translate(_LOW).strip())
    return (found["name"] or found["name2"]) if found is not None else None


def _points(text: str, before: int) -> dict[str, Point]:
    """The points that names stand for at a place: the last of each name."""
    found: dict[str, Point] = {}
    for place in _NAMED.finditer(text, 0, before):
        coordinates = [part.strip().replace("−", "-") for part in place["at"].split(",")]
        found[_bare(place["name"])] = tuple(Fraction(part) for part in coordinates)
    return found


def _judged(
    table: Table,
    heads: Mapping[int, str],
    labels: Sequence[str],
    points: Mapping[str, Point],
    known: Mapping[int, Fraction],
) -> Iterator[Problem]:
    cells = [
        _Cell(n, name, shown)
        for n, row in enumerate(table.rows)
        for at, name in heads.items()
        if at < len(row) and (shown := amount(row[at])) is not None
    ]
    ways: list[list[tuple[_Cell, Interval]]] = []
    for metric in (_euclidean, _squared, _city):
        wrong: list[tuple[_Cell, Interval]] = []
        agreeing: set[Fraction] = set()
        for cell in cells:
            value = metric(points[labels[cell.row]], points[cell.centre])
            if not isinstance(value, Interval):
                continue
            if _agrees(value, cell.shown):
                agreeing.add(cell.shown.number.value)
            else:
                wrong.append((cell, value))
        if len(agreeing - {0}) >= LEAST_AGREEING and len(wrong) * 3 <= len(cells):
            ways.append(wrong)
    if not ways or any(not wrong for wrong in ways):
        if ways:
            yield from _clusters(table, heads, labels, points)
        return
    best = min(ways, key=len)
    for cell, value in best:
        span = cell.shown.span
        if any(place in known for place in range(span.start, span.end)):
            continue
        expected = decimal_text(value.middle, max(cell.shown.number.decimals, 0))
        message = f"from {labels[cell.row]} to {cell.centre} it is {expected}, not {cell.shown.text}"
        evidence: dict[str, object] = {"kind": "number", "printed": cell.shown.text, "expected": expected}
        key = f"row-breaks-relation@{span.start}-{span.end}"
        yield Problem(span, message, level="warning", evidence=evidence, key=key)


def _clusters(
    table: Table, heads: Mapping[int, str], labels: Sequence[str], points: Mapping[str, Point]
) -> Iterator[Problem]:
    """A cluster that is not that of the nearest centre, where those of all other rows are."""
    columns = [at for at, cell in enumerate(table.header) if at not in heads and _CLUSTER.search(cell.text)]
    if len(columns) != 1 or len(heads) < 2:
        return
    numbers = {name: found["n"] for name in heads.values() if (found := _ENDS_IN_NUMBER.match(name)) is not None}
    wrong: list[tuple[int, str]] = []
    right = 0
    for n, row in enumerate(table.rows):
        shown = _bare(row[columns[0]].text) if columns[0] < len(row) else ""
        away = sorted((_apart(points[labels[n]], points[name]), name) for name in heads.values())
        named = shown in heads.values() or shown in numbers.values()
        if not named or away[0][0] == away[1][0]:
            return
        nearest = away[0][1]
        if shown in (nearest, numbers.get(nearest)):
            right += 1
        else:
            wrong.append((n, nearest))
    if len(wrong) == 1 and right >= 2:
        n, nearest = wrong[0]
        span = table.rows[n][columns[0]].span
        message = f"{labels[n]} is nearest to {nearest}"
        yield Problem(
            span,
            message,
            level="warning",
            evidence={"kind": "number"},
            key=f"row-breaks-relation@{span.start}-{span.end}",
        )


def _apart(one: Point, other: Point) -> Fraction:
    """The squared distance, by which points are compared."""
    return sum(((a - b) ** 2 for a, b in zip(one, other, strict=True)), Fraction(0))


def _agrees(value: Interval, found: Amount) -> bool:
    allowed = found.number.interval("=")
    slack = found.number.unit if not found.number.exact else Fraction(0)
    return value.meets(Interval(allowed.lo - slack, allowed.hi + slack))


def _squared(one: Point, other: Point) -> Interval:
    return Interval.point(_apart(one, other))


def _euclidean(one: Point, other: Point) -> Interval | NotEvaluated:
    return bounds.sqrt(_squared(one, other))


def _city(one: Point, other: Point) -> Interval:
    return Interval.point(sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0)))


__all__ = ["point_problems"]
