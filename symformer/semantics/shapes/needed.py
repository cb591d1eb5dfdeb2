"""Vectors that nobody declared, where a formula leaves them one length: the x of ``W x + b``, W of m × d and b of m."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.algebra.shape import Shape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import EQUAL, Index, IndexedSum, Product, Relation, Slice, Sum, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.semantics.shapes.records import ShapeEnvironment


def needed_vectors(term: Term, environment: ShapeEnvironment) -> Iterator[tuple[Symbol | Index, Shape]]:
    """Each undeclared vector whose length follows from the matrix beside it and from what the product is, or is added to."""
    for part in walk(term):
        match part:
            case IndexedSum():
                yield from _rows_summed(part, environment)
                continue
            case Sum(terms=terms):
                beside, products = terms, terms
            case Relation(relations=(relation, *_), sides=(left, *rest)) if relation in EQUAL:
                for side in rest:
                    yield from _alone(side, left, environment)
                beside = (left,)
                products = tuple(each for side in rest for each in (side.terms if isinstance(side, Sum) else (side,)))
            case _:
                continue
        pairs = [pair for each in products if (pair := _of_two(each)) is not None]
        if not pairs:
            continue
        for result in (shape for each in beside if (shape := _told_vector(each, environment)) is not None):
            for first, second in pairs:
                yield from _needed(first, second, result, environment)
            break


def _rows_summed(total: IndexedSum, environment: ShapeEnvironment) -> Iterator[tuple[Index, Shape]]:
    """The x_i of a sum over i from 1 to n, where X is n × d and nothing says what x is: the rows of X."""
    last = dimension_of(total.upper) if total.upper is not None else None
    if last is None or not isinstance(total.index, Symbol):
        return
    for part in walk(total.body):
        match part:
            case Index(base=Symbol() as base, indices=(index,), upper=()) if index == total.index:
                pass
            case _:
                continue
        whole = environment.shape_of(Symbol(_capital(base.name))) if _is_small(part, environment) else None
        if (
            whole is None
            or whole.rank != 2
            or environment.shape_of(part) is not None
            or environment.shape_of(base) is not None
        ):
            continue
        if whole.first == last != whole.last:
            yield part, Shape((whole.last,))
        elif whole.last == last != whole.first:
            yield part, Shape((whole.first,))


def _capital(name: str) -> str:
    letter = taken_apart(name).letter
    return name.replace(f"({letter})", f"({letter.upper()})") if "(" in name else letter.upper() + name[len(letter) :]


def _alone(side: Term, left: Term, environment: ShapeEnvironment) -> Iterator[tuple[Symbol | Index, Shape]]:
    """The x of ``h = W x``, by its letter, where nothing says what h is."""
    terms = side.terms if isinstance(side, Sum) else (side,)
    if (
        not isinstance(left, Symbol | Index)
        or not _is_small(left, environment)
        or environment.shape_of(left) is not None
    ):
        return
    for each in terms:
        match _of_two(each):
            case [matrix, (Symbol() | Index()) as vector] if _is_data(vector, environment):
                shape = environment.shape_of(matrix)
                if shape is not None and shape.rank == 2 and environment.shape_of(vector) is None:
                    yield vector, Shape((shape.last,))
            case [(Symbol() | Index()) as vector, matrix] if _is_data(vector, environment):
                shape = environment.shape_of(matrix)
                if shape is not None and shape.rank == 2 and environment.shape_of(vector) is None:
                    yield vector, Shape((shape.first,))


_DATA = frozenset("xhz")


def _is_data(term: Symbol | Index, environment: ShapeEnvironment) -> bool:
    base = term.base if isinstance(term, Index) else term
    return isinstance(base, Symbol) and taken_apart(base.name).letter in _DATA and _is_small(term, environment)


def _of_two(term: Term) -> tuple[Term, Term] | None:
    """The two factors of a matrix product, one of which may be the vector."""
    if not isinstance(term, Product) or len(term.factors) != 2 or term.sign in ("×", "*"):
        return None
    first, second = term.factors
    return (first, second) if isinstance(first, Symbol | Index) and isinstance(second, Symbol | Index) else None


def _told_vector(term: Term, environment: ShapeEnvironment) -> Shape | None:
    shape = environment.shape_of(term) if isinstance(term, Symbol | Index) else None
    is_vector = shape is not None and (shape.rank == 1 or (shape.rank == 2 and shape.last.number == 1))
    return shape if is_vector else None


def _needed(
    first: Term, second: Term, result: Shape, environment: ShapeEnvironment
) -> Iterator[tuple[Symbol | Index, Shape]]:
    before, behind = environment.shape_of(first), environment.shape_of(second)
    match first, second:
        case _, (Symbol() | Index()) if (
            behind is None
            and before is not None
            and before.rank == 2
            and before.first == result.first
            and _is_small(second, environment)
        ):
            yield second, Shape((before.last, *result.sizes[1:]))
        case ((Symbol() | Index()), _) if (
            before is None
            and behind is not None
            and behind.rank == 2
            and result.rank == 1
            and behind.last == result.first
            and _is_small(first, environment)
        ):
            yield first, Shape((behind.first,))


def _is_small(term: Symbol | Index, environment: ShapeEnvironment) -> bool:
    """Whether a name is written as vectors are: one small letter that counts nothing."""
    base = term.base if isinstance(term, Index) else term
    if not isinstance(base, Symbol) or environment.is_index(base.name):
        return False
    if isinstance(term, Index) and any(isinstance(each, Slice) for each in (*term.indices, *term.upper)):
        return False
    letter = taken_apart(base.name).letter
    return len(letter) == 1 and letter.isascii() and letter.islower()
