"""Indices written as in code: ``X[i]``, ``Q[:, a:b]``, ``M[i][j]``; and ``E[Z]``, which is written alike."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.arguments import arguments_of
from symformer.reading.scripts import index_term
from symformer.reading.spelling import spelled
from symformer.reading.values import with_scripts_behind
from symformer.reading.written import items_of
from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Ellipsis, Index, Number, Slice, Sum, Symbol, Term
from symformer.text.span import Span

Lower = Callable[[Node], Term]
INDEX_KINDS = frozenset({Kind.NUMBER, Kind.NAME, Kind.WORD, Kind.FONT, Kind.ACCENT, Kind.SCRIPTS, Kind.SUM, Kind.PREFIX,
                         Kind.MID, Kind.OPERATOR, Kind.MISSING, Kind.ELLIPSIS})  # fmt: skip


def bracket_index(piece: Node, fence: Node, lower: Lower) -> Term | None:
    """``Q[:, a:b]`` and ``X[i]``: an index written as in code."""
    inside = [content(part) for part in parts(fence) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
    if not inside:
        return None
    if inside[0].kind is Kind.LIST and any(part.text == ";" for part in parts(inside[0])):
        return None  # W[a; b] joins a and b
    items = [content(item) for item in items_of(inside[0])] if inside[0].kind is Kind.LIST else inside
    name = spelled(piece)
    if name in ("blackboard(E)", "E", "Var", "blackboard(V)"):
        scripts = parts(content(piece))[1:] if content(piece).kind is Kind.SCRIPTS else ()
        labels = tuple(lower(content(script)) for script in scripts if script.kind is Kind.SUBSCRIPT)
        kind = "expectation" if name in ("blackboard(E)", "E") else "variance"
        return Apply(kind, arguments_of(fence, lower), labels, Span(piece.span.start, fence.span.end))
    apart = piece.span.end != fence.span.start
    if not all(content(item).kind in INDEX_KINDS for item in items):
        return None
    if apart and not any(content(item).kind in (Kind.MID, Kind.OPERATOR) for item in items):
        return None
    terms = tuple(index_term(item, lower) for item in items)
    indexlike = all(isinstance(term, Slice | Number | Symbol | Sum | Ellipsis) for term in terms)
    if not indexlike or apart and not any(isinstance(term, Slice) for term in terms):
        return None
    return Index(lower(piece), terms, (), Span(piece.span.start, fence.span.end))


def bracket_index_with_scripts(piece: Node, scripted: Node, lower: Lower) -> Term | None:
    """``E[Z]^2``, ``X[i]^\\top``: the scripts belong to the value."""
    inner = content(scripted)
    if inner.kind is not Kind.SCRIPTS:
        return None
    fence, *scripts = inner.children
    indexed = bracket_index(piece, content(fence), lower)
    span = Span(piece.span.start, scripted.span.end)
    return None if indexed is None else with_scripts_behind(indexed, scripts, span, lower)


def more_indices(term: Term, pieces: list[Node], at: int, lower: Lower) -> tuple[Term, int]:
    """``M[i][j]``: brackets right behind brackets."""
    while isinstance(term, Index) and at < len(pieces) and pieces[at].kind is Kind.FENCE and pieces[at].text == "[]":
        inside = [part for part in parts(pieces[at]) if part.kind not in (Kind.OPEN, Kind.CLOSE)]
        if len(inside) != 1 or pieces[at - 1].span.end != pieces[at].span.start:
            break
        items = items_of(inside[0]) if inside[0].kind is Kind.LIST else (inside[0],)
        indices = tuple(index_term(item, lower) for item in items)
        if not all(isinstance(index, Slice | Number | Symbol | Sum) for index in indices):
            break
        term = Index(term, indices, (), Span(term.origin.start, pieces[at].span.end))
        at += 1
    return term, at
