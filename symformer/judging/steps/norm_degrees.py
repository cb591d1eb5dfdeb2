r"""Norms by what they grow with: ``\|v\| = \sqrt{\sum_i v_i^2}`` doubles with ``v``, ``\sum_i v_i^2`` grows fourfold.

Every norm of a vector twice as long is twice as large.  So the side that writes a norm out, and holds nothing but its
vector and exponents, has to be of degree one in the entries; of degree two where the norm is squared.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
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
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

HALF = Fraction(1, 2)
IN_GENERAL = Fraction(101, 31)  # what an exponent with a letter is worth: no power of it is a plain one by chance
STYLED = Cued(r"(?:bold|vec|roman|hat|underline)\((\w+)\)")
AS_LARGE = frozenset({"absolute", "max", "min", "norm", "sum", "transpose"})


def norm_degree_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each norm that is written out as something that does not grow as its vector does."""
    for statement, _ in asserted_formulas(model):
        match statement.term:
            case Relation(relations=("=" | ":=" | "≡", *_), sides=(left, right, *_)):
                pass
            case _:
                continue
        told = _norm(left)
        if told is None or statement.hedged:
            continue
        name, power = told
        degree = _degree(right, name)
        if degree is None or degree == power or not any(isinstance(part, Index) for part in walk(right)):
            continue
        place = statement.place(right.origin)
        yield Problem(
            place,
            f"{show(left)} is of degree {power} in {show(_vector(left))}, and what it is written out as is not: it grows "
            "otherwise when the vector does",
            help="look for a root, a square or an exponent too few or too many",
            evidence={"kind": "step", "left": show(left), "right": show(right)},
            key=f"norm@{place.start}",
        )


def _norm(left: Term) -> tuple[str, Fraction] | None:
    """The letter whose norm stands on a left side, and to which power."""
    match left:
        case Apply(function="norm", arguments=(Symbol(name=name),), labels=labels) if Number(Fraction(0)) not in labels:
            return _plain(name), Fraction(1)
        case Power(base=base, exponent=exponent) if (inner := _norm(base)) is not None:
            power = _exponent(exponent)
            return (inner[0], inner[1] * power) if power is not None else None
    return None


def _vector(left: Term) -> Term:
    return next(part for part in walk(left) if isinstance(part, Symbol))


def _plain(name: str) -> str:
    """A letter without its font, and as the letter of its entries: a for the bold A."""
    return (found[1] if (found := STYLED.fullmatch(name)) else name).casefold()


def _degree(term: Term, name: str) -> Fraction | None:
    """The degree of a formula in the entries of a vector; None where it holds anything else, or has none."""
    match term:
        case Symbol(name=letter) | Index(base=Symbol(name=letter)):
            return Fraction(1) if _plain(letter) == name else None
        case Number(value=value):
            return Fraction(0) if value else None
        case Transpose(operand=operand) | IndexedSum(kind="sum", body=operand):
            return _degree(operand, name)
        case Power(base=base, exponent=exponent):
            degree, power = _degree(base, name), _exponent(exponent)
            return None if degree is None or power is None else degree * power
        case Apply(function="sqrt", arguments=(inner,)):
            degree = _degree(inner, name)
            return None if degree is None else degree * HALF
        case Apply(function=function, arguments=arguments) if function in AS_LARGE and arguments:
            return _common([_degree(each, name) for each in arguments])
        case Sum(terms=terms):
            return _common([_degree(each, name) for each in terms])
        case Product(factors=factors):
            degrees = [_degree(each, name) for each in factors]
            return None if None in degrees else sum((each for each in degrees if each is not None), Fraction(0))
        case Quotient(numerator=above, denominator=below):
            one, other = _degree(above, name), _degree(below, name)
            return None if one is None or other is None else one - other
    return None


def _common(degrees: list[Fraction | None]) -> Fraction | None:
    return degrees[0] if len(set(degrees)) == 1 else None


def _exponent(term: Term) -> Fraction | None:
    """What an exponent is worth, its letter a number that nothing else is."""
    match term:
        case Number(value=value):
            return Fraction(value)
        case Symbol():
            return IN_GENERAL
        case Quotient(numerator=above, denominator=below):
            one, other = _exponent(above), _exponent(below)
            return None if one is None or other is None or other == 0 else one / other
        case Power(base=base, exponent=Number(value=value)) if value == -1:
            inner = _exponent(base)
            return None if inner is None or inner == 0 else 1 / inner
        case Product(factors=factors):
            found = Fraction(1)
            for each in factors:
                power = _exponent(each)
                if power is None:
                    return None
                found *= power
            return found
    return None
