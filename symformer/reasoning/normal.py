"""A normal form in which two ways to write one formula look alike, so that formulas can be matched.

Quotients and roots become powers, transposes stand at letters, products and sums are flat, ``max(0, x)`` is
a ReLU and ``e^x`` an exponential.  Nothing is changed that would need shapes to be known.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.functions import lookup
from symformer.reasoning.constants import EULER
from symformer.terms.parts import rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
)

MINUS_ONE, HALF, ONE = Number(Fraction(-1)), Number(Fraction(1, 2)), Number(Fraction(1))
ALIKE = {"logarithm": "log"}  # in formulas of the field every logarithm is the natural one


def normal(term: Term) -> Term:
    """The normal form of a term.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Symbol
    >>> Q, K, d = Symbol("Q"), Symbol("K"), Symbol("d")
    >>> show(normal(Quotient(Product((Q, Transpose(K))), Apply("sqrt", (d,)))))
    'Q·Kᵀ·d^(-1/2)'
    >>> show(normal(Transpose(Product((Q, Transpose(K))))))
    'K·Qᵀ'
    """
    term = rebuilt(term, normal)
    match term:
        case Quotient():
            return normal(Product((term.numerator, _raised(term.denominator, Fraction(-1)))))
        case Product():
            return _product(term)
        case Sum():
            parts = tuple(_flat(term, Sum))
            return parts[0] if len(parts) == 1 else Sum(parts)
        case Elementwise():
            sign = "⊙" if term.sign == "∘" else term.sign
            factors = tuple(_flat(term, Elementwise))
            return Elementwise(tuple(_undivided(factors)) if sign == "⊙" else factors, sign)
        case Power():
            return _power(term)
        case Transpose():
            return _transposed(term.operand)
        case Apply():
            return _applied(term)
        case Index():
            return Index(term.base, (*term.upper, *term.indices))
        case Cases():
            return _two_cases(term)
        case Relation(relations=("≥" | ">" as only,), sides=(left, right)):
            return Relation((FLIPPED[only],), (right, left))
        case Number():
            return Number(term.value)
    return term


def _flat(term: Sum | Elementwise, kind: type) -> Iterator[Term]:
    for part in term.terms if isinstance(term, Sum) else term.factors:
        inside = isinstance(part, kind) and getattr(part, "sign", None) == getattr(term, "sign", None)
        yield from _flat(part, kind) if inside and isinstance(part, Sum | Elementwise) else [part]


def _undivided(factors: tuple[Term, ...]) -> Iterator[Term]:
    """The factors of an entrywise product; one that is divided by something, and what divides it."""
    for factor in factors:
        if isinstance(factor, Product) and sum(not _divides(each) for each in factor.factors) == 1:
            yield from factor.factors
        else:
            yield factor


def _divides(term: Term) -> bool:
    """Whether a factor can only be a number, or act entry by entry: one divides by nothing else."""
    if isinstance(term, Power):
        return isinstance(term.exponent, Number) and term.exponent.value < 0
    return isinstance(term, Number)


def _product(term: Product) -> Term:
    others = [each for each in term.factors if not _divides(each)]
    if len(others) == 1 and isinstance(others[0], Elementwise) and others[0].sign == "⊙" and len(term.factors) > 1:
        divisors = tuple(each for each in term.factors if _divides(each))
        return Elementwise((*others[0].factors, *divisors), "⊙")
    factors: list[Term] = []
    number = Fraction(1)
    for part in term.factors:
        for factor in part.factors if isinstance(part, Product) else (part,):
            if isinstance(factor, Number):
                number *= factor.value
            else:
                factors.append(factor)
    if number == -1 and len(factors) == 1 and isinstance(factors[0], Sum):
        return Sum(tuple(negated(each) for each in factors[0].terms))
    if number != 1 or not factors:
        factors.insert(0, Number(number))
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _power(term: Power) -> Term:
    if term.base in EULER:
        return Apply("exp", (term.exponent,))
    return _raised(term.base, term.exponent.value) if isinstance(term.exponent, Number) else term


def _raised(base: Term, exponent: Fraction) -> Term:
    match base:
        case Power(exponent=Number() as inner):
            return _raised(base.base, inner.value * exponent)
        case Power() if exponent == -1:
            return Power(base.base, negated(base.exponent))
        case Apply(function="exp", arguments=(inner_exponent,)) if exponent == -1:
            return Apply("exp", (negated(inner_exponent),))
        case Number() if exponent.denominator == 1 and (base.value or exponent > 0) and abs(exponent) < 9:
            return Number(base.value ** int(exponent))
        case Product() if exponent == -1:
            return _product(Product(tuple(_raised(factor, exponent) for factor in base.factors)))
    return base if exponent == 1 else Power(base, Number(exponent))


FLIPPED = {"≥": "≤", ">": "<"}
OTHERWISE = Symbol("otherwise")


def _two_cases(term: Cases) -> Term:
    """Two cases of which one is whatever the other is not; the condition is one with ≤ rather than one with <."""
    if len(term.branches) != 2:
        return term
    (first, condition), (second, other) = term.branches
    if not isinstance(condition, Relation):
        first, condition, second, other = second, other, first, condition
    if not isinstance(condition, Relation) or not (_is_otherwise(other) or _excludes(condition, other)):
        return term
    if condition.relations == ("<",):
        first, second, condition = second, first, Relation(("≤",), condition.sides[::-1])
    return Cases(((first, condition), (second, OTHERWISE)))


def _is_otherwise(condition: Term | None) -> bool:
    return condition is None or isinstance(condition, Symbol) and condition.name.casefold() in ("otherwise", "else")


def _excludes(one: Relation, other: Term | None) -> bool:
    """Whether of two comparisons always just one holds: s ≤ t and t < s."""
    return (
        isinstance(other, Relation)
        and one.sides == other.sides[::-1]
        and {*one.relations, *other.relations} == {"<", "≤"}
    )


def negated(term: Term) -> Term:
    """The normal form of a term with the other sign."""
    if isinstance(term, Sum):
        return Sum(tuple(negated(each) for each in term.terms))
    return _product(Product((MINUS_ONE, *(term.factors if isinstance(term, Product) else (term,)))))


def _transposed(operand: Term) -> Term:
    match operand:
        case Transpose():
            return operand.operand
        case Product():
            scalars = [each for each in operand.factors if isinstance(each, Number | Power)]
            others = [_transposed(each) for each in reversed(operand.factors) if not isinstance(each, Number | Power)]
            return _product(Product((*scalars, *others)))
        case Sum():
            return Sum(tuple(_transposed(each) for each in operand.terms))
        case Number() | Power():
            return operand
    return Transpose(operand)


def _applied(term: Apply) -> Term:
    function = lookup(term.function)
    name = term.function if function is None else ALIKE.get(function.id, function.name)
    arguments = tuple(part for each in term.arguments for part in _group(each))
    if name == "sqrt" and len(arguments) == 1 and not term.labels:
        return _raised(arguments[0], Fraction(1, 2))
    if name == "max" and len(arguments) == 2 and Number(Fraction(0)) in arguments:
        rest = [each for each in arguments if each != Number(Fraction(0))]
        return Apply("ReLU", tuple(rest))
    if name in ("max", "min") and len(arguments) == 2 and isinstance(arguments[1], Number):
        arguments = arguments[::-1]
    labels = () if function is not None and function.law == "same" else term.labels
    return Apply(name, _without_middle(arguments), labels)


def _group(term: Term) -> tuple[Term, ...]:
    return term.arguments if isinstance(term, Apply) and term.function in ("versus", "parameters") else (term,)


def _without_middle(arguments: tuple[Term, ...]) -> tuple[Term, ...]:
    """Of H_1, H_2, …, H_h what tells it: the first, the dots, the last."""
    dots = [place for place, each in enumerate(arguments) if isinstance(each, Ellipsis)]
    if len(dots) == 1 and len(arguments) > 3 and dots[0] == len(arguments) - 2:
        return (arguments[0], Ellipsis(), arguments[-1])
    return tuple(Ellipsis() if isinstance(each, Ellipsis) else each for each in arguments)


def unordered(term: Term) -> str:
    """A term as a text that is the same for every order of its factors and summands."""
    match normal(term):
        case Product(parts) | Sum(parts) as whole:
            return f"{type(whole).__name__}({', '.join(sorted(unordered(part) for part in parts))})"
        case other:
            return show_styled(other)


def turned(term: Term) -> Term:
    """The normal form of the same equation where rows are written as columns: products the other way round.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Symbol
    >>> show(turned(Product((Symbol("x"), Symbol("W")))))
    'W·x'
    """
    inner = rebuilt(term, turned)
    return _product(Product(inner.factors[::-1])) if isinstance(inner, Product) else inner
