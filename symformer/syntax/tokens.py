"""The pieces that a formula is cut into, and the leaves of the tree that they become."""

from __future__ import annotations

from dataclasses import field

from symformer.syntax.commands import Command
from symformer.syntax.nodes import Kind, Node
from symformer.text.record import record
from symformer.text.span import Span

EARLY = 256  # offsets: where most formulas have ended
LEAF_KINDS = {
    "number": Kind.NUMBER, "name": Kind.NAME, "word": Kind.WORD, "function": Kind.FUNCTION, "ellipsis": Kind.ELLIPSIS,
    "prime": Kind.PRIME, "unread": Kind.UNREAD, "space": Kind.SPACE, "operator": Kind.OPERATOR,
    "sum-operator": Kind.OPERATOR, "relation": Kind.RELATION, "separator": Kind.SEPARATOR, "row": Kind.SEPARATOR,
    "bar": Kind.OPERATOR, "open": Kind.OPEN, "close": Kind.CLOSE, "big": Kind.BIG, "postfix": Kind.OPERATOR,
    "fence-bar": Kind.OPERATOR,
}  # fmt: skip


@record
class Token:
    """A piece of the input. ``kind`` is a Role value, or "{", "}", "_", "^", "&", "number", "unread".

    ``row`` is the table row of a command that takes arguments.
    """

    kind: str
    text: str
    start: int
    end: int
    row: Command | None = None
    leaf: Node | None = field(default=None, repr=False, compare=False)  # where it is made ahead: see ``Character``


@record
class Character:
    """A character that is a token wherever it stands, unless one of those in ``before`` follows.

    The same letters stand at the same places again and again: early in a formula each is made once, with its leaf.
    """

    kind: str
    text: str
    before: frozenset[str] = frozenset()
    made: dict[int, Token] = field(default_factory=dict, init=False, repr=False, compare=False)

    def at(self, at: int) -> Token:
        """The token at an offset."""
        token = Token(self.kind, self.text, at, at + 1)
        if at < EARLY:
            token = self.made[at] = with_leaf(token)
        return token


def with_leaf(token: Token) -> Token:
    """The token with its leaf made; blanks have no text."""
    span = Span(token.start, token.end)
    made = Node(Kind.SPACE, span) if token.kind == "space" else Node(_leaf_kind(token), span, (), token.text)
    return Token(token.kind, token.text, token.start, token.end, token.row, made)


def leaf(token: Token) -> Node:
    """A token as a leaf of the tree."""
    return token.leaf or Node(_leaf_kind(token), Span(token.start, token.end), (), token.text)


def _leaf_kind(token: Token) -> str:
    return LEAF_KINDS.get(token.kind, Kind.MARK)
