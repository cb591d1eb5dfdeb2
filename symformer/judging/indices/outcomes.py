r"""Chances of what is given: ``p(x_i | x_1, …, x_i)``, ``p(x_i | x_{1:i})``, ``p(a, b) = p(a) p(b | b)``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from symformer.findings.finding import Problem
from symformer.judging.indices.histories import goes_back, goes_forward, later_than, run_with
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Number,
    Product,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)

NEXT_ROW = "a side that goes on in the next row"


def outcome_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each outcome whose chance is asked where it is among what is given."""
    formulas = once(model, asserted_formulas)
    inclusive = _inclusive_slices(formulas)
    for statement, parts in formulas:
        for part in parts:
            if not isinstance(part, Apply) or part.function != "given" or len(part.arguments) != 2:
                continue
            outcome, given = part.arguments
            if isinstance(outcome, Index) and (place := _where_given(outcome, given, inclusive)) is not None:
                yield _problem(statement, outcome, place, "try the one before it as the last that is given")
            elif isinstance(outcome, Index):
                yield from _beyond(statement, outcome, given, model)
        if isinstance(statement.term, Relation):
            for outcome, given in _given_themselves(statement.term):
                yield _problem(statement, outcome, given, "try what comes before it only")


def _problem(statement: Statement, outcome: Term, given: Term, advice: str) -> Problem:
    place = statement.place(origin_of(given))
    return Problem(
        place,
        f"the chance of {show(outcome)} is asked where {show(outcome)} is given",
        help=advice,
        evidence={"kind": "index"},
        key=f"given@{place.start}",
    )


def _beyond(statement: Statement, outcome: Index, given: Term, model: SemanticModel) -> Iterator[Problem]:
    """What is given runs past the outcome, or is all that comes later."""
    conditions = given.arguments if isinstance(given, Apply) and given.function == "tuple" else (given,)
    if (place := run_with(outcome, conditions)) is not None:
        yield _problem(statement, outcome, place, "try the one before it as the last that is given")
    elif (later := later_than(outcome, conditions)) is None or goes_back(statement, model):
        return
    elif once(model, goes_forward):
        span = statement.place(origin_of(later))
        yield Problem(
            span,
            f"the chance of {show(outcome)} is asked where all that comes later is given, {show(later)}",
            help=f"try {show(later).replace('>', '<')}",
            evidence={"kind": "index"},
            key=f"given@{span.start}",
        )


# -- lists and slices ----------------------------------------------------------------------------------------


def _where_given(outcome: Index, given: Term, inclusive: bool) -> Term | None:
    """Where an entry is among what is given: last of a list, or the last of a slice."""
    conditions = given.arguments if isinstance(given, Apply) and given.function == "tuple" else (given,)
    if len(conditions) > 1 and conditions[-1] == outcome:
        return given
    slot = _only_slot(outcome)
    for each in conditions if inclusive and slot is not None else ():
        if isinstance(each, Index) and each.base == outcome.base and _last_of(each) == slot:
            return each
    return None


def _only_slot(outcome: Index) -> Term | None:
    """The letter of an entry: t of x_t.

    >>> _only_slot(Index(Symbol("x"), (Symbol("t"),))).name
    't'
    """
    slots = outcome.slots
    return slots[0] if len(slots) == 1 and isinstance(slots[0], Symbol) else None


def _last_of(part: Index) -> Term | None:
    """The last index that a slice from one, or all up to a place, takes in: x_{1:t}, x_{≤ t}."""
    match part.indices:
        case (Slice(start=Number(value=start), stop=stop),) if start == 1:
            return stop
        case (Apply(function="prefix ≤", arguments=(stop,)),):
            return stop
    return None


def _inclusive_slices(formulas: Sequence[tuple[Statement, Parts]]) -> bool:
    """Whether ``x_{1:t}`` takes in x_t in this note: it does, unless the note always gives it for the next one.

    Who counts like a program writes p(x_t | x_{1:t}) each time, and never ``x_{1:t-1}``.
    """
    stops: Counter[bool] = Counter()
    for _, parts in formulas:
        for part in parts:
            match part:
                case Apply(function="given", arguments=(Index() as outcome, given)):
                    slot = _only_slot(outcome)
                    lasts = [_last_of(each) for each in walk(given) if isinstance(each, Index)]
                    stops.update(last == slot for last in lasts if slot is not None and last is not None)
                case Index(indices=(Slice(stop=Sum(terms=(Symbol(), Number(value=by)))),)) if by == Fraction(-1):
                    stops[False] += 1
    return stops[True] == 1 or stops[False] > 0


# -- joint chances -------------------------------------------------------------------------------------------


def _given_themselves(relation: Relation) -> Iterator[tuple[Term, Term]]:
    """The factors of a joint chance, written out by names, that have their outcome among what is given."""
    left = relation.sides[0]
    if relation.relations[0] not in EXACTLY_EQUAL or not isinstance(left, Apply) or len(left.arguments) < 2:
        return
    for side in relation.sides[1:]:
        factors = list(_factors(side, left.function))
        outcomes = Counter(outcome for outcome, _ in factors)
        if len(factors) != len(left.arguments) or outcomes != Counter(left.arguments):
            continue
        for outcome, given in factors:
            conditions = given.arguments if isinstance(given, Apply) and given.function == "tuple" else (given,)
            if isinstance(outcome, Symbol) and outcome in conditions and outcomes[outcome] == 1:
                assert given is not None
                yield outcome, given


def _factors(side: Term, function: str) -> Iterator[tuple[Term, Term | None]]:
    """The chances that are multiplied, with what is given in each."""
    match side:
        case Product(factors=factors):
            for each in factors:
                yield from _factors(each, function)
        case Unknown(reason=reason, alternatives=rows) if reason == NEXT_ROW:
            for each in rows:
                yield from _factors(each, function)
        case Apply(arguments=(Apply(function="given", arguments=(outcome, given)),)) if side.function == function:
            yield outcome, given
        case Apply(arguments=(outcome,)) if side.function == function:
            yield outcome, None
