"""Rows of an aligned block that go on from the row before: a chain broken at a sign.

``s &= 1 + 2 \\\\ &\\quad + 3`` is one sum, whether the sign ends the first line or begins the second.
"""

from __future__ import annotations

from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.text.record import record
from symformer.text.span import Span


@record
class Row:
    """The statements of a row, the places of its column marks, and how many of these stand before all that it says."""

    nodes: list[Node]
    marks: tuple[int, ...] = ()
    ahead: int = 0


LONGEST_RUN = 100
SIGNS = frozenset({"+", "-", "−", "±", "∓", "⊕"})


def joined_rows(rows: list[Row]) -> list[Row]:
    """The rows, with each statement that goes on joined to the one it goes on from."""
    joined: list[Row] = []
    run = 0  # each joining copies what is joined: a statement that runs over more rows than any does is cut
    for row in rows:
        whole = None
        if joined and joined[-1].nodes and row.nodes and run < LONGEST_RUN and _may_go_on(row):
            before = joined[-1]
            at = lined_up(before, row)
            whole = _continued(before.nodes[at], row.nodes[0])
        run = 0 if whole is None else run + 1
        if whole is None:
            joined.append(row)
        else:
            nodes = [*before.nodes[:at], whole, *before.nodes[at + 1 :], *row.nodes[1:]]
            joined[-1] = Row(nodes, before.marks, before.ahead)
    return joined


def lined_up(before: Row, row: Row) -> int:
    r"""Which statement of the row before a row goes on from: the one that its column marks line it up with.

    ``a &= b \quad \text{since } c = d \\ &= e`` goes on from a; what is said beside it is over. Without marks, the last.
    """
    last = len(before.nodes) - 1
    if not 0 < row.ahead <= len(before.marks):
        return last
    mark = before.marks[row.ahead - 1]
    return next((at for at, node in enumerate(before.nodes) if node.span.end > mark), last)


def _may_go_on(row: Row) -> bool:
    """Whether the row can begin within a side: ``-y &= 2`` is a statement of its own."""
    return row.ahead > 0 or (not row.marks and content(row.nodes[0]).kind is not Kind.CHAIN)


def _continued(before: Node, after: Node) -> Node | None:
    """The two as one statement, or None where each stands for itself."""
    before, after = content(before), content(after)
    head, last = _last_side(before)
    first, tail = _first_side(after)
    if last is None:
        return None
    if not head and not tail:
        return _sign_awaits(last, first)  # behind "p(a, b) =" in the row before: a product that is cut at its sign
    side = _sum_goes_on(last, first) or _product_goes_on(last, first) or _sign_awaits(last, first)
    if side is None:
        return None
    span = Span(before.span.start, after.span.end)
    return Node(Kind.CHAIN, span, (*head, side, *tail))


def _last_side(node: Node) -> tuple[tuple[Node, ...], Node | None]:
    """A chain without its last side, and that; an expression is its own last side."""
    if node.kind is not Kind.CHAIN:
        return (), node
    pieces = parts(node)
    return pieces[:-1], content(pieces[-1])


def _first_side(node: Node) -> tuple[Node, tuple[Node, ...]]:
    if node.kind is not Kind.CHAIN:
        return node, ()
    pieces = parts(node)
    return content(pieces[0]), pieces[1:]


def _sum_goes_on(last: Node, first: Node) -> Node | None:
    """``… + 2`` and ``+ 3 - x``."""
    terms = parts(first) if first.kind is Kind.SUM else (first,)
    signed = content(terms[0])
    if signed.kind is not Kind.PREFIX or len(parts(signed)) != 2 or parts(signed)[0].text not in SIGNS:
        return None
    if last.kind is Kind.MISSING:
        return None
    children = (*_terms(last), *parts(signed), *terms[1:])
    return Node(Kind.SUM, Span(last.span.start, first.span.end), children)


def _product_goes_on(last: Node, first: Node) -> Node | None:
    """``… a`` and ``\\cdot b + c``: the factor joins the last term."""
    terms = parts(first) if first.kind is Kind.SUM else (first,)
    factors = parts(content(terms[0])) if content(terms[0]).kind is Kind.PRODUCT else ()
    if not factors or factors[0].kind is not Kind.MISSING or last.kind is Kind.MISSING:
        return None
    before = _terms(last)
    ahead = content(before[-1])
    run = (*(parts(ahead) if ahead.kind is Kind.PRODUCT else (before[-1],)), *factors[1:])
    product = Node(Kind.PRODUCT, Span(ahead.span.start, factors[-1].span.end), run)
    if len(before) == 1 and len(terms) == 1:
        return product
    return Node(Kind.SUM, Span(last.span.start, first.span.end), (*before[:-1], product, *terms[1:]))


def _sign_awaits(last: Node, first: Node) -> Node | None:
    """``… + 2 +`` and ``3``: what was missing stands on the next line."""
    if last.kind not in (Kind.SUM, Kind.PRODUCT) or first.kind is Kind.MISSING:
        return None
    pieces = parts(last)
    span = Span(last.span.start, first.span.end)
    if last.kind is Kind.SUM and content(pieces[-1]).kind is Kind.PRODUCT:
        inner = _sign_awaits(content(pieces[-1]), first)
        return Node(Kind.SUM, span, (*pieces[:-1], inner)) if inner is not None else None
    if pieces[-1].kind is not Kind.MISSING:
        return None
    if last.kind is Kind.SUM:
        return Node(Kind.SUM, span, (*pieces[:-1], *_terms(first)))
    ahead = _terms(first)
    factor = content(ahead[0])
    product = (*pieces[:-1], *(parts(factor) if factor.kind is Kind.PRODUCT else (ahead[0],)))
    made = Node(Kind.PRODUCT, Span(last.span.start, ahead[0].span.end), product)
    return made if len(ahead) == 1 else Node(Kind.SUM, span, (made, *ahead[1:]))


def _terms(node: Node) -> tuple[Node, ...]:
    return parts(node) if node.kind is Kind.SUM else (node,)
