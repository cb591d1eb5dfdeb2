r"""From tokens to the tree: a Pratt parser that never fails.

Binding levels, loosest first: lists, bars and colons, relations, sums, products, side by side,
scripts.  Whatever does not fit becomes an UNREAD leaf and a problem; the rest is still read.
Depth is limited by a counter, so that no input overflows the stack.
"""

from __future__ import annotations

from functools import lru_cache

from symformer.syntax.commands import Role, environment
from symformer.syntax.lexer import Token, tokenise
from symformer.syntax.nodes import Kind, Node, SyntaxProblem, Tree
from symformer.text.span import Span

LIST, MID, CHAIN, SUM, PRODUCT, SIDE = range(6)
LEVEL_KINDS = {LIST: Kind.LIST, MID: Kind.MID, CHAIN: Kind.CHAIN, SUM: Kind.SUM, PRODUCT: Kind.PRODUCT}
MAX_DEPTH = 60
BAR_LOOKAHEAD = 400
STARTS = frozenset(
    {
        "number", "name", "word", "font", "{", "function", "open", "big", "accent", "old-font", "fraction", "binomial",
        "radical", "sqrt-sign", "style", "under-over", "stack", "substack", "begin", "ellipsis", "_", "^", "unread",
        "superscript", "subscript",
    }
)  # fmt: skip
LEAF_KINDS = {
    "number": Kind.NUMBER, "name": Kind.NAME, "word": Kind.WORD, "function": Kind.FUNCTION, "ellipsis": Kind.ELLIPSIS,
    "prime": Kind.PRIME, "unread": Kind.UNREAD, "space": Kind.SPACE, "operator": Kind.OPERATOR,
    "sum-operator": Kind.OPERATOR, "relation": Kind.RELATION, "separator": Kind.SEPARATOR, "row": Kind.SEPARATOR,
    "bar": Kind.OPERATOR, "open": Kind.OPEN, "close": Kind.CLOSE, "big": Kind.BIG, "postfix": Kind.OPERATOR,
    "fence-bar": Kind.OPERATOR,
}  # fmt: skip
CLOSERS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖", "": ""}


@lru_cache(maxsize=4096)  # notes repeat themselves, and words are read more than once
def parse(latex: str) -> Tree:
    """The tree of a formula. Total and lossless: any text gives a tree whose leaves join to it.

    >>> from symformer.syntax.nodes import leaves
    >>> text = r"Q K^T / \\sqrt{d_k"
    >>> "".join(leaf.span.slice(text) for leaf in leaves(parse(text).root)) == text
    True
    """
    return _Parser(latex).formula()


