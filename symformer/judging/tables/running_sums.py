"""Columns of whole numbers that grow from row to row by what the row says: cumulative counts, receptive fields.

Each number is the one above it plus a column beside it, the product of two, or the product of one and another less
one: a receptive field grows by (kernel - 1) times the strides so far.  Where all numbers but one keep to such a rule,
and that one, put right, makes the next one right as well, it is a slip.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from symformer.documents.document import Table
from symformer.findings.finding import Problem
from symformer.judging.tables.amounts import Amount
from symformer.judging.tables.row_steps import columns_of

LEAST_ROWS = 5
LEAST_AGREEING, LEAST_CHANGES, LEAST_DIGITS = 3, 2, 4

Grown = tuple[Sequence[int], str]
"""By how much each row adds to the one above it, and by what rule."""


def running_sum_problems(tables: Sequence[Table], known: Mapping[int, Fraction]) -> Iterator[Problem]:
    """Every number of a growing column that is not the one above it and what its row adds."""
    for table in tables:
        columns = columns_of(table, LEAST_ROWS)
        whole = {at: each for at, each in (columns or {}).items() if all(cell.number.exact for cell in each)}
        for at, column in whole.items():
            values = [int(cell.number.value) for cell in column]
            if len(set(values)) < LEAST_ROWS or min(values) < 0 or values[-1] <= values[0]:
                continue
            others = {each: [int(cell.number.value) for cell in its] for each, its in whole.items() if each != at}
            heads = [cell.text.strip("*_`$ ") for cell in table.header]
            found = _slip(values, list(_ways(others, heads)))
            odd = column[found[0]] if found is not None else None
            if found is None or odd is None or any(place in known for place in range(odd.span.start, odd.span.end)):
                continue
            yield _problem(odd, found[1], found[2])


def _ways(others: Mapping[int, Sequence[int]], heads: Sequence[str]) -> Iterator[Grown]:
    for at, column in others.items():
        yield column, _head(heads, at)
    for one, other in permutations(others, 2):
        names = _head(heads, one), _head(heads, other)
        if one < other:
            yield [a * b for a, b in zip(others[one], others[other], strict=True)], f"{names[0]} · {names[1]}"
        less = [(a - 1) * b for a, b in zip(others[one], others[other], strict=True)]
        yield less, f"({names[0]} - 1) · {names[1]}"


def _head(heads: Sequence[str], at: int) -> str:
    return heads[at] if at < len(heads) and heads[at] else f"column {at + 1}"


def _slip(values: Sequence[int], ways: Sequence[Grown]) -> tuple[int, int, str] | None:
    """The row that is at odds with the rule of all others, what it should be, and the rule."""
    found: dict[tuple[int, int], str] = {}
    for grown, rule in ways:
        wrong = [at for at in range(1, len(values)) if values[at] - values[at - 1] != grown[at]]
        if not wrong:
            return None  # a column that is as its row says
        row = wrong[0]
        right = values[row - 1] + grown[row]
        after = row + 1
        two = wrong == [row, after] and after < len(values) and right + grown[after] == values[after]
        if not two and wrong != [len(values) - 1] or right == values[row]:
            continue
        agreeing = [grown[at] for at in range(1, len(values)) if at not in wrong]
        digits = sum(len(str(abs(each))) for each in agreeing)
        simple = two and "·" not in rule
        if len(agreeing) < LEAST_AGREEING - simple or len(set(agreeing)) < LEAST_CHANGES or digits < LEAST_DIGITS:
            continue
        if len(agreeing) > LEAST_AGREEING or two:
            found[row, right] = rule
    if len(found) != 1:
        return None
    ((row, right), rule) = next(iter(found.items()))
    return (row, right, rule) if Fraction(1, 3) < Fraction(values[row], right) < 3 else None


def _problem(odd: Amount, right: int, rule: str) -> Problem:
    expected = f"{right}{odd.unit}"
    return Problem(
        odd.span,
        f"in all other rows this is the number above plus {rule}: here that is {expected}, not {odd.text}",
        level="warning",
        evidence={"kind": "number", "printed": odd.text, "expected": expected},
        key=f"row-breaks-relation@{odd.span.start}-{odd.span.end}",
    )


__all__ = ["running_sum_problems"]
