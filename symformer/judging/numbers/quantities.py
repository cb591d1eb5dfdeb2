"""Claims about quantities in different units of one kind: ``0.5 s = 500 ms``, ``172 GB / 21.5 GB = 8``.

Bytes have two readings: a kilobyte is 1000 bytes or 1024.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra.interval import Interval
from symformer.algebra.printed import PrintedNumber
from symformer.reasoning.evaluate import evaluate
from symformer.terms.term import Apply, Number, Power, Product, Quotient, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

_TIMES = {
    "ns": Fraction(1, 10**9), "us": Fraction(1, 10**6), "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6),
    "ms": Fraction(1, 1000), "s": Fraction(1), "sec": Fraction(1), "second": Fraction(1), "seconds": Fraction(1),
    "min": Fraction(60), "minute": Fraction(60), "minutes": Fraction(60), "hour": Fraction(3600),
    "hours": Fraction(3600), "h": Fraction(3600), "day": Fraction(86400), "days": Fraction(86400),
}  # fmt: skip
_HERTZ = {"Hz": 0, "kHz": 1, "MHz": 2, "GHz": 3}
_BYTES = {"B": 0, "byte": 0, "bytes": 0, "KB": 1, "kB": 1, "MB": 2, "GB": 3, "TB": 4, "PB": 5}
_BINARY = {"KiB": 1, "MiB": 2, "GiB": 3, "TiB": 4}
_OPERATIONS = re.compile(r"(?P<prefix>[kKMGTP]?)(?:FLOPs?|flops?|FLOPS)(?P<rate>/s)?\Z")
_PREFIXES = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_MULTIPLES = {"thousand": 1, "million": 2, "billion": 3, "trillion": 4}
_PLURAL = Cued(
    r"(?:[A-Za-z][\w-]*[ ]){0,2}(?!(?:minus|plus|times|bytes|bits|thousands|millions|billions|trillions|dozens|hundreds|tens|percents"
    r"|halves|thirds|quarters|modulus|degrees|units|years|months|weeks)\Z)[A-Za-z][\w-]*s|[层头个张卡次维位台步]"
)
KILOBYTES = (1000, 1024)
DEEPEST = 40

Kind = tuple[tuple[str, int], ...]
"""What is counted and in which power, by name: bytes in a second are ``(("bytes", 1), ("time", -1))``."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """Which of the readings of units that are open is taken."""

    kilo: int
    capital_is_rate: bool  # TFLOPS by the second, TFLOPs not; else whatever has a prefix is by the second


READINGS = tuple(_Reading(kilo, capital) for capital in (True, False) for kilo in KILOBYTES)


@dataclass(frozen=True, slots=True)
class _Amount:
    """A term without its units: what it counts, and how many units stood in it."""

    term: Term
    kind: Kind = ()
    units: int = 0


def in_one_unit(left: Term, right: Term, behind: str = "") -> Term | None:
    """The left side as a number of the unit of the right side; None where units do not stand on both as one kind.

    ``behind`` is the unit that stands right behind the formula, for a right side without one.
    Where a kilobyte or a TFLOP has two readings, the one that is nearest to what is printed is taken.
    """
    shown = _unit_of(right)
    if shown is None and isinstance(right, Number) and right.printed is not None and _scale(behind, READINGS[0]):
        shown = right, behind
    amounts = [(each, how) for how in READINGS if (each := _amount(left, how, 0)) is not None and each.units]
    if not amounts:
        return None
    first = amounts[0][0]
    if shown is None:
        plain = isinstance(right, Number) and right.printed is not None
        return first.term if plain and first.units > 1 and not first.kind else None
    number, unit = shown
    options: list[Term] = []
    for amount, how in amounts:
        scale = _scale(unit, how)
        if scale is not None and amount.kind == scale[0]:
            options.append(_times(amount.term, 1 / scale[1]))
    return min(options, key=lambda option: _distance(option, number)) if options else None


def _unit_of(term: Term) -> tuple[Number, str] | None:
    match term:
        case Apply(function="quantity", arguments=(Number(printed=PrintedNumber()) as number, Symbol(name=name))):
            return number, name
        case Product(factors=(Number(printed=PrintedNumber()) as number, Symbol(name="s")), sign=""):
            return number, "s"
    return None


def _scale(unit: str, how: _Reading) -> tuple[Kind, Fraction] | None:
    """The kind of a unit and how many of the smallest one it is."""
    above, slash, below = unit.partition("/")
    if slash and (bytes_ := _scale(above, how)) is not None and below in ("s", "sec", "second"):
        return _joined((bytes_[0], (("time", -1),))), bytes_[1]
    if (seconds := _TIMES.get(unit)) is not None:
        return (("time", 1),), seconds
    if (power := _HERTZ.get(unit)) is not None:
        return (("time", -1),), Fraction(1000**power)
    if (power := _BYTES.get(unit)) is not None:
        return (("bytes", 1),), Fraction(how.kilo**power)
    if (power := _BINARY.get(unit)) is not None:
        return (("bytes", 1),), Fraction(1024**power)
    if (power := _MULTIPLES.get(unit)) is not None:
        return (), Fraction(1000**power)
    if (found := _OPERATIONS.match(unit)) is not None:
        rate = unit.endswith("FLOPS") if how.capital_is_rate else bool(found["prefix"])
        kind: Kind = (("operations", 1), ("time", -1)) if rate else (("operations", 1),)
        return kind, Fraction(1000 ** _PREFIXES[found["prefix"]])
    return None


def _joined(kinds: Iterable[Kind], sign: int = 1) -> Kind:
    """The kind of a product; ``sign`` -1 for that of a quotient of two."""
    degrees: dict[str, int] = {}
    for at, kind in enumerate(kinds):
        for name, degree in kind:
            degrees[name] = degrees.get(name, 0) + degree * (sign if at else 1)
    return tuple(sorted((name, degree) for name, degree in degrees.items() if degree))


def _amount(term: Term, how: _Reading, depth: int) -> _Amount | None:
    """A term with its units taken out; None where they do not fit together or one is not known."""
    if depth > DEEPEST:
        return None
    if (measured := _unit_of(term)) is not None:
        number, unit = measured
        scale = _scale(unit, how)
        if scale is None:
            return _Amount(number) if _counts_things(unit) else None
        return _Amount(_times(_rounded(number, scale[1]), scale[1]), scale[0], 1)
    match term:
        case Number():
            return _Amount(term)
        case Symbol(name=name) if len(name) > 1 and (scale := _scale(name, how)) is not None:
            return _Amount(Number(scale[1], None, term.origin), scale[0], 1)  # 4 × 10^15 FLOPs
        case Sum(terms=terms):
            return _sum(term, [_amount(each, how, depth + 1) for each in terms])
        case Product(factors=factors):
            return _product(term, [_amount(each, how, depth + 1) for each in factors])
        case Quotient(numerator=above, denominator=below):
            return _quotient(term, _amount(above, how, depth + 1), _amount(below, how, depth + 1))
        case Power() if not any(isinstance(part, Symbol) for part in walk(term)):
            return _Amount(term)
    return None


def _counts_things(unit: str) -> bool:
    """Whether a word behind a number says what is counted, in the plural: 32 layers.

    >>> _counts_things("layers"), _counts_things("minus"), _counts_things("tons")
    (True, False, True)
    """
    return _PLURAL.fullmatch(unit.strip()) is not None


def _sum(term: Sum, parts: list[_Amount | None]) -> _Amount | None:
    known = list(_all(parts))
    if len(known) != len(parts) or len({each.kind for each in known}) != 1:
        return None
    summed = Sum(tuple(each.term for each in known), term.origin)
    return _Amount(summed, known[0].kind, sum(each.units for each in known))


def _product(term: Product, parts: list[_Amount | None]) -> _Amount | None:
    known = list(_all(parts))
    if len(known) != len(parts):
        return None
    made = Product(tuple(each.term for each in known), term.sign, term.origin)
    return _Amount(made, _joined(each.kind for each in known), sum(each.units for each in known))


def _quotient(term: Quotient, above: _Amount | None, below: _Amount | None) -> _Amount | None:
    if above is None or below is None:
        return None
    made = Quotient(above.term, below.term, term.origin)
    return _Amount(made, _joined((above.kind, below.kind), -1), above.units + below.units)


def _rounded(number: Number, scale: Fraction) -> Number:
    """A whole number of a large unit as what it mostly is: rounded."""
    if scale <= 1 or number.printed is None or not number.printed.exact:
        return number
    return replace(number, printed=replace(number.printed, exact=False))


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
