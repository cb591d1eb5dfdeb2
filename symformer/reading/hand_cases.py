r"""Cases that are written by hand, in rows without a brace: ``w &= 0, \quad t < 3 \\ &= 1, \quad t \ge 3``.

The second row is no further side of the first one: its condition is another, so that its value is another too. A
chain whose steps name one condition again and again, ``x > 0`` in each of its rows, stays a chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from symformer.reading.unpacked import ELSES
from symformer.terms.term import Cases, Relation, Symbol, Term

BOUNDS = frozenset("<>≤≥≠∈∉")


def is_condition(term: Term) -> bool:
    """Whether a statement says for what the one before it holds: ``t < 3``, ``otherwise``."""
    match term:
        case Relation(relations=relations):
            return BOUNDS.issuperset(relations)
        case Symbol(name=name):
            return name.lower().rstrip(".") in ELSES
    return False


def with_case(before: Term, condition: Term, row: Sequence[Term]) -> Relation | None:
    """A definition with the value and condition of the next row as one more case, or None where the row goes on otherwise.

    ``before`` is the statement so far, ``condition`` what its last row said behind the value, and ``row`` begins with
    a relation.
    """
    if len(row) != 2 or not isinstance(before, Relation) or before.relations != ("=",):
        return None
    added, bound = row
    if not isinstance(added, Relation) or added.relations != ("=",) or not is_condition(bound):
        return None
    if not is_condition(condition) or condition == bound:
        return None
    told = before.sides[1]
    cases = told.branches if isinstance(told, Cases) else ((told, condition),)
    if any(bound == each for _, each in cases):
        return None
    span = told.origin.cover(bound.origin)
    return Relation(
        before.relations,
        (before.sides[0], Cases((*cases, (added.sides[1], bound)), span)),
        before.origin.cover(bound.origin),
    )
