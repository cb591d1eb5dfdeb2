"""From a size as it was written, a term, to a dimension."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul

from symformer.algebra.dimension import Dimension, divide, letter, number, power
from symformer.algebra.shape import Shape
from symformer.terms.term import Apply, Index, Number, Power, Product, Quotient, Sum, Symbol, Term

MAX_DEPTH = 20


def dimension_of(term: Term, *, depth: int = 0) -> Dimension | None:
    """The size that a term stands for, or None where it is none we can count with.

    >>> str(dimension_of(Quotient(Symbol("D"), Symbol("H"))))
    'D/H'
    >>> from symformer.terms.term import Apply
    >>> dimension_of(Apply("floor", (Symbol("D"),)))
    """
    if depth > MAX_DEPTH:
        return None
    match term:
        case Symbol(name):
            return letter(name)
        case Number(value):
            return number(value)
        case Sum(terms) | Product(terms):
            parts = [dimension_of(each, depth=depth + 1) for each in terms]
            known = [part for part in parts if part is not None]
            if len(known) != len(parts) or len(known) > 20:
                return None
            return reduce(add, known) if isinstance(term, Sum) else reduce(mul, known)
        case Quotient(numerator, denominator):
            above, below = dimension_of(numerator, depth=depth + 1), dimension_of(denominator, depth=depth + 1)
            return None if above is None or below is None else divide(above, below)
        case Power(base, Number(exponent)):
            raised = dimension_of(base, depth=depth + 1)
            return None if raised is None or abs(exponent) > 8 else power(raised, _whole(exponent))
        case Index():
            indexed = index_name(term)
            return None if indexed is None else letter(indexed)
        case Apply(function="absolute", arguments=(Symbol() as counted,)):
            return letter(f"|{counted.name}|")  # how many the set V holds: no more than that is known of it
    return None


def _whole(exponent: Fraction) -> int | Fraction:
    return int(exponent) if exponent.denominator == 1 else exponent


def index_name(term: Index) -> str | None:
    """The name under which an indexed letter counts as a size: d_k, n_i.

    >>> index_name(Index(Symbol("d"), (Symbol("i"),)))
    'd_i'
    """
    parts = [each.name if isinstance(each, Symbol) else None for each in (*term.indices, *term.upper)]
    numbers = [str(each.value) if isinstance(each, Number) else None for each in (*term.indices, *term.upper)]
    shown = [part or literal for part, literal in zip(parts, numbers, strict=True)]
    if not isinstance(term.base, Symbol) or None in shown:
        return None
    return f"{term.base.name}_{','.join(each for each in shown if each)}"


def shape_of_sizes(sizes: tuple[Term, ...]) -> Shape | None:
    """The shape that declared sizes give, or None where one of them cannot be read.

    >>> str(shape_of_sizes((Symbol("n"), Symbol("d_k"))))
    '(n × d_k)'
    """
    dimensions = [dimension_of(size) for size in sizes]
    # Nothing has -1 rows: a bold R^{-1} is the inverse of a matrix called R.
    known = tuple(size for size in dimensions if size is not None and not (size.number is not None and size.number < 1))
    return Shape(known) if len(known) == len(dimensions) else None
