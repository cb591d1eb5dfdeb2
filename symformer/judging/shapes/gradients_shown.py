"""Gradients displayed in numbers under a name of their own: ``dW = …`` is as large as ``W``."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.shape import Shape
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Matrix, Number, Relation, Symbol, Term, walk
from symformer.text.cued import Cued

GRADIENT = Cued(r"(?:d(?:L|Loss|loss)?[_/]?d?|grad_?|∇_?)([A-Z]\w{0,11})\Z")

NUMBERED = Cued(r"(?:\d+|_(?:avg|mean|sum|total))\Z")  # of several examples, and what is made of them


def gradients_of_another_size(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each displayed gradient with other rows and columns than the matrix that it is the gradient of."""
    first: dict[str, str] = {}  # of each matrix: the key of the first gradient, that the others repeat
    for shaped in model.shapes:
        found = _displayed(shaped)
        if found is None:
            continue
        name, shown, matrix, told = found
        if shown == told:
            continue
        place = shaped.statement.span
        key = f"gradient@{place.start}"
        span = shaped.environment.declared_at(matrix)
        yield Problem(
            place,
            f"{show(name)} is {shown.content}, but {show(matrix)} is {told.content}",
            help=f"a gradient has the shape of what it is taken by: try {told.content}",
            related=(Related(span, f"{show(matrix)} stands here"),) if span is not None and span.length else (),
            evidence={"kind": "shape", "left": str(shown), "right": str(told)},
            key=key,
            same_as=first.get(matrix.name),
        )
        first.setdefault(matrix.name, key)


def _displayed(shaped: StatementShape) -> tuple[Symbol, Shape, Symbol, Shape] | None:
    """A gradient's name with the shape of its display, and its matrix with the shape that was told or shown."""
    term = shaped.statement.term
    if shaped.statement.stance != "asserted" or not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return None
    name, *others = term.sides
    display = next((side for side in others if isinstance(side, Matrix) and _is_numeric(side)), None)
    if display is None or not isinstance(name, Symbol) or (own := GRADIENT.match(name.name)) is None:
        return None
    shown, environment = shaped.inferred.shape, shaped.environment
    names = (Symbol(each, name.origin) for each in dict.fromkeys((own[1], NUMBERED.sub("", own[1]))) if each)
    matrix = next((each for each in names if environment.shape_of(each) is not None), None)
    told = environment.shape_of(matrix) if matrix is not None else None
    if matrix is None or told is None or shown is None or not (told.rank == shown.rank == 2):
        return None
    if any(size.number is None for size in (*told.sizes, *shown.sizes)):
        return None
    return name, shown, matrix, told


def _is_numeric(display: Term) -> bool:
    return any(isinstance(part, Number) for part in walk(display)) and not any(
        isinstance(part, Symbol) for part in walk(display)
    )
