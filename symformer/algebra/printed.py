"""A number as it stands on the page: its text, and the interval of values it may stand for.

``0.42`` stands for anything in [0.415, 0.425]; both ways of breaking a tie are right.  An integer
is exact where it is given, and after "="; after "≈" it may be off by half of its last significant
digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from symformer.algebra.interval import Interval

Answer = Literal["yes", "no", "cannot tell"]

MACHINE_DIGITS = 7
MACHINE_TOLERANCE = Fraction(1, 10**6)
LOOSE_RELATIONS = frozenset({"≈", "≃", "≅", "∼", "~", "≐"})
LONGEST_EXPONENT = 400


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A literal as written.

    ``decimals`` is the place of its last digit (2 for ``0.42``, 0 for ``7``, -5 for ``2.5e6``);
    ``exact`` is True where no decimal point is written: an integer stands for itself.
    ``digits`` counts significant digits.
    """

    text: str
    value: Fraction
    decimals: int
    exact: bool
    digits: int

    @property
    def unit(self) -> Fraction:
        """One unit of the last place.

        >>> printed("12.50").unit
        Fraction(1, 100)
        """
        return _unit(self.decimals)

    @property
    def machine(self) -> bool:
        """Whether code printed it: seven significant digits and more, with a decimal point."""
        return not self.exact and self.digits >= MACHINE_DIGITS

    def interval(self, relation: str | None = None) -> Interval:
        """The values that are printed like this; ``relation`` is the sign in front of a result.

        >>> printed("0.42").interval()
        Interval(lo=Fraction(83, 200), hi=Fraction(17, 40))
        >>> printed("3").interval("=")
        Interval(lo=Fraction(3, 1), hi=Fraction(3, 1))
        >>> printed("20").interval("≈").lo
        Fraction(15, 1)
        """
        half = self.half_width(relation)
        return Interval(self.value - half, self.value + half)

    def half_width(self, relation: str | None = None) -> Fraction:
        """Half of the width of ``interval``."""
        if not self.exact:
            return self.unit / 2
        if relation not in LOOSE_RELATIONS:
            return Fraction(0)
        return self.last_significant_unit / 2

    @property
    def last_significant_unit(self) -> Fraction:
        """One unit of the last digit that is not a trailing zero of an integer."""
        if not self.exact or not self.value:
            return self.unit
        unit = self.unit
        count = abs(self.value) / unit
        while count.denominator == 1 and count.numerator % 10 == 0:
            count, unit = count / 10, unit * 10
        return unit


@lru_cache(maxsize=256)  # every comparison of two numbers asks for some
def _unit(decimals: int) -> Fraction:
    return Fraction(10) ** -decimals


@lru_cache(maxsize=8192)
def printed(text: str) -> PrintedNumber:
    """The printed number that ``text`` writes, in canonical form: ``0.42 -3 1e-3 12.50 1000``.

    >>> printed("0.42").decimals, printed("-3").exact, printed("1e-3").value
    (2, True, Fraction(1, 1000))
    """
    clean = text.strip().replace("−", "-").replace("E", "e")
    mantissa, _, power = clean.partition("e")
    exponent = int(power) if power else 0
    if abs(exponent) > LONGEST_EXPONENT:
        raise ValueError(f"exponent out of range: {text!r}")
    whole, point, decimals = mantissa.partition(".")
    value = Fraction(f"{whole or '0'}{point}{decimals or '0'}" if point else whole) * Fraction(10) ** exponent
    significant = (whole.lstrip("+-") + decimals).lstrip("0")
    return PrintedNumber(clean, value, len(decimals) - exponent, not point, len(significant))


def printed_as_written(text: str) -> PrintedNumber:
    """The printed number that words or a table write, whose digits may stand in groups.

    >>> printed_as_written("1,234.5").value
    Fraction(2469, 2)
    """
    return printed(text.replace(",", ""))


def rounds_to(value: Interval, result: PrintedNumber, relation: str | None = None) -> Answer:
    """Whether the true ``value`` is correctly printed as ``result``; a tie may be broken either way.

    >>> rounds_to(Interval.point(Fraction("2.975")), printed("2.98"))
    'yes'
    >>> rounds_to(Interval.point(Fraction("0.426")), printed("0.42"))
    'no'
    """
    allowed = result.interval(relation)
    if result.machine:
        slack = abs(result.value) * MACHINE_TOLERANCE
        allowed = Interval(min(allowed.lo, result.value - slack), max(allowed.hi, result.value + slack))
    if allowed.lo <= value.lo and value.hi <= allowed.hi:
        return "yes"
    if value.hi < allowed.lo or value.lo > allowed.hi:
        return "no"
    return "cannot tell"


def truncates_to(value: Interval, result: PrintedNumber) -> bool:
    """Whether ``result`` is ``value`` with its further digits cut off.

    >>> truncates_to(Interval.point(Fraction("0.428")), printed("0.42"))
    True
    """
    if result.value > 0 or (result.value == 0 and value.lo >= 0):
        return result.value <= value.lo and value.hi < result.value + result.unit
    return result.value - result.unit < value.lo and value.hi <= result.value


def units_apart(value: Interval, result: PrintedNumber) -> Fraction:
    """How many units of the last place lie between the correctly rounded ``value`` and ``result``.

    >>> units_apart(Interval.point(Fraction("0.4312")), printed("0.42"))
    Fraction(1, 1)
    """
    unit = result.unit
    below = Fraction(round(value.lo / unit)) * unit
    above = Fraction(round(value.hi / unit)) * unit
    return max(Fraction(0), below - result.value, result.value - above) / unit


def as_printed_like(value: Interval, result: PrintedNumber) -> str:
    """``value`` rounded (half away from zero) to as many decimals as ``result`` shows.

    >>> as_printed_like(Interval.point(Fraction("580.5413")), printed("577.64"))
    '580.54'
    """
    return decimal_text(value.middle, max(result.decimals, 0))


def decimal_text(value: Fraction, decimals: int) -> str:
    """``value`` with exactly ``decimals`` decimals, half rounded away from zero.

    >>> decimal_text(Fraction(-1, 8), 2)
    '-0.13'
    """
    scaled = abs(value) * 10**decimals
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(units).rjust(decimals + 1, "0")
    sign = "-" if value < 0 and units else ""
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
