"""Two exact endpoints around an unknown number, and what can be computed with them.

Arithmetic on exact endpoints is exact.  Roots, exponentials, logarithms and the circular functions
give enclosures that surely hold the true value, to some forty digits.  Nothing here raises: what has
no value gives ``NotEvaluated`` with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt

from symformer.algebra import enclosure

TRIM_BITS = 3000  # longer fractions are rounded outward to KEPT_BITS
KEPT_BITS = 400
LONGEST_POWER = 20_000  # bits of an integer power that is still written out
EXTENT = 3000  # |x| above which exp(x) is not written out


@dataclass(frozen=True, slots=True)
class NotEvaluated:
    """No value, with the reason; ``missing`` names the symbols whose values would settle it."""

    reason: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from ``lo`` to ``hi``, both included; a point where they agree.

    >>> Interval.point(2) + Interval(Fraction(1), Fraction(3))
    Interval(lo=Fraction(3, 1), hi=Fraction(5, 1))
    """

    lo: Fraction
    hi: Fraction

    @staticmethod
    def point(value: Fraction | int) -> Interval:
        """The interval that holds one number."""
        exact = Fraction(value)
        return Interval(exact, exact)

    @property
    def middle(self) -> Fraction:
        """The number half-way."""
        return self.lo if self.lo == self.hi else (self.lo + self.hi) / 2

    @property
    def exact(self) -> bool:
        """Whether it holds just one number."""
        return self.lo == self.hi

    @property
    def narrow(self) -> bool:
        """Whether it is one number, or one number up to the rounding of an enclosure."""
        return self.hi - self.lo <= Fraction(1, 10**25) * max(abs(self.lo), abs(self.hi), Fraction(1, 10**25))

    def holds(self, value: Fraction) -> bool:
        """Whether ``value`` is one of the numbers."""
        return self.lo <= value <= self.hi

    def meets(self, other: Interval) -> bool:
        """Whether some number lies in both."""
        return self.lo <= other.hi and other.lo <= self.hi

    def __neg__(self) -> Interval:
        return Interval(-self.hi, -self.lo)

    def __add__(self, other: Interval) -> Interval:
        return _trimmed(self.lo + other.lo, self.hi + other.hi)

    def __sub__(self, other: Interval) -> Interval:
        return _trimmed(self.lo - other.hi, self.hi - other.lo)

    def __mul__(self, other: Interval) -> Interval:
        if self.exact and other.exact:
            return _trimmed(self.lo * other.lo, self.lo * other.lo)
        ends = (self.lo * other.lo, self.lo * other.hi, self.hi * other.lo, self.hi * other.hi)
        return _trimmed(min(ends), max(ends))


ZERO, ONE = Interval.point(0), Interval.point(1)

# a number beyond any that a note prints: stands for ∞ in masks and bounds
INFINITE = Fraction(10) ** 300


def _trimmed(lo: Fraction, hi: Fraction) -> Interval:
    """The interval, its ends rounded outward where they have grown too long."""
    if lo is hi or lo == hi:
        if lo.denominator.bit_length() <= TRIM_BITS:
            return Interval(lo, lo)
    return Interval(_shortened(lo, up=False), _shortened(hi, up=True))


