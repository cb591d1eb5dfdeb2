r"""Formulas as plain numbers: every array as one of size 1 × 1, every member of a family and unknown call as a letter.

What holds for all sizes holds for this one, where transposes, norms and the order of factors are of no account: so two
formulas that differ here are not equal.  Sums run over three members.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from symformer.terms.parts import put_in
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)

MEMBERS = 3  # of a family that a sum runs over
MOST_MEMBERS = 6
MOST_STEPS = 4000  # of one evaluation
NEAR = 1e-9
IMAGINARY = frozenset({"i", "j"})  # an index has a number
SEEDS, POINTS = (1, 2, 3, 4, 5, 6), 2  # where values are drawn, and at how many points two formulas have to meet
KNOWN: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "ln": math.log,
    "log": math.log,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "absolute": abs,
    "norm": abs,
}
OF_CHANCE = frozenset({"expectation", "variance", "Cov", "std"})


class NotANumber(Exception):
    """A formula holds what is no number here."""


@dataclass(slots=True)
class Point:
    """The values of letters, members and calls, drawn when they are first asked for."""

    seed: int = 1
    values: dict[object, float] = field(default_factory=dict)
    shifts: dict[object, float] = field(default_factory=dict)
    steps: int = 0

    def at(self, key: object) -> float:
        """The value of a letter, always the same."""
        if key not in self.values:
            self.values[key] = 0.15 + 0.75 * Random(f"{self.seed} {key}").random()  # rates are less than one
        return self.values[key] + self.shifts.get(key, 0.0)


def value(term: Term, point: Point, running: Mapping[str, int] | None = None) -> float:
    """The value of a formula at a point, indices of sums having the numbers in ``running``.

    >>> a, b = Symbol("a"), Symbol("b")
    >>> point = Point()
    >>> abs(value(Product((a, b)), point) - value(Product((b, Transpose(a))), point)) < NEAR
    True
    """
    point.steps += 1
    if point.steps > MOST_STEPS:
        raise NotANumber
    at = running or {}
    match term:
        case Number():
            return float(term.value)
        case Symbol(name) if name in IMAGINARY and name not in at:
            raise NotANumber
        case Symbol(name):
            return float(at[name]) if name in at else math.pi if name == "pi" else point.at(name)
        case Sum(terms):
            return sum(value(each, point, at) for each in terms)
        case Product(factors=factors) | Elementwise(factors=factors):
            return math.prod(value(each, point, at) for each in factors)
        case Quotient(above, below):
            return value(above, point, at) / value(below, point, at)
        case Transpose(inner):
            return value(inner, point, at)
        case Power(base, exponent):
            return _power(base, exponent, point, at)
        case Index():
            return _member(term, point, at)
        case Apply():
            return _call(term, point, at)
        case IndexedSum():
            return _over_all(term, point, at)
    raise NotANumber


def _power(base: Term, exponent: Term, point: Point, at: Mapping[str, int]) -> float:
    below = math.e if base == Symbol("e") else value(base, point, at)
    raised = below ** value(exponent, point, at)
    if isinstance(raised, complex):
        raise ArithmeticError
    return float(raised)


def _member(term: Index, point: Point, at: Mapping[str, int]) -> float:
    if not isinstance(term.base, Symbol):
        raise NotANumber
    return point.at(_key(term, at))


def _slot(slot: Term | None, at: Mapping[str, int]) -> object:
    """An index as it is told apart from others: by its number where that is known."""
    if slot is None:
        return "above"
    if isinstance(slot, Symbol) and slot.name in at:
        return float(at[slot.name])
    letters = {part.name for part in walk(slot) if isinstance(part, Symbol)}
    if letters <= at.keys():
        return value(slot, Point(), at)
    numbers: dict[Term, Term] = {Symbol(name): Number(number) for name, number in _fractions(at).items()}
    return show_styled(put_in(slot, numbers))


def _fractions(at: Mapping[str, int]) -> dict[str, Fraction]:
    return {name: Fraction(number) for name, number in at.items()}


def _call(term: Apply, point: Point, at: Mapping[str, int]) -> float:
    known = KNOWN.get(term.function)
    if known is not None and len(term.arguments) == 1:
        return known(value(term.arguments[0], point, at))
    if term.function in OF_CHANCE or any(not _is_number(each) for each in term.arguments):
        numbers: dict[Term, Term] = {Symbol(name): Number(each) for name, each in _fractions(at).items()}
        return point.at(show_styled(put_in(term, numbers)))
    inside = tuple(round(value(each, point, at), 9) for each in term.arguments)
    return point.at((term.function, tuple(show_styled(each) for each in term.labels), inside))


def _is_number(term: Term) -> bool:
    return not any(isinstance(part, Relation) for part in walk(term)) and not (
        isinstance(term, Apply) and term.function in ("given", "parameters", "versus", "tuple", "set")
    )


def _over_all(term: IndexedSum, point: Point, at: Mapping[str, int]) -> float:
    if not isinstance(term.index, Symbol) or term.kind not in ("sum", "prod") or "≠" in _signs(term.condition):
        raise NotANumber
    first = int(term.lower.value) if isinstance(term.lower, Number) else 1
    found = [
        value(term.body, point, {**at, term.index.name: number}) for number in range(first, _last(term.upper, at) + 1)
    ]
    return sum(found) if term.kind == "sum" else math.prod(found)


def _signs(condition: Term | None) -> tuple[str, ...]:
    return condition.relations if isinstance(condition, Relation) else ()


def _last(upper: Term | None, at: Mapping[str, int]) -> int:
    if upper is None:
        return MEMBERS
    letters = {part.name: at.get(part.name, MEMBERS) for part in walk(upper) if isinstance(part, Symbol)}
    if any(isinstance(part, Index | Apply) for part in walk(upper)):
        raise NotANumber
    last = value(upper, Point(), letters)
    if last != int(last) or last > MOST_MEMBERS:
        raise NotANumber
    return int(last)


def are_equal(left: Term, right: Term) -> bool | None:
    """Whether two formulas have the same value at two points; None where one has none.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> are_equal(Power(Sum((x, y)), Number(2)), Sum((Power(x, Number(2)), Power(y, Number(2)))))
    False
    """
    met = 0
    for seed in SEEDS:
        point = Point(seed)
        try:
            one, other = value(left, point), value(right, point)
        except (ArithmeticError, ValueError, TypeError):
            continue  # the root of a negative number: at another point there may be one
        except (NotANumber, RecursionError):
            return None
        if abs(one - other) > NEAR * max(1.0, abs(one), abs(other)):
            return False
        met += 1
        if met == POINTS:
            return True
    return None


def slope(term: Term, by: Term, point: Point, running: Mapping[str, int]) -> float:
    """The derivative of a formula by a letter or a member, from values on both sides of it.

    >>> x = Symbol("x")
    >>> point = Point()
    >>> abs(slope(Power(x, Number(2)), x, point, {}) - 2 * value(x, point)) < 1e-6
    True
    """
    key = _key(by, running)
    step = 1e-5
    sides = []
    for sign in (1, -1):
        point.shifts[key] = sign * step
        sides.append(value(term, point, running))
    del point.shifts[key]
    return (sides[0] - sides[1]) / (2 * step)


def _key(letter: Term, running: Mapping[str, int]) -> object:
    match letter:
        case Symbol(name):
            return name
        case Index(base=Symbol(name=base)):
            return base, *(_slot(each, running) for each in (*letter.indices, None, *letter.upper))
    raise NotANumber
