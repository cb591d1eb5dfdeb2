"""Products of tensors: the last two axes multiply as matrices do, and those before them are carried along."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.algebra.shape_laws import Clash, match_sizes
from symformer.algebra.unify import Theory
from symformer.semantics.shapes.records import Factor, Known, Run, ShapeConflict, known, unknown
from symformer.terms.term import Product, Term
from symformer.text.span import cover_all


def tensor_product(term: Product, rest: Sequence[Factor], run: Run) -> Known:
    """``Q K^⊤`` of (B, T, d) tensors is (B, T, T), and ``x W`` with a matrix W keeps the axes before the last.

    A product whose inner axes are known to differ is reported where the axes before them agree.
    """
    if term.sign not in ("", "·", "@") or any(found.sole is None for _, _, found in rest):
        return unknown("a product of tensors")
    (first_at, left, found), *others = rest
    result = found.sole
    for at, right, each in others:
        following = each.sole
        if result is None or following is None or min(result.rank, following.rank) < 2:
            return unknown("a product of tensors")
        lead = _carried(result, following, run.environment.theory)
        if lead is None:
            return unknown("a product of tensors")
        match = match_sizes(result.last, following.sizes[-2], run.environment.theory)
        if match.grade == "no":
            if match.clash is not None and _is_firm(term, result, following, run.environment.theory):
                _report(left, right, result, following, match.clash, run)
            return unknown("a product of tensors whose last axes do not touch")
        result = Shape((*lead, result.sizes[-2], following.last))
        factors = term.factors[first_at : at + 1]
        left = Product(factors, term.sign, cover_all(factor.origin for factor in factors))
    return known(result) if result is not None else unknown("a product of tensors")


def _carried(left: Shape, right: Shape, theory: Theory) -> tuple[Dimension, ...] | None:
    """The axes before the last two, of the one factor that has any, or of both where they may be the same."""
    one, two = left.sizes[:-2], right.sizes[:-2]
    if not one or not two:
        return one or two
    if len(one) != len(two):
        return None
    lead = []
    for a, b in zip(one, two, strict=True):
        if 1 not in (a.number, b.number) and match_sizes(a, b, theory).grade == "no":
            return None
        lead.append(b if a.number == 1 else a)  # one head for all of the queries is carried along with each
    return tuple(lead)


def _is_firm(term: Product, left: Shape, right: Shape, theory: Theory) -> bool:
    """Whether nothing but a product of matrices can be meant: as many axes, equal or 1 before the last two, or one matrix."""
    if term.sign == "·":
        return False
    if right.rank == 2:
        return True
    return left.rank == right.rank and all(
        1 in (a.number, b.number) or match_sizes(a, b, theory).grade == "yes"
        for a, b in zip(left.sizes[:-2], right.sizes[:-2], strict=True)
    )


def _report(left: Term, right: Term, first: Shape, second: Shape, clash: Clash, run: Run) -> None:
    span = cover_all((left.origin, right.origin))
    sizes = (clash.left, clash.right)
    run.report(
        ShapeConflict("inner-dimensions-differ", span, left, right, first, second, sizes, clash.reason, clash.trail)
    )
