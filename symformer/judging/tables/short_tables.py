"""Tables of a few rows whose heads or labels say what their columns have to do with one another.

Two columns that make up a whole, a running sum, shares of all rows together, a new value beside the old one and its
gradient, ``24 layers`` below ``one layer``: where the words tell the relation, two rows that keep to it are enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from symformer.algebra.interval import Interval, divide
from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount, amount
from symformer.text.cued import Cued

Column = Sequence[Amount]

LEAST_ROWS = 3
LEAST_OTHERS = 2  # rows that a row at odds stands beside
_BITS = Cued(r"\bbits?\b|\bbytes? (?:per|each)\b|bytes?/|位宽|比特|位数", re.IGNORECASE)
_SIZE = Cued(r"\b(?:memory|size|storage|weights|footprint|[kMGT]i?B)\b|内存|显存|大小", re.IGNORECASE)
_RATE = Cued(r"(?P<what>\w+)\s*(?:per|/)\s*(?:second|sec|s|minute|min|hour|h)\b", re.IGNORECASE)
_REST = Cued(
    r"\b1\s*[-−]|\b(?:rest|remaining|other|complement|lost|dropped|removed|unchanged)\b|剩余|其余", re.IGNORECASE
)
_TIME = Cued(r"\b(?:time|latency|seconds?|ms|s|minutes?|duration|hours?)\b|时间|耗时|秒", re.IGNORECASE)
LONGEST_TABLE = 40
_SUMMARY = Cued(
    r"\b(?:total|sum|average|avg|mean|median|overall|std|sd|se|standard (?:deviation|error)|variance|all)\b|合计|总|平均",
    re.IGNORECASE,
)
_RUNNING = Cued(r"\b(?:cumulative|cumulated|accumulated|running|cum\.?|cdf|prefix sum)\b|累计|累积|累加", re.IGNORECASE)
_SHARE = Cued(r"\b(?:shares?|fraction|proportion|percent(?:age)?|of (?:the )?total|of all)\b|%|占比|比例|份额", re.IGNORECASE)  # fmt: skip
_NEW = Cued(r"\b(?:new|updated|after|next)\b|'|\^\+|新|更新后", re.IGNORECASE)
_GRADIENT = Cued(r"\bgrad(?:ient)?s?\b|\\nabla|∇|\bg\b|\\partial|梯度", re.IGNORECASE)
_MANY = Cued(r"\W*(?P<n>\d{1,5})\s*(?P<noun>[A-Za-z][\w-]*s|[层头个张台步])\W*(?:together|in all|total)?\W*")
_ONE = Cued(r"\W*(?:one|each|per|a|single|1|every)\s+(?P<noun>[A-Za-z][\w-]*)\W*|\W*(?:每|单|一)个?(?P<zh>[层头个张台步])\W*", re.IGNORECASE)  # fmt: skip


def short_table_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number at odds with what the heads and labels of its table say; ``known`` says where wrong ones were found."""
    for table in tables:
        if len(table.rows) > LONGEST_TABLE:
            continue
        for found, expected, message in (*_multiples(table), *_by_columns(table)):
            if not any(place in known for place in range(found.span.start, found.span.end)):
                yield _problem(found, expected, message)


Odd = tuple[Amount, Fraction, str]
"""A number, what it should be, and how it is said; ``{}`` stands for what it should be."""


def _problem(found: Amount, expected: Fraction, message: str) -> Problem:
    shown = decimal_text(expected, max(found.number.decimals, 0))
    evidence: dict[str, object] = {"kind": "number", "printed": found.text, "expected": shown + found.unit}
    span = found.span
    key = f"row-breaks-relation@{span.start}-{span.end}"
    said = message.format(shown + found.unit, found.text)
    return Problem(span, said, level="warning", evidence=evidence, key=key)


def _multiples(table: Table) -> Iterator[Odd]:
    """``one layer | 44,040,192`` and ``24 layers | 1,056,964,608``."""
    single: dict[str, Sequence[Amount | None]] = {}
    for row in table.rows:
        label = re.sub(r"[*_`$]", "", row[0].text) if row else ""
        cells = [amount(cell) for cell in row[1:]]
        one, many = _ONE.fullmatch(label), _MANY.fullmatch(label)
        if one is not None and not many:
            noun = (one["noun"] or one["zh"]).casefold()
            single[noun] = cells
        elif many is not None:
            noun = many["noun"].casefold()
            before = single.get(noun.removesuffix("s")) or single.get(noun)
            for first, shown in zip(before or (), cells, strict=False):
                if first is None or shown is None or first.unit != shown.unit or not first.number.value:
                    continue
                expected = first.number.value * int(many["n"])
                loose = first.number.half_width() * int(many["n"]) + shown.number.unit
                rounded = max(shown.number.last_significant_unit, shown.number.unit) if shown.number.exact else 0
                close = abs(expected - shown.number.value) <= max(loose, rounded if rounded > 1 else 0)
                if not close and shown.number.value != first.number.value and expected < 4 * shown.number.value < 16 * expected:  # fmt: skip
                    text = f"{many['n']} times {first.text} is {{}}, not {{}}"
                    yield shown, expected, text


