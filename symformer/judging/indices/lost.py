"""A vector of a family that lost its index: ``h_t = W x + U h_{t-1}`` where the note has the inputs x_t."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.terms.parts import untransposed
from symformer.terms.show import show, spell
from symformer.terms.term import EXACTLY_EQUAL, Index, Number, Product, Relation, Sum, Symbol, Term, Transpose, walk


def lost_indices(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each bare name that is multiplied by a matrix in the equation for one member of a family."""
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or not shaped.inferred.sized:
            continue
        letter = _running(statement.term)
        if letter is None:
            continue
        for name in _bare_vectors(statement.term, shaped, letter):
            if _is_told_whole(name, letter, shaped, model):
                continue
            yield _problem(name, letter, shaped)


def _is_told_whole(name: Symbol, letter: Symbol, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether a family of matrices has an equation of its own as a whole; ``x = (x_1, …, x_T)`` only lists its vectors."""
    member = shaped.environment.shape_of(Index(name, (letter,)))
    if member is None or member.rank < 2:
        return False
    slots = {
        slot
        for statement in model.statements
        for part in walk(statement.term)
        if isinstance(part, Index) and part.base == name
        for slot in part.indices
        if isinstance(slot, Symbol)
    }
    if slots and letter not in slots:
        return True  # weights of head i in an equation of step t: of one head, whichever it is
    return any(each.term == name and each.tells for each in model.uses.of(name.name).occurrences)


def _running(term: Term) -> Symbol | None:
    """The t of an equation for h_t."""
    match term:
        case Relation(relations=(relation, *_), sides=(Index(indices=(slot,), upper=()), *_)) if (
            relation in EXACTLY_EQUAL
        ):
            match slot:
                case Symbol() as letter:
                    return letter
                case Sum(terms=(Symbol() as letter, Number())):
                    return letter
    return None


def _bare_vectors(term: Term, shaped: StatementShape, letter: Symbol) -> Iterator[Symbol]:
    """The names beside a matrix that are told only as members of a family: W x, where x_t is a vector of W's width."""
    environment = shaped.environment
    told: set[Symbol] = set()
    for part in walk(term):
        if not isinstance(part, Product) or part.sign not in ("", "·"):
            continue
        for left, right in pairwise(part.factors):
            for name, weight, upright in ((right, left, True), (left, right, False)):
                if not isinstance(name, Symbol) or name in told or not _is_family(name, letter, environment):
                    continue
                if _fits(name, weight, letter, environment, upright=upright):
                    told.add(name)
                    yield name


def _is_family(name: Symbol, letter: Symbol, environment: ScopedEnvironment) -> bool:
    """Whether nothing says what a name is, and its member with this index is a vector or a matrix."""
    if name.name == letter.name or environment.is_index(name.name) or environment.shape_of(name) is not None:
        return False
    member = environment.shape_of(Index(name, (letter,)))
    return member is not None and member.rank in (1, 2)


def _fits(name: Symbol, weight: Term, letter: Symbol, environment: ScopedEnvironment, *, upright: bool) -> bool:
    """Whether the member of the family could be multiplied by the matrix beside it."""
    matrix = untransposed(weight)
    shape = environment.shape_of(matrix) if isinstance(matrix, Symbol | Index) else None
    member = environment.shape_of(Index(name, (letter,)))
    if shape is None or member is None or shape.rank != 2:
        return False
    shape = shape.transposed if isinstance(weight, Transpose) else shape
    return (shape.last if upright else shape.first) == member.first


def _problem(name: Symbol, letter: Symbol, shaped: StatementShape) -> Problem:
    member, environment = Index(name, (letter,)), shaped.environment
    place, spelled = shaped.statement.place(name.origin), show(member)
    declared = environment.declared_at(member)
    left = shaped.statement.term.sides[0] if isinstance(shaped.statement.term, Relation) else name
    return Problem(
        place,
        f"{spell(name.name)} has no index in the equation for {show(left)}, and the note tells {spelled} only",
        help=f"try {spelled}",
        related=(Related(declared, f"{spelled} declared here"),) if declared is not None and declared.length else (),
        evidence={"kind": "index", "letter": letter.name, "symbol": name.name},
        key=f"lost-index@{place.start}",
    )
