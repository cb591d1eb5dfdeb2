r"""Shares whose denominator has a name: ``p(y) = e^{βs(y)} / Z`` beside ``Z = \sum_y e^{s(y)/β}``.

What stands above the line is one of the terms of the sum that the name is told to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.derivations import step_between
from symformer.reasoning.normal import normal
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import origin_of, put_in
from symformer.terms.show import show
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    walk,
)

MOST_SUMS = 20  # of a note, that have a name and are looked at


def named_normaliser_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each share above whose line stands another function of its letters than is summed below."""
    sums = named_sums(model)
    if not sums:
        return
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        if not isinstance(statement.term, Relation) or statement.term.relations[0] not in EQUAL:
            continue
        for side in statement.term.sides[1:]:
            share = _share(side, sums)
            if share is not None and not _may_be_one_of(model, shaped, *share):
                above, (told, below) = share
                yield Problem(
                    statement.place(origin_of(above)),
                    f"the sum below the line is over {show(below.body)}, and {show(above)} stands above it",
                    note="shares like these do not sum to one",
                    help=f"try the form of {show(above)}, or that of {show(below.body)}, in both places",
                    related=(Related(told.statement.span, "the sum is told here"),),
                    evidence={"kind": "text", "found": show(above), "beside": show(below.body)},
                )


Told = tuple[StatementShape, IndexedSum]


def named_sums(model: SemanticModel) -> dict[Term, Told]:
    """The names that the note tells, once, to be a sum over a letter."""
    found: dict[Term, Told] = {}
    twice: set[Term] = set()
    for shaped in model.shapes:
        match shaped.statement.term:
            case Relation(
                relations=(sign, *_), sides=(Symbol() | Index() | Apply() as name, IndexedSum() as total, *_)
            ):
                if sign in EQUAL and total.kind == "sum" and isinstance(total.index, Symbol):
                    twice |= {name} & found.keys()
                    found[name] = shaped, total
    return {name: told for name, told in found.items() if name not in twice} if len(found) <= MOST_SUMS else {}


def _share(side: Term, sums: dict[Term, Told]) -> tuple[Term, Told] | None:
    """What stands above a named sum, and that sum."""
    match side:
        case Quotient(numerator, denominator) if denominator in sums:
            return numerator, sums[denominator]
        case Product(factors=(first, second, *rest)):
            told = sums.get(_inverted(first))
            return None if told is None else (Product((second, *rest)) if rest else second, told)
    return None


def _inverted(factor: Term) -> Term:
    match factor:
        case Quotient(Number(value=value), below) if value == 1:
            return below
        case Power(base, Number(value=value)) if value == -1:
            return base
    return Number(Fraction(0))


def _may_be_one_of(model: SemanticModel, shaped: StatementShape, above: Term, told: Told) -> bool:
    """Whether what stands above may be a term of the sum, whatever letter it has for that of the sum."""
    body, letter = told[1].body, told[1].index
    ours = {part for part in walk(above) if isinstance(part, Symbol)}
    theirs = {part for part in walk(body) if isinstance(part, Symbol)}
    letters = [each for each in ours if each == letter or each not in theirs and letter not in ours]
    if not letters or {put_in(each, _as(letter, letters[0])) for each in theirs} != ours:
        return True
    for each in letters:
        term = put_in(body, _as(letter, each))
        if normal(term) == normal(above):
            return True
        found = step_between(model, shaped, above, term).found
        if found.outcome != "refuted" or not found.same_letters:
            return True
    return False


def _as(letter: Symbol | None, other: Symbol) -> dict[Term, Term]:
    """What to put in where a sum's letter, if it has one, is written as another."""
    return {} if letter is None else {letter: other}


__all__ = ["Told", "named_normaliser_problems", "named_sums"]
