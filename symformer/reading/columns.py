r"""What a column mark stands between: ``a &= b & c &\sim d`` lines up two statements, and multiplies nothing.

Where ``&`` stands between two factors of a row, the second begins a new column: a statement of its own,
or what the largest or least is sought of (``\min_w & f(w) + g(w)``).
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.functions import lookup
from symformer.reading.reach import is_spoken_function, takes_all
from symformer.reading.written import base_of
from symformer.syntax.nodes import SILENT, Kind, Node, content, parts
from symformer.text.span import Span

RUNS = frozenset({Kind.SUM, Kind.PRODUCT, Kind.PREFIX, Kind.BIG_OPERATION, Kind.CHAIN, Kind.MID, Kind.LIST})
DEEPEST = 6
MOST_COLUMNS = 24


def columns_of(node: Node) -> Iterator[Node]:
    """The statements that column marks part a node into, in order: itself where none does."""
    rest = content(node)
    for _ in range(MOST_COLUMNS):
        cut = _cut(rest, DEEPEST)
        if cut is None:
            break
        before, after = cut
        if (sought := _sought(before, after)) is not None:
            rest = sought
            continue
        yield before
        rest = after
    yield rest


def _sought(before: Node, after: Node) -> Node | None:
    r"""``\max_x & a + b``: all that stands behind the mark is what the function takes."""
    before = content(before)
    if before.kind is Kind.CHAIN:  # T = \\arg\\min_T & a
        *told, last = parts(before)
        joined = _sought(last, after)
        return None if joined is None else Node(Kind.CHAIN, before.span.cover(joined.span), (*told, joined))
    if not is_spoken_function(before) or not takes_all(base_of(before).text, lookup(base_of(before).text)):
        return None
    argument = content(after)
    if argument.kind in (Kind.CHAIN, Kind.LIST):
        return None
    if argument.kind in (Kind.SUM, Kind.PREFIX):
        argument = Node(Kind.FENCE, argument.span, (argument,), "()")
    return Node(Kind.JUXTAPOSITION, before.span.cover(argument.span), (before, argument))


def _cut(node: Node, depth: int) -> tuple[Node, Node] | None:
    """What stands before and behind the first mark between two factors, each put together again; None without one."""
    if node.kind is Kind.JUXTAPOSITION and (at := _mark_between(node.children)) is not None:
        return _side_by_side(node.children[:at]), _side_by_side(node.children[at + 1 :])
    if depth == 0 or node.kind not in RUNS and node.kind is not Kind.JUXTAPOSITION:
        return None
    children = node.children
    if node.kind is Kind.JUXTAPOSITION:
        wrapped = content(children[-1])  # a sum over all that follows stands last
        cut = _cut(wrapped, depth - 1) if wrapped.kind is Kind.BIG_OPERATION else None
        return None if cut is None else (_side_by_side((*children[:-1], cut[0])), cut[1])
    for at, child in enumerate(children):
        if child.kind in SILENT or not child.children or (cut := _cut(content(child), depth - 1)) is None:
            continue
        before, after = cut
        return _joined(node, (*children[:at], before)), _joined(node, (after, *children[at + 1 :]))
    return None


def _mark_between(children: tuple[Node, ...]) -> int | None:
    """Where a column mark stands with something on either side of it."""
    for at, child in enumerate(children):
        if child.kind is Kind.SPACE and child.text == "&":
            before = any(each.kind not in SILENT for each in children[:at])
            if before and any(each.kind not in SILENT for each in children[at + 1 :]):
                return at
    return None


def _side_by_side(children: tuple[Node, ...]) -> Node:
    held = [child for child in children if child.kind not in SILENT]
    if len(held) == 1:
        return held[0]
    return Node(Kind.JUXTAPOSITION, Span(held[0].span.start, held[-1].span.end), tuple(children))


def _joined(node: Node, children: tuple[Node, ...]) -> Node:
    """The same run with fewer parts; a run of one part is that part."""
    held = [child for child in children if child.kind not in SILENT]
    if len(held) == 1:
        return held[0]
    return Node(node.kind, Span(held[0].span.start, held[-1].span.end), tuple(children), node.text)
