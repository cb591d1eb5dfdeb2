"""Equations that the next words solve: "and $-b = 1$, so $b = -1$" asks for b, whatever it was before."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.algebra.interval import Interval
from symformer.reasoning.arrays import Value
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics import values as known
from symformer.semantics.statement import Statement
from symformer.semantics.values import ValueTable
from symformer.terms.term import Index, Number, Relation, Symbol, Term, walk

NEAR = 60  # characters between an equation and what it gives
LOOSE = 100  # of which one is how far a rounded solution may be off


def is_solved_next(statement: Statement, following: Sequence[Statement], table: ValueTable) -> bool:
    """Whether a formula is given a number, and what follows at once gives its letter the value that solves that."""
    term = statement.term
    if not isinstance(term, Relation) or len(term.sides) != 2 or isinstance(term.sides[0], Symbol | Index):
        return False
    formula, result = term.sides
    if not isinstance(result, Number):
        return False
    letters = {part for part in walk(formula) if isinstance(part, Symbol | Index)}
    for each in following:
        if not 0 <= each.span.start - statement.span.end <= NEAR:
            return False
        match each.term:
            case Relation(relations=("=" | "≈", *_), sides=(Symbol() | Index() as name, *_, Number() as value)) if (
                name in letters
            ):
                return _solves(formula, name, value, result, table)
    return False


def _solves(formula: Term, name: Term, value: Number, result: Number, table: ValueTable) -> bool:
    lookup = known.as_shown(table)

    def solved(part: Term) -> Value | None:
        return Interval.point(value.value) if part == name else lookup(part)

    if lookup(name) == Interval.point(value.value):
        return False  # it is that already
    found = evaluate(formula, solved, exactly)
    return isinstance(found, Interval) and abs(found.middle - result.value) * LOOSE <= abs(result.value)


__all__ = ["is_solved_next"]
