"""Claims about quantities in different units of one kind: ``0.5 s = 500 ms``, ``172 GB / 21.5 GB = 8``.

Bytes have two readings: a kilobyte is 1000 bytes or 1024.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.reasoning.evaluate import evaluate
from symformer.terms.term import Apply, Number, Power, Product, Quotient, Sum, Symbol, Term, walk

_TIMES = {
    "ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000), "s": Fraction(1), "sec": Fraction(1), "second": Fraction(1), "seconds": Fraction(1),
    "min": Fraction(60), "minute": Fraction(60), "minutes": Fraction(60), "hour": Fraction(3600),
    "hours": Fraction(3600), "day": Fraction(86400), "days": Fraction(86400),
}  # fmt: skip
_BYTES = {"B": 0, "byte": 0, "bytes": 0, "KB": 1, "kB": 1, "MB": 2, "GB": 3, "TB": 4, "PB": 5}
_BINARY = {"KiB": 1, "MiB": 2, "GiB": 3, "TiB": 4}
_RATES = {"FLOP": 0, "FLOPs": 0, "MFLOPs": 2, "GFLOPs": 3, "TFLOPs": 4, "GFLOP": 3, "TFLOP": 4}
KILOBYTES = (1000, 1024)
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class _Amount:
    """A term without its units: what it counts, how often that is a factor, and whether a unit stood in it."""

    term: Term
    kind: str = ""
    degree: int = 0
    units: int = 0


def in_one_unit(left: Term, right: Term) -> Term | None:
    """The left side as a number of the unit of the right side; None where units do not stand on both as one kind.

    Where both readings of a kilobyte are open, the one that is nearer to what is printed is taken.
    """
    shown = _unit_of(right)
    amounts = [each for each in (_amount(left, kilo, 0) for kilo in KILOBYTES) if each is not None and each.units]
    if not amounts:
        return None
    if shown is None:
        plain = isinstance(right, Number) and right.printed is not None
        return amounts[0].term if plain and amounts[0].units > 1 and not amounts[0].degree else None
    number, unit = shown
    options: list[Term] = []
    for kilo, amount in zip(KILOBYTES, amounts, strict=True):
        scale = _scale(unit, kilo)
        if scale is None or (amount.kind, amount.degree) != (scale[0], 1):
            return None
        options.append(_times(amount.term, 1 / scale[1]))
    return min(options, key=lambda option: _distance(option, number))


def _unit_of(term: Term) -> tuple[Number, str] | None:
    match term:
        case Apply(function="quantity", arguments=(Number(printed=PrintedNumber()) as number, Symbol(name=name))):
            return number, name
        case Product(factors=(Number(printed=PrintedNumber()) as number, Symbol(name="s")), sign=""):
            return number, "s"
    return None


def _scale(unit: str, kilo: int) -> tuple[str, Fraction] | None:
    """The kind of a unit and how many of the smallest one it is."""
    if (seconds := _TIMES.get(unit)) is not None:
        return "time", seconds
    if (power := _BYTES.get(unit)) is not None:
        return "bytes", Fraction(kilo**power)
    if (power := _BINARY.get(unit)) is not None:
        return "bytes", Fraction(1024**power)
    if (power := _RATES.get(unit)) is not None:
        return "operations", Fraction(1000**power)
    return None


def _amount(term: Term, kilo: int, depth: int) -> _Amount | None:
    """A term with its units taken out; None where they do not fit together or one is not known."""
    if depth > DEEPEST:
        return None
    if (measured := _unit_of(term)) is not None:
        scale = _scale(measured[1], kilo)
        return _Amount(_times(_rounded(measured[0], scale[1]), scale[1]), scale[0], 1, 1) if scale is not None else None
    match term:
        case Number():
            return _Amount(term)
        case Sum(terms=terms):
            return _sum(term, [_amount(each, kilo, depth + 1) for each in terms])
        case Product(factors=factors):
            return _product(term, [_amount(each, kilo, depth + 1) for each in factors])
        case Quotient(numerator=above, denominator=below):
            return _quotient(term, _amount(above, kilo, depth + 1), _amount(below, kilo, depth + 1))
        case Power() if not any(isinstance(part, Symbol) for part in walk(term)):
            return _Amount(term)
    return None


def _sum(term: Sum, parts: list[_Amount | None]) -> _Amount | None:
    known = list(_all(parts))
    if len(known) != len(parts) or len({(each.kind, each.degree) for each in known}) != 1:
        return None
    first = known[0]
    summed = Sum(tuple(each.term for each in known), term.origin)
    return _Amount(summed, first.kind, first.degree, sum(each.units for each in known))


def _product(term: Product, parts: list[_Amount | None]) -> _Amount | None:
    known = list(_all(parts))
    kinds = {each.kind for each in known if each.degree}
    if len(known) != len(parts) or len(kinds) > 1:
        return None
    made = Product(tuple(each.term for each in known), term.sign, term.origin)
    return _Amount(made, *_counted(kinds, sum(each.degree for each in known)), sum(each.units for each in known))


def _quotient(term: Quotient, above: _Amount | None, below: _Amount | None) -> _Amount | None:
    if above is None or below is None:
        return None
    kinds = {each.kind for each in (above, below) if each.degree}
    if len(kinds) > 1:
        return None
    made = Quotient(above.term, below.term, term.origin)
    return _Amount(made, *_counted(kinds, above.degree - below.degree), above.units + below.units)


def _rounded(number: Number, scale: Fraction) -> Number:
    """A whole number of a large unit as what it mostly is: rounded."""
    if scale <= 1 or number.printed is None or not number.printed.exact:
        return number
    return replace(number, printed=replace(number.printed, exact=False))


def _counted(kinds: set[str], degree: int) -> tuple[str, int]:
    return (next(iter(kinds)), degree) if degree and kinds else ("", 0)


def _all(parts: list[_Amount | None]) -> Iterator[_Amount]:
    return (each for each in parts if each is not None)


def _times(term: Term, factor: Fraction) -> Term:
    if factor == 1:
        return term
    if factor > 1 and factor.denominator == 1:
        return Product((term, Number(factor)), "×", term.origin)
    if factor.numerator == 1:
        return Quotient(term, Number(1 / factor), term.origin)
    return Product((term, Number(factor)), "×", term.origin)


def _distance(option: Term, number: Number) -> Fraction:
    value = evaluate(option)
    return abs(value.middle - number.value) if isinstance(value, Interval) else Fraction(10**30)
