"""Two shapes told of one name, of which an equation has to decide: S = Q Kᵀ in one section, and S: d × N in the next.

A later section may declare a name anew, and often does so for another example.  Where it defines nothing anew
and tells the same of what the name is made of, the definition still stands, and the shape has to be its.
So it is where words tell a shape and ``O = P V ∈ ℝ^{N × d}`` tells another of the same name right behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Different
from symformer.documents.places import section_at
from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import is_excused, problem_of
from symformer.judging.shapes.redeclared import TURNED, is_of_another_form, statement_at, words_before
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer, shape_of_sizes
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.records import ShapeConflict
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.terms.term import EQUAL, Index, Relation, Space, Symbol, Term, walk
from symformer.text.cued import Cued

A_PART = Cued(
    r"\b(?:blocks?|tiles?|chunks?|slices?|windows?|shards?|local|partial|per|each|every|single|subset|only|sparse|landmarks?)\b"
    r"|\b(?:approximat|project|compress|reduc|low[- ]rank)\w*|块|分片|窗口|局部|每|单个|近似|低秩|稀疏|压缩",
    re.IGNORECASE,
)

NEAR = 600  # characters between the words that tell a shape and the equation behind them


def declared_anew(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each declaration that an equation of an earlier section, still in force, contradicts."""
    for declaration in model.table.declarations:
        shape = shape_of_sizes(declaration.sizes) if declaration.sizes else None
        if not isinstance(declaration.symbol, Symbol) or shape is None or shape.rank != 2 or not model.shapes:
            continue
        shaped = model.shapes[statement_at(model, declaration.span.start)]
        definition = _in_force(declaration, shaped, model)
        if definition is None or TURNED.search(words_before(declaration, model)):
            continue
        if is_of_another_form(declaration, model) or A_PART.search(words_before(declaration, model)):
            continue  # a block of S goes under the name of the whole
        conflict = _conflict(declaration, definition, shape, shaped)
        if conflict is not None and not is_excused(conflict, shaped, model):
            yield problem_of(conflict, shaped, declaration.evidence, f"anew@{declaration.span.start}", None)


def told_before_result(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each shape that words tell just before ``O = P V ∈ ℝ^{N × d}`` gives O another one."""
    for shaped in model.shapes:
        statement = shaped.statement
        match statement.term:
            case Relation(sides=(Symbol() as name, definition, Space()), relations=(relation, "∈")) if (
                relation in EQUAL
            ):
                before = _told_before(name, statement, model) if statement.stance == "asserted" else None
            case _:
                continue
        shape = shape_of_sizes(before.sizes) if before is not None and before.sizes else None
        if before is None or shape is None or shape.rank != 2:
            continue
        conflict = _conflict(before, definition, shape, shaped)
        if conflict is not None and not is_excused(conflict, shaped, model):
            yield problem_of(conflict, shaped, before.evidence, f"before@{before.span.start}", None)


def _told_before(name: Symbol, statement: Statement, model: SemanticModel) -> Declaration | None:
    """The one declaration of a name that its section holds before a statement, in words or as a mere membership."""
    start, text = statement.span.start, model.document.source.text
    told = [
        each
        for each in model.table.all_of(name.name)
        if each.sizes is not None
        and exact_key(each.symbol) == exact_key(name)
        and start - NEAR < each.span.start < start
        and section_at(model.document, each.span.start) == statement.section
    ]
    if len(told) != 1 or A_PART.search(text, told[0].evidence.end, start):
        return None
    at = model.shapes[statement_at(model, told[0].span.start)].statement
    is_result = isinstance(at.term, Relation) and at.term.relations[0] in EQUAL and at.span.contains(told[0].span)
    return None if is_result else told[0]


def _in_force(declaration: Declaration, shaped: StatementShape, model: SemanticModel) -> Term | None:
    """What an earlier section defines a name as, where all it is made of is told again in the section of a declaration."""
    key, at = exact_key(declaration.symbol), declaration.span.start
    here = section_at(model.document, at)
    definitions = shaped.environment.definitions.get(key or "", ())
    sections = [section_at(model.document, start) for start, _ in definitions]
    if not definitions or here in sections or definitions[0][0] > at:
        return None
    value = [value for start, value in definitions if start < at][-1]
    arrays = [part for part in walk(value) if isinstance(part, Symbol | Index) and shaped.environment.shape_of(part)]
    told = [shaped.environment.declared_at(part) for part in arrays if part != declaration.symbol]
    beside = all(span is not None and section_at(model.document, span.start) == here for span in told)
    return value if told and beside and declaration.symbol not in arrays else None


def _conflict(declaration: Declaration, definition: Term, shape: Shape, shaped: StatementShape) -> ShapeConflict | None:
    found = infer(definition, shaped.environment)
    if found.shape is None or not found.certain or found.conflicts or found.shape.rank != 2 or found.shape.shown:
        return None
    for one, two in zip(shape.sizes, found.shape.sizes, strict=True):
        compared = shaped.environment.theory.compare(one, two)
        if isinstance(compared, Different):
            return ShapeConflict(
                "declared-shape-differs",
                declaration.symbol.origin,
                declaration.symbol,
                definition,
                shape,
                found.shape,
                (one, two),
                compared.reason,
                compared.trail,
            )
    return None