def _by_columns(table: Table) -> Iterator[Odd]:
    rows = [row for row in table.rows if row and _SUMMARY.search(row[0].text) is None]
    if len(rows) < LEAST_ROWS or len(rows) < len(table.rows) - 1:
        return
    columns: dict[int, Column] = {}
    for at in range(min(len(row) for row in rows)):
        cells = [amount(row[at]) for row in rows]
        numbers = [cell for cell in cells if cell is not None]
        if len(numbers) == len(cells) and len({each.unit for each in numbers}) == 1:
            columns[at] = numbers
    heads = {at: table.header[at].text if at < len(table.header) else "" for at in columns}
    told: set[int] = set()
    ways = (*_complements(columns, heads), *_running_sums(columns, heads), *_shares_of_all(columns, heads, table), *_updates(columns, heads), *_in_proportion(columns, heads))  # fmt: skip
    for odd in ways:
        if odd[0].span.start not in told:
            told.add(odd[0].span.start)
            yield odd


def _complements(columns: Mapping[int, Column], heads: Mapping[int, str]) -> Iterator[Odd]:
    """Two columns of shares that make up a whole in every row but one."""
    for one, other in permutations(columns, 2):
        if one > other:
            continue
        pairs = list(zip(columns[one], columns[other], strict=True))
        units = {each.unit for pair in pairs for each in pair}
        whole = 100 if units == {"%"} else 1
        values = [each.number for pair in pairs for each in pair]
        beyond = sum(not 0 <= each.value <= whole for each in values)
        if len(units) > 1 or beyond > 1 or all(each.exact for each in values):
            continue
        told = any(_REST.search(heads[at]) for at in (one, other))
        wrong = [pair for pair in pairs if _off(pair, whole)]
        if not told and any(_loose(pair, whole) for pair in pairs if pair not in wrong):
            continue  # 0.1 is no rounded 0.0513: that the two nearly make up a whole may be chance
        right = {pair[0].number.value for pair in pairs if pair not in wrong}
        if len(wrong) == 1 and len(right) >= (2 if told else 3):
            (first, second) = wrong[0]
            if not 0 <= first.number.value <= whole:
                (first, second) = (second, first)
            text = f"in all other rows the two make up {whole}{'%' if whole == 100 else ''}: beside {first.text} that is {{}}, not {{}}"
            yield second, whole - first.number.value, text


def _off(pair: Sequence[Amount], whole: int) -> bool:
    """Whether two shares surely do not make up a whole, as they are rounded."""
    one, other = (each.number for each in pair)
    loose = one.unit / 2 + other.unit / 2 if one.decimals != other.decimals else one.unit
    return abs(one.value + other.value - whole) > loose


def _loose(pair: Sequence[Amount], whole: int) -> bool:
    """Whether two shares make up a whole only if the coarser one is a rounded number."""
    one, other = (each.number for each in pair)
    return abs(one.value + other.value - whole) > min(one.unit, other.unit)


def _running_sums(columns: Mapping[int, Column], heads: Mapping[int, str]) -> Iterator[Odd]:
    """A column headed as cumulative beside what is added up in it."""
    for at, head in heads.items():
        if _RUNNING.search(head) is None:
            continue
        for other in columns:
            if other == at:
                continue
            shown, parts = columns[at], columns[other]
            sums = [sum((each.number.value for each in parts[: n + 1]), Fraction(0)) for n in range(len(parts))]
            wrong = [n for n, each in enumerate(shown) if abs(sums[n] - each.number.value) > each.number.unit * (n + 1) / 2]  # fmt: skip
            if len(wrong) == 1 and len(shown) - 1 >= 2 and shown[0].unit == parts[0].unit:
                yield shown[wrong[0]], sums[wrong[0]], "the numbers up to this row add up to {}, not {}"


def _shares_of_all(columns: Mapping[int, Column], heads: Mapping[int, str], table: Table) -> Iterator[Odd]:
    """Percents beside counts, each of them its part of all rows together."""
    for at, head in heads.items():
        shares = columns[at]
        percent = shares[0].unit == "%" or "%" in head
        whole = 100 if percent else 1
        if not percent and _SHARE.search(head) is None or any(not 0 <= each.number.value <= whole for each in shares):
            continue
        for other in columns:
            parts = columns[other]
            total = sum((each.number.value for each in parts), Fraction(0))
            if other == at or total <= 0 or any(each.number.value < 0 for each in parts) or parts[0].unit == "%":
                continue
            true = [each.number.value / total * whole for each in parts]
            wrong = [n for n, each in enumerate(shares) if abs(true[n] - each.number.value) > each.number.unit]
            digits = sum(each.number.digits for n, each in enumerate(shares) if n not in wrong)
            if len(wrong) == 1 and len(shares) >= LEAST_ROWS and digits >= 4:
                n = wrong[0]
                yield shares[n], true[n], f"{parts[n].text} of all rows together is {{}}, not {{}}"


