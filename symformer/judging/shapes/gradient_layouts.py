r"""Gradients that lie the other way than what they are taken by, in a note that has no such layout."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.shape import Orientation, Shape
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.gradients import gradient_of
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.layout import only_layout
from symformer.terms.parts import untransposed
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Number, Product, Relation, Symbol, Transpose
from symformer.text.cued import Cued

_OTHER_LAYOUT = Cued(
    r"numerator[- ]layout|Jacobian|layout convention|row vectors? of derivatives|分子布局|雅可比", re.I
)


def turned_gradients(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each gradient of a matrix that is as large as its transpose, where that is no custom of the note."""
    laid = [found for shaped in model.shapes if (found := _laid(shaped)) is not None]
    turned = [each for each in laid if each[3] != each[2]]
    if len(turned) == len(laid):
        turned = [each for each in turned if _is_outer(each[0])] if len(turned) == 1 else []
    if _OTHER_LAYOUT.search(model.document.source.text):
        return
    for shaped, by, shape, result in turned:
        if shaped.environment.gradients == "same":
            continue  # known to be wrong already
        place = shaped.environment.declared_at(by)
        yield Problem(
            shaped.statement.span,
            f"the gradient by {show(by)} ({shape.content}) comes to {result.content} here",
            help="try the factors in the other order, each transposed",
            related=(Related(place, f"{show(by)} declared here"),) if place is not None and place.length else (),
            evidence={"kind": "shape", "left": str(shape), "right": str(result)},
        )


def _is_outer(shaped: StatementShape) -> bool:
    r"""Whether a gradient is ``x \delta^\top``: with gradients that stand, those of matrices are laid out as these are."""
    term = shaped.statement.term
    product = term.sides[1] if isinstance(term, Relation) else term
    factors = product.factors if isinstance(product, Product) else ()
    vectors = [each for each in factors if not isinstance(each, Number)]
    if [isinstance(each, Transpose) for each in vectors] != [False, True]:
        return False
    names = [untransposed(each) for each in vectors]
    shapes = [shaped.environment.shape_of(each) for each in names if isinstance(each, Symbol | Index)]
    return len(shapes) == 2 and all(shape is not None and shape.rank == 1 for shape in shapes)


def numbers_as_gradients(model: SemanticModel) -> Iterator[Problem]:
    r"""A problem for each gradient of a matrix that is given as a dot product: ``x^\top \delta``, where vectors stand."""
    for shaped in model.shapes:
        term = shaped.statement.term
        if shaped.statement.stance != "asserted" or not isinstance(term, Relation) or term.relations[0] not in EQUAL:
            continue
        found = gradient_of(term.sides[0])
        shape = shaped.environment.shape_of(found[1]) if found is not None else None
        if found is None or shape is None or shape.rank != 2 or any(size.number == 1 for size in shape.sizes):
            continue
        dot = term.sides[1]
        if not isinstance(dot, Product) or len(dot.factors) != 2:
            continue
        turned = [isinstance(each, Transpose) for each in dot.factors]
        lying = once(model, _lying)
        if lying is None or turned != [lying == "column", lying == "row"]:
            continue
        vectors = [infer(untransposed(each), shaped.environment) for each in dot.factors]
        if any(each.shape is None or each.shape.rank != 1 for each in vectors):
            continue
        yield Problem(
            shaped.statement.place(dot.origin),
            f"{show(dot)} is a number, but {show(found[1])} is {shape.content}",
            help="try the outer product, which is a matrix",
            evidence={"kind": "shape", "left": str(shape), "right": "()"},
        )


def _lying(model: SemanticModel) -> Orientation | None:
    return only_layout(model.shapes)


def _laid(shaped: StatementShape) -> tuple[StatementShape, Symbol | Index, Shape, Shape] | None:
    """A gradient by an oblong matrix with its two shapes, where it is surely as large as that or its transpose."""
    term = shaped.statement.term
    if shaped.statement.stance != "asserted" or not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return None
    found = gradient_of(term.sides[0])
    shape = shaped.environment.shape_of(found[1]) if found is not None else None
    if found is None or shape is None or shape.rank != 2 or shape.first == shape.last or shaped.inferred.conflicts:
        return None
    results = infer(term.sides[1], shaped.environment).candidates
    if len(results) != 1 or results[0].sizes not in (shape.sizes, shape.transposed.sizes):
        return None
    return shaped, found[1], Shape(shape.sizes), Shape(results[0].sizes)