class _Parser:
    """The state of one parse: the tokens, where we are, what is open."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.tokens = tokenise(latex)
        self.at = 0
        self.limit = len(self.tokens)  # where the row that is being read ends
        self.depth = 0
        self.problems: list[SyntaxProblem] = []
        self.bars: list[str] = []  # the bars that are open at this nesting, "" marks a nesting
        self.cells = 0  # inside how many matrix or aligned environments, within this group
        self.groups = 0
        self.parities: dict[int, int] = {}

    # -- tokens ------------------------------------------------------------------------------------

    def peek(self) -> Token | None:
        """The next token that is no blank."""
        tokens, at, limit = self.tokens, self.at, self.limit
        while at < limit and (tokens[at].kind == "space" or (tokens[at].kind == "&" and not self.cells)):
            at += 1
        return tokens[at] if at < limit else None

    def blanks(self, into: list[Node]) -> None:
        """Move the blanks that stand here into ``into``."""
        while self.at < self.limit:
            token = self.tokens[self.at]
            if token.kind != "space" and not (token.kind == "&" and not self.cells):
                return
            into.append(Node(Kind.SPACE, Span(token.start, token.end)))
            self.at += 1

    def take(self, into: list[Node], kind: Kind | None = None) -> Node:
        """Move the next token, with the blanks before it, into ``into`` as a leaf."""
        self.blanks(into)
        token = self.tokens[self.at]
        self.at += 1
        leaf = Node(kind or LEAF_KINDS.get(token.kind, Kind.MARK), Span(token.start, token.end), (), token.text)
        into.append(leaf)
        return leaf

    def here(self) -> int:
        """The offset of the next token."""
        return self.tokens[self.at].start if self.at < len(self.tokens) else len(self.latex)

    def missing(self) -> Node:
        """An operand that is not there."""
        before = self.tokens[self.at - 1].end if self.at else 0
        return Node(Kind.MISSING, Span(before, before))

    def problem(self, kind: str, span: Span, message: str, *, fatal: bool) -> None:
        """Note something malformed."""
        if len(self.problems) < 100:
            self.problems.append(SyntaxProblem(kind, span, message, fatal))

    # -- the whole ---------------------------------------------------------------------------------

    def formula(self) -> Tree:
        """Everything, with what cannot be placed kept as unread leaves."""
        children: list[Node] = []
        while self.peek() is not None:
            before = self.at
            self.blanks(children)
            node = self.expression(LIST)
            if node.span.length or node.children:
                children.append(node)
            token = self.peek()
            if token is not None:
                self.stray(token, children)
            if self.at == before and token is None:
                break
        self.blanks(children)
        root = Node(Kind.FORMULA, Span(0, len(self.latex)), tuple(children))
        return Tree(self.latex, root, tuple(self.problems))

    def stray(self, token: Token, children: list[Node]) -> None:
        """A token that closes or ends what was never opened."""
        leaf = self.take(children, Kind.UNREAD)
        shown = leaf.span.slice(self.latex).strip()[:20]
        self.problem("unbalanced", leaf.span, f"nothing is open that {shown} could close", fatal=True)

    # -- infix -------------------------------------------------------------------------------------

    def level_of(self, token: Token | None) -> int | None:
        """The binding level of an infix token here, or None where it ends the expression."""
        if token is None:
            return None
        match token.kind:
            case "separator":
                return LIST
            case "row":
                return None if self.cells else LIST
            case "bar":
                return MID
            case "fence-bar":
                if self.bars and self.bars[-1] == token.text:
                    return None
                if token.text == "|" and not self.opens_bar(token):
                    return MID if not self.is_evaluation() else SIDE
                return SIDE
            case "relation":
                return CHAIN
            case "sum-operator":
                return SUM
            case "operator":
                return PRODUCT
            case "style" | "accent" | "fraction" | "name" | "number" | "open" | "{":
                return SIDE
        return SIDE if token.kind in STARTS else None

    def is_evaluation(self) -> bool:
        """Whether a bar carries a subscript: f|_{x=0}."""
        at = self.at
        while self.tokens[at].kind == "space":
            at += 1
        return at + 1 < len(self.tokens) and self.tokens[at + 1].kind == "_"

    def opens_bar(self, token: Token) -> bool:
        """Whether a bar at an infix place opens a fence: an even number of bars is left at this level."""
        at = self.at
        while self.tokens[at] is not token:
            at += 1
        if at not in self.parities:
            self.parities[at] = self.bars_ahead(at, token.text)
        return self.parities[at] % 2 == 0

    def bars_ahead(self, at: int, bar: str) -> int:
        """How many bars of a kind stand from ``at`` to the end of this nesting."""
        depth = count = 0
        for token in self.tokens[at : at + BAR_LOOKAHEAD]:
            if token.kind in ("{", "open", "begin"):
                depth += 1
            elif token.kind in ("}", "close", "end"):
                depth -= 1
                if depth < 0:
                    break
            elif depth == 0 and token.kind == "fence-bar" and token.text == bar:
                count += 1
            elif depth == 0 and token.kind in ("row", "&"):
                break
        return count

    def expression(self, level: int) -> Node:
        """An expression that binds at least as tightly as ``level``."""
        token = self.peek()
        left: Node
        if token is None or not self.starts_operand(token):
            left = self.missing()
        else:
            left = self.operand(level)
        while True:
            token = self.peek()
            found = self.level_of(token)
            if found is None or found < level:
                return left
            assert token is not None
            if found == SIDE:
                left = self.side_by_side(left)
            else:
                left = self.infix(left, found)

    def starts_operand(self, token: Token) -> bool:
        """Whether an operand can begin with this token."""
        if token.kind in STARTS or token.kind in ("sum-operator", "prime"):
            return True
        if token.kind == "fence-bar":
            return not (self.bars and self.bars[-1] == token.text)
        if token.kind in ("operator", "bar", "postfix", "relation", "separator"):
            return self.is_alone(token)
        return False

    def is_alone(self, token: Token) -> bool:
        """Whether an operator is all that its group holds: ``^{*}``, ``_{=}``."""
        at = self.at
        while self.tokens[at] is not token:
            at += 1
        before = at - 1
        while before >= 0 and self.tokens[before].kind == "space":
            before -= 1
        after = at + 1
        while after < len(self.tokens) and self.tokens[after].kind == "space":
            after += 1
        return (
            before >= 0
            and self.tokens[before].kind in ("{", "open")
            and after < len(self.tokens)
            and self.tokens[after].kind in ("}", "close")
        ) or (token.kind == "operator" and before < 0 and after >= len(self.tokens))

    def infix(self, left: Node, level: int) -> Node:
        """A flat run of operands joined by operators of one level."""
        children = [left]
        while (token := self.peek()) is not None and self.level_of(token) == level:
            self.take(children, Kind.SEPARATOR if level == LIST else None)
            if level == LIST and self.ends_list():
                continue
            self.blanks(children)
            children.append(self.expression(level + 1))
        return _node(LEVEL_KINDS[level], children)

    def ends_list(self) -> bool:
        """Whether nothing but another separator or the end follows: no item is missing there."""
        token = self.peek()
        return token is None or self.level_of(token) in (None, LIST)

    def side_by_side(self, left: Node) -> Node:
        """Factors next to each other."""
        children = [left]
        while (token := self.peek()) is not None and self.level_of(token) == SIDE:
            self.blanks(children)
            children.append(self.operand(SIDE))
        return _node(Kind.JUXTAPOSITION, children)

    # -- operands ----------------------------------------------------------------------------------

    def operand(self, level: int) -> Node:
        """One operand with its scripts; a sign or a big operator takes its own operand."""
        lead: list[Node] = []
        self.blanks(lead)
        token = self.tokens[self.at]
        if self.depth >= MAX_DEPTH:
            return _led(lead, self.too_deep())
        self.depth += 1
        try:
            if token.kind == "sum-operator" and not self.is_alone(token):
                return _led(lead, self.signed(level))
            primary = self.primary(token)
            scripted = self.scripts(primary)
            if token.kind == "big":
                return _led(lead, self.big(scripted))
            return _led(lead, scripted)
        finally:
            self.depth -= 1

    def signed(self, level: int) -> Node:
        children: list[Node] = []
        self.take(children)
        self.blanks(children)
        following = self.peek()
        if following is None or not self.starts_operand(following):
            return children[0] if len(children) == 1 else _node(Kind.PREFIX, [*children, self.missing()])
        children.append(self.expression(max(PRODUCT, level)))
        return _node(Kind.PREFIX, children)

    def big(self, head: Node) -> Node:
        children = [head]
        token = self.peek()
        if token is None or not self.starts_operand(token) or token.kind == "_":
            return head
        self.blanks(children)
        children.append(self.expression(PRODUCT))
        return _node(Kind.BIG_OPERATION, children)

    def too_deep(self) -> Node:
        """Skip a nesting that is deeper than we go, token by token, without recursion."""
        children: list[Node] = []
        nested = 0
        start = self.here()
        while self.at < self.limit:
            kind = self.tokens[self.at].kind
            if kind in ("}", "close", "end"):
                if nested == 0:
                    break
                nested -= 1
            elif kind in ("{", "open", "begin"):
                nested += 1
            token = self.tokens[self.at]
            children.append(Node(Kind.UNREAD, Span(token.start, token.end), (), token.text))
            self.at += 1
            if nested == 0:
                break
        self.problem("too-deep", Span(start, self.here()), f"nested more than {MAX_DEPTH} deep", fatal=True)
        return _node(Kind.STYLE, children) if children else self.missing()

    def primary(self, token: Token) -> Node:
        """An operand without its scripts."""
        match token.kind:
            case "{":
                return self.group()
            case "open":
                return self.fence()
            case "fence-bar":
                return self.bar_fence(token)
            case "begin":
                return self.environment(token)
            case "_" | "^" | "superscript" | "subscript":
                return self.missing()
            case "font" | "accent" | "style" | "fraction" | "binomial" | "under-over" | "stack" | "substack":
                return self.structure(token)
            case "radical" | "sqrt-sign":
                return self.radical(token)
            case "old-font":
                return self.old_font()
            case "separator":
                return self.take([], Kind.WORD if token.text not in (",", ";", "quad") else Kind.SEPARATOR)
            case "unread":
                leaf = self.take([], Kind.UNREAD)
                self.problem("unknown-command", leaf.span, f"{token.text} is not known", fatal=True)
                return leaf
        return self.take([])

    def group(self) -> Node:
        children: list[Node] = []
        opening = self.take(children, Kind.MARK)
        self.bars.append("")
        cells, self.cells = self.cells, 0
        self.body(children, "}")
        self.cells = cells
        self.bars.pop()
        token = self.peek()
        if token is not None and token.kind == "}":
            self.take(children, Kind.MARK)
        else:
            self.problem("unbalanced", opening.span, "this brace is never closed", fatal=False)
        return _node(Kind.GROUP, children)

    def body(self, children: list[Node], closing: str) -> None:
        """What stands between delimiters, up to the token that ends it; ``a \\over b`` is a fraction."""
        self.blanks(children)
        if (token := self.peek()) is not None and token.kind != closing:
            node = self.expression(LIST)
            if node.span.length or node.children:
                children.append(node)
        token = self.peek()
        if token is not None and token.kind in ("over", "choose") and children:
            kind = Kind.FRACTION if token.kind == "over" else Kind.BINOMIAL
            above = children.pop() if children[-1].kind is not Kind.MARK else self.missing()
            inner = [above]
            self.take(inner, Kind.MARK)
            inner.append(self.expression(LIST))
            children.append(_node(kind, inner))
        while (token := self.peek()) is not None and token.kind in ("row", "&", "separator", "old-font") and closing == "}":
            if token.kind == "old-font":
                self.take(children, Kind.MARK)
            else:
                self.take(children, Kind.SEPARATOR if token.kind != "&" else Kind.SPACE)
            node = self.expression(LIST)
            if node.span.length or node.children:
                children.append(node)
        self.blanks(children)

    def fence(self) -> Node:
        children: list[Node] = []
        opening = self.take(children, Kind.OPEN)
        self.bars.append("")
        self.body(children, "close")
        self.bars.pop()
        token = self.peek()
        closing = ""
        if token is not None and (token.kind == "close" or self.closes_left_bar(token, opening)):
            closing = self.take(children, Kind.CLOSE).text
        else:
            self.problem("unbalanced", opening.span, "this bracket is never closed", fatal=False)
        return Node(Kind.FENCE, _covered(children), tuple(children), _pair(opening.text, closing))

    def closes_left_bar(self, token: Token, opening: Node) -> bool:
        return token.kind == "fence-bar" and opening.text in ("|", "‖", "") and token.text == (opening.text or token.text)

    def bar_fence(self, token: Token) -> Node:
        """``|x|``; a bar with nothing to close it is a name of its own."""
        at = self.at
        if self.bars_ahead(at, token.text) < 2:
            return self.take([], Kind.NAME)
        children: list[Node] = []
        self.take(children, Kind.OPEN)
        self.bars.append(token.text)
        self.body(children, "fence-bar")
        self.bars.pop()
        following = self.peek()
        if following is not None and following.kind == "fence-bar" and following.text == token.text:
            self.take(children, Kind.CLOSE)
        else:
            self.problem("unbalanced", Span(token.start, token.end), "this bar is never closed", fatal=False)
        return Node(Kind.FENCE, _covered(children), tuple(children), token.text * 2)

    # -- commands with arguments -------------------------------------------------------------------

    def argument(self, into: list[Node]) -> Node:
        """The argument of a command: a group or one token; ``\\frac67`` takes one digit at a time."""
        self.blanks(into)
        if self.at >= self.limit:
            node = self.missing()
            into.append(node)
            return node
        token = self.tokens[self.at]
        if token.kind == "number" and token.end - token.start > 1:
            self.split_number(token)
            token = self.tokens[self.at]
        if token.kind in ("}", "close", "&", "row", "end", "separator") and token.kind != "separator":
            node = self.missing()
        elif token.kind in ("sum-operator", "operator", "relation", "separator", "prime", "bar", "postfix", "big"):
            node = self.take([])
        elif token.kind == "fence-bar":
            node = self.take([], Kind.NAME)
        elif token.kind == "open":
            node = self.take([], Kind.OPERATOR)
        elif self.depth >= MAX_DEPTH:
            node = self.too_deep()
        else:
            self.depth += 1
            node = self.primary(token)
            self.depth -= 1
        into.append(node)
        return node

    def split_number(self, token: Token) -> None:
        first = Token("number", self.latex[token.start], token.start, token.start + 1)
        rest = Token("number", self.latex[token.start + 1 : token.end], token.start + 1, token.end)
        self.tokens[self.at : self.at + 1] = [first, rest]
        self.limit += 1
        self.parities.clear()

    def structure(self, token: Token) -> Node:
        """A command with content arguments."""
        children: list[Node] = []
        mark = self.take(children, Kind.MARK)
        row = token.row
        match token.kind:
            case "fraction" | "binomial":
                self.argument(children)
                self.argument(children)
                return _node(Kind.FRACTION if token.kind == "fraction" else Kind.BINOMIAL, children)
            case "font" | "accent":
                self.argument(children)
                kind = Kind.FONT if token.kind == "font" else Kind.ACCENT
                return Node(kind, _covered(children), tuple(children), mark.text)
            case "under-over":
                self.argument(children)
                return self.annotations(children)
            case "stack":
                return self.stack(children)
            case "substack":
                return self.substack(children)
        for kind_of in (row.arguments if row is not None else "m") or "m":
            if kind_of == "m":
                self.argument(children)
            else:
                self.raw_argument(children, optional=kind_of == "o")
        return Node(Kind.STYLE, _covered(children), tuple(children), mark.text)

    def raw_argument(self, children: list[Node], *, optional: bool) -> None:
        """An argument that is no mathematics, kept as marks."""
        token = self.peek()
        if token is None or (optional and not (token.kind == "open" and token.text == "[")):
            return
        if not optional and token.kind != "{":
            self.take(children, Kind.MARK)
            return
        depth = 0
        while self.at < self.limit:
            kind = self.tokens[self.at].kind
            self.take(children, Kind.MARK)
            if kind in ("{", "open"):
                depth += 1
            elif kind in ("}", "close"):
                depth -= 1
                if depth <= 0:
                    return

    def annotations(self, children: list[Node]) -> Node:
        """The notes under and over a brace."""
        while (token := self.peek()) is not None and token.kind in ("_", "^"):
            self.blanks(children)
            children.append(self.script(token))
        return _node(Kind.ANNOTATED, children)

    def stack(self, children: list[Node]) -> Node:
        """``\\overset{note}{base}``: the note comes first in the text; it is kept as a superscript."""
        note: list[Node] = []
        self.argument(note)
        children.append(_node(Kind.SUPERSCRIPT, note))
        self.argument(children)
        return _node(Kind.ANNOTATED, children)

    def substack(self, children: list[Node]) -> Node:
        token = self.peek()
        if token is None or token.kind != "{":
            self.argument(children)
            return _node(Kind.STYLE, children)
        self.take(children, Kind.MARK)
        cells, self.cells = self.cells, self.cells + 1
        self.rows(children, "}", aligned=False)
        self.cells = cells
        if (token := self.peek()) is not None and token.kind == "}":
            self.take(children, Kind.MARK)
        return Node(Kind.MATRIX, _covered(children), tuple(children), "substack")

    def radical(self, token: Token) -> Node:
        children: list[Node] = []
        self.take(children, Kind.MARK)
        if token.kind == "sqrt-sign":
            following = self.peek()
            if following is not None and self.starts_operand(following):
                self.blanks(children)
                children.append(self.scripts(self.primary(following)))
            return _node(Kind.RADICAL, children)
        following = self.peek()
        if following is not None and following.kind == "open" and following.text == "[":
            index: list[Node] = []
            self.take(index, Kind.MARK)
            index.append(self.expression(LIST))
            if (closing := self.peek()) is not None and closing.kind == "close":
                self.take(index, Kind.MARK)
            children.append(_node(Kind.SUPERSCRIPT, index))
        self.argument(children)
        return _node(Kind.RADICAL, children)

    def old_font(self) -> Node:
        """``{\\bf x}``: the font holds to the end of the group."""
        children: list[Node] = []
        mark = self.take(children, Kind.MARK)
        node = self.expression(LIST)
        if node.span.length or node.children:
            children.append(node)
        return Node(Kind.FONT, _covered(children), tuple(children), mark.text)

    # -- environments ------------------------------------------------------------------------------

    def environment(self, token: Token) -> Node:
        children: list[Node] = []
        opening = self.take(children, Kind.MARK)
        row = environment(token.text)
        kind = row.kind if row is not None else "aligned"
        if row is None:
            self.problem("unknown-environment", opening.span, f"the environment {token.text} is not known", fatal=True)
        bars, self.bars = self.bars, [""]
        cells = self.cells
        if kind == "wrapper":
            self.cells = 0
            self.body(children, "end")
            self.more(children)
        else:
            self.cells = cells + 1
            self.rows(children, "end", aligned=kind == "aligned")
        self.cells, self.bars = cells, bars
        closing = self.peek()
        if closing is not None and closing.kind == "end":
            self.take(children, Kind.MARK)
        else:
            self.problem("unbalanced", opening.span, f"{token.text} is never ended", fatal=False)
        made = {"wrapper": Kind.STYLE, "aligned": Kind.ALIGNED, "cases": Kind.CASES}.get(kind, Kind.MATRIX)
        return Node(made, _covered(children), tuple(children), token.text)

    def more(self, children: list[Node]) -> None:
        """What a wrapper still holds after its first expression."""
        while (token := self.peek()) is not None and token.kind not in ("end", "}"):
            before = self.at
            self.take(children, Kind.UNREAD)
            self.problem("unbalanced", Span(token.start, token.end), "this closes nothing", fatal=True)
            node = self.expression(LIST)
            if node.span.length or node.children:
                children.append(node)
            if self.at == before:
                return

    def rows(self, children: list[Node], closing: str, *, aligned: bool) -> None:
        """Rows up to the end of the environment."""
        while True:
            row: list[Node] = []
            self.cell(row, aligned=aligned)
            while (token := self.peek()) is not None and token.kind == "&":
                self.take(row, Kind.SPACE if aligned else Kind.MARK)
                self.cell(row, aligned=aligned)
            if aligned and len([n for n in row if n.kind is not Kind.SPACE]) > 1:
                row = [_aligned_row(row)]
            if row and any(node.kind is not Kind.SPACE for node in row):
                children.append(_node(Kind.ROW, row))
            else:
                children.extend(row)
            token = self.peek()
            if token is None or token.kind in (closing, "end"):
                self.blanks(children)
                return
            if token.kind == "row":
                self.take(children, Kind.MARK)
                continue
            leaf = self.take(children, Kind.UNREAD)
            self.problem("unbalanced", leaf.span, "this closes nothing that is open here", fatal=True)

    def cell(self, row: list[Node], *, aligned: bool) -> None:
        self.blanks(row)
        if aligned:
            self.aligned_piece(row)
            return
        inner: list[Node] = []
        node = self.expression(LIST)
        inner.append(node)
        row.append(_node(Kind.CELL, inner))

    def aligned_piece(self, row: list[Node]) -> None:
        """A row of an aligned block: "&" is a blank there, so the row is one expression."""
        cells, self.cells = self.cells, 0
        outside = self.limit
        self.limit = self._row_stop(self.at)
        beyond = outside - self.limit
        while self.peek() is not None:
            before = self.at
            node = self.expression(LIST)
            if node.span.length or node.children:
                row.append(node)
            if self.peek() is not None:
                leaf = self.take(row, Kind.UNREAD)
                self.problem("unbalanced", leaf.span, "this closes nothing in its row", fatal=False)
            if self.at == before:
                break
        self.blanks(row)
        self.limit += beyond  # a number that was split has moved the end
        self.cells = cells

    def _row_stop(self, start: int) -> int:
        depth = 0
        for at in range(start, self.limit):
            kind = self.tokens[at].kind
            if kind in ("{", "begin"):
                depth += 1
            elif kind in ("}", "end"):
                if depth == 0:
                    return at
                depth -= 1
            elif kind == "row" and depth == 0:
                return at
        return self.limit

    # -- scripts -----------------------------------------------------------------------------------

    def scripts(self, base: Node) -> Node:
        """A base with whatever is written under, over and behind it."""
        children = [base]
        while True:
            token = self.peek()
            if token is None:
                break
            if token.kind in ("_", "^"):
                self.blanks(children)
                children.append(self.script(token))
            elif token.kind == "prime" and base.kind is not Kind.MISSING:
                self.take(children, Kind.PRIME)
            elif token.kind in ("superscript", "subscript"):
                self.blanks(children)
                children.append(self.unicode_script(token))
            else:
                break
        node = base if len(children) == 1 else _node(Kind.SCRIPTS, children)
        while (token := self.peek()) is not None and token.kind == "postfix" and not self.is_alone(token):
            wrapped = [node]
            self.take(wrapped)
            node = _node(Kind.POSTFIX, wrapped)
        return node

    def script(self, token: Token) -> Node:
        children: list[Node] = []
        self.take(children, Kind.MARK)
        self.argument(children)
        return _node(Kind.SUBSCRIPT if token.kind == "_" else Kind.SUPERSCRIPT, children)

    def unicode_script(self, token: Token) -> Node:
        """``x²``, ``W_{ᵢ}``: the characters stand for a script with plain ones."""
        self.at += 1
        span = Span(token.start, token.end)
        if token.text.isdigit():
            inner = Node(Kind.NUMBER, span, (), token.text)
        elif len(token.text) == 1 and token.text.isalpha():
            inner = Node(Kind.NAME, span, (), token.text)
        elif token.text.lstrip("-−+").isdigit():
            sign = Node(Kind.OPERATOR, Span(token.start, token.start + 1), (), "-" if token.text[0] in "-−" else "+")
            number = Node(Kind.NUMBER, Span(token.start + 1, token.end), (), token.text.lstrip("-−+"))
            inner = Node(Kind.PREFIX, span, (sign, number))
        elif token.text.isalpha():
            letters = [Node(Kind.NAME, Span(token.start + i, token.start + i + 1), (), c) for i, c in enumerate(token.text)]
            inner = Node(Kind.JUXTAPOSITION, span, tuple(letters))
        else:
            inner = Node(Kind.NAME, span, (), token.text)
        return Node(Kind.SUBSCRIPT if token.kind == "subscript" else Kind.SUPERSCRIPT, span, (inner,))


def _aligned_row(row: list[Node]) -> Node:
    return _node(Kind.LIST, row)


def _node(kind: Kind, children: list[Node]) -> Node:
    return Node(kind, _covered(children), tuple(children))


def _covered(children: list[Node]) -> Span:
    return Span(children[0].span.start, children[-1].span.end) if children else Span(0, 0)


def _led(lead: list[Node], node: Node) -> Node:
    """A node with the blanks before it."""
    if not lead:
        return node
    return Node(Kind.STYLE, Span(lead[0].span.start, node.span.end), (*lead, node))


def _pair(opening: str, closing: str) -> str:
    return opening + (closing or CLOSERS.get(opening, ""))


__all__ = ["parse", "Role"]
