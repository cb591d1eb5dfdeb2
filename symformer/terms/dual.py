r"""From row vectors to column vectors and back: ``X W`` becomes ``W X``.

Each matrix is renamed to its transpose, so that a product turns round, entries swap their indices and parts
that stood side by side stand below one another.  Doing it twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from symformer.terms.parts import rebuilt
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
    Term,
    Transpose,
)

SCALAR_FUNCTIONS = frozenset({"sqrt", "norm", "absolute", "log", "argmax", "argmin", "derivative", "max of", "trace"})


def dual(term: Term, ranks: Mapping[Term, int]) -> Term:
    """The term in the other convention; ``ranks`` says how many axes each name has.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Symbol
    >>> ranks = {Symbol("X"): 2, Symbol("W"): 2, Symbol("b"): 1}
    >>> show(dual(Sum((Product((Symbol("X"), Symbol("W"))), Symbol("b"))), ranks))
    'W·X + b'
    """
    if isinstance(term, Apply) and term.function == "Concat" and not term.labels:
        return _stacked(tuple(dual(each, ranks) for each in term.arguments))
    if isinstance(term, Matrix) and _is_stack(term):
        return Apply("Concat", tuple(_along(dual(row[0], ranks)) for row in term.rows))
    inner = rebuilt(term, lambda part: dual(part, ranks))
    match inner:
        case Product():
            return _turned(inner, ranks)
        case Index(base, indices, upper) if len(indices) == 2 and rank_of(base, ranks) == 2:
            return Index(base, indices[::-1], upper)
        case Space(domain, sizes) if len(sizes) == 2:
            return Space(domain, sizes[::-1])
        case Matrix(rows, "matrix"):
            return Matrix(tuple(zip(*(tuple(_flipped(cell) for cell in row) for row in rows), strict=True)), "matrix")
    return inner


def _stacked(parts: tuple[Term, ...]) -> Term:
    """Parts below one another: side by side, once columns are rows."""
    return Matrix(tuple((_flipped(part),) for part in parts), "matrix")


def _is_stack(term: Matrix) -> bool:
    return term.style == "matrix" and len(term.rows) > 1 and all(len(row) == 1 for row in term.rows)


def _flipped(cell: Term) -> Term:
    turned = {"horizontal": "vertical", "vertical": "horizontal"}
    return Ellipsis(turned.get(cell.direction, cell.direction)) if isinstance(cell, Ellipsis) else cell


def _along(cell: Term) -> Term:
    return Ellipsis("horizontal") if isinstance(cell, Ellipsis) else cell


def _turned(term: Product, ranks: Mapping[Term, int]) -> Term:
    """The factors in the opposite order, but for numbers, which stay in front."""
    numbers = tuple(factor for factor in term.factors if not rank_of(factor, ranks))
    arrays = tuple(factor for factor in term.factors if rank_of(factor, ranks))
    return Product(numbers + arrays[::-1], term.sign)


def rank_of(term: Term, ranks: Mapping[Term, int]) -> int:
    """How many axes a term has; 0 for what is no array, as far as is known.

    >>> from symformer.terms.term import Symbol
    >>> rank_of(Index(Symbol("A"), (Symbol("t"), Symbol("s"))), {Symbol("A"): 2})
    0
    """
    if (known := ranks.get(term)) is not None:
        return known
    match term:
        case Number():
            return 0
        case Index(base, indices, _):
            if base not in ranks and isinstance(base, Index):
                return rank_of(base, ranks)
            taken = sum(not isinstance(each, Slice) for each in indices)
            return (
                max(rank_of(base, ranks) - taken, 0)
                if len(indices) > 1 or rank_of(base, ranks) < 2
                else rank_of(base, ranks)
            )
        case Transpose(operand):
            return rank_of(operand, ranks)
        case Sum(terms):
            return max(rank_of(each, ranks) for each in terms)
        case Elementwise(factors):
            return max(rank_of(each, ranks) for each in factors)
        case Quotient(above, _):
            return rank_of(above, ranks)
        case Power(base, _):
            return rank_of(base, ranks)
        case IndexedSum(body=body):
            return rank_of(body, ranks)
        case Product(factors):
            return _rank_of_product([rank_of(each, ranks) for each in factors], factors)
        case Apply(function=name, arguments=arguments) if arguments and name not in SCALAR_FUNCTIONS:
            return (
                rank_of(arguments[0], ranks)
                if name not in ("max", "min")
                else max(rank_of(a, ranks) for a in arguments)
            )
        case Matrix(style=style):
            return 2 if style == "matrix" else 1
        case Relation() | Cases():
            return 0
    return 0


def _rank_of_product(axes: list[int], factors: tuple[Term, ...]) -> int:
    arrays = [(number, factor) for number, factor in zip(axes, factors, strict=True) if number]
    if not arrays:
        return 0
    if len(arrays) == 1:
        return arrays[0][0]
    vectors = sum(number == 1 for number, _ in arrays)
    if vectors == 0:
        return 2
    if vectors == 1:
        return 1
    inner = isinstance(arrays[-1][1], Transpose) != isinstance(arrays[0][1], Transpose)
    return 0 if inner and vectors == 2 and not isinstance(arrays[0][1], Transpose) else 2 if inner else 0
