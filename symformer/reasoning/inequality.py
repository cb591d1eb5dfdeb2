"""Whether an inequality holds nowhere: at all values that are tried, the other side is the larger one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symformer.reasoning.equality import Counterexample, same_letters, settled
from symformer.reasoning.expanded.entries import CannotExpand
from symformer.reasoning.expanded.expand import expanded
from symformer.reasoning.expanded.expressions import Expression, Expressions, TooLarge
from symformer.reasoning.expanded.points import KINDS, Point, between, under_conditions
from symformer.reasoning.expanded.readings import NOTHING_GIVEN, Given, readings, signs_within
from symformer.terms.term import Apply, Term, walk

MOST_READINGS = 24
LEAST_POINTS = 4  # at which both sides have a value
NEAR = 1e-9
WIDE = ((-40.0, 40.0, 61), (0.5, 2000.0, 62), (1.0, 30.0, 63), (0.001, 0.02, 64))  # far from one, and near nothing


def holds_nowhere(left: Term, right: Term, given: Given = NOTHING_GIVEN) -> Counterexample | None:
    """Values at which ``left`` is larger than ``right``, where it is so at all values and in every reading.

    None where ``left ≤ right`` holds somewhere, or where both are not made of the same letters.

    >>> from fractions import Fraction
    >>> from symformer.terms.term import Apply, Number, Product, Sum, Symbol
    >>> x, one = Symbol("x"), Number(Fraction(1))
    >>> above, below = Apply("exp", (x,)), Sum((one, x))
    >>> holds_nowhere(below, above) is None, holds_nowhere(above, below).point
    (True, {'x': 2.0})
    """
    shown: Counterexample | None = None
    points = 0
    roots = (part for side in (left, right) for part in walk(side) if isinstance(part, Apply))
    positive = any(each.function == "sqrt" for each in roots)  # of what roots are taken is thought of as positive
    for at in (0, 1):
        one, other = (signs_within(settled(side, at)) for side in (left, right))
        tried = 0
        for group in readings((one, other), given):
            for reading in group:
                if reading.logarithm is not None:
                    continue  # bounds by tangents are those of the natural one
                tried += 1
                if tried > MOST_READINGS:
                    break
                table = Expressions()
                try:
                    first, second = expanded(table, reading, (one, other))
                    if first.rank or second.rank:
                        return None
                    pair = table.resolved([first.only, second.only])
                except (CannotExpand, TooLarge, RecursionError):
                    continue
                numbers = not all(table.atoms([each]) for each in pair)
                unknown = any(" (" in each for each in table.atoms(pair))
                if numbers and unknown:
                    continue
                if not numbers and not same_letters(table.atoms(pair[:1]), table.atoms(pair[1:])):
                    return None
                found = _everywhere_larger(table, pair, given, positive=positive)
                if found is None:
                    return None
                count, example = found
                points = max(points, count)
                sizes = tuple(sorted((*reading.sizes.items(), *reading.indices.items())))
                shown = shown or (replace(example, sizes=sizes) if example is not None else None)
        if (one, other) == (left, right):
            break
    return shown if points >= LEAST_POINTS else None


def _everywhere_larger(
    table: Expressions, pair: list[Expression], given: Given, *, positive: bool
) -> tuple[int, Counterexample | None] | None:
    """At how many points the first is the larger, and the first of these; None where it is not at one of them."""
    letters = frozenset(
        str(table.nodes[each].told) for each in table.reached(pair) if table.nodes[each].kind == "letter"
    ) - {"π"}
    count, shown = 0, None
    for point, far in _points(letters, given):
        if positive and min(point.values(), default=0.0) < 0:
            continue
        one, other = table.evaluated(pair, point)
        if one != one or other != other or isinstance(one, complex) or isinstance(other, complex):
            continue
        apart = one - other
        if far and abs(apart) <= NEAR * max(abs(one), abs(other)):
            continue  # too near to tell
        if apart <= NEAR * max(abs(one), abs(other)):
            return None
        count += 1
        plain = all(value == int(value) for value in point.values())
        if shown is None or plain and not all(value == int(value) for value in shown.point.values()):
            shown = Counterexample(point, float(one), float(other))
    return count, shown


def _points(letters: frozenset[str], given: Given) -> Iterator[tuple[Point, bool]]:
    """The points that are tried, and whether both sides may be one at them for no more than that."""
    for makers in KINDS.values():
        for make in makers:
            yield make(letters), False
    for low, high, seed in WIDE:
        yield between(letters, low, high, seed), True
    for _, points in under_conditions(letters, given.conditions):
        for point in points:
            yield point, True


__all__ = ["holds_nowhere"]
