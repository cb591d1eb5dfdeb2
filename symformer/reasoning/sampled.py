"""The value of a formula where every letter is some number, in plain Python: whether two formulas can be one.

Arrays become numbers, so that transposes and the order of factors do not count, and functions that say nothing
of themselves become some function.  Formulas that algebra makes equal are equal here; those that differ here differ.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from functools import reduce

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
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    children,
    walk,
)

SEEDS = (1, 2, 3)
FAR, CLOSE = 1e-6, 1e-9
MEMBERS = (1.0, 2.0, 3.0)  # what an index runs over
INFINITE = 1e3
CONSTANTS = {"pi": math.pi, "e": math.e, "roman(e)": math.e, "infty": INFINITE}
Bound = Mapping[Symbol, float]


class _Open(Exception):
    """A part that has no one meaning."""


def differ(left: Term, right: Term) -> bool | None:
    """Whether two formulas differ as numbers; None where that cannot be told.

    >>> from fractions import Fraction
    >>> x, y, two = Symbol("x"), Symbol("y"), Number(Fraction(2))
    >>> differ(Power(Sum((x, y)), two), Sum((Power(x, two), Product((two, x, y)), Power(y, two))))
    False
    >>> differ(Apply("exp", (x,)), Apply("exp", (Product((two, x)),)))
    True
    """
    largest = 0.0
    for seed in SEEDS:
        try:
            one, other = _value(left, {}, seed), _value(right, {}, seed)
        except (_Open, OverflowError, RecursionError):
            return None
        if not (math.isfinite(one) and math.isfinite(other)):
            return None
        largest = max(largest, abs(one - other) / max(abs(one), abs(other), 1e-12))
    return True if largest > FAR else False if largest < CLOSE else None


def _value(term: Term, bound: Bound, seed: int) -> float:
    match term:
        case Number():
            return float(term.value)
        case Symbol():
            return _letter(term, bound, seed)
        case Sum():
            return sum(_value(each, bound, seed) for each in term.terms)
        case Product():
            return _multiplied(term.factors, bound, seed)
        case Elementwise() if term.sign in ("⊙", "∘"):
            return _multiplied(term.factors, bound, seed)
        case Quotient():
            return _power(_value(term.denominator, bound, seed), -1.0) * _value(term.numerator, bound, seed)
        case Power():
            if isinstance(term.base, Symbol) and term.base.name in ("e", "roman(e)"):
                return math.exp(min(_value(term.exponent, bound, seed), 50.0))
            return _power(_value(term.base, bound, seed), _value(term.exponent, bound, seed))
        case Transpose():
            return _value(term.operand, bound, seed)
        case Index():
            return _entry(term, bound, seed)
        case Apply():
            return _applied(term, bound, seed)
        case IndexedSum() if term.index is not None and term.kind in ("sum", "product"):
            return _big(term, term.index, bound, seed)
        case Unknown():
            raise _Open
    return _some(type(term).__name__, [_value(each, bound, seed) for each in children(term)])


def _multiplied(factors: tuple[Term, ...], bound: Bound, seed: int) -> float:
    return reduce(lambda left, right: left * right, (_value(each, bound, seed) for each in factors), 1.0)


def _letter(letter: Symbol, bound: Bound, seed: int) -> float:
    if letter in bound:
        return bound[letter]
    return CONSTANTS[letter.name] if letter.name in CONSTANTS else _drawn(letter.name, seed)


def _drawn(name: str, seed: int) -> float:
    """Some number between 0.3 and 0.9, the same one for a name and a seed."""
    return 0.3 + 0.6 * (zlib.crc32(f"{seed} {name}".encode()) / 2**32)


def _entry(term: Index, bound: Bound, seed: int) -> float:
    """An entry by the values of its indices."""
    places = ", ".join(f"{_value(each, bound, seed):.9g}" for each in term.slots)
    inside = [part for part in walk(term.base) if isinstance(part, Symbol) and part in bound]
    told = "".join(f"{part.name}={bound[part]}" for part in inside)
    return _drawn(f"{show_styled(term.base)}[{places}]{told}", seed)


def _power(base: float, exponent: float) -> float:
    if base > 0 or (exponent == int(exponent) and base):
        return float(base**exponent)
    return _some("power", [base, exponent])


def _some(name: str, values: list[float]) -> float:
    """Some smooth function of that name; bounded, so that it can be put into others."""
    shift = zlib.crc32(name.encode()) / 2**32
    inner = sum((1.37 + 0.61 * place) * value for place, value in enumerate(values))
    return 0.55 + 0.3 * math.sin(inner + 6 * shift)


def _positive(function: Callable[[float], float], name: str) -> Callable[[float], float]:
    return lambda value: function(value) if value > 0 else _some(name, [value])


KNOWN: dict[str, Callable[[float], float]] = {
    "exp": lambda value: math.exp(min(value, 50.0)),
    "log": _positive(math.log, "log"),
    "ln": _positive(math.log, "log"),
    "sqrt": _positive(math.sqrt, "sqrt"),
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "erf": math.erf,
    "sigmoid": lambda value: 1 / (1 + math.exp(-max(min(value, 50.0), -50.0))),
    "ReLU": lambda value: max(value, 0.0),
    "absolute": abs,
}


def _applied(term: Apply, bound: Bound, seed: int) -> float:
    values = [_value(each, bound, seed) for each in term.arguments]
    known = KNOWN.get(term.function)
    if known is not None and len(values) == 1 and not term.labels:
        return known(values[0])
    if term.function in ("max", "min") and len(values) > 1 and not term.labels:
        return max(values) if term.function == "max" else min(values)
    labels = [_value(each, bound, seed) for each in term.labels]
    return _some(f"{term.function} {len(values)}", [*values, *labels])


def _big(term: IndexedSum, index: Symbol, bound: Bound, seed: int) -> float:
    values = [_value(term.body, {**bound, index: member}, seed) for member in MEMBERS]
    ends = [_value(each, bound, seed) for each in (term.lower, term.condition) if each is not None]
    if ends and not isinstance(term.lower, Number):
        values.append(_some("from", ends))
    return sum(values) if term.kind == "sum" else reduce(lambda left, right: left * right, values, 1.0)


__all__ = ["differ"]