def _updates(columns: Mapping[int, Column], heads: Mapping[int, str]) -> Iterator[Odd]:
    """A new value beside the old one and its gradient: the step is the same share of the gradient in every row."""
    for new in (at for at, head in heads.items() if _NEW.search(head)):
        for gradient in (at for at, head in heads.items() if _GRADIENT.search(head) and at != new):
            for old in (at for at in columns if at not in (new, gradient)):
                yield from _odd_step(columns[old], columns[gradient], columns[new])


def _odd_step(old: Column, gradient: Column, new: Column) -> Iterator[Odd]:
    """The one new value that no share of the gradient gives which all other rows allow, as their numbers are rounded."""
    rates = [_rate_of_step(*row) for row in zip(old, gradient, new, strict=True)]
    told = [n for n, each in enumerate(rates) if each is not None]
    if len(told) <= LEAST_OTHERS:
        return
    for n in told:
        others = [each for m, each in enumerate(rates) if each is not None and m != n]
        low, high = max(each.lo for each in others), min(each.hi for each in others)
        own = rates[n]
        if low > high or high >= 0 or own is None or own.meets(Interval(low, high)):
            continue
        rate = _roundest(low, high)
        text = f"in all other rows the step is {decimal_text(-rate, 4).rstrip('0')} times the gradient: here that gives {{}}, not {{}}"
        yield new[n], old[n].number.value + rate * gradient[n].number.value, text
        return


def _rate_of_step(old: Amount, gradient: Amount, new: Amount) -> Interval | None:
    """By which shares of its gradient a value may have moved; None where it has none. What has fewer digits is exact."""
    rounded = old.number.decimals >= new.number.decimals
    before = old.number.interval("=") if rounded else Interval.point(old.number.value)
    found = divide(new.number.interval("=") - before, gradient.number.interval("="))
    return found if isinstance(found, Interval) else None


def _roundest(low: Fraction, high: Fraction) -> Fraction:
    """The number with the fewest decimals between two bounds, at most four; else their middle."""
    for decimals in range(5):
        unit = Fraction(1, 10**decimals)
        if low <= (nearest := round((low + high) / 2 / unit) * unit) <= high:
            return nearest
    return (low + high) / 2


def _in_proportion(columns: Mapping[int, Column], heads: Mapping[int, str]) -> Iterator[Odd]:
    """Bytes beside the bits of a number, and so many of a thing in a time beside the two."""
    for at, head in heads.items():
        shown = columns[at]
        if _SIZE.search(head) or shown[0].unit.endswith("B"):
            for other in (each for each, its in heads.items() if each != at and _BITS.search(its)):
                yield from _odd_factor(
                    shown, [each.number.value for each in columns[other]], f"proportional to {heads[other]}"
                )
        if (rate := _RATE.search(head)) is not None:
            for above, below in permutations((each for each in columns if each != at), 2):
                beside = [each.number.value for each in columns[below]]
                if not all(beside) or _TIME.search(heads[below]) is None or not _alike(heads[above], rate["what"]):
                    continue
                quotients = [one.number.value / by for one, by in zip(columns[above], beside, strict=True)]
                yield from _odd_factor(shown, quotients, f"{heads[above]} over {heads[below]}")


def _alike(head: str, what: str) -> bool:
    return what.casefold()[:4] in head.casefold()


def _odd_factor(shown: Column, by: Sequence[Fraction], what: str) -> Iterator[Odd]:
    """The one number that is not the same multiple of what stands beside it as all others are."""
    if len(set(by)) < LEAST_ROWS or not all(each > 0 for each in (*by, *(one.number.value for one in shown))):
        return
    for factor in dict.fromkeys(one.number.value / each for one, each in zip(shown, by, strict=True)):
        wrong = [n for n, one in enumerate(shown) if abs(factor * by[n] - one.number.value) > _room(one)]
        if len(wrong) == 1:
            n = wrong[0]
            yield shown[n], factor * by[n], f"in all other rows it is {what}: here that is {{}}, not {{}}"
            return


def _room(shown: Amount) -> Fraction:
    return (
        max(shown.number.half_width("≈"), shown.number.unit)
        if shown.number.digits > 2 or not shown.number.exact
        else shown.number.unit / 2
    )


__all__ = ["short_table_problems"]
