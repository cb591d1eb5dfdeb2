r"""Equations of two polynomials that differ in one term: ``4h^2 + 4h + 4h^2 + h = 8h^2 + 6h``.

Such an equation holds where that term is zero and nowhere else, so that it is none to be solved: unless the words
around suppose as much, a term was lost, counted otherwise, or has the wrong sign.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from symformer.reasoning.normal import normal
from symformer.terms.term import Apply, Index, Number, Power, Product, Quotient, Sum, Symbol, Term, Unknown, walk

MOST_TERMS = 24
FEWEST_TERMS = 4  # on both sides
# what is zero, small or left out without a word
MAY_BE_NOTHING = frozenset({"0", "bold(0)", "O", "c", "C", "const", "epsilon", "varepsilon", "bold(epsilon)", "delta"})
MOST_POWER = 4

Monomial = frozenset[tuple[Term, int]]  # each atom with its power
Polynomial = dict[Monomial, Fraction]

ONE: Monomial = frozenset()


def is_one_term_apart(left: Term, right: Term) -> bool:
    """Whether two polynomials in the same letters differ in one term that no letter makes zero but by being it.

    >>> a, b, two = Symbol("a"), Symbol("b"), Number(Fraction(2))
    >>> square = Power(Sum((a, b)), two)
    >>> is_one_term_apart(square, Sum((Power(a, two), Product((a, b)), Power(b, two))))
    True
    >>> is_one_term_apart(square, Sum((Power(a, two), Power(b, Number(Fraction(3))))))
    False
    """
    left, right = _without_common(left, right)
    one, other = _polynomial(left), _polynomial(right)
    if one is None or other is None or not one.keys() & other.keys() or min(len(one), len(other)) < 1:
        return False
    if len(one) + len(other) < FEWEST_TERMS and not _adds_up(left, right, one, other):
        return False  # x + e = x says what e is
    apart = {each: value for each in one.keys() | other.keys() if (value := one.get(each, 0) - other.get(each, 0)) != 0}
    if len(apart) != 1:
        return False
    (lost,) = apart
    atoms = {atom for atom, _ in lost}
    if not atoms or not all(isinstance(atom, Symbol | Index) for atom in atoms):
        return False
    names = {each.name for atom in atoms for each in walk(atom) if isinstance(each, Symbol)}
    return not names & MAY_BE_NOTHING


def _adds_up(left: Term, right: Term, one: Polynomial, other: Polynomial) -> bool:
    """Whether like terms of a side are added up or taken from one another: i + 2n - 2n = i + n says nothing of n."""
    return any(
        isinstance(side, Sum) and len(side.terms) >= 3 and len(collected) < len(side.terms)
        for side, collected in ((left, one), (right, other))
    )


def _without_common(left: Term, right: Term) -> tuple[Term, Term]:
    """Two sides without what both are a multiple of: (f - g) / (x + y) = (f - g) / y as y = x + y."""
    match left, right:
        case Quotient(one, below), Quotient(other, under) if one == other and not isinstance(one, Number):
            return under, below
    return left, right


def _polynomial(term: Term) -> Polynomial | None:
    """A formula multiplied out, None where that would be long; what is no sum, product or power is an atom."""
    match term:
        case Number(value=value):
            return {ONE: value} if value else {}
        case Sum(terms=terms):
            found: Polynomial = {}
            for each in terms:
                inner = _polynomial(each)
                if inner is None:
                    return None
                for monomial, value in inner.items():
                    found[monomial] = found.get(monomial, Fraction(0)) + value
            return _bounded({each: value for each, value in found.items() if value})
        case Product(factors=factors):
            return _product([_polynomial(each) for each in factors])
        case Power(base=base, exponent=Number(value=value)) if value.denominator == 1 and 0 < value <= MOST_POWER:
            return _product([_polynomial(base)] * int(value))
        case Quotient(numerator=above, denominator=below):
            return _product([_polynomial(above), _inverse(_polynomial(below))])
        case Unknown(alternatives=alternatives):
            products = [each for each in alternatives if isinstance(each, Product)]
            return _polynomial(products[0]) if len(products) == 1 else None
        case Symbol() | Index() | Apply():
            return {frozenset({(normal(term), 1)}): Fraction(1)}
    return None


def _product(parts: list[Polynomial | None]) -> Polynomial | None:
    found: Polynomial = {ONE: Fraction(1)}
    for part in parts:
        if part is None:
            return None
        made: dict[Monomial, Fraction] = {}
        for one, value in found.items():
            for other, times in part.items():
                monomial = _times(one, other)
                made[monomial] = made.get(monomial, Fraction(0)) + value * times
        bounded = _bounded({each: value for each, value in made.items() if value})
        if bounded is None:
            return None
        found = bounded
    return found


def _bounded(found: Polynomial) -> Polynomial | None:
    return found if len(found) <= MOST_TERMS else None


def _times(one: Monomial, other: Monomial) -> Monomial:
    powers = Counter(dict(one))
    for atom, power in other:
        powers[atom] += power
    return frozenset((atom, power) for atom, power in powers.items() if power)


def _inverse(below: Polynomial | None) -> Polynomial | None:
    """One divided by a single term."""
    if below is None or len(below) != 1:
        return None
    ((monomial, value),) = below.items()
    return {frozenset((atom, -power) for atom, power in monomial): 1 / value}
