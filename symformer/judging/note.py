"""A note with everything that was decided about it: what rules look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from symformer.algebra.verdict import Proved, Refuted, Unknown, Verdict
from symformer.findings.finding import Problem
from symformer.findings.report import CheckedClaim, ClaimKind
from symformer.judging.judge import judge
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.repair import with_fixes
from symformer.judging.said.stated import judge_stated
from symformer.judging.shapes.exact import strict_conflicts
from symformer.semantics.formulas import is_sound
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.relations import COMPARED
from symformer.semantics.symbols import name_of
from symformer.terms.show import spell
from symformer.terms.term import Apply, Index, Matrix, Number, Relation, Space, Symbol, Term, walk
from symformer.terms.term import Unknown as Unread

KINDS_OF_REASON = {
    "the value of ": "unknown value",
    "unknown function": "unknown function",
    "undeclared symbol": "undeclared symbol",
    "the shape of ": "unknown shape",
}


@dataclass(frozen=True, slots=True)
class JudgedNote(SemanticModel):
    """The model of a note with the judgements of its numbers."""

    judgements: tuple[Judgement, ...] = ()


def judge_note(model: SemanticModel) -> JudgedNote:
    """Judge all that a model claims."""
    known = {each.name: getattr(model, each.name) for each in fields(SemanticModel)}
    sound = [each for each in model.statements if each.tree is None or is_sound(each.term, each.tree)]
    document = model.document
    text, read = document.source.text, reader_of(model.vocabulary)
    judged = judge(sound, document.sections, document.tables, text, read)
    stated = with_fixes(
        list(judge_stated(document, model.statements, read, judged, model.table.declarations)), (), text
    )
    together = sorted((*judged, *stated), key=lambda each: each.claim.span.start)
    return JudgedNote(**known, judgements=tuple(together))


def problems_of(note: JudgedNote, fault: str) -> Iterator[Problem]:
    """The problems that one rule about numbers reports."""
    return (each.problem for each in note.judgements if each.fault == fault and each.problem is not None)


def checked_claims(note: JudgedNote) -> tuple[CheckedClaim, ...]:
    """Every claim of the note with its verdict: numbers as judged, equations of letters by shape."""
    decided = {
        id(each.claim.statement)
        for each in note.judgements
        if not isinstance(each.verdict, Unknown) or each.verdict.settled_by is not None and _has_numbers(each.claim)
    }
    claims: list[CheckedClaim] = []
    by_shape: set[int] = set()
    for shaped in note.shapes:
        if shaped.statement.carrier == "formula" and id(shaped.statement) not in decided:
            found = list(_shape_claim(note, shaped))
            claims.extend(found)
            if found:
                by_shape.add(id(shaped.statement))  # what has no numbers to judge is judged by its shapes
    claims.extend(
        CheckedClaim(each.claim.span, each.claim.kind, _by_kind(each.verdict), tuple(each.tests.items()))
        for each in note.judgements
        if id(each.claim.statement) not in by_shape
    )
    return tuple(sorted(claims, key=lambda claim: claim.span))


def _has_numbers(claim: Claim) -> bool:
    """Whether a claim shows a number, so that a value is what it lacks."""
    return any(isinstance(part, Number) for side in (claim.left, claim.right) for part in walk(side))


def _by_kind(verdict: Verdict) -> Verdict:
    """An unknown by its kind of reason: which name it is about, the remedy tells."""
    if not isinstance(verdict, Unknown):
        return verdict
    for begins, kind in KINDS_OF_REASON.items():
        if verdict.reason.startswith(begins):
            return Unknown(kind, verdict.settled_by)
    return verdict


def _shape_claim(note: JudgedNote, shaped: StatementShape) -> Iterator[CheckedClaim]:
    """A relation whose shapes were checked; a display of numbers or a declaration claims nothing by itself."""
    term = shaped.statement.term
    if not isinstance(term, Relation):
        return
    equations = any(relation in COMPARED for relation in term.relations)
    typed = any(isinstance(side, Space) for side in term.sides)
    first = term.sides[0]
    named = isinstance(first, Symbol | Index)
    if not equations and (named or not typed):
        return
    if named and len(term.sides) == 2 and isinstance(term.sides[1], Matrix | Number):
        return
    defines = named or isinstance(first, Apply) and all(isinstance(each, Symbol | Index) for each in first.arguments)
    kind: ClaimKind = "definition" if defines and not typed and len(term.sides) == 2 else "step"
    if kind == "definition" and shaped.inferred.shape is not None and shaped.inferred.shape.is_scalar:
        return  # a number may be defined by any formula: nothing is claimed
    yield CheckedClaim(shaped.statement.span, kind, _shape_verdict(note, shaped, kind), (("shape", _told(shaped)),))


def _needed(shaped: StatementShape) -> list[str]:
    """The names whose shape was needed and not known: not those that the statement itself defines."""
    defined = {derived.symbol for derived in shaped.inferred.derived}
    term = shaped.statement.term
    if isinstance(term, Relation) and isinstance(left := term.sides[0], Symbol | Index):
        defined |= {left, left.base} if isinstance(left, Index) else {left}
    missing = [term for term in shaped.inferred.missing if term not in defined]
    return [name for each in missing if (name := name_of(each)) is not None]


def _told(shaped: StatementShape) -> str:
    if shaped.inferred.conflicts:
        return "fails"
    open_ = _needed(shaped) or _unread(shaped.statement.term) or shaped.inferred.reason not in (None, "no quantity")
    return "not known" if open_ else "holds"


def _sides(shaped: StatementShape) -> tuple[Term, ...]:
    term = shaped.statement.term
    return term.sides if isinstance(term, Relation) else (term,)


def _open_size(note: JudgedNote, shaped: StatementShape) -> Unknown | None:
    """What the note would have to say for the shapes to be known to agree."""
    conflicts = strict_conflicts(note, shaped)
    if not conflicts:
        return None
    letters = [str(size) for size in conflicts[0].sizes if size is not None and size.letter is not None]
    settled = f"let {spell(letters[0])} = {spell(letters[1])}" if len(letters) == 2 else None
    return Unknown("sizes not known to be equal", settled)


def _shape_verdict(note: JudgedNote, shaped: StatementShape, kind: ClaimKind) -> Verdict:
    inferred = shaped.inferred
    if inferred.conflicts:
        conflict = inferred.conflicts[0]
        return Refuted((("shapes", f"{conflict.left_shape} and {conflict.right_shape}"),))
    if (gap := _unread(shaped.statement.term)) is not None:
        return _by_kind(Unknown(gap))
    if missing := _needed(shaped):
        return Unknown("undeclared symbol", f"let {spell(missing[0])}: …")
    if inferred.reason in (None, "no quantity"):
        if (left_open := _open_size(note, shaped)) is not None:
            return left_open
        if kind == "step" and not any(isinstance(side, Space) for side in _sides(shaped)):
            return Unknown("the shapes agree; whether the sides are equal was not checked")
        return Proved("the shapes agree")
    return _by_kind(Unknown(str(inferred.reason)))


def _unread(term: Term) -> str | None:
    for part in walk(term):
        if isinstance(part, Unread):
            return "ambiguous" if part.alternatives else part.reason
    return None


def typed_formulas(note: JudgedNote) -> int:
    """How many formulas have a shape for every statement in them."""
    open_ones = {
        id(shaped.statement.formula)
        for shaped in note.shapes
        if shaped.statement.formula is not None and _told(shaped) == "not known"
    }
    known = {id(shaped.statement.formula) for shaped in note.shapes if shaped.statement.formula is not None}
    return len(known - open_ones)


__all__ = ["JudgedNote", "checked_claims", "judge_note", "problems_of", "typed_formulas"]
