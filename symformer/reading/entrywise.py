r"""Scripts of their own kind: ``A^{\circ 2}``, a power of each entry; ``\|x\|_1``, which norm; ``(a)_n``, which factorial."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.spelling import CONVENTIONAL_INDICES
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.nodes import BRACKETS, Kind, Node, content, leaves, parts
from symformer.terms.term import Apply, Elementwise, Index, Number, Symbol, Term, Unknown
from symformer.text.span import Span

ENTRYWISE = frozenset("⊙⊗⊘")
NORMS = frozenset({"infty", "∞", "F", "fro", "roman(F)"})
Lower = Callable[[Node], Term]


def between_like_shapes(pieces: list[Node]) -> str | None:
    r"""The sign of ``B \times T \odot B \times T``, which joins two arrays of one shape, not two of the sizes; else None."""
    at = len(pieces) // 2
    if len(pieces) < 7 or len(pieces) % 4 != 3 or pieces[at].text not in ENTRYWISE:
        return None
    before, behind = (
        [leaf.text for piece in half for leaf in leaves(piece) if leaf.kind is not Kind.SPACE]
        for half in (pieces[:at], pieces[at + 1 :])
    )
    return pieces[at].text if before == behind and all(piece.text == "×" for piece in pieces[1:at:2]) else None


def normed(bars: Node, kind: Term, span: Span, lower: Lower) -> Term:
    r"""``\|x\|_1``: which norm is meant stands below the bars."""
    norm = lower(bars)
    assert isinstance(norm, Apply)
    return Apply("norm", norm.arguments, (kind,), span)


def is_kind_of_norm(below: Term) -> bool:
    """The 1 and 2 of ``|x|_1``, ``|x|_2``, the F of Frobenius: no absolute value has entries."""
    return isinstance(below, Number) and below.value in (1, 2) or isinstance(below, Symbol) and below.name in NORMS


def in_space(term: Term, below: Term, span: Span) -> Term | None:
    r"""``\langle A, B \rangle_F``: which inner product is meant; None where what stands below counts entries."""
    if not isinstance(term, Apply) or not isinstance(below, Symbol):
        return None
    if term.function != "inner" and len(below.name) == 1 and below.name.islower():
        return None
    return Apply(term.function, term.arguments, (below,), span)


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


def rising_factorial(node: Node, base: Node, vocabulary: Vocabulary, lower: Lower) -> Term | None:
    """``(a)_n``, ``(a; q)_n``: a factorial that rises from a; an entry where a is an array, or the letter below counts."""
    scripts = parts(node)[1:]
    held = [content(part) for part in parts(base) if part.kind not in BRACKETS]
    if base.text != "()" or len(scripts) != 1 or scripts[0].kind is not Kind.SUBSCRIPT or len(held) != 1:
        return None
    below = content(scripts[0])
    if held[0].kind is Kind.LIST and any(part.text == ";" for part in parts(held[0])):
        items = tuple(lower(part) for part in parts(held[0]) if part.kind is not Kind.SEPARATOR)
        return Apply("rising factorial", (items[0], lower(below), *items[1:]), (), node.span)
    if held[0].kind is not Kind.NAME or not held[0].text.islower() or held[0].text in vocabulary.arrays:
        return None
    if below.kind not in (Kind.NAME, Kind.NUMBER, Kind.SUM) or below.text in CONVENTIONAL_INDICES:
        return None
    of, up_to = lower(held[0]), lower(below)
    readings = (Apply("rising factorial", (of, up_to), (), node.span), Index(of, (up_to,), (), node.span))
    return Unknown("a rising factorial or an entry", "", readings, node.span)
