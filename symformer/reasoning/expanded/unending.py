"""Sums that go on for ever and integrals between bounds, as numbers: as far as they settle, else without a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from typing import TYPE_CHECKING

from symformer.reasoning.constants import INFINITY_NAMES
from symformer.reasoning.expanded.entries import CannotExpand, Entries, entrywise, mapped, number
from symformer.terms.term import Apply, Cases, IndexedSum, Number, Product, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.reasoning.expanded.expand import Expansion
    from symformer.reasoning.expanded.expressions import Expression, Expressions

FIRST_TERMS = 40  # of a sum that goes on for ever
NODES = (12, 18)  # of the two rules that an integral is worked out by: where they differ, it has no value
LINES = ((Fraction(1, 8), 7.0), (Fraction(1, 9), 8.0))  # steps of the two rules for all numbers, how far they go
RAYS = ((Fraction(1, 10), 3.0), (Fraction(1, 12), 3.3))  # and of those for all from one number on

BENT = frozenset({"absolute", "max", "min", "relu", "ReLU", "sign", "indicator", "floor", "ceil", "norm"})


def is_infinite(term: Term | None) -> int:
    """1 for ∞, -1 for -∞, 0 for all else."""
    match term:
        case Symbol(name) if name in INFINITY_NAMES:
            return 1
        case Product((Number(value), Symbol(name))) if value == -1 and name in INFINITY_NAMES:
            return -1
    return 0


def unending_sum(expansion: Expansion, term: IndexedSum, terms: Callable[[int], Entries]) -> Entries:
    """A sum without an end: its first terms, and where they run to.

    Raises:
        CannotExpand: it is no sum, or begins nowhere.
    """
    if term.kind != "sum" or term.lower is None:
        raise CannotExpand("a product without an end")
    start = expansion.place(term.lower)
    made = [terms(start + at) for at in range(FIRST_TERMS)]
    table = expansion.table
    if any(each.shape != made[0].shape for each in made):
        raise CannotExpand("terms of several shapes")
    items = tuple(table.call("series", *(each.items[at] for each in made)) for at in range(len(made[0].items)))
    return Entries(made[0].shape, items, made[0].lie)


def integrated(expansion: Expansion, term: IndexedSum) -> Entries:
    """An integral between two bounds, by two rules that must agree.

    Raises:
        CannotExpand: its variable or a bound is not told.
    """
    if term.index is None or term.lower is None or term.upper is None or term.condition is not None:
        raise CannotExpand("an integral without bounds")
    if any(isinstance(part, Cases) or isinstance(part, Apply) and part.function in BENT for part in walk(term.body)):
        raise CannotExpand("an integral of what bends")
    ends = is_infinite(term.lower), is_infinite(term.upper)
    if ends == (0, 0):
        start, stop = expansion.expand(term.lower).only, expansion.expand(term.upper).only
        ways = [_between(expansion, term.index, term.body, start, stop, count) for count in NODES]
    elif ends == (-1, 1):
        ways = [_on_the_line(expansion, term.index, term.body, None, 1, *each) for each in LINES]
    elif ends[0] == 0 and ends[1] == 1:
        start = expansion.expand(term.lower).only
        ways = [_on_the_line(expansion, term.index, term.body, start, 1, *each) for each in RAYS]
    elif ends[0] == -1 and ends[1] == 0:
        stop = expansion.expand(term.upper).only
        ways = [_on_the_line(expansion, term.index, term.body, stop, -1, *each) for each in RAYS]
    else:
        raise CannotExpand("an integral of such bounds")
    return entrywise(ways[0], ways[1], lambda one, other: expansion.table.call("agreeing", one, other))


def _between(
    expansion: Expansion, index: Symbol, body: Term, start: Expression, stop: Expression, count: int
) -> Entries:
    table = expansion.table
    width = table.sum((stop, table.negative(start)))
    places = [
        (table.sum((start, table.product((table.number(node), width)))), weight) for node, weight in _gauss(count)
    ]
    return mapped(_weighted(expansion, index, body, places), lambda each: table.product((width, each)))


def _on_the_line(
    expansion: Expansion, index: Symbol, body: Term, start: Expression | None, side: int, step: Fraction, reach: float
) -> Entries:
    """Over all numbers, or from one number up (side 1) or down (side -1), by places that lie ever farther apart."""
    table = expansion.table
    count = int(reach / step)
    places: list[tuple[Expression, Fraction]] = []
    for at in range(-count, count + 1):
        t = float(at * step)
        if start is None:
            place, weight = math.sinh(t), math.cosh(t)
            where = table.number(Fraction(place))
        else:
            place = math.exp(math.pi / 2 * math.sinh(t))
            weight = place * math.pi / 2 * math.cosh(t)
            where = table.sum((start, table.number(Fraction(side * place))))
        places.append((where, Fraction(weight) * step))
    return _weighted(expansion, index, body, places)


def _weighted(
    expansion: Expansion, index: Symbol, body: Term, places: Sequence[tuple[Expression, Fraction]]
) -> Entries:
    table, before = expansion.table, expansion.bound
    made: list[Entries] = []
    try:
        for place, weight in places:
            expansion.bound = {**before, index: number(place)}
            made.append(_times(table, expansion.expand(body), weight))
    finally:
        expansion.bound = before
    return reduce(lambda left, right: entrywise(left, right, lambda one, other: table.sum((one, other))), made)


def _times(table: Expressions, entries: Entries, weight: Fraction) -> Entries:
    factor = table.number(weight)
    return mapped(entries, lambda each: table.product((factor, each)))


@cache
def _gauss(count: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """The places and weights of Gauss and Legendre between 0 and 1.

    >>> round(float(sum(weight * place**5 for place, weight in _gauss(4))), 12)
    0.166666666667
    """
    found = []
    for at in range(count):
        x = math.cos(math.pi * (at + 0.75) / (count + 0.5))
        for _ in range(50):
            value, slope = _legendre(count, x)
            x -= value / slope
            if abs(value) < 1e-15:
                break
        slope = _legendre(count, x)[1]
        found.append((Fraction((1 + x) / 2), Fraction(1 / ((1 - x * x) * slope * slope))))
    return tuple(found)


def _legendre(degree: int, x: float) -> tuple[float, float]:
    """A polynomial of Legendre and its slope."""
    before, here = 1.0, x
    for k in range(2, degree + 1):
        before, here = here, ((2 * k - 1) * x * here - (k - 1) * before) / k
    return here, degree * (x * here - before) / (x * x - 1)


__all__ = ["integrated", "is_infinite", "unending_sum"]
