r"""A row beside a column, entry by entry: ``p^\top \odot q``, where nothing else says how the vectors lie.

A note that multiplies matrices by vectors shows how its vectors lie; ``exact.turned_vectors`` goes by that.
Where it does not, two vectors told in one way still lie one way, whichever it is: with one of them
transposed they neither add nor multiply entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.algebra.unify import Equal
from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Elementwise,
    Index,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)


def turned_beside(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum or product entry by entry of a vector and the transpose of another."""
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or not shaped.inferred.sized:
            continue
        if shaped.inferred.conflicts or not _gives_a_vector(statement.term, shaped.environment):
            continue
        for part in walk(statement.term):
            match part:
                case Sum(terms=together) | Elementwise(factors=together, sign="⊙"):
                    yield from _of_parts([_unsigned(each) for each in together], shaped)


def _gives_a_vector(term: Term, environment: ScopedEnvironment) -> bool:
    """Whether an equation is for a vector, or for a small letter: ``D = r + c^\\top`` may be a table of sums."""
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return False
    left = term.sides[0]
    if not isinstance(left, Symbol | Index):
        return False
    shape = environment.shape_of(left)
    if shape is not None and environment.is_told(left):
        return shape.rank == 1
    named = unindexed(left)
    letter = show(named)
    return len(letter) == 1 and letter == letter.lower() and (not isinstance(left, Index) or len(left.indices) < 2)


def _unsigned(term: Term) -> Term:
    match term:
        case Product(factors=(Number(), inside)):
            return inside
    return term


def _of_parts(parts: list[Term], shaped: StatementShape) -> Iterator[Problem]:
    environment = shaped.environment
    turned = [each for each in parts if isinstance(each, Transpose) and _is_told_vector(each.operand, environment)]
    plain = [each for each in parts if _is_told_vector(each, environment)]
    if not turned or not plain or len(turned) + len(plain) < len(parts) and _holds_a_matrix(parts, environment):
        return
    lying, standing = turned[0].operand, plain[0]
    one, two = environment.shape_of(lying), environment.shape_of(standing)
    if one is None or two is None or not isinstance(environment.theory.compare(one.first, two.first), Equal):
        return
    place = shaped.statement.place(turned[0].origin)
    spans = ((each, environment.declared_at(each)) for each in (lying, standing))
    yield Problem(
        place,
        f"{show(turned[0])} does not go with {show(standing)} entry by entry: one of the two is transposed",
        help=f"try {show(lying)}",
        related=tuple(Related(span, f"{show(each)} declared here") for each, span in spans if span and span.length),
        evidence={"kind": "shape", "left": show(turned[0]), "right": show(standing)},
        key=f"turned-beside@{place.start}",
    )


def _is_told_vector(term: Term, environment: ScopedEnvironment) -> bool:
    if not isinstance(term, Symbol | Index) or not environment.is_told(term):
        return False
    shape = environment.shape_of(term)
    return shape is not None and shape.rank == 1 and shape.orientation is None and shape.first.number is None


def _holds_a_matrix(parts: list[Term], environment: ScopedEnvironment) -> bool:
    """Whether a part is a matrix, or of no known shape: then the others may be spread over it."""
    shapes = (infer(each, environment) for each in parts)
    return any(not each.certain or each.shape is None or each.shape.rank > 1 for each in shapes)


__all__ = ["turned_beside"]
