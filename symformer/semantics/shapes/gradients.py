r"""Gradients: ``\partial L / \partial W`` has the shape of ``W``, or of its transpose in the other layout."""

from __future__ import annotations

from typing import Literal

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different
from symformer.semantics.shapes.records import Inferred, Known, Run, ShapeEnvironment, known
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Index, Relation, Symbol, Term

LOSSES = frozenset({"L", "J", "E", "C", "ell", "loss", "Loss", "cost", "Cost"})


def gradient_of(term: Term) -> tuple[Term, Symbol | Index] | None:
    """What is differentiated, and by what array, where a term is a first derivative.

    >>> gradient_of(Apply("derivative", (Symbol("L"), Symbol("W"))))[1].name
    'W'
    """
    match term:
        case Apply("derivative", (of, Symbol() | Index() as by), ()):
            return of, by
        case Apply("gradient", (of,), (Symbol() | Index() as by,)):
            return of, by
    return None


def gradient_shapes(term: Apply, run: Run) -> Known | None:
    """The shape of the gradient of a loss; None where what is differentiated may be more than a number."""
    found = gradient_of(term)
    if found is None:
        return None
    if not _is_loss(found[0], run):
        return _jacobian(*found, run) if term.function == "derivative" else None
    shape = run.of(found[1]).sole
    if shape is None or shape.rank > 2:
        return None
    # ∇ has the shape of what it is taken by; only ∂/∂ is laid out in two ways
    layout = "same" if term.function == "gradient" and shape.rank == 2 else run.environment.gradients
    if shape.rank == 1 and layout != "same":
        shape = Shape(shape.sizes)  # a row of derivatives, for some, and a column for others
    if layout == "turned":
        return known(shape.transposed)
    return known(shape) if layout == "same" or shape.rank < 2 else known(shape, shape.transposed)


def _jacobian(of: Term, by: Symbol | Index, run: Run) -> Known | None:
    """∂y/∂x of two vectors: m × n or n × m, or the n slopes of what acts entry by entry."""
    above, below = run.of(of).sole, run.of(by).sole
    if above is None or below is None or above.rank != 1 or below.rank != 1:
        return None
    (rows,), (columns,) = above.sizes, below.sizes
    slopes = () if isinstance(run.environment.theory.compare(rows, columns), Different) else (Shape(below.sizes),)
    return known(Shape((rows, columns)), Shape((columns, rows)), *slopes)


def layout_told(term: Term, inferred: Inferred, environment: ShapeEnvironment) -> Literal["same", "turned"] | None:
    """Which layout an equation for a gradient has chosen; None where it tells nothing."""
    found = gradient_of(term.sides[0]) if isinstance(term, Relation) else None
    shape = environment.shape_of(found[1]) if found is not None else None
    if shape is None or shape.rank != 2 or shape.first == shape.last or not inferred.certain or inferred.conflicts:
        return None
    return "same" if inferred.shape == shape else None  # one that is turned may be a slip


def _is_loss(of: Term, run: Run) -> bool:
    """A number by its declaration, or a loss by its letter."""
    if isinstance(of, Apply):
        return _is_loss_name(of.function)
    if not isinstance(of, Symbol | Index):
        return False
    shape = run.environment.shape_of(of)
    if shape is not None:
        return shape.is_scalar
    base = unindexed(of)
    return isinstance(base, Symbol) and _is_loss_name(base.name)


def _is_loss_name(name: str) -> bool:
    font, _, letter = name.rpartition("(")
    return font != "bold" and letter.partition("_")[0].rstrip(")'") in LOSSES
