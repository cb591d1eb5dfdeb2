"""Sizes as authors write them: ``d``, ``D/H``, ``4d``, ``h·d_v``, ``HW/P^2``, in one canonical form.

A dimension is a polynomial with rational coefficients over symbols that stand for positive
integers; exponents may be negative (quotients) or fractions (roots).  Two dimensions that are the
same function of their letters are equal and have equal hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm

Exponent = int | Fraction
Monomial = tuple[tuple[str, Exponent], ...]  # letters in order, exponents never zero
ONE: Monomial = ()
FREE = "?"  # the names of sizes that nobody told begin so


@dataclass(frozen=True, slots=True)
class Dimension:
    """A size, in canonical form.

    >>> D, H = letter("D"), letter("H")
    >>> str(D / H), str(number(4) * D), H * (D / H) == D
    ('D/H', '4D', True)
    """

    terms: tuple[tuple[Monomial, Fraction], ...]

    def __add__(self, other: Dimension) -> Dimension:
        return collect([*self.terms, *other.terms])

    def __sub__(self, other: Dimension) -> Dimension:
        return collect([*self.terms, *((monomial, -factor) for monomial, factor in other.terms)])

    def __mul__(self, other: Dimension) -> Dimension:
        return _multiply(self, other)

    def __truediv__(self, other: Dimension) -> Dimension:
        quotient = divide(self, other)
        if quotient is None:
            raise ValueError(f"{self} over {other} is no polynomial")
        return quotient

    def __str__(self) -> str:
        return _write(self)

    @property
    def letters(self) -> frozenset[str]:
        """The names of all symbols in the dimension."""
        return frozenset(name for monomial, _ in self.terms for name, _ in monomial)

    @property
    def number(self) -> Fraction | None:
        """The value of a dimension without letters."""
        match self.terms:
            case ():
                return Fraction(0)
            case ((monomial, factor),) if monomial == ONE:
                return factor
        return None

    @property
    def letter(self) -> str | None:
        """The name, where the dimension is one bare symbol."""
        match self.terms:
            case ((((name, 1),), factor),) if factor == 1:
                return name
        return None


def is_free(dimension: Dimension) -> bool:
    """Whether a size holds a letter of ours, for a size that nobody told."""
    return any(name.startswith(FREE) for name in dimension.letters)


def letter(name: str) -> Dimension:
    """The dimension that one symbol stands for."""
    return Dimension(((((name, 1),), Fraction(1)),))


def number(value: int | Fraction) -> Dimension:
    """A known size.

    >>> str(number(512)), number(512).number == 512
    ('512', True)
    """
    return Dimension(((ONE, Fraction(value)),)) if value else ZERO


def collect(terms: Iterable[tuple[Monomial, Fraction]]) -> Dimension:
    """Add up terms into canonical order, dropping those that cancel."""
    total: dict[Monomial, Fraction] = {}
    for monomial, factor in terms:
        total[monomial] = total.get(monomial, Fraction(0)) + factor
    return Dimension(tuple(sorted(((m, f) for m, f in total.items() if f), key=_order)))


def _order(term: tuple[Monomial, Fraction]) -> tuple[Exponent, tuple[tuple[int, str, Exponent], ...]]:
    monomial, _ = term
    return (-sum(e for _, e in monomial), tuple((len(name), name, -e) for name, e in monomial))


def multiply_monomials(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials.

    >>> multiply_monomials((("a", 1),), (("a", -1), ("b", 2)))
    (('b', 2),)
    """
    powers = dict(left)
    for name, exponent in right:
        powers[name] = powers.get(name, 0) + exponent
    return make_monomial(powers)


def make_monomial(powers: Mapping[str, Exponent]) -> Monomial:
    """A monomial from exponents by letter."""
    return tuple(sorted((name, _tidy(e)) for name, e in powers.items() if e))


def _tidy(exponent: Exponent) -> Exponent:
    return int(exponent) if exponent == int(exponent) else exponent


@lru_cache(maxsize=4096)
def _multiply(left: Dimension, right: Dimension) -> Dimension:
    return collect(
        (multiply_monomials(m, other_m), f * other_f) for m, f in left.terms for other_m, other_f in right.terms
    )


def divide(numerator: Dimension, denominator: Dimension) -> Dimension | None:
    """The quotient, or None where it is no polynomial (a sum below the line, or zero).

    >>> divide(letter("n") + number(1), number(2) * letter("k")).__str__()
    'n/(2k) + 1/(2k)'
    >>> divide(letter("n"), letter("n") + letter("m"))
    """
    if not denominator.terms:
        return None
    if len(denominator.terms) == 1:
        ((monomial, factor),) = denominator.terms
        below = tuple((name, -exponent) for name, exponent in monomial)
        return collect((multiply_monomials(m, below), f / factor) for m, f in numerator.terms)
    if not numerator.terms:
        return ZERO
    first = Dimension(numerator.terms[:1]) / Dimension(denominator.terms[:1])
    return first if first * denominator == numerator else None


