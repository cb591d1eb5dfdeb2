r"""Scales and shifts of a norm with another number of entries than it averages: ``μ = 1/d Σ_k x_k`` and ``γ ∈ ℝ^n``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape_laws import match_sizes
from symformer.findings.finding import Problem, Related
from symformer.functions import lookup
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import Apply, IndexedSum, Number, Relation, Symbol, Term, walk
from symformer.text.span import Span

NORMS = frozenset({"layer-norm", "rms-norm"})  # which go over the entries of one token
SCALED = frozenset({"gamma", "beta", "g", "b", "alpha"})
FAR = 1_500  # characters between a norm and the mean it takes


def norm_parameter_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each scale or shift that is declared with another length than the mean of its norm goes over."""
    for shaped in model.shapes:
        body = _of_norm(shaped.statement.term)
        counts = _counts_near(shaped, model) if body is not None else set()
        if body is None or len(counts) != 1:
            continue
        count = counts.pop()
        astray = [each for each in _lengths(body, shaped) if _differ(each[1], count, shaped)]
        if astray:
            yield _problem(astray, count, shaped)


def _lengths(body: Term, shaped: StatementShape) -> Iterator[tuple[Symbol, Dimension, Span]]:
    """The scales and shifts of a norm that are declared as vectors, their length and where that is told."""
    for name in dict.fromkeys(each for each in walk(body) if isinstance(each, Symbol) and each.name in SCALED):
        shape, place = shaped.environment.shape_of(name), shaped.environment.declared_at(name)
        if shape is not None and shape.rank == 1 and place is not None and place.length:
            yield name, shape.sizes[0], place


def _differ(size: Dimension, count: Dimension, shaped: StatementShape) -> bool:
    return size.letter is not None and match_sizes(size, count, shaped.environment.theory).clash is not None


def _problem(astray: list[tuple[Symbol, Dimension, Span]], count: Dimension, shaped: StatementShape) -> Problem:
    first, size, place = astray[0]
    names = " and ".join(show(name) for name, _, _ in astray)
    return Problem(
        place,
        f"{names} {'has' if len(astray) == 1 else 'have'} {size} entries here, "
        f"but the norm takes its mean over {count} entries and scales these",
        help=f"try the length {count}",
        level="warning",
        related=(Related(shaped.statement.span, "the norm"),),
        evidence={"kind": "shape", "declared": str(size), "derived": str(count)},
        key=f"norm@{place.start}:{first.name}",
    )


def _of_norm(term: Term) -> Term | None:
    """What a norm of layers is defined as, if a scale or a shift stands in it."""
    match term:
        case Relation(sides=(Apply(function=name, arguments=(Symbol(),)), right)):
            found = lookup(name)
            return right if found is not None and found.id in NORMS else None
    return None


def _counts_near(shaped: StatementShape, model: SemanticModel) -> set[Dimension]:
    """The last indices of the means near a norm."""
    found: set[Dimension] = set()
    for each in model.statements:
        if abs(each.span.start - shaped.statement.span.start) > FAR or each.section != shaped.statement.section:
            continue
        for part in walk(each.term):
            if isinstance(part, IndexedSum) and isinstance(part.lower, Number) and part.lower.value == 1:
                last = dimension_of(part.upper) if part.upper is not None else None
                if last is not None:
                    found.add(last)
    return found
