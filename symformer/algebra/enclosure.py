"""Rigorous bounds of a few functions at one exact number, from Arb or from mpmath's intervals."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

Bounds = tuple[Fraction, Fraction]

PRECISION = 180  # bits: some fifty digits
VANISHING = Fraction(1, 1 << 4000)
LEAST_EXPONENT = -2700  # below it exp is only known to be tiny

_EXACT: dict[tuple[str, int], int] = {("exp", 0): 1, ("ln", 1): 0, ("sin", 0): 0, ("cos", 0): 1, ("erf", 0): 0}


@lru_cache(maxsize=4096)
def bounds(name: str, value: Fraction) -> Bounds | None:
    """A lower and an upper bound of exp, ln, sin, cos or erf at ``value``; None where it has none.

    >>> bounds("exp", Fraction(0))
    (Fraction(1, 1), Fraction(1, 1))
    """
    if value.denominator == 1 and (name, value.numerator) in _EXACT:
        exact = Fraction(_EXACT[name, value.numerator])
        return exact, exact
    if name == "exp" and value < LEAST_EXPONENT:
        return Fraction(0), VANISHING
    return _by_arb(name, value) if _arb() is not None else _by_mpmath(name, value)


@lru_cache(maxsize=1)
def pi() -> Bounds:
    """Bounds of π."""
    flint = _arb()
    if flint is None:
        from mpmath import iv

        iv.prec = PRECISION
        return _ends_mpmath(iv.pi)
    flint.ctx.prec = PRECISION
    return _ends_arb(flint.arb.pi())


@lru_cache(maxsize=1)
def _arb() -> Any:
    try:
        import flint
    except ImportError:
        return None
    return flint


def _by_arb(name: str, value: Fraction) -> Bounds | None:
    flint = _arb()
    before = flint.ctx.prec
    flint.ctx.prec = PRECISION
    try:
        ball = flint.arb(flint.fmpq(value.numerator, value.denominator))
        match name:
            case "exp":
                found = ball.exp()
            case "ln":
                found = ball.log()
            case "sin":
                found = ball.sin()
            case "cos":
                found = ball.cos()
            case "erf":
                found = ball.erf()
            case _:
                return None
        return _ends_arb(found) if found.is_finite() else None
    finally:
        flint.ctx.prec = before


def _ends_arb(ball: Any) -> Bounds:
    return _dyadic(*ball.lower().man_exp()), _dyadic(*ball.upper().man_exp())


def _dyadic(mantissa: Any, exponent: Any) -> Fraction:
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _by_mpmath(name: str, value: Fraction) -> Bounds | None:
    from mpmath import iv

    iv.prec = PRECISION
    at = iv.mpf(value.numerator) / iv.mpf(value.denominator)
    match name:
        case "exp":
            return _ends_mpmath(iv.exp(at))
        case "ln":
            return _ends_mpmath(iv.log(at))
        case "sin":
            return _ends_mpmath(iv.sin(at))
        case "cos":
            return _ends_mpmath(iv.cos(at))
        case _:
            return None


def _ends_mpmath(found: Any) -> Bounds:
    low, high = found._mpi_
    return _from_mpf(low), _from_mpf(high)


def _from_mpf(number: Any) -> Fraction:
    sign, mantissa, exponent, _ = number
    value = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -value if sign else value
