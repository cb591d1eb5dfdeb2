r"""Words within brackets: ``P(X \text{ given } Y)``, ``\{x \text{ such that } x > 0\}``, ``(\text{cost of } a)``.

Between brackets a word is no comma: it says how what stands on both sides of it belongs together.
"""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.written import items_of
from symformer.syntax.nodes import Kind, Node, content, held_in, parts
from symformer.terms.term import Apply, Term, Unknown

Lower = Callable[[Node], Term]

MARKS = frozenset({"quad", "qquad", "row", "stop", "therefore"})  # texts of separators that are no words
OR = frozenset({"or", "或"})  # between events, of which one is enough
AND = frozenset({"and", "resp", "respectively", "和", "与", "及", "以及", "且", "并且"})  # what a comma says as well
GIVEN = frozenset({"given", "given that", "conditioned on", "conditional on", "knowing", "给定"})
SUCH_THAT = frozenset(
    {"such that", "s.t", "st", "so that", "where", "with", "for", "for which", "for all", "使得", "满足"}
)
ON_CONDITION = frozenset(
    {"if", "when", "whenever", "unless", "for", "where", "with", "since", "as", "given", "若", "当"}
)

MERE_TALK = frozenset("and or so on forth vice versa others more then".split())  # behind the last item: that names none


def _said(separator: Node) -> str:
    """The words of a separator without the marks around them; nothing for a comma or a blank."""
    words = separator.text.lower().strip(" ,.;:，；")
    return words if words not in MARKS and any(letter.isalpha() for letter in words) else ""


def words_within(node: Node) -> frozenset[str]:
    """The words of a list that join nothing as a comma does; what is said behind the last item is a remark on it."""
    pieces = parts(node)
    ends = [at for at, piece in enumerate(pieces) if piece.kind is not Kind.SEPARATOR and not _is_missing(piece)]
    before = pieces[: ends[-1]] if ends else ()
    return frozenset(filter(None, (_said(piece) for piece in before if piece.kind is Kind.SEPARATOR))) - AND


def _is_missing(piece: Node) -> bool:
    return content(piece).kind is Kind.MISSING


def with_bar(node: Node, words: frozenset[str]) -> Node | None:
    r"""``X \text{ given } Y`` as ``X \mid Y``: a list that one of the words divides; else None."""
    pieces = parts(node)
    found = [at for at, piece in enumerate(pieces) if piece.kind is Kind.SEPARATOR and _said(piece) in words]
    if len(found) != 1 or not words_within(node) <= words:
        return None
    sides = [_as_list(pieces[: found[0]]), _as_list(pieces[found[0] + 1 :])]
    if any(side is None for side in sides):
        return None
    left, right = (side for side in sides if side is not None)
    bar = Node(Kind.OPERATOR, pieces[found[0]].span, (), "|")
    return Node(Kind.MID, left.span.cover(right.span), (left, bar, right))


def described_in_words(node: Node) -> Node | None:
    r"""``\{n \in N \text{ such that } n > 3\}``: what words say of the members of a set; else None."""
    barred = with_bar(node, SUCH_THAT)
    if barred is None:
        return None
    told = content(parts(barred)[2])
    return barred if content(items_of(told)[0] if told.kind is Kind.LIST else told).kind is Kind.CHAIN else None


def _as_list(pieces: tuple[Node, ...]) -> Node | None:
    """Some of the parts of a list, without the marks at both ends; None where nothing is left."""
    kept = list(pieces)
    while kept and (kept[-1].kind is Kind.SEPARATOR or _is_missing(kept[-1])):
        del kept[-1]
    while kept and (kept[0].kind is Kind.SEPARATOR or _is_missing(kept[0])):
        del kept[0]
    if len(kept) < 2:
        return kept[0] if kept else None
    return Node(Kind.LIST, kept[0].span.cover(kept[-1].span), tuple(kept))


def names_another(node: Node) -> bool:
    r"""Whether the words behind the last item of a list name one more: ``H(z) \text{ and an input}``."""
    last = content(parts(node)[-1]) if parts(node) else node
    at = -2 if last.kind is Kind.MISSING and len(parts(node)) > 1 else -1
    words = _said(parts(node)[at]).split() if parts(node) and parts(node)[at].kind is Kind.SEPARATOR else []
    return len(words) > 1 and words[0] in ("and", "or", "plus") and not MERE_TALK.issuperset(words)


def is_phrase(fence: Node) -> bool:
    r"""``(t = 2 \text{ reward})``: an equation in brackets that ends in a word beside its number or name."""
    held = held_in(fence) if fence.kind is Kind.FENCE and fence.text == "()" else None
    last = content(parts(held)[-1]) if held is not None and held.kind is Kind.CHAIN else fence
    return last.kind is Kind.JUXTAPOSITION and content(parts(last)[-1]).kind is Kind.WORD


def spoken_within(node: Node, lower: Lower) -> Term | None:
    """What brackets hold in which words stand between the items, or before them; None without such words."""
    told = words_within(node)
    if names_another(node):
        return Unknown("words beside mathematics", "", tuple(map(lower, items_of(node))), node.span)
    if not told:
        return None
    items = [item for item in items_of(node) if not _is_missing(item)]
    if told <= ON_CONDITION and len(items) == 1:
        return Apply("if", (lower(items[0]),), (), node.span)  # f(x) (for x > 0)
    held = tuple(map(lower, items))
    if told <= OR and len(held) > 1:
        return Apply("or", held, (), node.span)
    return Unknown("words between values", "", held, node.span)
