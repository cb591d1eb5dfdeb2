"""Arrays whose shape an equation for their entries tells: ``S_{ij} = A_{ij} B_{ij}`` makes S as large as A and B."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.semantics.shapes.records import Derived, ShapeEnvironment
from symformer.terms.term import EXACTLY_EQUAL, Index, IndexedSum, Relation, Symbol, Term, walk


def derived_by_entries(term: Term, environment: ShapeEnvironment) -> Iterator[Derived]:
    """The shape of a matrix from an equation for its entry i, j, where both letters run along axes of known matrices.

    One for its entry i, i makes it a square one, such as the degrees ``D_{ii} = \\sum_j A_{ij}``.
    """
    match term:
        case Relation(
            relations=(relation, *_),
            sides=(Index(base=Symbol() as name, indices=(Symbol() as row, Symbol() as column), upper=()), right, *_),
        ) if relation in EXACTLY_EQUAL:
            pass
        case _:
            return
    if environment.shape_of(name) is not None or environment.shape_of(Index(name, (row, column))) is not None:
        return
    bound = {part.index.name for part in walk(right) if isinstance(part, IndexedSum) and part.index is not None}
    if row.name in bound or column.name in bound:
        return
    lengths: dict[str, set[Dimension]] = {name: set() for name in (row.name, column.name, *bound)}
    chosen = {inner for part in walk(right) if isinstance(part, Index) for at in part.indices for inner in walk(at)}
    for part in walk(right):
        if not isinstance(part, Index) or part.upper or not isinstance(part.base, Symbol):
            continue
        shape = environment.shape_of(part.base)
        if shape is not None and shape.rank > len(part.indices):
            return  # a row of a table: h_{bt} = E_{x_{bt}} is a vector for each b and t
        if shape is None or shape.rank != len(part.indices) or shape.rank < 2 or part in chosen:
            continue
        for slot, size in zip(part.indices, shape.sizes, strict=True):
            if isinstance(slot, Symbol) and slot.name in lengths:
                lengths[slot.name].add(size)
    if any(len(each) > 1 for each in lengths.values()):
        return  # the entries do not stand as the arrays were told
    rows, columns = (lengths[each.name] for each in (row, column))
    if len(rows) == len(columns) == 1:
        yield Derived(name, Shape((*rows, *columns)), name.origin)
