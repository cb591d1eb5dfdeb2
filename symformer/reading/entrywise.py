r"""Scripts of their own kind: ``A^{\circ 2}``, a power of each entry, and ``\|x\|_1``, which says the norm."""

from __future__ import annotations

from collections.abc import Callable

from symformer.syntax.nodes import Kind, Node, content, parts
from symformer.terms.term import Apply, Elementwise, Number, Term
from symformer.text.span import Span

Lower = Callable[[Node], Term]


def normed(bars: Node, kind: Term, span: Span, lower: Lower) -> Term:
    r"""``\|x\|_1``: which norm is meant stands below the bars."""
    norm = lower(bars)
    assert isinstance(norm, Apply)
    return Apply("norm", norm.arguments, (kind,), span)


def entrywise_power(node: Node) -> Node | None:
    r"""The 2 of ``A^{\circ 2}`` and ``A^{\odot 2}``: a power of each entry."""
    if node.kind is Kind.PRODUCT and len(pieces := parts(node)) == 3 and content(pieces[0]).kind is Kind.MISSING:
        return pieces[2] if pieces[1].text in ("∘", "⊙") else None
    return None


def entrywise(term: Term, times: Term, span: Span) -> Term:
    """A term whose entries are raised, each on its own; the square is the product with itself."""
    if isinstance(times, Number) and times.value == 2:
        return Elementwise((term, term), "⊙", span)
    return Apply("entrywise power", (term, times), (), span)
