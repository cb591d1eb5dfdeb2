"""In which unit a note takes its angles: one wave worked out in radians speaks for the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.algebra.interval import NotEvaluated
from symformer.judging.numbers.comparison import Comparison, compare, is_display
from symformer.judging.numbers.learnt import all_literal, chains
from symformer.reasoning.evaluate import evaluate
from symformer.reasoning.readings import PLAIN, is_wave
from symformer.semantics.statement import Statement
from symformer.terms.term import Term, walk


def in_radians(statements: Sequence[Statement]) -> bool:
    """Whether some printed wave of the note is right in radians only, and more are than in degrees only."""
    radians = degrees = 0
    for left, right in _waves(statements):
        holds = [_holds(left, right, degrees=each) for each in (False, True)]
        radians += holds == [True, False]
        degrees += holds == [False, True]
    return radians > 0 and radians >= degrees


def _waves(statements: Sequence[Statement]) -> Iterator[tuple[Term, Term]]:
    for statement in statements:
        for chain in chains(statement.term):
            if not is_display(chain.sides[-1]):
                continue
            for side in chain.sides[:-1]:
                if any(is_wave(part) for part in walk(side)) and all_literal(side):
                    yield side, chain.sides[-1]


def _holds(left: Term, right: Term, *, degrees: bool) -> bool:
    value = evaluate(left, readings=replace(PLAIN, angle="degrees" if degrees else "radians"))
    if isinstance(value, NotEvaluated):
        return False
    found = compare(value, right, "≈", lambda term: None)
    return isinstance(found, Comparison) and found.holds
