"""Columns that go together by their heads: "query heads per KV head" beside "KV heads", bytes beside the same in MiB and GiB.

How many there are of one thing for each of another, times how many there are of that, is the same in every row of a table of
variants; and sizes in bytes grow in one proportion, whatever their units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.algebra.printed import decimal_text
from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import BINARY, BYTES, Amount, amount
from symformer.text.cued import Cued

LEAST_ROWS = 3
LONGEST_TABLE = 20
_PER = Cued(r"(?P<what>[\w\s/-]+?)\s+(?:per|for each|for every)\s+(?P<each>[\w\s/-]+?)\s*+\Z", re.IGNORECASE)
_BYTES = {**BYTES, **BINARY}
_IN_BYTES = Cued(r"\bbytes?\s+(?:per|for each|each)\b|每\S{0,4}字节", re.IGNORECASE)


def per_each_problems(tables: Sequence[Table]) -> Iterator[Problem]:
    """A problem for each number that breaks what the heads of its table say of two columns."""
    for table in tables:
        if LEAST_ROWS <= len(table.rows) <= LONGEST_TABLE and len(table.header) > 2:
            yield from _counts(table)
            yield from _sizes(table)
            yield from _so_many(table)


def _column(table: Table, at: int) -> list[Amount] | None:
    cells = [amount(row[at]) if at < len(row) else None for row in table.rows]
    found = [cell for cell in cells if cell is not None]
    return found if len(found) == len(cells) else None


def _counts(table: Table) -> Iterator[Problem]:
    heads = [re.sub(r"[*_`$]", " ", cell.text).strip() for cell in table.header]
    for at, head in enumerate(heads):
        told = _PER.fullmatch(head)
        if told is None:
            continue
        beside = [
            other for other, name in enumerate(heads) if other != at and _singular(name) == _singular(told["each"])
        ]
        counts, each = _column(table, at), _column(table, beside[0]) if len(beside) == 1 else None
        if counts is None or each is None or any(not one.number.exact or one.unit or one.number.value <= 0 for one in (*counts, *each)):  # fmt: skip
            continue
        products = [one.number.value * other.number.value for one, other in zip(counts, each, strict=True)]
        odd = _odd_one(products)
        if odd is None or len({one.number.value for one in each}) < len(each):
            continue
        whole = products[odd - 1]
        if whole in {one.number.value for one in (*counts, *each)}:
            expected = whole / each[odd].number.value
            message = f"{told['what'].strip()} times {heads[beside[0]]} is {whole} in all other rows: here that gives {_text(expected)}, not {counts[odd].text}"
            yield _problem(counts[odd], _text(expected), message)


def _sizes(table: Table) -> Iterator[Problem]:
    heads = [cell.text for cell in table.header]
    for at, head in enumerate(heads):
        plain = _column(table, at) if _IN_BYTES.search(head) else None
        if plain is None or any(one.unit or one.number.value <= 0 for one in plain):
            continue
        for other in range(len(heads)):
            shown = _column(table, other) if other != at else None
            if shown is None or not all(one.unit in _BYTES for one in shown) or len({one.unit for one in shown}) < 2:
                continue
            bytes_of = [one.number.value * _BYTES[one.unit] for one in shown]
            factors = [size / one.number.value for size, one in zip(bytes_of, plain, strict=True)]
            odd = _odd_one(factors)
            if odd is None or len({one.number.value for one in plain}) < len(plain):
                continue
            expected = factors[odd - 1] * plain[odd].number.value / _BYTES[shown[odd].unit]
            if abs(expected - shown[odd].number.value) <= shown[odd].number.unit:
                continue
            message = f"in all other rows this is {_text(factors[odd - 1])} times “{head.strip()}”: here that is {_text(expected)} {shown[odd].unit}, not {shown[odd].text}"
            yield _problem(shown[odd], _text(expected), message)


def _so_many(table: Table) -> Iterator[Problem]:
    """Sizes of so many things as the head says, "n = 8192", beside the size of one: 128 MiB beside 16 KiB."""
    for at, cell in enumerate(table.header):
        counts = {Fraction(found.replace(",", "")) for found in re.findall(r"(?<![\w.])\d[\d,]*(?![\w.])", cell.text)}
        shown = _column(table, at) if counts else None
        if shown is None or not all(one.unit in _BYTES for one in shown):
            continue
        for other in range(len(table.header)):
            each = _column(table, other) if other != at else None
            if each is None or not all(one.unit in _BYTES and one.number.value > 0 for one in each):
                continue
            sizes = [(_in_bytes(one), _in_bytes(part)) for one, part in zip(shown, each, strict=True)]
            factors = [size / part for size, part in sizes]
            odd = _odd_one(factors)
            if odd is None or factors[odd - 1] not in counts or factors[odd - 1] <= 1:
                continue
            expected = factors[odd - 1] * sizes[odd][1] / _BYTES[shown[odd].unit]
            if abs(expected - shown[odd].number.value) <= shown[odd].number.unit / 2:
                continue
            message = f"{_text(factors[odd - 1])} times {each[odd].text} is {_text(expected)} {shown[odd].unit}, as in all other rows, not {shown[odd].text}"
            yield _problem(shown[odd], _text(expected), message)


def _in_bytes(one: Amount) -> Fraction:
    return one.number.value * _BYTES[one.unit]


def _odd_one(values: Sequence[Fraction]) -> int | None:
    """The only value that is not what all others are, where these are two at the least."""
    for at in range(len(values)):
        others = {value for place, value in enumerate(values) if place != at}
        if len(others) == 1 and values[at] not in others:
            return at
    return None


def _singular(name: str) -> str:
    return " ".join(word.removesuffix("s") for word in name.casefold().split())


def _text(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal_text(value, 3)


def _problem(found: Amount, expected: str, message: str) -> Problem:
    return Problem(
        found.span,
        message,
        level="warning",
        evidence={"kind": "number", "printed": found.text, "expected": expected},
        key=f"row-breaks-relation@{found.span.start}-{found.span.end}",
    )


__all__ = ["per_each_problems"]
