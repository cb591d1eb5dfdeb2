"""What a number of a table may be of one or two others of its row: a logarithm, a quotient, a change in percent."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor

from symformer.algebra import interval as bounds
from symformer.algebra.interval import Interval, NotEvaluated

Result = Interval | NotEvaluated
Way = Callable[..., Result]
LARGEST_ARGUMENT = 50
HALF = Fraction(1, 2)


def added(*values: Interval) -> Result:
    """The sum of all columns."""
    found = values[0]
    for value in values[1:]:
        found = found + value
    return found


def average(*values: Interval) -> Result:
    """The mean of all columns."""
    total = added(*values)
    return total if isinstance(total, NotEvaluated) else bounds.divide(total, Interval.point(len(values)))


def in_percent(a: Interval, b: Interval) -> Result:
    """One number as a percentage of another."""
    return bounds.divide(a * Interval.point(100), b)


def _change(a: Interval, b: Interval) -> Result:
    return bounds.divide((b - a) * Interval.point(100), a)


def _rounded(a: Interval) -> Result:
    """The whole numbers next to all that a value may be; what is one already is rounded to itself."""
    if a.exact and a.lo.denominator == 1:
        return NotEvaluated("a whole number")
    return Interval(Fraction(floor(a.lo + HALF)), Fraction(floor(a.hi + HALF)))


def _reduction(a: Interval, b: Interval) -> Result:
    return bounds.divide((a - b) * Interval.point(100), a)


def _base(value: int) -> Way:
    return lambda a: bounds.logarithm(a, Interval.point(value)) if a.lo > 0 else NotEvaluated("no logarithm")


def _ln(a: Interval) -> Result:
    return bounds.ln(a) if a.lo > 0 else NotEvaluated("no logarithm")


def _tanh(a: Interval) -> Result:
    if abs(a.middle) >= LARGEST_ARGUMENT:
        return NotEvaluated("too large")
    found = bounds.sigmoid(a * Interval.point(2))
    return found * Interval.point(2) - _ONE if isinstance(found, Interval) else found


def _minus(way: Way) -> Way:
    def turned(*values: Interval) -> Result:
        found = way(*values)
        return found if isinstance(found, NotEvaluated) else -found

    return turned


_ONE = Interval.point(1)

OF_ONE: tuple[tuple[str, Way], ...] = (
    ("ln({})", _ln),
    ("-ln({})", _minus(_ln)),
    ("log2({})", _base(2)),
    ("-log2({})", _minus(_base(2))),
    ("log10({})", _base(10)),
    ("exp({})", lambda a: bounds.exp(a) if abs(a.middle) < 100 else NotEvaluated("too large")),
    ("{}²", lambda a: bounds.integer_power(a, 2)),
    ("√{}", lambda a: bounds.sqrt(a) if a.lo >= 0 else NotEvaluated("no root")),
    ("{}, rounded", _rounded),
    ("1 - {}", lambda a: _ONE - a),
    ("1/{}", lambda a: bounds.divide(_ONE, a)),
    ("2π/{}", lambda a: bounds.divide(bounds.pi() * Interval.point(2), a)),
    ("2π · {}", lambda a: bounds.pi() * Interval.point(2) * a),
    ("100 · {}", lambda a: a * Interval.point(100)),
    ("tanh({})", _tanh),
    ("sigmoid({})", lambda a: bounds.sigmoid(a) if abs(a.middle) < 100 else NotEvaluated("too large")),
)
ACTIVATIONS = ("sigmoid({})", "tanh({})")
CHOSEN = ("the smaller of {} and {}", "the larger of {} and {}")
OF_TWO: tuple[tuple[str, Way, bool], ...] = (
    ("{} + {}", lambda a, b: a + b, False),
    ("{} - {}", lambda a, b: a - b, True),
    ("{} · {}", lambda a, b: a * b, False),
    ("{} / {}", bounds.divide, True),
    ("100 · {} / {}", in_percent, True),
    ("the change from {} to {} in percent", _change, True),
    ("the reduction from {} to {} in percent", _reduction, True),
    ("({} - {})²", lambda a, b: bounds.integer_power(a - b, 2), False),
    ("|{} - {}|", lambda a, b: bounds.absolute(a - b), False),
    ("the smaller of {} and {}", lambda a, b: Interval(min(a.lo, b.lo), min(a.hi, b.hi)), False),
    ("the larger of {} and {}", lambda a, b: Interval(max(a.lo, b.lo), max(a.hi, b.hi)), False),
    ("-({} · ln {})", lambda a, b: _minus(lambda x: _times_log(x, b))(a), True),
)


def _times_log(a: Interval, b: Interval) -> Result:
    found = _ln(b)
    return found if isinstance(found, NotEvaluated) else a * found


# -- what is ----------------------------------------------------------------------------------------------------


__all__ = ["ACTIVATIONS", "CHOSEN", "OF_ONE", "OF_TWO", "Result", "Way", "added", "average", "in_percent"]
