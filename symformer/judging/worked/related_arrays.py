"""Displayed arrays that go together: the softmax of one above, a product of two, two side by side.

Nothing in the note has to say so.  Where all entries but one (or, side by side, all rows but one) are what an
operation makes of arrays shown before, and they are too many and too long for chance, the odd one is a slip.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Document
from symformer.findings.finding import Problem, Related
from symformer.judging.worked.displayed_arrays import Entry, Shown, displayed_arrays
from symformer.semantics.statement import Statement
from symformer.text.span import Span

FAR = 8000  # characters between an array and what it is made of
MOST_BEFORE = 8  # arrays above that one may be made of
MOST_ARRAYS = 120
LEAST_ENTRIES = 4
LEAST_TELLING = 3
LEAST_SURPRISE = 6.5  # how many times ten to one against chance, over all that is tried
SINGLE, LONG = 4e-7, 7  # how exact a program in single precision is, and how many digits it prints
ROOTS = (1, 2, 3, 4, 5, 6, 8, 16, 32, 64)  # by whose square root scores are divided

Rows = list[list[float]]


@dataclass(frozen=True, slots=True)
class Made:
    """What an operation makes of arrays: the values, and by how much they may be off."""

    values: Rows
    loose: Rows
    how: str
    sources: tuple[Shown, ...]
    freedom: int = 0  # entries that had to be looked at to find the operation
    by_rows: bool = False  # a whole row may be another


@dataclass(frozen=True, slots=True)
class _Beside:
    """An array beside what was made of others: which entries agree, and which clearly do not."""

    made: Made
    wrong: tuple[tuple[int, int], ...]
    unclear: int
    surprise: float
    telling: int


def related_array_problems(
    document: Document, statements: Sequence[Statement], decided: Sequence[Span]
) -> Iterator[Problem]:
    """Every entry of a displayed array that alone does not follow from the arrays above it.

    ``decided`` are the places of results that were worked out already, in order.
    """
    shown = displayed_arrays(document, statements)
    if not 2 <= len(shown) <= MOST_ARRAYS:
        return
    starts = sorted(span.start for span in decided)
    flagged: set[int] = set()
    for at, array in enumerate(shown):
        if array.size[0] * array.size[1] < LEAST_ENTRIES or _is_decided(array.span, starts):
            continue
        first = max(0, at - MOST_BEFORE)
        before = [each for each in shown[first:at] if array.span.start - each.span.start < FAR]
        sources = list({_key(each): each for each in before if id(each) not in flagged}.values())
        if any(_key(each) == _key(array) for each in sources):
            continue  # shown again
        found = _explained(array, sources)
        if found is not None:
            flagged.add(id(array))
            yield _problem(array, found)


def _is_decided(span: Span, starts: Sequence[int]) -> bool:
    at = bisect_left(starts, span.start)
    return at < len(starts) and starts[at] < span.end


def _key(array: Shown) -> tuple[object, ...]:
    return (array.column, *(tuple(row) for row in array.values))


def _explained(array: Shown, sources: Sequence[Shown]) -> _Beside | None:
    """The one operation that makes all of an array but one entry; None where one makes it all, or none is near."""
    best: _Beside | None = None
    tries = (each for made in _candidates(array, sources) for each in (_at_its_word(made), made))
    for made in tries:
        found = _beside(array, made)
        if found is None:
            continue
        if not found.wrong:
            if found.telling >= 2:
                return None
            continue
        if _is_left_out(array, found):
            continue
        if best is None or found.surprise > best.surprise:
            best = found
    return best


def _is_left_out(array: Shown, found: _Beside) -> bool:
    """Whether the odd entry is nothing, where something is multiplied: a unit that is dropped, a place that is masked."""
    return (
        " times " in found.made.how
        and len(found.made.sources) == 1
        and all(array.rows[i][j].value == 0 for i, j in found.wrong)
    )


def _at_its_word(made: Made) -> Made:
    """The same, worked out from the numbers as they are printed."""
    return replace(made, loose=[[0.0] * len(row) for row in made.loose])


def _beside(array: Shown, made: Made) -> _Beside | None:
    """An array beside what it may be; None where more than a slip is other, or chance would do it."""
    height, width = array.size
    if len(made.values) != height or len(made.values[0]) != width:
        return None
    numbers = [entry.value for row in array.rows for entry in row if entry.number is not None]
    reach = max((abs(each) for each in numbers), default=0.0) or 1.0
    span = max(numbers, default=0.0) - min(numbers, default=0.0) or reach
    wrong: list[tuple[int, int]] = []
    unclear, telling, surprise = 0, 0, 0.0
    seen: set[float] = set()
    for i, row in enumerate(array.rows):
        for j, entry in enumerate(row):
            value, loose = made.values[i][j], made.loose[i][j]
            if entry.number is None or math.isinf(value):
                if entry.value != value:
                    return None
                continue
            half = entry.half or (0.5 if value != round(value) else 0.0)
            off = abs(entry.value - value)
            unit = float(entry.number.unit)
            machine = SINGLE * abs(value) if entry.number.digits >= LONG else 0.0
            if off <= loose + half * 1.001 + 1e-9 + machine:
                if value and abs(value) != 1 and round(abs(value), 9) not in seen:
                    seen.add(round(abs(value), 9))  # the same again tells nothing new
                    telling += 1
                    surprise -= math.log10(min(1.0, (2 * loose + unit) / span))
            elif off <= loose + 2.1 * unit and not entry.number.exact:
                unclear += 1
            else:
                wrong.append((i, j))
    rows = {i for i, _ in wrong}
    if len(wrong) > 1 and not (made.by_rows and len(rows) == 1 and height > 2) or unclear > len(numbers) // 4:
        return None
    right = len(numbers) - len(wrong) - unclear - made.freedom
    if wrong and (right < LEAST_TELLING or telling - made.freedom < LEAST_TELLING):
        return None
    surprise *= max(0.0, (telling - made.freedom) / telling) if telling else 0.0
    if wrong and surprise < LEAST_SURPRISE:
        return None
    return _Beside(made, tuple(wrong), unclear, surprise, telling)


def _problem(array: Shown, found: _Beside) -> Problem:
    (i, j), made = found.wrong[0], found.made
    entry = array.rows[i][j]
    number = entry.number
    decimals = max(number.decimals, 0) if number is not None else 2
    expected = decimal_text_of(made.values[i][j], decimals)
    printed = number.text if number is not None else ""
    place = f"row {i + 1}, column {j + 1}" if len(array.rows) > 1 else f"entry {j + 1}"
    if len(found.wrong) > 1:
        place, span = f"row {i + 1}", Span(entry.span.start, array.rows[i][-1].span.end)
        row = ", ".join(decimal_text_of(value, decimals) for value in made.values[i])
        message = f"all other rows are {made.how}: by it {place} is {row}"
        evidence: dict[str, object] = {"kind": "text", "expected": row}
    else:
        span = entry.span
        message = f"all other entries are {made.how}: by it {place} is {expected}, not {printed}"
        evidence = {"kind": "number", "printed": printed, "expected": expected}
    related = tuple(Related(each.span, "made of this") for each in made.sources)
    return Problem(
        span, message, level="warning", evidence=evidence, related=related, key=f"value-differs@{span.start}-{span.end}"
    )


def decimal_text_of(value: float, decimals: int) -> str:
    """A worked value with so many decimals."""
    from fractions import Fraction

    return decimal_text(Fraction(value), decimals)


# -- what may be made of arrays ------------------------------------------------------------------------------------------


def _candidates(array: Shown, sources: Sequence[Shown]) -> Iterator[Made]:
    for source in reversed(sources):
        yield from _of_one(array, source)
    if array.size[0] == 1 and array.size[1] < LEAST_ENTRIES + 1:
        return
    for one in reversed(sources):
        for other in reversed(sources):
            yield from _of_two(array, one, other)


def _finite(array: Shown) -> bool:
    return all(entry.number is not None for row in array.rows for entry in row)


def _named(array: Shown, fallback: str) -> str:
    return array.name or fallback


def _of_one(array: Shown, source: Shown) -> Iterator[Made]:
    name = _named(source, "the array above")
    if array.size == source.size:
        if all(0 <= entry.value <= 1 for row in array.rows for entry in row):
            yield from _softmaxes(array, source, name)
        if not _finite(source):
            return
        yield from _scaled(array, source, name)
        yield from _entrywise(source, name)
    if array.size == source.size[::-1] and min(array.size) > 1 and _finite(source):
        turned, loose = _transposed(source.values), _transposed(source.halves)
        if turned != source.values:
            yield Made(turned, loose, f"the transpose of {name}", (source,))


def _softmaxes(array: Shown, source: Shown, name: str) -> Iterator[Made]:
    masked = [[(value if j <= i else -math.inf) for j, value in enumerate(row)] for i, row in enumerate(source.values)]
    causal = array.size[0] == array.size[1] > 1 and all(
        entry.value == 0 for i, row in enumerate(array.rows) for entry in row[i + 1 :]
    )
    for root in ROOTS:
        scale = 1 / math.sqrt(root)
        for values in (masked,) if causal else (source.values,):
            if any(all(math.isinf(value) for value in row) for row in values):
                continue
            rows = [_softmax([value * scale for value in row]) for row in values]
            loose = [
                [2 * share * (1 - share) * scale * half for share, half in zip(row, halves, strict=True)]
                for row, halves in zip(rows, source.halves, strict=True)
            ]
            under = "" if root == 1 else f" / √{root}"
            how = f"the softmax of {name}{under}" + (" by rows" if len(rows) > 1 else "")
            yield Made(rows, loose, how, (source,))


def _softmax(row: Sequence[float]) -> list[float]:
    top = max(row)
    powers = [math.exp(value - top) if not math.isinf(value) else 0.0 for value in row]
    total = sum(powers)
    return [power / total for power in powers]


def _scaled(array: Shown, source: Shown, name: str) -> Iterator[Made]:
    """The array above times one number, which the most telling entries agree on.

    Of two distributions none is a multiple of the other: what one entry has lost, all others share.
    """
    if _is_distribution(array) and _is_distribution(source):
        return
    pairs = [
        (one, other)
        for row, above in zip(array.rows, source.rows, strict=True)
        for one, other in zip(row, above, strict=True)
        if one.value and other.value and not math.isinf(one.value)
    ]
    if len(pairs) < LEAST_TELLING + 1:
        return
    pairs.sort(
        key=lambda pair: -abs(pair[0].value) / (pair[0].half + float(pair[0].number.unit if pair[0].number else 1) / 2)
    )
    for one, other in pairs[:2]:
        factor = one.value / other.value
        factor = _round_factor(factor, one, other)
        if abs(factor - 1) < 1e-3:
            continue
        values = [[value * factor for value in row] for row in source.values]
        slack = (
            abs(factor) * (one.half / abs(one.value) + other.half / abs(other.value)) if not _is_round(factor) else 0.0
        )
        loose = [
            [abs(factor) * half + abs(value) * slack for value, half in zip(row, halves, strict=True)]
            for row, halves in zip(source.values, source.halves, strict=True)
        ]
        yield Made(values, loose, f"{name} times {factor:.4g}", (source,), freedom=1)


def _is_distribution(array: Shown) -> bool:
    """Whether the entries are shares that add up to one, so far as they are rounded."""
    values = [entry.value for row in array.rows for entry in row]
    halves = math.fsum(entry.half for row in array.rows for entry in row)
    return min(values) >= 0 and abs(math.fsum(values) - 1) <= halves + 1e-9


def _round_factor(factor: float, one: Entry, other: Entry) -> float:
    """The usual number that a factor is rounded from: 1/√2, a half, a tenth."""
    loose = abs(factor) * (one.half / abs(one.value) + other.half / abs(other.value)) + 1e-12
    for root in ROOTS:
        for usual in (1 / math.sqrt(root), math.sqrt(root), 1 / root, root):
            for sign in (1, -1):
                if abs(factor - sign * usual) <= loose:
                    return sign * usual
    return factor


def _is_round(factor: float) -> bool:
    return any(abs(abs(factor) - usual) < 1e-12 for root in ROOTS for usual in (1 / math.sqrt(root), math.sqrt(root), 1 / root, root))  # fmt: skip


def _entrywise(source: Shown, name: str) -> Iterator[Made]:
    values, halves = source.values, source.halves
    if any(value < 0 for row in values for value in row):
        yield Made([[max(0.0, value) for value in row] for row in values], halves, f"the ReLU of {name}", (source,))
    if max(abs(value) for row in values for value in row) < 20:
        powers = [[math.exp(value) for value in row] for row in values]
        loose = [
            [power * (math.exp(half) - 1) for power, half in zip(row, wide, strict=True)]
            for row, wide in zip(powers, halves, strict=True)
        ]
        yield Made(powers, loose, f"the exponentials of {name}", (source,))
    if all(value >= 0 for row in values for value in row) and all(sum(row) > 0 for row in values):
        shares = [[value / sum(row) for value in row] for row in values]
        loose = [
            [(half + share * sum(wide)) / sum(row) for share, half in zip(line, wide, strict=True)]
            for row, line, wide in zip(values, shares, halves, strict=True)
        ]
        yield Made(shares, loose, f"{name} over the sums of its rows", (source,))
    if len(values[0]) > 2:
        yield from _normalised(source, name)


def _normalised(source: Shown, name: str) -> Iterator[Made]:
    for centred in (True, False):
        rows, loose = [], []
        for row, wide in zip(source.values, source.halves, strict=True):
            mean = sum(row) / len(row) if centred else 0.0
            spread = math.sqrt(sum((value - mean) ** 2 for value in row) / len(row))
            if spread < 1e-6:
                return
            rows.append([(value - mean) / spread for value in row])
            loose.append([3 * max(wide) / spread for _ in row])
        how = "normalised to mean 0 and deviation 1" if centred else "over its root mean square"
        yield Made(rows, loose, f"{name}, each row {how}", (source,))


def _of_two(array: Shown, one: Shown, other: Shown) -> Iterator[Made]:
    if not _finite(one) or not _finite(other):
        return
    names = _named(one, "the one above"), _named(other, "the other")
    height, width = array.size
    for left, right, how in _factors(one, other, names):
        if len(left.values) == height and len(right.values[0]) == width and len(left.values[0]) == len(right.values):
            yield from _products(left, right, how, (one, other))
    if one.size == other.size == array.size and one is not other:
        for sign, how in ((1, "+"), (-1, "-")):
            if sign > 0 and one.span.start > other.span.start:
                continue
            idle = sum(a == 0 or b == 0 for x, y in zip(one.values, other.values, strict=True) for a, b in zip(x, y, strict=True))  # fmt: skip
            if 2 * idle > height * width:
                continue  # an array of which a few entries were changed
            values = [
                [a + sign * b for a, b in zip(x, y, strict=True)] for x, y in zip(one.values, other.values, strict=True)
            ]
            loose = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(one.halves, other.halves, strict=True)]
            yield Made(values, loose, f"{names[0]} {how} {names[1]}", (one, other), freedom=idle)
    if one.size[0] == other.size[0] == height and one.size[1] + other.size[1] == width and one is not other:
        if height > 1:
            values = [[*a, *b] for a, b in zip(one.values, other.values, strict=True)]
            loose = [[*a, *b] for a, b in zip(one.halves, other.halves, strict=True)]
            yield Made(values, loose, f"{names[0]} and {names[1]} side by side", (one, other), by_rows=True)


@dataclass(frozen=True, slots=True)
class _Factor:
    values: Rows
    halves: Rows


def _factors(one: Shown, other: Shown, names: tuple[str, str]) -> Iterator[tuple[_Factor, _Factor, str]]:
    """The products of two arrays, one of them turned or not; a vector is a row or a column as it fits."""
    left, right = _Factor(one.values, one.halves), _Factor(other.values, other.halves)
    left_turned = _Factor(_transposed(one.values), _transposed(one.halves))
    right_turned = _Factor(_transposed(other.values), _transposed(other.halves))
    yield left, right, f"{names[0]} times {names[1]}"
    yield left, right_turned, f"{names[0]} times the transpose of {names[1]}"
    yield left_turned, right, f"the transpose of {names[0]} times {names[1]}"


def _products(left: _Factor, right: _Factor, how: str, sources: tuple[Shown, Shown]) -> Iterator[Made]:
    columns = list(zip(*right.values, strict=True))
    wide = list(zip(*right.halves, strict=True))
    values = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left.values]
    loose = [
        [
            sum(abs(a) * hb + abs(b) * ha + ha * hb for a, b, ha, hb in zip(row, column, row_half, half, strict=True))
            for column, half in zip(columns, wide, strict=True)
        ]
        for row, row_half in zip(left.values, left.halves, strict=True)
    ]
    yield Made(values, loose, how, sources)
    inner = len(columns[0])
    for root in dict.fromkeys((inner, 4, 64)):
        if root > 1:
            scale = 1 / math.sqrt(root)
            yield Made([[value * scale for value in row] for row in values], [[each * scale for each in row] for row in loose], f"{how}, over √{root}", sources)  # fmt: skip


def _transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]


__all__ = ["related_array_problems"]
