r"""Cases that are written by hand, in rows without a brace: ``w &= 0, \quad t < 3 \\ &= 1, \quad t \ge 3``.

The second row is no further side of the first one: its condition is another, so that its value is another too. A
chain whose steps name one condition again and again, ``x > 0`` in each of its rows, stays a chain.
"""

from __future__ import annotations

from collections.abc import Sequence

from symformer.reading.unpacked import ELSES
from symformer.reading.written import items_of
from symformer.syntax.nodes import Kind, Node, content, leaves, parts
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


def cases_of_rows(rows: Sequence[Node]) -> Node | None:
    r"""``\{ f(x) = 1 \quad x > 0 \\ 2 \quad x \le 0``: rows that one brace holds, each of a value and its condition.

    The name stands in the first row, or in all of them; what is held against each other is one thing.  Else None.
    """
    pairs = [[content(item) for item in items_of(content(row))] for row in rows if content(row).kind is Kind.LIST]
    if len(pairs) < max(2, len(rows)) or any(len(pair) != 2 or pair[1].kind is not Kind.CHAIN for pair in pairs):
        return None
    first, *others = [_sides(value) for value, _ in pairs]
    if len(first) != 2 or any(len(sides) == 2 and _spelt(sides[0]) != _spelt(first[0]) for sides in others):
        return None
    if any(_spelt(_sides(bound)[0]) != _spelt(_sides(pairs[0][1])[0]) for _, bound in pairs if _sides(bound)):
        return None
    span = rows[0].span.cover(rows[-1].span)
    made = [
        Node(Kind.ROW, value.span.cover(bound.span), (sides[-1] if sides else value, bound))
        for (value, bound), sides in zip(pairs, [first, *others], strict=True)
    ]
    sign = parts(pairs[0][0])[1]
    return Node(Kind.CHAIN, span, (first[0], sign, Node(Kind.CASES, span, tuple(made), "cases")))


def _sides(node: Node) -> tuple[Node, ...]:
    """The two sides of an equation or a comparison; of anything else none."""
    pieces = parts(node) if node.kind is Kind.CHAIN else ()
    return (pieces[0], pieces[2]) if len(pieces) == 3 else ()


def _spelt(node: Node) -> str:
    """A side as it is written, without blanks and accents: M with a tilde in one row is meant by M in the next."""
    return "".join(leaf.text for leaf in leaves(node) if leaf.kind not in (Kind.SPACE, Kind.MARK))
