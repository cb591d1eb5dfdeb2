r"""Transposes that hold a number besides: ``w^{T+1} x + b``, where w is a vector of weights and T its transpose.

A vector has no power, and a weight that stands before its input in a layer is transposed, not raised to a power.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)

TURNED = frozenset({"T", "top"})
VECTORS = frozenset({"w", "v", "u", "a", "theta", "beta"})


def transposes_with_numbers(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each transpose of a vector, or of what is transposed elsewhere, to which a number is added."""
    formulas = once(model, asserted_formulas)
    transposed = {_letter(part.operand) for _, parts in formulas for part in parts if isinstance(part, Transpose)}
    sized = any(part == Symbol("T") and _is_counted(part, parts) for _, parts in formulas for part in parts)
    for statement, parts in formulas:
        for part in parts:
            if not isinstance(part, Product):
                continue
            for each, after in zip(part.factors, part.factors[1:], strict=False):
                letter = _turned_with_a_number(each)
                if not letter or isinstance(after, Number) or not _is_input(after):
                    continue
                if sized or not (letter in transposed or letter in VECTORS and _stands_in_a_layer(part, parts)):
                    continue
                assert isinstance(each, Power)
                place = statement.place(origin_of(each))
                yield Problem(
                    place,
                    f"a number is added to the transpose in {show(each)}",
                    help=f"try {show(Transpose(each.base))}",
                    evidence={"kind": "text", "found": show(each)},
                    key=f"transpose@{place.start}",
                )


def _turned_with_a_number(term: Term) -> str:
    """The letter of what is raised to T + 1."""
    match term:
        case Power(base, Sum(terms=(Symbol(name=name), Number()))) if name in TURNED:
            return _letter(base)
        case Power(base, Sum(terms=(Symbol(name=name), Product(factors=(Number(), *_))))) if name in TURNED:
            return _letter(base)
    return ""


def _letter(term: Term) -> str:
    match term:
        case Index(base=base):
            return _letter(base)
        case Symbol(name=name):
            return taken_apart(name).letter
    return ""


def _is_input(term: Term) -> bool:
    return isinstance(term, Symbol | Index | Apply)


def _is_counted(letter: Term, parts: tuple[Term, ...]) -> bool:
    """Whether T is how many steps there are: an index, a label beside another, the end of a sum, what is divided by."""
    for part in parts:
        match part:
            case Index(indices=below, upper=above) if letter in (*below, *above):
                return True
            case IndexedSum(upper=last) if last == letter:
                return True
            case Quotient(denominator=below) if letter in set(walk(below)):
                return True
    return False


def _stands_in_a_layer(product: Product, parts: tuple[Term, ...]) -> bool:
    """Whether a product is added to a bias, or is what an activation is given."""
    return any(
        isinstance(part, Sum)
        and any(each is product for each in part.terms)
        and any(_letter(each) in ("b", "c") for each in part.terms)
        for part in parts
    )


__all__ = ["transposes_with_numbers"]
