"""Wrong steps: a side of a derivation with one sign, factor, exponent or transposition changed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.terms.parts import with_part
from symformer.terms.term import (
    Apply,
    Cases,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Term,
    Transpose,
    children,
)

MINUS_ONE, TWO = Number(Fraction(-1)), Number(Fraction(2))


def wrong_sides(side: Term) -> Iterator[tuple[str, Term]]:
    """Each way to change one thing in a side, with what was changed: the whole first, then its parts."""
    if side != Number(Fraction(0)):
        yield "sign", Product((MINUS_ONE, side))
        yield "factor", Product((TWO, side))
    yield from _changed(side)


def _changed(term: Term) -> Iterator[tuple[str, Term]]:
    match term:
        case Sum(terms):
            for at, each in enumerate(terms):
                yield "sign", Sum((*terms[:at], Product((MINUS_ONE, each)), *terms[at + 1 :]))
        case Power(base, Number(value)):
            yield "exponent", Power(base, Number(value + 1))
        case Transpose(operand):
            yield "transposition", operand
        case Quotient(above, _):
            yield "factor", above
    if isinstance(term, Index | Cases):
        return
    for at, part in enumerate(children(term)):
        if isinstance(term, IndexedSum) and part is not term.body or isinstance(term, Apply) and part in term.labels:
            continue
        for kind, other in _changed(part):
            yield kind, with_part(term, at, other)
