"""Values that a name had before: what holds with one of them was meant of that one.

"With γ = 4 there are … .  For γ = 2 it is 1.78.  If all are accepted there are γ + 1 = 5": a value that stands behind "for" is
soon left again, and no word says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from symformer.algebra.interval import NotEvaluated
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import Comparison, compare
from symformer.reasoning.arrays import Value
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics import values as known
from symformer.semantics.values import ValueTable
from symformer.terms.term import Number, Symbol, Term


def holds_with_former(term: Term, claim: Claim, table: ValueTable) -> bool:
    """Whether a number is what a formula comes to with a value that one of its names had before in the example."""
    if not isinstance(claim.right, Number):
        return False
    for key, binding in known.rests_on(term, table).items():
        for value in binding.former:
            if _holds(term, claim, table, {key: value}):
                return True
    primed = _primed(term, table)
    return bool(primed) and _holds(term, claim, table, primed)


def _primed(term: Term, table: ValueTable) -> dict[Term, Value]:
    """The values of names after a step, where the note has these under a prime: u' beside u."""
    found: dict[Term, Value] = {}
    for key, binding in known.rests_on(term, table).items():
        after = table.binding(Symbol(f"{key.name}'")) if isinstance(key, Symbol) else None
        if after is not None and after.shown is not None and after.statement > binding.statement:
            found[key] = after.shown
    return found


def _holds(term: Term, claim: Claim, table: ValueTable, values: Mapping[Term, Value]) -> bool:
    lookup = known.as_shown(table)

    def with_former(part: Term) -> Value | None:
        return values[part] if part in values else lookup(part)

    found = evaluate(term, with_former, exactly)
    if isinstance(found, NotEvaluated):
        return False
    compared = compare(found, claim.right, claim.sign, known.as_widened(table))
    return isinstance(compared, Comparison) and compared.holds


__all__ = ["holds_with_former"]