def _shortened(value: Fraction, *, up: bool) -> Fraction:
    if value.denominator.bit_length() <= TRIM_BITS:
        return value
    size = value.numerator.bit_length() - value.denominator.bit_length()
    scale = KEPT_BITS - size
    scaled = value * Fraction(2) ** scale
    units = -((-scaled.numerator) // scaled.denominator) if up else scaled.numerator // scaled.denominator
    return Fraction(units) / Fraction(2) ** scale


def sum_of_products(left: Sequence[Interval], right: Sequence[Interval]) -> Interval:
    """All pairs multiplied, and added up; the two are equally long.

    >>> sum_of_products([ONE, ONE], [ONE, Interval(Fraction(-1), Fraction(2))])
    Interval(lo=Fraction(0, 1), hi=Fraction(3, 1))
    """
    if all(one.lo is one.hi for one in left) and all(other.lo is other.hi for other in right):
        exact = _added((one.lo, other.lo) for one, other in zip(left, right, strict=True))
        return _trimmed(exact, exact)
    ends = [_ends(one, other) for one, other in zip(left, right, strict=True)]
    return _trimmed(_added(lower for lower, _ in ends), _added(upper for _, upper in ends))


Pair = tuple[Fraction, Fraction]


def _ends(one: Interval, other: Interval) -> tuple[Pair, Pair]:
    """The pairs of ends whose products bound the product of two intervals from below and from above."""
    if one.lo >= 0 and other.lo >= 0:
        return (one.lo, other.lo), (one.hi, other.hi)
    if one.hi <= 0 and other.hi <= 0:
        return (one.hi, other.hi), (one.lo, other.lo)
    if one.lo >= 0 and other.hi <= 0:
        return (one.hi, other.lo), (one.lo, other.hi)
    if one.hi <= 0 and other.lo >= 0:
        return (one.lo, other.hi), (one.hi, other.lo)
    pairs = [(a, b) for a in (one.lo, one.hi) for b in (other.lo, other.hi)]
    return min(pairs, key=lambda pair: pair[0] * pair[1]), max(pairs, key=lambda pair: pair[0] * pair[1])


def _added(pairs: Iterable[Pair]) -> Fraction:
    """The products of all pairs, added over one denominator: a single fraction is brought to its lowest terms."""
    above, below = 0, 1
    for one, other in pairs:
        numerator, denominator = one.numerator * other.numerator, one.denominator * other.denominator
        if denominator == below:
            above += numerator
            continue
        shared = gcd(denominator, below)
        above = above * (denominator // shared) + numerator * (below // shared)
        below = below // shared * denominator
    return Fraction(above, below)


def divide(left: Interval, right: Interval) -> Interval | NotEvaluated:
    """left / right.

    >>> divide(ONE, Interval(Fraction(-1), Fraction(1)))
    NotEvaluated(reason='division by zero', missing=())
    """
    if right.lo <= 0 <= right.hi:
        return NotEvaluated("division by zero" if right.narrow or left.exact else "division by an unsure zero")
    return left * Interval(1 / right.hi, 1 / right.lo)


def integer_power(base: Interval, exponent: int) -> Interval | NotEvaluated:
    """base to an integer power.

    >>> integer_power(Interval(Fraction(-1), Fraction(2)), 2)
    Interval(lo=Fraction(0, 1), hi=Fraction(4, 1))
    """
    if exponent < 0:
        raised = integer_power(base, -exponent)
        return raised if isinstance(raised, NotEvaluated) else divide(ONE, raised)
    longest = max(end.bit_length() for side in (base.lo, base.hi) for end in (side.numerator, side.denominator))
    if longest > 1 and longest * exponent > LONGEST_POWER:
        return NotEvaluated("the power is too large to write out")
    low, high = base.lo**exponent, base.hi**exponent
    if exponent % 2 or base.lo >= 0:
        return _trimmed(low, high)
    if base.hi <= 0:
        return _trimmed(high, low)
    return _trimmed(Fraction(0), max(low, high))


def power(base: Interval, exponent: Interval) -> Interval | NotEvaluated:
    """base to a real power.

    >>> power(Interval.point(9), Interval.point(Fraction(1, 2)))
    Interval(lo=Fraction(3, 1), hi=Fraction(3, 1))
    """
    if exponent.exact:
        if exponent.lo.denominator == 1:
            return integer_power(base, int(exponent.lo))
        if exponent.lo.denominator == 2:
            rooted = sqrt(base)
            return rooted if isinstance(rooted, NotEvaluated) else integer_power(rooted, int(2 * exponent.lo))
    if base.lo <= 0:
        if base.exact and base.lo == 0 and exponent.lo > 0:
            return ZERO
        return NotEvaluated("a real power of a number that is not positive")
    logarithm = ln(base)
    return logarithm if isinstance(logarithm, NotEvaluated) else exp(logarithm * exponent)


def sqrt(value: Interval) -> Interval | NotEvaluated:
    """The square root; exact for squares.

    >>> sqrt(Interval.point(Fraction(9, 4)))
    Interval(lo=Fraction(3, 2), hi=Fraction(3, 2))
    """
    if value.lo < 0:
        return NotEvaluated("the square root of a negative number")
    return Interval(_root(value.lo, up=False), _root(value.hi, up=True))


def _root(value: Fraction, *, up: bool) -> Fraction:
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    shift = max(0, 320 - value.numerator.bit_length() + value.denominator.bit_length()) // 2 * 2
    found = isqrt((value.numerator << shift) // value.denominator)
    return Fraction(found + 1 if up else found, 1 << shift // 2)


def exp(value: Interval) -> Interval | NotEvaluated:
    """e to the power of ``value``."""
    if value.hi > EXTENT:
        return NotEvaluated("the exponential is too large to write out")
    return _rising("exp", value)


def ln(value: Interval) -> Interval | NotEvaluated:
    """The natural logarithm."""
    if value.lo <= 0:
        return NotEvaluated("the logarithm of a number that is not positive")
    return _rising("ln", value)


def logarithm(value: Interval, base: Interval) -> Interval | NotEvaluated:
    """The logarithm to a base; exact for whole powers.

    >>> logarithm(Interval.point(8), Interval.point(2))
    Interval(lo=Fraction(3, 1), hi=Fraction(3, 1))
    """
    top, bottom = ln(value), ln(base)
    if isinstance(top, NotEvaluated):
        return top
    if isinstance(bottom, NotEvaluated):
        return bottom
    found = divide(top, bottom)
    if not isinstance(found, NotEvaluated) and value.exact and base.exact:
        whole = round(found.middle)
        if abs(whole) < 1000 and base.lo**whole == value.lo:
            return Interval.point(whole)
    return found


def sigmoid(value: Interval) -> Interval | NotEvaluated:
    """1 / (1 + e^-x), which rises."""
    return _by_ends(value, _logistic)


def tanh(value: Interval) -> Interval | NotEvaluated:
    """The hyperbolic tangent, which rises."""
    doubled = sigmoid(value * Interval.point(2))
    return doubled if isinstance(doubled, NotEvaluated) else doubled * Interval.point(2) - ONE


def erf(value: Interval) -> Interval | NotEvaluated:
    """The error function, which rises."""
    return _rising("erf", value)


def sin(value: Interval) -> Interval | NotEvaluated:
    """The sine of an angle in radians."""
    return _wave("sin", value, Fraction(1, 2))


def cos(value: Interval) -> Interval | NotEvaluated:
    """The cosine of an angle in radians."""
    return _wave("cos", value, Fraction(0))


def tan(value: Interval) -> Interval | NotEvaluated:
    """The tangent of an angle in radians."""
    top, bottom = sin(value), cos(value)
    if isinstance(top, NotEvaluated) or isinstance(bottom, NotEvaluated):
        return NotEvaluated("the tangent is not bounded here")
    if value.exact:
        return divide(top, bottom)
    return _by_ends(value, tan) if not bottom.lo <= 0 <= bottom.hi else NotEvaluated("the tangent is not bounded here")


def pi() -> Interval:
    """An enclosure of π."""
    return Interval(*enclosure.pi())


def absolute(value: Interval) -> Interval:
    """The distance from zero."""
    if value.lo >= 0:
        return value
    return -value if value.hi <= 0 else Interval(Fraction(0), max(-value.lo, value.hi))


def largest(values: list[Interval]) -> Interval:
    """The largest of several."""
    return Interval(max(v.lo for v in values), max(v.hi for v in values))


def smallest(values: list[Interval]) -> Interval:
    """The smallest of several."""
    return Interval(min(v.lo for v in values), min(v.hi for v in values))


def softmax(logits: list[Interval]) -> list[Interval] | NotEvaluated:
    """The softmax, with exact bounds: an entry rises in its own logit and falls in the others.

    >>> softmax([ONE, ONE])[0]
    Interval(lo=Fraction(1, 2), hi=Fraction(1, 2))
    """
    if not logits:
        return NotEvaluated("the softmax of nothing")
    top = max(logit.hi for logit in logits)
    low: list[Interval] = []
    high: list[Interval] = []
    for logit in logits:
        below, above = exp(Interval.point(logit.lo - top)), exp(Interval.point(logit.hi - top))
        if isinstance(below, NotEvaluated) or isinstance(above, NotEvaluated):
            return NotEvaluated("the exponential is too large to write out")
        low.append(below)
        high.append(above)
    least, most = sum((v.lo for v in low), Fraction(0)), sum((v.hi for v in high), Fraction(0))
    return [_share(low[at], high[at], least, most) for at in range(len(logits))]


def _share(low: Interval, high: Interval, least: Fraction, most: Fraction) -> Interval:
    others_most, others_least = most - high.hi, least - low.lo
    bottom = low.lo / (low.lo + others_most) if low.lo + others_most else Fraction(0)
    top = high.hi / (high.hi + others_least) if high.hi + others_least else Fraction(1)
    return _trimmed(bottom, top)


def _logistic(value: Interval) -> Interval | NotEvaluated:
    """The share of one number beside zero: what the softmax of the two gives, from the smaller exponential alone."""
    smaller = exp(Interval.point(-abs(value.lo)))
    if isinstance(smaller, NotEvaluated):
        return smaller
    if value.lo < 0:
        return _trimmed(smaller.lo / (1 + smaller.lo), smaller.hi / (1 + smaller.hi))
    return _trimmed(1 / (1 + smaller.hi), 1 / (1 + smaller.lo))


def _by_ends(value: Interval, function: Callable[[Interval], Interval | NotEvaluated]) -> Interval | NotEvaluated:
    """A rising function at both ends."""
    low = function(Interval.point(value.lo))
    high = low if value.exact else function(Interval.point(value.hi))
    if isinstance(low, NotEvaluated):
        return low
    return high if isinstance(high, NotEvaluated) else Interval(low.lo, high.hi)


def _rising(name: str, value: Interval) -> Interval | NotEvaluated:
    low = enclosure.bounds(name, value.lo)
    high = low if value.exact else enclosure.bounds(name, value.hi)
    if low is None or high is None:
        return NotEvaluated(f"{name} could not be bounded here")
    return Interval(low[0], high[1])


def _wave(name: str, value: Interval, crest: Fraction) -> Interval | NotEvaluated:
    """Sine or cosine: the ends, and ±1 where a crest (at (2k + crest)·π) or a trough lies between."""
    if max(abs(value.lo), abs(value.hi)) > 10**30:
        return NotEvaluated("the angle is too large")
    low = enclosure.bounds(name, value.lo)
    high = low if value.exact else enclosure.bounds(name, value.hi)
    if low is None or high is None:
        return NotEvaluated(f"{name} could not be bounded here")
    bottom, top = min(low[0], high[0]), max(low[1], high[1])
    if not value.exact:
        turns = divide(value, pi())
        if isinstance(turns, NotEvaluated):
            return turns
        if _multiple_within(turns, crest):
            top = Fraction(1)
        if _multiple_within(turns, crest + 1):
            bottom = Fraction(-1)
    return Interval(max(bottom, Fraction(-1)), min(top, Fraction(1)))


def _multiple_within(turns: Interval, offset: Fraction) -> bool:
    """Whether some ``2k + offset`` lies within ``turns``."""
    first = -((offset - turns.lo) // 2)  # the smallest k with 2k + offset >= turns.lo
    return 2 * first + offset <= turns.hi
