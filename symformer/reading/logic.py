"""Signs of logic before a statement: what is said to be, not to be, or to hold for all."""

from __future__ import annotations

from collections.abc import Callable

from symformer.reading.written import base_of, joined_node
from symformer.syntax.nodes import Kind, Node, parts, walk
from symformer.terms.term import Apply, Term
from symformer.text.span import Span

LOGICAL = {"exists": "∃", "nexists": "∄", "neg": "¬"}
QUANTIFIERS = frozenset({"exists", "nexists"})
QUANTIFIED = LOGICAL.keys() | {"forall"}
Lower = Callable[[Node], Term]


def quantified(pieces: list[Node], span: Span, lower: Lower) -> Term | None:
    r"""``\exists x f(x)``, ``\neg a``: what a sign of logic says of what follows; None for ``\forall``."""
    sign = LOGICAL.get(pieces[0].text)
    if len(pieces) > 2 and pieces[0].text in QUANTIFIERS and _is_variable(pieces[1]):
        bound, claim = lower(pieces[1]), lower(joined_node(pieces[2:]))
        return Apply(LOGICAL[pieces[0].text], (bound, claim), (), span)
    return None if sign is None else Apply(f"prefix {sign}", (lower(joined_node(pieces[1:])),), (), span)


def said_for_all(sides: list[Node]) -> Node | None:
    r"""The statement of ``\forall e: a_e = b``; None where something else stands before the colon."""
    before = parts(sides[0]) if sides[0].kind is Kind.JUXTAPOSITION else ()
    if len(sides) != 2 or len(before) != 2 or before[0].text != "forall" or not _is_variable(before[1]):
        return None
    return sides[1] if _is_used(before[1], [sides[1]]) else None


def without_quantifier(pieces: list[Node]) -> list[Node]:
    """What is said for all, as any formula is: without the variable too, where it stands in what follows."""
    return pieces[2:] if len(pieces) > 2 and _is_used(pieces[1], pieces[2:]) else pieces[1:]


def _is_variable(piece: Node) -> bool:
    """Whether a piece is a name that a quantifier can bind."""
    return base_of(piece).kind in (Kind.NAME, Kind.FONT, Kind.ACCENT)


def _is_used(variable: Node, rest: list[Node]) -> bool:
    """Whether a quantifier's variable stands in what follows, so that nothing is lost with it."""
    name = base_of(variable).text
    return _is_variable(variable) and any(node.text == name for piece in rest for node in walk(piece))
