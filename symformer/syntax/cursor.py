r"""Where a parse stands: the tokens, the blanks between them, and what each bar among them does.

A bar opens, closes or divides, and only what follows tells which; so the bars are counted once,
for the whole formula, before it is parsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from symformer.syntax.arrangement import AFTER_ITEM, BEFORE_ITEM, arrange
from symformer.syntax.commands import Role
from symformer.syntax.lexer import NOTED
from symformer.syntax.nodes import Kind, Node, SyntaxProblem
from symformer.syntax.tokens import Token, leaf
from symformer.syntax.typed_words import BEFORE_CELL
from symformer.syntax.wording import tidy_words
from symformer.text.record import record
from symformer.text.span import Span

MAX_PROBLEMS = 100
ENDS_OPERAND = frozenset(
    {"styled", "name", "number", "}", "close", "prime", "word", "ellipsis", "function", "superscript"}
)
BEGINS_OPERAND = frozenset(
    {
        "styled",
        "name",
        "number",
        "word",
        "font",
        "{",
        "function",
        "open",
        "accent",
        "fraction",
        "radical",
        "ellipsis",
        "style",
    }
)
AFTER_CELL = frozenset({"&", "row", "end"})
BEFORE_OPERAND = frozenset({"sum-operator", "operator", "relation", "bar", "separator"})


class Cursor:
    """The tokens of a formula, the blanks before each, and the place where the parse stands."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens, self.gaps = arrange(latex)
        self.in_columns = "&" in latex  # whether a mark between columns may stand where we are
        self.at = 0
        self.handed = -1  # the token whose blanks stand in the tree already
        self.limit = len(self.tokens)  # where the row that is being read ends
        self.depth = 0
        self.cells = 0  # inside how many matrix or aligned environments, within this group
        self.open_bars: list[str] = []  # the bars that are open at this nesting, "" marks a nesting
        self.problems: list[SyntaxProblem] = []
        self.wraps = False  # whether anything among factors is wrapped
        self.bars = count_bars(self.tokens, self.gaps) if _may_have_bars(latex) else _NO_BARS

    def next(self) -> int:
        """The index of the next token; ``limit`` where there is none."""
        at = self.at
        if not self.cells:
            while at < self.limit and self.tokens[at].kind == "&":
                at += 1
        return min(at, self.limit)

    def peek(self) -> Token | None:
        """The next token; "&" is a blank where nothing is laid out in columns."""
        if self.at >= self.limit:
            return None
        token = self.tokens[self.at]
        if token.kind == "&" and not self.cells:
            at = self.next()
            return self.tokens[at] if at < self.limit else None
        return token

    def blanks(self, into: list[Node]) -> None:
        """Move the blanks that stand here into ``into``."""
        at = self.at
        if not self.gaps[at] and (not self.in_columns or at >= self.limit or self.tokens[at].kind != "&"):
            return
        while True:
            at = self.at
            if self.handed != at:
                self.handed = at
                for token in self.gaps[at]:
                    if (made := token.leaf) is None or made.kind is not Kind.SPACE:  # a bracket that is left out
                        made = Node(Kind.SPACE, Span(token.start, token.end))
                    into.append(made)
            if self.cells or at >= self.limit or (token := self.tokens[at]).kind != "&":
                return
            into.append(Node(Kind.SPACE, Span(token.start, token.end), (), "&"))
            self.at += 1

    def has_blanks(self) -> bool:
        """Whether blanks stand here that are in no node yet."""
        return self.handed != self.at and bool(self.gaps[self.at])

    def follows_narrow_space(self) -> bool:
        r"""Whether ``\,`` or another space set by a command stands right before the next token."""
        gap = self.gaps[self.at]
        narrow = bool(gap) and gap[-1].end - gap[-1].start == 2 and self.latex.startswith("\\", gap[-1].start)
        return narrow and self.handed != self.at

    def take(self, into: list[Node], kind: str | None = None) -> Node:
        """Move the next token, with the blanks before it, into ``into`` as a leaf."""
        token = self.tokens[self.at]
        if self.gaps[self.at] or token.kind == "&":
            self.blanks(into)
            token = self.tokens[self.at]
        self.at += 1
        if token.row is NOTED:
            into.append(noted := _noted(token, self.latex))
            return noted
        taken = token.leaf or leaf(token)
        if kind is not None and kind is not taken.kind:
            taken = Node(kind, taken.span, (), token.text)
        into.append(taken)
        return taken

    def here(self) -> int:
        """The offset where the tree has come to."""
        if self.handed == self.at or not self.at:
            return self.tokens[self.at].start if self.at < len(self.tokens) else len(self.latex)
        return self.tokens[self.at - 1].end

    def missing(self) -> Node:
        """An operand that is not there."""
        return Node(Kind.MISSING, Span(here := self.here(), here))

    def problem(self, kind: str, span: Span, message: str, *, fatal: bool) -> None:
        """Note something malformed."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(SyntaxProblem(kind, span, message, fatal))

    # -- what stands around the next token ---------------------------------------------------------

    def is_alone(self) -> bool:
        """Whether the next token is all that its group holds, or an item: ``^{*}``, ``_{=}``, ``p(\\cdot | x)``."""
        at = self.next()
        first = self.tokens[at - 1].kind if at else ""
        after = at + 1
        while not self.cells and after < len(self.tokens) and self.tokens[after].kind == "&":
            after += 1
        last = self.tokens[after].kind if after < len(self.tokens) else ""
        if first in ("{", "open") and last in ("}", "close"):
            return True
        if self.cells and first in BEFORE_CELL and last in AFTER_CELL:
            return True
        if self.tokens[at].kind == "sum-operator":
            return (first in BEFORE_CELL or not first) and last in ("bar", "separator", "")
        if self.tokens[at].kind != "operator":
            return False
        if first in BEFORE_CELL:
            return last in AFTER_ITEM
        return (first in BEFORE_ITEM or not first) and (last in AFTER_ITEM or not last)

    def follows_operator(self) -> bool:
        """Whether the token that comes next stands where an operand must."""
        before = self.next() - 1
        return before >= 0 and self.tokens[before].kind in BEFORE_OPERAND

    def is_evaluation(self) -> bool:
        """Whether the bar that comes next carries a subscript: f|_{x=0}."""
        after = self.next() + 1
        return after < len(self.tokens) and self.tokens[after].kind == "_"

    def opens_bar(self) -> bool:
        """Whether the bar that comes next opens a fence where an operand may go on: an even number is left."""
        at = self.next()
        return at in self.bars.kets or self.bars.ahead.get(at, 0) % 2 == 0


def _noted(token: Token, latex: str) -> Node:
    """``\\xrightarrow{f}``, ``\\stackrel{def}{=}``: a relation that holds what is written over it as a word."""
    opening = latex.find("{", token.start)
    depth, end = 0, opening
    while end < token.end:
        depth += {"{": 1, "}": -1}.get(latex[end], 0)
        if depth == 0:
            break
        end += 1
    if not token.start < opening < end < token.end:
        return Node(Kind.RELATION, Span(token.start, token.end), (), token.text)
    raw = latex[opening + 1 : end]
    if not raw.strip():  # nothing is written over it
        return Node(Kind.RELATION, Span(token.start, token.end), (), token.text)
    leaves = (
        Node(Kind.MARK, Span(token.start, opening + 1)),
        Node(Kind.WORD, Span(opening + 1, end), (), _note(raw)),
        Node(Kind.MARK, Span(end, token.end)),
    )
    return Node(Kind.RELATION, Span(token.start, token.end), leaves, token.text)


def _note(raw: str) -> str:
    """What is written over a relation: words, or LaTeX as it stands."""
    plain = "\\" not in raw or raw.lstrip().startswith(("\\text", "\\mathrm", "\\mbox", "\\operatorname"))
    return (tidy_words(raw) if plain else "") or " ".join(raw.split())


# -- bars ------------------------------------------------------------------------------------------


@record
class Bars:
    """What each bar does, by its index among the tokens.

    ``ahead`` counts the bars of its kind from it to the end of its nesting; ``kets`` open what ⟩ closes;
    ``joins`` stand between things that are set side by side: ``[a ‖ b ‖ c]``; ``evaluations`` carry the
    place where something is evaluated: ``f(z)|_{z=1}``.
    """

    ahead: dict[int, int] = field(default_factory=dict)
    kets: frozenset[int] = frozenset()
    joins: frozenset[int] = frozenset()
    evaluations: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Nesting:
    opener: str
    start: int
    bars: dict[str, list[int]] = field(default_factory=dict)

    def may_end_with(self, bar: str) -> bool:
        """Whether a right bar can close what opened this nesting (``\\left.`` is closed by anything)."""
        return self.start >= 0 and self.opener in (bar, "")


_NO_BARS = Bars()


def _may_have_bars(latex: str) -> bool:
    """Whether a bar can be among the tokens of a formula: by its sign, or by the name of a command for one."""
    if "|" in latex or not latex.isascii():
        return True
    return "\\" in latex and ("vert" in latex or "Vert" in latex or "parallel" in latex)


def count_bars(tokens: list[Token], gaps: list[Sequence[Token]]) -> Bars:
    """What each bar among the tokens does; a right bar that nothing opened becomes a plain bar."""
    ahead: dict[int, int] = {}
    kets: set[int] = set()
    joins: set[int] = set()
    evaluations: set[int] = set()
    stack = [_Nesting("", -1)]

    def close(nesting: _Nesting, end: int) -> None:
        for text, found in nesting.bars.items():
            ahead.update((at, len(found) - place) for place, at in enumerate(found))
            if text == "‖" and _joins(tokens, gaps, found, nesting, end):
                joins.update(found)
        nesting.bars = {}

    for at, token in enumerate(tokens):
        top = stack[-1]
        match token.kind:
            case "{" | "begin" | "open":
                stack.append(_Nesting(token.text, at))
            case "fence-bar":
                bears_script = at + 1 < len(tokens) and tokens[at + 1].kind == "_"
                if token.text == "|" and bears_script and len(top.bars.get("|", ())) % 2 == 0:
                    evaluations.add(at)  # no bar that opens bears a script
                else:
                    top.bars.setdefault(token.text, []).append(at)
            case "close" if token.text in ("|", "‖") and not _is_paired(token) and not top.may_end_with(token.text):
                tokens[at] = Token("fence-bar", token.text, token.start, token.end)
                pending = top.bars.get(token.text, ())
                if len(pending) % 2 == 0 and at + 1 < len(tokens) and tokens[at + 1].kind == "_":
                    evaluations.add(at)
                else:
                    top.bars.setdefault(token.text, []).append(at)
            case "close" if token.text == "⟩" and top.opener != "⟨" and len(top.bars.get("|", ())) % 2:
                kets.add(top.bars["|"].pop())
            case "}" | "close" | "end":
                close(top, at)
                if len(stack) > 1:
                    stack.pop()
            case "row" | "&":
                close(top, at)
    while stack:
        close(stack.pop(), len(tokens))
    return Bars(ahead, frozenset(kets), frozenset(joins), frozenset(evaluations))


def _is_paired(token: Token) -> bool:
    r"""Whether a delimiter belongs to ``\right``, which ends what ``\left`` began."""
    return token.row is not None and token.row.role == Role.SIZING


def _joins(tokens: list[Token], gaps: list[Sequence[Token]], found: list[int], nesting: _Nesting, end: int) -> bool:
    """Whether double bars divide what brackets hold: each stands between two operands, and bears no script."""
    if nesting.opener not in ("[", "("):
        return False
    for at in found:
        if tokens[at - 1].kind not in ENDS_OPERAND or at + 1 >= end or tokens[at + 1].kind not in BEGINS_OPERAND:
            return False
        if nesting.opener == "(" and not (gaps[at] and gaps[at + 1]) and len(found) % 2 == 0:
            return False
    return True
