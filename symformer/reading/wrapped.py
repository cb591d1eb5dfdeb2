r"""Signs in wrappers: ``n{-}1``, ``a \textcolor{red}{=} b``, ``x {\color{blue} + c}``.

A wrapper around a sign is mere looks, but to the parser it is an operand.  Where a formula has one it
is parsed again with the wrapper blanked out, so that every place in it stays where it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.reading.contractions import is_contraction
from symformer.reading.written import annotated_base
from symformer.syntax.nodes import LOOKS, Kind, Node, Tree, branches, content, parts
from symformer.syntax.parser import parse
from symformer.syntax.wording import CONNECTIVES
from symformer.text.span import Span

INFIX = frozenset({Kind.SUM, Kind.PRODUCT, Kind.CHAIN})
MOST_ROUNDS = 3  # wrappers within wrappers
MOST_SIGNS = 200


def with_bare_signs(tree: Tree) -> Tree:
    r"""The tree of the formula without wrappers around signs.

    >>> from symformer.syntax.show import sexpr
    >>> sexpr(with_bare_signs(parse(r"n{-}1 \textcolor{red}{= k}")))
    '(chain (sum n - 1) = k)'
    """
    for _ in range(MOST_ROUNDS):
        if not tree.wraps or not (wrapped := list(_wrapped(tree))[:MOST_SIGNS]):
            return tree
        text = tree.input
        for wrapper, inner in wrapped:
            before = " " * (inner.start - wrapper.start)
            after = " " * (wrapper.end - inner.end)
            text = text[: wrapper.start] + before + inner.slice(text) + after + text[wrapper.end :]
        tree = parse(text)
    return tree


def _wrapped(tree: Tree) -> Iterator[tuple[Span, Span]]:
    """Each wrapper around a sign, and what stands in it; none that lies in another."""
    reached = 0
    for node in branches(tree.root):
        if node.kind is not Kind.JUXTAPOSITION:
            continue
        pieces = parts(node)
        if LOOKS.isdisjoint([piece.kind for piece in pieces]):
            continue
        for at, piece in enumerate(pieces):
            if piece.kind not in LOOKS or piece.span.start < reached:
                continue
            inner = annotated_base(piece)
            first, last = at == 0, at == len(pieces) - 1
            if not first and not last and is_contraction(piece):
                continue
            if (
                inner.kind in (Kind.OPERATOR, Kind.RELATION)
                or inner.kind is Kind.WORD
                and piece.kind is Kind.GROUP
                and _joins_statements(inner.text)
                or not first
                and _begins(inner)
                or not last
                and _ends(inner)
            ):
                reached = piece.span.end
                yield piece.span, inner.span


def _joins_statements(words: str) -> bool:
    r"""``{\text{for all }} i``: words that stand between statements, whatever is around them."""
    return all(word in CONNECTIVES for word in words.lower().split())


def _begins(node: Node) -> bool:
    """Whether something begins with a sign that joins it to what stands before."""
    if node.kind is Kind.LIST:
        return bool(parts(node)) and content(parts(node)[0]).kind is Kind.MISSING
    while node.kind in INFIX and parts(node):
        node = annotated_base(parts(node)[0])
        if node.kind is Kind.MISSING:
            return True
    return node.kind is Kind.PREFIX and parts(node)[0].text in ("+", "-", "−", "±")


def _ends(node: Node) -> bool:
    while node.kind in INFIX and parts(node):
        node = annotated_base(parts(node)[-1])
        if node.kind is Kind.MISSING:
            return True
    return False
