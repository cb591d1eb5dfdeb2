r"""One array that would have to be of two lengths: ``X A ∈ ℝ^{T × d}`` and ``X B ∈ ℝ^{S × d}``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension, is_free
from symformer.algebra.shape import Shape
from symformer.algebra.unify import Equal
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.conflicts import spell_all
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import shape_of_sizes
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import Index, Product, Relation, Space, Symbol, Term


@dataclass(frozen=True, slots=True)
class _Result:
    """A product of two names with the shape that the note gives it."""

    shaped: StatementShape
    product: Product
    shape: Shape


def two_lengths(model: SemanticModel) -> Iterator[Problem]:
    """A problem where products that share their first (or last) factor are given different rows (or columns)."""
    first: dict[tuple[str, bool, int, int], _Result] = {}
    for shaped in model.shapes:
        if shaped.statement.carrier != "formula" or shaped.statement.stance != "asserted" or shaped.inferred.conflicts:
            continue
        if (result := _result(shaped)) is None:
            continue
        section = section_at(model.document, shaped.statement.span.start)
        for factor, leads in ((result.product.factors[0], True), (result.product.factors[-1], False)):
            key = exact_key(factor)
            if key is None:
                continue
            before = first.setdefault((key, leads, result.shape.rank, section), result)
            pair = _differ(before, result, leads=leads)
            if pair is not None:
                yield _problem(before, result, factor, pair, leads=leads)


def _result(shaped: StatementShape) -> _Result | None:
    term = shaped.statement.term
    if not isinstance(term, Relation) or len(term.sides) < 3 or term.relations[-1] != "∈":
        return None
    product, space = term.sides[-2], term.sides[-1]
    if not isinstance(space, Space) or not isinstance(product, Product) or product.sign not in ("", "·", "@"):
        return None
    shape = shape_of_sizes(space.sizes)
    if len(product.factors) != 2 or not all(isinstance(each, Symbol | Index) for each in product.factors):
        return None
    return _Result(shaped, product, shape) if shape is not None and shape.rank >= 2 else None


def _differ(before: _Result, after: _Result, *, leads: bool) -> tuple[Dimension, Dimension] | None:
    """The sizes of the shared axes that have two names; None where they agree, or numbers are among them."""
    axes = slice(None, -1) if leads else slice(-1, None)
    for one, two in zip(before.shape.sizes[axes], after.shape.sizes[axes], strict=True):
        if is_free(one) or is_free(two) or not (one.letter and two.letter):
            return None
        if not isinstance(after.shaped.environment.theory.compare(one, two), Equal):
            return one, two
    return None


def _problem(
    before: _Result, after: _Result, factor: Term, pair: tuple[Dimension, Dimension], *, leads: bool
) -> Problem:
    axis = "rows" if leads else "columns"
    one, two = show(before.product), show(after.product)
    span = after.shaped.statement.place(after.product.origin)
    return Problem(
        span,
        spell_all(f"{two} has {pair[1]} {axis} here, but {one} has {pair[0]}: both have the {axis} of {show(factor)}"),
        related=(Related(before.shaped.statement.place(before.product.origin), f"{one} stands here"),),
        evidence={"kind": "shape", "left": str(before.shape), "right": str(after.shape)},
        key=f"lengths@{span.start}",
    )
