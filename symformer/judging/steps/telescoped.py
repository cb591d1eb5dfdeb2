r"""Products of derivatives from step to step: ``∂h_T/∂h_s = ∏_{t=s+1}^T ∂h_t/∂h_{t-1}`` goes from the state s to the state T.

Each factor cancels with the next one, so that the first and the last of them say what the whole differentiates, and by
what (the chain rule, unrolled).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, number
from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Product, Relation, Symbol, Term

ONE = number(1)


@dataclass(frozen=True, slots=True)
class _Path:
    """From which member of a family to which one a product of derivatives leads."""

    total: IndexedSum
    base: Term
    first: Dimension
    last: Dimension
    alone: bool  # nothing stands beside it


def telescoped_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each product that begins or ends at another member than the derivative that it is said to be."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EQUAL:
            continue
        whole = next((each for each in term.sides if _is_derivative(each)), None)
        for side in term.sides if isinstance(whole, Apply) else ():
            if isinstance(whole, Apply) and (wrong := _joined_otherwise(side, whole)) is not None:
                place = statement.place(side.origin)
                yield Problem(
                    place,
                    wrong,
                    help="try the product of the derivatives of each step by the one before",
                    level="warning",
                    evidence={"kind": "step"},
                    key=f"chain-link@{place.start}",
                )
                continue
            path = _path(side)
            if path is None or not isinstance(whole, Apply):
                continue
            of, by = (_member(each) for each in whole.arguments)
            if by is not None and by[0] == path.base and _differ(path.first, by[1]):
                wanted, found = by[1], path.first
            elif path.alone and of is not None and of[0] == path.base and _differ(path.last, of[1]):
                wanted, found = of[1], path.last
            else:
                continue
            place = statement.place(path.total.origin)
            yield Problem(
                place,
                f"this product goes from {show(path.base)} at {path.first} to {show(path.base)} at {path.last}, "
                f"and {show(whole)} has {wanted} where it has {found}",
                help=f"try another {'first' if found == path.first else 'last'} factor",
                level="warning",
                evidence={"kind": "step", "left": str(wanted), "right": str(found)},
                key=f"chain-link@{place.start}",
            )


def _joined_otherwise(side: Term, whole: Apply) -> str | None:
    """What is wrong with the steps from one member of a family to another, where they are added up."""
    if not isinstance(side, IndexedSum) or side.kind != "sum" or not isinstance(side.body, Apply):
        return None
    ends = [_member(each) for each in whole.arguments]
    steps = [_member(each) for each in side.body.arguments] if _is_derivative(side.body) else []
    if None in ends or len(steps) != 2 or steps[0] is None or steps[1] is None:
        return None
    if len({each[0] for each in (*ends, *steps) if each is not None}) != 1:
        return None
    if steps[0][1] - steps[1][1] == ONE:
        return f"the derivatives of the steps are multiplied, not added up, to {show(whole)}"
    return None


def _is_derivative(term: Term) -> bool:
    return isinstance(term, Apply) and term.function == "derivative" and len(term.arguments) == 2


def _member(term: Term) -> tuple[Term, Dimension] | None:
    """The family and the place of ``h_t`` or ``h^{(l)}``."""
    match term:
        case (
            Index(base=Symbol() as base, indices=(slot,), upper=())
            | Index(base=Symbol() as base, indices=(), upper=(slot,))
        ):
            place = dimension_of(slot)
            return (base, place) if place is not None else None
    return None


def _path(side: Term) -> _Path | None:
    """Where the one product of derivatives of a side begins and ends."""
    factors = side.factors if isinstance(side, Product) else (side,)
    totals = [each for each in factors if isinstance(each, IndexedSum) and each.kind == "product"]
    if len(totals) != 1 or totals[0].condition is not None or not isinstance(totals[0].index, Symbol):
        return None
    total = totals[0]
    if not isinstance(total.body, Apply) or not _is_derivative(total.body):
        return None
    ends = [dimension_of(each) if each is not None else None for each in (total.lower, total.upper)]
    of, by = (_member(each) for each in total.body.arguments)
    step = dimension_of(total.index) if total.index is not None else None
    if of is None or by is None or of[0] != by[0] or None in ends or step is None or of[1] - by[1] != ONE:
        return None
    shift = of[1] - step
    lower, upper = ends
    if shift.number is None or lower is None or upper is None:
        return None
    return _Path(total, of[0], lower + shift - ONE, upper + shift, len(factors) == 1)


def _differ(one: Dimension, other: Dimension) -> bool:
    """Whether two places are known to be apart."""
    apart = (one - other).number
    return apart is not None and apart != 0


__all__ = ["telescoped_problems"]
