"""Factors in the wrong order, or not transposed: sizes that nothing equates where they touch, and that fit otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Equal, NotKnown, Theory
from symformer.semantics.shapes.records import ShapeConflict, ShapeEnvironment
from symformer.terms.term import Index, Product, Symbol, Term, walk


def swapped_factors(term: Term, environment: ShapeEnvironment) -> Iterator[ShapeConflict]:
    """``V A`` with V of m × d and A of n × m: nothing says that d is n, and ``A V`` exists; sizes may be made of letters."""
    for part in walk(term):
        if not isinstance(part, Product) or part.sign not in ("", "·", "@"):
            continue
        for left, right in pairwise(part.factors):
            first, second = _matrix(left, environment), _matrix(right, environment)
            if first is None or second is None or first.last.number is not None or second.first.number is not None:
                continue
            theory = environment.theory
            if not isinstance(theory.compare(first.last, second.first), NotKnown):
                continue
            if (fits := _what_fits(first, second, theory)) is not None:
                reason = f"nothing says that {first.last} is {second.first}, and {fits} fits"
                yield ShapeConflict(
                    "inner-dimensions-differ", left.origin.cover(right.origin), left, right, first, second,
                    (first.last, second.first), reason,
                )  # fmt: skip


def _what_fits(first: Shape, second: Shape, theory: Theory) -> str | None:
    """What would make a product of two matrices exist, by the letters alone."""
    if first.first.number is None and isinstance(theory.compare(second.last, first.first), Equal):
        return "the other order"
    if first.last == second.last:
        return "the transpose of the second"
    return "the transpose of the first" if first.first == second.first else None


def _matrix(term: Term, environment: ShapeEnvironment) -> Shape | None:
    """The shape of a declared matrix that is no square one."""
    if not isinstance(term, Symbol | Index):
        return None
    shape = environment.shape_of(term)
    return shape if shape is not None and shape.rank == 2 and shape.first != shape.last else None
