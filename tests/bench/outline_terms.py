"""Our terms as plain lists: the outline that ``facts.py`` looks at."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
)

Outline = list[Any]


def outline(terms: Iterable[Term]) -> Outline:
    """The outline of the statements of a formula."""
    found = [_of(term) for term in terms]
    return found[0] if len(found) == 1 else ["statements", *found]


def _of(term: Term) -> Outline:
    match term:
        case Symbol(name=name):
            return ["name", name]
        case Number(value=value):
            return _number(value)
        case Sum(terms=terms):
            return ["sum", *map(_of, terms)]
        case Product(factors=(Number(printed=None, value=value), rest)) if value == -1:
            return ["negative", _of(rest)]
        case Product(factors=factors):
            return ["product", *map(_of, factors)]
        case Elementwise(factors=factors, sign=sign):
            return ["elementwise", sign, *map(_of, factors)]
        case Quotient(numerator=above, denominator=below):
            return ["quotient", _of(above), _of(below)]
        case Power(base=base, exponent=exponent):
            return ["power", _of(base), _of(exponent)]
        case Transpose(operand=operand):
            return ["transpose", _of(operand)]
        case Apply(function=function, arguments=arguments, labels=labels):
            return ["call", function, ["labels", *map(_of, labels)], *map(_of, arguments)]
        case IndexedSum():
            parts = (term.index, term.lower, term.upper, term.body, term.condition)
            return ["big", term.kind, *(None if part is None else _of(part) for part in parts)]
        case Index(base=base, indices=indices, upper=upper):
            return ["index", _of(base), *map(_of, (*indices, *upper))]
        case Slice(start=start, stop=stop):
            return ["slice", *(_of(part) for part in (start, stop) if part is not None)]
        case Matrix(rows=rows):
            return ["matrix", *(["row", *map(_of, row)] for row in rows)]
        case Ellipsis():
            return ["dots"]
        case Cases(branches=branches):
            return ["cases", *(["branch", _of(value), None if when is None else _of(when)] for value, when in branches)]
        case Space(domain=domain, sizes=sizes):
            return ["space", domain, *map(_of, sizes)]
        case Relation(relations=signs, sides=sides):
            return ["relation", list(signs), *map(_of, sides)]
        case Unknown(text=text):
            return ["other", text]


def _number(value: Fraction) -> Outline:
    if value < 0:
        return ["negative", _number(-value)]
    return ["number", str(value)]
