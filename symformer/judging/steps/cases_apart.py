r"""Functions by cases that leave some numbers out, ``z ≤ 0`` and ``z > 1``, or tell two cases by one condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from symformer.findings.finding import Problem
from symformer.judging.equations.around import words_after, words_before
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import COUNTERS
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import Cases, Number, Relation, Term, Unknown, walk
from symformer.text.cued import Cued

Bound = Fraction | float  # a number, or endless


@dataclass(frozen=True, slots=True)
class _Range:
    """The numbers that a condition lets a variable take, and whether the ends are among them."""

    variable: Term
    low: Bound
    high: Bound
    with_low: bool
    with_high: bool


def case_range_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each function by cases with a gap between two of them, or with one condition for two values."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Cases) or statement.hedged:
                continue
            said = _twice(part) or (_gap(part) if not _is_filled_in_words(model, statement) else None)
            if said is not None:
                place = statement.place(origin_of(part))
                yield Problem(
                    place,
                    said,
                    help="try conditions that meet, one of them with the number between",
                    evidence={"kind": "text", "found": show(part)},
                    level="warning",
                    key=f"cases@{place.start}",
                )


BETWEEN = Cued(r"\bbetween\b|\binterpolat|\bramp|\bundefined\b|\bleft (?:out|open)\b|之间|未定义|插值", re.IGNORECASE)


def _is_filled_in_words(model: SemanticModel, statement: Statement) -> bool:
    """Whether the words around say what holds where no case does."""
    return any(BETWEEN.search(words(model, statement)) for words in (words_before, words_after))


def _twice(cases: Cases) -> str | None:
    """What is wrong where two different values have one condition."""
    told = [(value, condition) for value, condition in cases.branches if isinstance(condition, Relation)]
    for at, (value, condition) in enumerate(told):
        if any(isinstance(part, Unknown) for part in walk(condition)):
            continue
        for other, again in told[:at]:
            if again == condition and other != value:
                return f"two cases have the condition {show(condition)}: {show(other)} and {show(value)}"
    return None


def _gap(cases: Cases) -> str | None:
    """What is wrong where no case holds between two of them."""
    ranges = [_range(condition) for _, condition in cases.branches]
    told = [each for each in ranges if each is not None]
    if len(told) < len(cases.branches) or len(told) < 2 or len({each.variable for each in told}) != 1:
        return None
    told.sort(key=lambda each: (each.low, each.high))
    before = told[0]
    if before.low != -inf or max(each.high for each in told) != inf:
        return None  # of a part of all numbers: what is not told may not occur
    for after in told[1:]:
        if after.low > before.high and not _may_be_empty(before, after):
            return f"no case tells the value for {show(before.variable)} between {before.high} and {after.low}"
        before = max(before, after, key=lambda each: each.high)
    return None


def _may_be_empty(before: _Range, after: _Range) -> bool:
    """Whether no whole number lies between, and the variable may be one."""
    first = before.high if not before.with_high else before.high + 1
    last = after.low if not after.with_low else after.low - 1
    whole = before.high == int(before.high) and after.low == int(after.low)
    return whole and first > last and (show(before.variable) in COUNTERS or before.with_high and after.with_low)


def _range(condition: Term | None) -> _Range | None:
    match condition:
        case Relation(relations=(sign,), sides=(Number(value=value), variable)):
            return _side(variable, _TURNED.get(sign, ""), value)
        case Relation(relations=(sign,), sides=(variable, Number(value=value))):
            return _side(variable, sign, value)
        case Relation(relations=(first, last), sides=(Number(value=low), variable, Number(value=high))) if {
            first,
            last,
        } <= {"<", "≤"}:
            return _Range(variable, low, high, first == "≤", last == "≤")
    return None


_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def _side(variable: Term, sign: str, value: Fraction) -> _Range | None:
    if isinstance(variable, Number) or sign not in _TURNED:
        return None
    if sign in ("<", "≤"):
        return _Range(variable, -inf, value, False, sign == "≤")
    return _Range(variable, value, inf, sign == "≥", False)
