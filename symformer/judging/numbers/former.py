"""Values that a name had before: what holds with one of them was meant of that one.

"With γ = 4 there are … .  For γ = 2 it is 1.78.  If all are accepted there are γ + 1 = 5": a value that stands behind "for" is
soon left again, and no word says so.
"""

from __future__ import annotations

from symformer.algebra.interval import NotEvaluated
from symformer.judging.judgement import Claim
from symformer.judging.numbers.comparison import Comparison, compare
from symformer.reasoning.arrays import Value
from symformer.reasoning.evaluate import evaluate, exactly
from symformer.semantics import values as known
from symformer.semantics.values import ValueTable
from symformer.terms.term import Number, Term


def holds_with_former(term: Term, claim: Claim, table: ValueTable) -> bool:
    """Whether a number is what a formula comes to with a value that one of its names had before in the example."""
    if not isinstance(claim.right, Number):
        return False
    for key, binding in known.rests_on(term, table).items():
        for value in binding.former:
            if _holds(term, claim, table, key, value):
                return True
    return False


def _holds(term: Term, claim: Claim, table: ValueTable, key: Term, value: Value) -> bool:
    lookup = known.as_shown(table)

    def with_former(part: Term) -> Value | None:
        return value if part == key else lookup(part)

    found = evaluate(term, with_former, exactly)
    if isinstance(found, NotEvaluated):
        return False
    compared = compare(found, claim.right, claim.sign, known.as_widened(table))
    return isinstance(compared, Comparison) and compared.holds


__all__ = ["holds_with_former"]