def power(base: Dimension, exponent: Exponent) -> Dimension | None:
    """The power, or None where it is no polynomial in our sense.

    >>> str(power(letter("P"), 2)), str(power(number(4) * letter("n"), Fraction(1, 2)))
    ('P^2', '2√n')
    """
    if len(base.terms) == 1:
        ((monomial, factor),) = base.terms
        scaled = _fraction_power(factor, Fraction(exponent))
        if scaled is None:
            return None
        return Dimension(((make_monomial({name: e * exponent for name, e in monomial}), scaled),))
    if (isinstance(exponent, Fraction) and exponent.denominator != 1) or not 0 <= exponent <= 8:
        return None
    result = number(1)
    for _ in range(int(exponent)):
        result = result * base
    return result


def _fraction_power(value: Fraction, exponent: Fraction) -> Fraction | None:
    if abs(exponent) > 64 or value <= 0:
        return None
    top, bottom = (
        integer_root(value.numerator, exponent.denominator),
        integer_root(value.denominator, exponent.denominator),
    )
    if top is None or bottom is None:
        return None
    return Fraction(top, bottom) ** exponent.numerator


def integer_root(value: int, degree: int) -> int | None:
    """The exact root of a positive integer, or None.

    >>> integer_root(27, 3), integer_root(2, 2)
    (3, None)
    """
    if degree == 1:
        return value
    guess = round(value ** (1 / degree)) if value.bit_length() < 1000 else 0
    return next((g for g in (guess - 1, guess, guess + 1) if g > 0 and g**degree == value), None)


def substitute(dimension: Dimension, name: str, value: Dimension) -> Dimension | None:
    """Replace a letter; None where it stands below a line and ``value`` cannot.

    >>> str(substitute(letter("D") / letter("H"), "D", letter("H") * letter("d_k")))
    'd_k'
    """
    result = ZERO
    for monomial, factor in dimension.terms:
        exponent = next((e for n, e in monomial if n == name), 0)
        rest = Dimension(((tuple(part for part in monomial if part[0] != name), factor),))
        if not exponent:
            result += rest
            continue
        raised = power(value, exponent)
        if raised is None:
            return None
        result += rest * raised
    return result


def clear(dimension: Dimension) -> tuple[Dimension, Monomial]:
    """Divide by the largest common monomial and number: whole, coprime coefficients remain.

    Letters are positive, so the sign and the zeros of the dimension stay what they were.

    >>> D, H = letter("D"), letter("H")
    >>> str(clear(D / H - D)[0])
    '-H + 1'
    """
    if not dimension.terms:
        return dimension, ONE
    names = dimension.letters
    lowest = {n: min(dict(monomial).get(n, 0) for monomial, _ in dimension.terms) for n in names}
    shared = make_monomial(lowest)
    below = lcm(*(factor.denominator for _, factor in dimension.terms))
    above = gcd(*(int(factor * below) for _, factor in dimension.terms))
    divisor = Dimension(((shared, Fraction(above, below)),))
    return dimension / divisor, shared


def _write(dimension: Dimension) -> str:
    if not dimension.terms:
        return "0"
    text = ""
    for monomial, factor in dimension.terms:
        sign = " - " if factor < 0 else " + "
        text += (sign if text else sign.strip(" +")) + _write_term(monomial, abs(factor))
    return text


def _write_term(monomial: Monomial, factor: Fraction) -> str:
    ordered = sorted(monomial, key=lambda part: (len(part[0]), part[0]))
    above = list(_write_powers(ordered, 1))
    below = list(_write_powers(ordered, -1))
    top = _join(factor.numerator, above)
    if factor.denominator == 1 and not below:
        return top
    bottom = _join(factor.denominator, below)
    several = len(below) + (factor.denominator != 1) > 1
    return f"{top}/({bottom})" if several else f"{top}/{bottom}"


def _write_powers(monomial: Iterable[tuple[str, Exponent]], sign: int) -> Iterator[str]:
    for name, exponent in monomial:
        size = exponent * sign
        if size > 0:
            shown = f"^({size})" if isinstance(size, Fraction) and size.denominator != 1 else f"^{size}"
            yield name if size == 1 else f"√{name}" if size == Fraction(1, 2) else name + shown


def _join(factor: int, names: list[str]) -> str:
    if not names:
        return str(factor)
    sign = "" if all(len(name.lstrip("√")) == 1 or name[1:2] == "^" for name in names) else "·"
    return ("" if factor == 1 else f"{factor}") + sign.join(names)


ZERO = Dimension(())
