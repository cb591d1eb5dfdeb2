"""Brackets behind a name: when they can be no argument of it, and scripts behind them, which belong to the value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from symformer.reading.scripts import indices_of_value
from symformer.reading.spelling import spelled
from symformer.reading.superscripts import LABEL_MARKS, TRANSPOSES
from symformer.syntax.nodes import BRACKETS, SILENT, Kind, Node, content, held_in, parts, walk
from symformer.terms.term import Apply, Index, Power, Sign, Term, Transpose
from symformer.text.span import Span

Lower = Callable[[Node], Term]

DEEPEST_FACTOR = 3
INDICATORS = frozenset({"blackboard(I)", "bold(I)", "I"})
SUMS_AND_PRODUCTS = frozenset({Kind.SUM, Kind.PRODUCT, Kind.JUXTAPOSITION, Kind.PREFIX})
NAMES = frozenset({Kind.NAME, Kind.WORD, Kind.SCRIPTS, Kind.FONT, Kind.ACCENT, Kind.JUXTAPOSITION})
# names that do something to what follows them
ACTING = frozenset({"Delta", "Δ", "delta", "δ", "partial", "∂", "nabla", "∇", "‖", "E", "d", "bold(H)", "angle", "∠"})


def with_scripts_behind(value: Term, scripts: Sequence[Node], span: Span, lower: Lower) -> Term:
    """A value with the scripts behind its brackets: ``f(x)_i``, ``f(x)^2``, ``f(x)^\\top``, ``f(x)'``."""
    below = [content(script) for script in scripts if script.kind is Kind.SUBSCRIPT]
    labels = [node for node in below if node.kind in (Kind.WORD, Kind.OPERATOR, Kind.RELATION)]
    indices = tuple(index for node in below if node not in labels for index in indices_of_value(node, lower))
    term: Term = Index(value, indices, (), span) if indices else value
    for label in labels:
        term = Apply("labelled", (term,), (Sign(label.text),), span)
    for script in scripts:
        if script.kind is Kind.SUPERSCRIPT:
            term = _raised(term, content(script), span, lower)
        elif script.kind is Kind.PRIME:
            term = Apply("primed", (term,), (Sign(script.text or "'"),), span)
    return term


def _raised(term: Term, upper: Node, span: Span, lower: Lower) -> Term:
    plain = content(parts(upper)[-1]) if upper.kind is Kind.FONT else upper
    if upper.kind is Kind.FONT and upper.text in ("roman", "sans") and plain.text == "H":
        return Transpose(term, span, conjugate=True)  # w(f)^{\\mathsf{H}}
    if plain.kind in (Kind.NAME, Kind.WORD) and plain.text in TRANSPOSES:
        return Transpose(term, span)
    if plain.kind is Kind.PRIME:
        return Apply("primed", (term,), (Sign(plain.text or "'"),), span)
    if plain.kind is Kind.OPERATOR or plain.kind is Kind.NAME and plain.text in LABEL_MARKS:
        return Apply("marked", (term,), (Sign(plain.text),), span)
    if plain.kind is Kind.FENCE:
        return Index(term, (), (in_brackets(plain, lower),), span)
    return Power(term, lower(upper), span)


def in_brackets(node: Node, lower: Lower) -> Term:
    """What a superscript holds: the l of ``MHA^{(l)}``."""
    held = held_in(node) if node.kind is Kind.FENCE else None
    return lower(node if held is None else held)


def is_indicator(one: Node, following: Node) -> bool:
    r"""``1[y \neq 0]``, ``1\{x > 0\}``: a one before a statement in brackets counts whether it holds."""
    if one.text != "1" and spelled(one) not in INDICATORS or following.text == "()" and one.text != "1":
        return False
    held = held_in(following)
    return following.kind is Kind.FENCE and held is not None and held.kind is Kind.CHAIN


def holds_itself(piece: Node, following: Node | None) -> bool:
    """``out(1 - out)``: no function is an argument of its own, so a bracket behind it is a factor."""
    if following is None or following.kind is not Kind.FENCE or not (written := _written(content(piece))):
        return False
    level = [content(part) for part in parts(following) if part.kind not in BRACKETS]
    for depth in range(DEEPEST_FACTOR):  # a bracket's own terms and factors; brackets within it are not searched
        if any(_written(each) == written for each in level if each.kind in NAMES):
            return True
        if depth:  # y_n^{t} (1 - y_n)^{1 - t}
            written = _written(_without_power(content(piece)))
            if any(_written(_without_power(each)) == written for each in level if each.kind in NAMES):
                return True
        level = [content(part) for each in level if each.kind in SUMS_AND_PRODUCTS for part in _uncalled(each)]
    return False


def _without_power(node: Node) -> Node:
    if node.kind is not Kind.SCRIPTS:
        return node
    kept = tuple(part for part in node.children if part.kind is not Kind.SUPERSCRIPT)
    return content(kept[0]) if len(kept) == 1 else Node(Kind.SCRIPTS, node.span, kept, node.text)


def _written(node: Node) -> tuple[str, ...]:
    """The letters of a name or of a run that is one, with its scripts; nothing for a larger term."""
    if not node.children:
        return tuple(node.text) if node.kind in NAMES else ()
    if node.kind is Kind.JUXTAPOSITION and not all(part.kind in (Kind.NAME, Kind.SCRIPTS) for part in parts(node)):
        return ()
    if node.kind not in NAMES:
        return ()
    return tuple(character for each in walk(node) if each.kind not in SILENT for character in each.text)


def _uncalled(node: Node) -> Iterator[Node]:
    """The parts of a sum or product that no bracket follows: f in 1 - f, not in 1 - f(x)."""
    pieces = parts(node)
    for at, part in enumerate(pieces):
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        if node.kind is not Kind.JUXTAPOSITION or following is None or following.kind is not Kind.FENCE:
            yield part


def is_plain(piece: Node) -> bool:
    """Whether a piece is a number or a letter that asks for nothing, with or without scripts: a factor beside its like."""
    head = piece.children[0] if piece.kind is Kind.SCRIPTS else piece
    return (
        head.kind is Kind.NUMBER or head.kind is Kind.NAME and head.text not in ACTING and head.text not in ("#", "D")
    )
