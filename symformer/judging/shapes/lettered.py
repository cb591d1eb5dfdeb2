r"""Formulas in letters behind an example whose sizes agree by chance: ``G W`` where W is d × k, and 2 × 2 in the example.

An example gives its arrays small sizes, and often equal ones. What the note says in letters, back from the example,
has to fit by the sizes in letters that it told before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import is_excused, problem_of, spell_all
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.facts import TheoryAt
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.shapes.records import ShapeConflict
from symformer.terms.term import Index, Matrix, Relation, Symbol, Term, walk


def misfits_in_letters(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each formula that fits by the numbers of an example only, not by the sizes told in letters."""
    for shaped in model.shapes:
        if not _is_asked(shaped) or not (shown := _shown_elsewhere(shaped)):
            continue
        general = _in_letters(shaped.environment)
        if general is None:
            continue
        for conflict in infer(shaped.statement.term, general).conflicts:
            if not _is_of_letters(conflict, shown) or is_excused(conflict, shaped, model):
                continue
            left, right = conflict.sizes
            reason = spell_all(f"{left} is {right} in the numbers of the example only")
            span = shaped.statement.place(conflict.origin)
            named = replace(conflict, kind="sizes-not-equated", reason=reason)
            yield problem_of(named, shaped, span, f"in-letters@{span.start}", None)
            break


def _is_asked(shaped: StatementShape) -> bool:
    """Whether a statement claims something of arrays by their names, and nothing is wrong with it as it stands."""
    statement = shaped.statement
    if statement.carrier != "formula" or statement.stance != "asserted" or shaped.inferred.conflicts:
        return False
    return isinstance(statement.term, Relation) and not any(isinstance(part, Matrix) for part in walk(statement.term))


def _shown_elsewhere(shaped: StatementShape) -> frozenset[Term]:
    """The names of a statement whose shape in force was shown in numbers under another heading."""
    environment, here = shaped.environment, shaped.statement.section
    found = set[Term]()
    for part in walk(shaped.statement.term):
        if not isinstance(part, Symbol | Index) or (shape := environment.shape_of(part)) is None:
            continue
        place = environment.declared_at(part)
        if not shape.shown or environment.is_told(part) or place is None or not place.length:
            continue
        if section_at(environment.document, place.start) != here:
            found.add(part)
    return frozenset(found)


def _in_letters(environment: ScopedEnvironment) -> ScopedEnvironment | None:
    theory = environment.theory
    return replace(environment, general=True, theory=theory.in_letters) if isinstance(theory, TheoryAt) else None


def _is_of_letters(conflict: ShapeConflict, shown: frozenset[Term]) -> bool:
    """Whether two sizes in letters meet in a conflict, and the example showed one of the arrays."""
    left, right = conflict.sizes
    if left is None or right is None or left.number is not None or right.number is not None:
        return False
    return any(part in shown for side in (conflict.left, conflict.right) for part in walk(side))
