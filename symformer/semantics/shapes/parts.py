"""The shape of every part of a statement: each factor, each expression that is made of them, the whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.algebra.shape import Shape
from symformer.semantics.shapes.expressions import infer_parts
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.records import Known, has_free_size
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
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
from symformer.terms.term import Unknown as Unread

MOST_CELLS = 24  # of a displayed matrix: beyond that its blocks are not listed (its entries never are)
QUANTITIES = (
    Symbol, Number, Sum, Product, Elementwise, Quotient, Power, Transpose, Apply, IndexedSum, Index, Matrix, Cases,
    Unread,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PartShape:
    """A part of a statement: its possible shapes, the likeliest first, or why none is known.

    ``depth`` counts how deep the part stands in the statement (a side of an equation: 0).
    """

    term: Term
    depth: int
    shapes: tuple[Shape, ...] = ()
    reason: str | None = None

    @property
    def shape(self) -> Shape | None:
        """The shape, where only one is possible."""
        return self.shapes[0] if len(self.shapes) == 1 else None


def part_shapes(shaped: StatementShape) -> tuple[PartShape, ...]:
    """The sides of a statement and all quantities within them, as they are read; equal ones once.

    What a definition gives its left side is known of it, though nothing was before.
    """
    quantities = list(_quantities(shaped.statement.term))
    known = infer_parts(shaped.statement.term, shaped.environment, [term for term, _ in quantities])
    defined = {derived.symbol: derived.shape for derived in shaped.inferred.derived}
    found: dict[Term, PartShape] = {}
    for term, depth in quantities:
        if term not in found:
            found[term] = _part(term, depth, known[id(term)], defined.get(term))
    return tuple(found.values())


def _part(term: Term, depth: int, known: Known, defined: Shape | None) -> PartShape:
    if known.shapes and not any(has_free_size(shape) for shape in known.shapes):
        return PartShape(term, depth, known.shapes)
    if defined is not None:
        return PartShape(term, depth, (defined,))
    return PartShape(term, depth, reason=known.reason or "a size that nobody told")


def _quantities(term: Term) -> Iterator[tuple[Term, int]]:
    """The parts that have a shape, parents first; scripts, exponents, bounds and sizes are none of them."""
    stack = [(term, 0)]
    while stack:
        top, at = stack.pop()
        if isinstance(top, QUANTITIES):
            yield top, at
            at += 1
        stack.extend((part, at) for part in reversed(_inside(top)))


def _inside(term: Term) -> tuple[Term, ...]:
    match term:
        case Relation(sides=sides):
            return sides
        case Sum(terms=parts) | Product(factors=parts) | Elementwise(factors=parts) | Apply(arguments=parts):
            return parts
        case Quotient(numerator, denominator):
            return numerator, denominator
        case Power(base=inner) | Transpose(operand=inner) | IndexedSum(body=inner):
            return (inner,)
        case Matrix(rows=rows) if sum(len(row) for row in rows) <= MOST_CELLS:
            return tuple(cell for row in rows for cell in row if not isinstance(cell, Index | Number | Unread))
        case Cases(branches=branches):
            return tuple(value for value, _ in branches)
    return ()
