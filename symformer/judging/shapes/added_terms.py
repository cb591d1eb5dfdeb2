r"""Told terms of a sum whose other terms are not told: ``O = \mathrm{softmax}(…) V_c W_o + X`` is as large as X.

What a sum comes to is not inferred where a term is unknown; a term that is known has to be as large as the result all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different
from symformer.documents.places import section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.conflicts import spell_all
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer, shape_of_sizes
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.symbols import exact_key, name_of
from symformer.terms.show import show
from symformer.terms.term import EXACTLY_EQUAL, Index, Relation, Sum, Symbol, Term

NEAR = 600  # characters between an equation and the words that tell the shape of its result


def added_terms(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each term of a sum that is told to be of another shape than the sum is."""
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or shaped.inferred.conflicts:
            continue
        match statement.term:
            case Relation(sides=(Symbol() | Index() as result, Sum(terms=terms) as total), relations=(relation,)) if (
                relation in EXACTLY_EQUAL
            ):
                pass
            case _:
                continue
        told = _told(result, shaped, model)
        shape = shape_of_sizes(told.sizes) if told is not None and told.sizes else None
        if told is None or shape is None or not shape.rank or infer(total, shaped.environment).shape is not None:
            continue
        for term in terms:
            if isinstance(term, Symbol | Index) and shaped.environment.is_told(term):
                own = shaped.environment.shape_of(term)
                if own is not None and (reason := _apart(own, shape, shaped)) is not None:
                    yield _problem(term, own, result, shape, told, reason, shaped)
                    break


def _told(result: Term, shaped: StatementShape, model: SemanticModel) -> Declaration | None:
    """The one declaration of the result near its equation, in its section."""
    span = shaped.statement.span
    near = [
        each
        for each in model.table.all_of(name_of(result) or "")
        if each.sizes is not None
        and exact_key(each.symbol) == exact_key(result)
        and span.start - NEAR < each.span.start < span.end + NEAR
        and section_at(model.document, each.span.start) == shaped.statement.section
    ]
    return near[0] if len({each.sizes for each in near}) == 1 else None


def _apart(own: Shape, shape: Shape, shaped: StatementShape) -> str | None:
    """Why a term cannot be as large as the result; what is 1 long may be spread."""
    if own.rank != shape.rank or own.shown:
        return None
    for one, two in zip(own.sizes, shape.sizes, strict=True):
        compared = shaped.environment.theory.compare(one, two)
        if isinstance(compared, Different) and 1 not in (one.number, two.number):
            return compared.reason
    return None


def _problem(
    term: Term, own: Shape, result: Term, shape: Shape, told: Declaration, reason: str, shaped: StatementShape
) -> Problem:
    place = shaped.statement.place(term.origin)
    span = shaped.environment.declared_at(term)
    places = ((show(result), told.evidence), (show(term), span))
    return Problem(
        place,
        spell_all(f"{show(term)} {own} is added to what gives {show(result)} {shape}"),
        note=spell_all(reason),
        related=tuple(
            Related(each, f"{name} declared here") for name, each in places if each is not None and each.length
        ),
        evidence={"kind": "shape", "left": str(own), "right": str(shape)},
        key=f"added@{place.start}",
    )
