r"""The transpose of a product with its factors in the same order: ``Q (P K)^T = Q P^T K^T``, for ``Q K^T P^T``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.judging.shapes.turned_in_steps import turned_problems
from symformer.judging.steps.definitions import plain
from symformer.judging.steps.step_faults import refuted_steps
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import unindexed, untransposed
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Product, Relation, Symbol, Term, Transpose


def transposed_product_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each side that is the one before it with a transpose drawn in, and the factors left as they stood."""
    refuted = {id(step.statement) for step in once(model, refuted_steps)}
    for shaped in model.shapes:
        statement, term = shaped.statement, shaped.statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if id(statement) in refuted:
            continue
        sides = [plain(side) for side in term.sides]
        for at, (left, right) in enumerate(pairwise(sides)):
            if term.relations[at] not in EXACTLY_EQUAL:
                continue
            turned = _turned(left, right) or _turned(right, left)
            if turned is None or any(
                (shape := shaped.environment.shape_of(each)) is not None and shape.is_scalar for each in turned
            ):
                continue
            if any(statement.span.start <= each.span.start < statement.span.end for each in turned_problems(model)):
                continue
            order = " ".join(f"{show(each)}ᵀ" for each in reversed(turned))
            place = statement.place(term.sides[at + 1].origin)
            whole = " ".join(show(each) for each in turned)
            yield Problem(
                place,
                f"the transpose of a product turns its order round: ({whole})ᵀ is {order}",
                help=f"try {order}",
                evidence={"kind": "step", "left": show(left), "right": show(right)},
                key=f"transposed-product@{place.start}",
            )


def _turned(left: Term, right: Term) -> tuple[Term, ...] | None:
    """The factors of the one transposed product in a side, where the other side has each transposed in the same order."""
    before = _factors(left)
    places = [at for at, each in enumerate(before) if isinstance(each, Transpose) and isinstance(each.operand, Product)]
    if len(places) != 1:
        return None
    inner = before[places[0]]
    factors = _factors(inner.operand) if isinstance(inner, Transpose) else ()
    if not 2 <= len(factors) <= 3 or not all(_is_matrix(each) for each in factors):
        return None
    drawn_in = [each.operand if isinstance(each, Transpose) else Transpose(each) for each in factors]
    made = (*before[: places[0]], *drawn_in, *before[places[0] + 1 :])
    return tuple(factors) if tuple(_factors(right)) == made and drawn_in != drawn_in[::-1] else None


def _factors(term: Term) -> tuple[Term, ...]:
    if not isinstance(term, Product) or term.sign not in ("", "@", "·"):
        return (term,)
    return tuple(inner for each in term.factors for inner in _factors(each))


def _is_matrix(term: Term) -> bool:
    """Whether a factor is a capital letter, or its transpose."""
    inner = untransposed(term)
    base = unindexed(inner)
    return isinstance(base, Symbol) and base.name.removeprefix("bold(")[:1].isupper()


__all__ = ["transposed_product_problems"]
