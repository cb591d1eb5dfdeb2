"""A formula as it is written, with one slip made in it: what a formula is compared with beside the nearly equal ones.

Normal form spreads a root over all it is drawn from and joins products, so that a slip of one sign on the page
becomes several edits there.  So slips are made in the formula as it is written, and only then is it made normal.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.reasoning.nearly import Edit
from symformer.reasoning.normal import MINUS_ONE, negated
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Elementwise, Number, Power, Product, Quotient, Sum, Symbol, Term, children

ONE = Number(Fraction(1))
OPPOSITE = {"max": "min", "min": "max", "argmax": "argmin", "argmin": "argmax"}
Slip = tuple[Term, Edit]


def slips(term: Term) -> Iterator[Slip]:
    r"""The formula with a root, a difference from one or the sign of an exponent lost, the smaller for the larger,
    the largest for its place, or a sum for a product entry by entry.

    >>> from symformer.terms.show import show
    >>> x = Symbol("x")
    >>> [show(each) for each, _ in slips(Quotient(ONE, Apply("sqrt", (Sum((ONE, Product((MINUS_ONE, x)))),))))]
    ['√(1 - x) / 1', '1 / (1 - x)', '1 / √x']
    """
    yield from _here(term)
    parts = children(term)
    for place, part in enumerate(parts):
        for changed, edit in slips(part):
            yield _put(term, place, changed), edit


def _put(term: Term, place: int, part: Term) -> Term:
    counter = iter(range(len(children(term))))
    return rebuilt(term, lambda each: part if next(counter) == place else each)


def _here(term: Term) -> Iterator[Slip]:
    match term:
        case Apply("sqrt", (inner,)) | Power(inner, Number(value=Fraction(numerator=1, denominator=2))):
            yield inner, Edit("wrapped", term, inner)
        case Quotient(above, below):
            yield Quotient(below, above), Edit("inverted", term, Quotient(below, above))
        case Elementwise((Sum() as first, second), "⊙") if first.terms[0] == ONE:  # (1 - z) ⊙ h
            yield Sum((first, second)), Edit("operation", term, Sum((first, second)))
        case Sum((first, second)) if first == ONE and _is_negative(second):
            rest = negated(second)
            yield rest, Edit("other", term, rest)
        case Power(Symbol("e") as base, exponent) if _is_negative(exponent):
            yield Power(base, negated(exponent)), _turned(term, Power(base, negated(exponent)))
        case Apply("exp", (exponent,)) if _is_negative(exponent):
            yield Apply("exp", (negated(exponent),)), _turned(term, Apply("exp", (negated(exponent),)))
        case Apply(name) if name.partition("_")[0] in OPPOSITE:
            head, mark, label = name.partition("_")
            other = Apply(OPPOSITE[head] + mark + label, term.arguments, term.labels)
            yield other, Edit("function", term, other)
            if head.startswith("arg"):
                bare = Apply(head.removeprefix("arg") + mark + label, term.arguments, term.labels)
                yield bare, Edit("function", term, bare)


def _turned(standard: Term, found: Term) -> Edit:
    return Edit("negated", standard, found)


def _is_negative(term: Term) -> bool:
    match term:
        case Product((first, *_)):
            return first == MINUS_ONE or isinstance(first, Number) and first.value < 0
        case Quotient(above, _):
            return _is_negative(above)
        case Number(value=value):
            return value < 0
    return False


__all__ = ["slips"]
