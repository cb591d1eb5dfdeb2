"""Vectors that nobody declared, where a formula leaves them one length: the x of ``W x + b``, W of m × d and b of m."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from symformer.algebra.dimension import number
from symformer.algebra.shape import Shape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.usage.spellings import letter_of, taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EQUAL,
    Index,
    IndexedSum,
    Number,
    Product,
    Relation,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)  # fmt: skip

if TYPE_CHECKING:
    from symformer.semantics.shapes.records import ShapeEnvironment

Name = Symbol | Index
Needed = Iterator[tuple[Name, Shape]]
DATA = frozenset("xhz")  # behind a matrix such a letter is a vector, whatever stands beside the product


def needed_vectors(term: Term, environment: ShapeEnvironment) -> Needed:
    """Each undeclared vector whose length follows from the matrix it is multiplied by and from what that product is."""
    is_of_matrices = isinstance(term, Relation) and any(_is_matrix_told(side, environment) for side in term.sides)
    for part in walk(term):
        match part:
            case _ if is_of_matrices and not isinstance(part, IndexedSum):
                continue  # where y is n × m, the x of y = x W + b is a matrix as well
            case IndexedSum():
                yield from _rows_summed(part, environment)
            case Sum(terms=terms):
                yield from _beside(terms, terms, environment)
            case Relation(relations=(relation, *_), sides=(left, *rest)) if relation in EQUAL:
                products = [each for side in rest for each in (side.terms if isinstance(side, Sum) else (side,))]
                yield from _beside((left,), products, environment)
                if _is_unknown_vector(left, environment):
                    yield from _of_data(products, environment)


def _beside(results: Iterable[Term], products: Iterable[Term], environment: ShapeEnvironment) -> Needed:
    """The vectors of products that are, or are added to, a vector of known length."""
    told = next((shape for each in results if (shape := _told_vector(each, environment)) is not None), None)
    for matrix, vector, is_behind in _products(products, environment) if told is not None else ():
        assert told is not None
        result, length = (matrix.first, matrix.last) if is_behind else (matrix.last, matrix.first)
        if result == told.first and (is_behind or told.rank == 1):
            yield vector, Shape((length, *told.sizes[1:]))


def _of_data(products: Iterable[Term], environment: ShapeEnvironment) -> Needed:
    """The x of ``h = W x``, by its letter, where nothing says what h is."""
    for matrix, vector, is_behind in _products(products, environment):
        if letter_of(vector) in DATA:
            yield vector, Shape((matrix.last if is_behind else matrix.first,))


def _rows_summed(total: IndexedSum, environment: ShapeEnvironment) -> Needed:
    """The x_i of a sum over i from 1 to n, where X is n × d and nothing says what x is: the rows of X."""
    last = dimension_of(total.upper) if total.upper is not None else None
    first = dimension_of(total.lower) if total.lower is not None else number(1)
    if last is None or first is None or not isinstance(total.index, Symbol):
        return
    count = last - first + number(1)  # from 0 to n - 1 there are n as well
    for part in walk(total.body):
        match part:
            case Index(base=Symbol() as base, indices=(index,), upper=()) if index == total.index:
                pass
            case _:
                continue
        if not _is_unknown_vector(part, environment) or environment.shape_of(base) is not None:
            continue
        rows = _matrix(Symbol(_capital(base.name)), environment)
        if rows is not None and count in rows.sizes and rows.first != rows.last:
            yield part, Shape((rows.last if rows.first == count else rows.first,))


def _products(terms: Iterable[Term], environment: ShapeEnvironment) -> Iterator[tuple[Shape, Name, bool]]:
    """The products of a matrix and an undeclared vector, and whether the vector stands behind."""
    for term in terms:
        if not isinstance(term, Product) or len(term.factors) != 2 or term.sign in ("×", "*"):
            continue
        first, second = term.factors
        if (matrix := _matrix(first, environment)) is not None and _is_unknown_vector(second, environment):
            assert isinstance(second, Name)
            yield matrix, second, True
        elif (matrix := _matrix(second, environment)) is not None and _is_unknown_vector(first, environment):
            assert isinstance(first, Name)
            yield matrix, first, False


def _matrix(term: Term, environment: ShapeEnvironment) -> Shape | None:
    """The shape of W, or of its transpose, where it is a matrix."""
    if isinstance(term, Transpose):
        shape = _matrix(term.operand, environment)
        return shape.transposed if shape is not None else None
    shape = environment.shape_of(term) if isinstance(term, Name) else None
    return shape if shape is not None and shape.rank == 2 else None


def _is_matrix_told(side: Term, environment: ShapeEnvironment) -> bool:
    if isinstance(side, Space):
        return len(side.sizes) > 1 and not (isinstance(side.sizes[-1], Number) and side.sizes[-1].value == 1)
    shape = environment.shape_of(side) if isinstance(side, Name) else None
    return shape is not None and shape.rank > 1 and shape.last.number != 1


def _told_vector(term: Term, environment: ShapeEnvironment) -> Shape | None:
    shape = environment.shape_of(term) if isinstance(term, Name) else None
    is_vector = shape is not None and (shape.rank == 1 or (shape.rank == 2 and shape.last.number == 1))
    return shape if is_vector else None


def _is_unknown_vector(term: Term, environment: ShapeEnvironment) -> bool:
    """Whether a term is an undeclared name written as vectors are: one small letter that counts nothing."""
    if not isinstance(term, Name) or environment.shape_of(term) is not None:
        return False
    if isinstance(term, Index) and any(isinstance(each, Slice) for each in term.slots):
        return False
    base, letter = unindexed(term), letter_of(term)
    counts = isinstance(base, Symbol) and environment.is_index(base.name)
    return len(letter) == 1 and letter.isascii() and letter.islower() and not counts


def _capital(name: str) -> str:
    letter = taken_apart(name).letter
    return name.replace(f"({letter})", f"({letter.upper()})") if "(" in name else letter.upper() + name[len(letter) :]
