r"""From tokens to the tree: a Pratt parser that never fails.

Binding levels, loosest first: lists, bars and colons, relations, sums, products, side by side,
scripts.  Whatever does not fit becomes an UNREAD leaf and a problem; the rest is still read.
Depth is limited by a counter, so that no input overflows the stack; everything else is a loop.
"""

from __future__ import annotations

from symformer.syntax.characters import style_of
from symformer.syntax.nodes import LOOKS, Kind, Node, Tree, content
from symformer.syntax.structures import (
    CHAIN,
    IMPLICATION,
    LIST,
    MAX_DEPTH,
    MID,
    PRODUCT,
    SIDE,
    SUM,
    WHOLE_ARGUMENTS,
    Structures,
    make_node,
)  # fmt: skip
from symformer.syntax.tokens import Token, leaf
from symformer.text.span import Span

LEVEL_KINDS = {
    LIST: Kind.LIST, MID: Kind.MID, IMPLICATION: Kind.CHAIN, CHAIN: Kind.CHAIN, SUM: Kind.SUM, PRODUCT: Kind.PRODUCT, SIDE: Kind.JUXTAPOSITION,
}  # fmt: skip
STARTS = frozenset(
    {
        "number", "name", "word", "font", "{", "function", "open", "big", "accent", "old-font", "fraction", "binomial",
        "radical", "sqrt-sign", "style", "vulgar-fraction", "styled", "under-over", "stack", "substack", "begin", "ellipsis", "_", "^", "unread",
        "superscript", "subscript",
    }
)  # fmt: skip
PLAIN_OPERANDS = frozenset({"name", "number", "word", "function", "ellipsis", "big"})
AFTER_BASE = frozenset({"_", "^", "prime", "superscript", "subscript", "postfix", "combining"})
BARE = frozenset({"name", "number", "word", "function", "ellipsis"})
AFTER_OPERAND = AFTER_BASE | {"&"}  # what belongs to an operand before it, or stands between it and such
LEVELS = {"separator": LIST, "bar": MID, "relation": CHAIN, "sum-operator": SUM, "operator": PRODUCT}
LEVELS |= dict.fromkeys(STARTS, SIDE)
SURE_LEVELS = {kind: level for kind, level in LEVELS.items() if kind != "relation"}  # whatever the text of the token is
CLOSERS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "|": "|", "‖": "‖", "": ""}
IMPLICATIONS = frozenset("⇒⇐⇔")
MAX_POSTFIXES = 4
MAX_SCRIPTS = 24  # blanks counted


def parse(latex: str) -> Tree:
    """The tree of a formula. Total and lossless: any text gives a tree whose leaves join to it.

    >>> from symformer.syntax.nodes import leaves
    >>> text = r"Q K^T / \\sqrt{d_k"
    >>> "".join(leaf.span.slice(text) for leaf in leaves(parse(text).root)) == text
    True
    """
    return _Parser(latex).formula()


class _Parser(Structures):
    """The state of one parse: the tokens, where we are, what is open."""

    def formula(self) -> Tree:
        """Everything, with what cannot be placed kept as unread leaves."""
        children: list[Node] = []
        while self.at < self.limit and self.peek() is not None:
            if self.gaps[self.at] or self.in_columns:
                self.blanks(children)
            self.piece(children)
            if self.at < self.limit and self.peek() is not None:
                self.over(children)
                if self.peek() is not None:
                    self.stray(children)
        if self.gaps[self.at] or self.in_columns:
            self.blanks(children)
        root = Node(Kind.FORMULA, Span(0, len(self.latex)), tuple(children))
        return Tree(self.latex, root, tuple(self.problems), self.wraps)

    def stray(self, children: list[Node]) -> None:
        """A token that closes or ends what was never opened."""
        leaf = self.take(children, Kind.UNREAD)
        shown = leaf.span.slice(self.latex).strip()[:20]
        self.problem("unbalanced", leaf.span, f"nothing is open that {shown} could close", fatal=True)

    # -- infix -------------------------------------------------------------------------------------

    def level_of(self, token: Token) -> int | None:
        """The binding level of the token that comes next, at an infix place; None where it ends the expression."""
        match token.kind:
            case "fence-bar":
                return self.level_of_bar(token)
            case "relation" if token.text in IMPLICATIONS:
                return IMPLICATION
            case "row":
                return None if self.cells else LIST
        return LEVELS.get(token.kind)

    def level_of_bar(self, token: Token) -> int | None:
        if self.open_bars and self.open_bars[-1] == token.text:
            return None
        at = self.next()
        if at in self.bars.joins:
            return MID
        if at in self.bars.evaluations or self.opens_bar():
            return SIDE
        return SIDE if self.is_evaluation() else MID

    def expression(self, level: int) -> Node:
        """An expression that binds at least as tightly as ``level``.

        The runs that are open, loosest first, stand on a stack: joining operands takes no recursion.
        """
        runs: list[tuple[int, list[Node]]] = []
        left = self.bare_operand() or self.operand_or_missing(level)
        while self.at < self.limit:
            found = SURE_LEVELS.get(self.tokens[self.at].kind)
            if found is None and (token := self.peek()) is not None:
                found = self.level_of(token)
            if found is None or found < level:
                break
            while runs and runs[-1][0] > found:
                left = self.closed(runs.pop(), left)
            if not runs or runs[-1][0] < found:
                runs.append((found, []))
            run = runs[-1][1]
            if left is not None:
                run.append(left)
            if found == SIDE:
                if (left := self.bare_operand()) is None:
                    if self.gaps[self.at] or self.in_columns:
                        self.blanks(run)
                    left = self.bare_operand() or self.operand(SIDE)
                continue
            self.take(run, Kind.SEPARATOR if found == LIST else None)
            if found == LIST and self.ends_list():
                left = None
                continue
            if self.gaps[self.at] or self.in_columns:
                self.blanks(run)
            left = self.bare_operand() or self.operand_or_missing(found + 1)
        while runs:
            left = self.closed(runs.pop(), left)
        assert left is not None
        return left

    def closed(self, run: tuple[int, list[Node]], last: Node | None) -> Node:
        """The node of a run of operands, with its last operand (a list may have none)."""
        level, children = run
        if last is not None:
            children.append(last)
        if level == SIDE and not LOOKS.isdisjoint([child.kind for child in children]):
            self.wraps = True
        return make_node(LEVEL_KINDS[level], children)

    def operand_or_missing(self, level: int) -> Node | None:
        """What stands where no bare operand does, or that nothing does."""
        token = self.peek()
        if token is None or not self.starts_operand(token):
            return self.missing()
        return self.operand(level)

    def starts_operand(self, token: Token) -> bool:
        """Whether an operand can begin with the token that comes next."""
        if token.kind in STARTS or token.kind in ("sum-operator", "prime"):
            return True
        if token.kind == "fence-bar":
            return not (self.open_bars and self.open_bars[-1] == token.text) or self.follows_operator()
        if token.kind in ("operator", "bar", "postfix", "relation", "separator"):
            return self.is_alone()
        return False

    def ends_list(self) -> bool:
        """Whether nothing but another separator or the end follows: no item is missing there."""
        token = self.peek()
        return token is None or self.level_of(token) in (None, LIST)

    # -- operands ----------------------------------------------------------------------------------

    def operand(self, level: int) -> Node:
        """One operand with its scripts; a sign or a big operator takes its own operand."""
        lead: list[Node] = []
        if self.gaps[self.at] or self.in_columns:
            self.blanks(lead)
        token = self.tokens[self.at]
        if self.depth >= MAX_DEPTH:
            return _led(lead, self.too_deep())
        self.depth += 1
        try:
            if token.kind == "sum-operator" and not self.is_alone():
                return _led(lead, self.signed(level))
            scripted = self.scripts(self.primary(token))
            if token.kind in ("big", "stack") and is_big(scripted):
                scripted = self.big(scripted)
            return _led(lead, scripted)
        finally:
            self.depth -= 1

    def bare_operand(self) -> Node | None:
        """The shortest way to a letter, number or word with or without scripts, as most operands are."""
        at, limit, tokens = self.at, self.limit, self.tokens
        if at >= limit or (token := tokens[at]).kind not in BARE or self.depth >= MAX_DEPTH:
            return None
        if self.gaps[at] and self.handed != at:
            return None
        following = tokens[at + 1].kind if at + 1 < limit else ""
        if following not in AFTER_OPERAND:
            self.at = at + 1
            return token.leaf or leaf(token)
        if following == "&":
            return None
        self.at = at + 1
        self.depth += 1
        scripted = self.scripts(token.leaf or leaf(token))
        self.depth -= 1
        return scripted

    def signed(self, level: int) -> Node:
        children: list[Node] = []
        self.take(children)
        self.blanks(children)
        following = self.peek()
        if following is None or not self.starts_operand(following):
            return make_node(Kind.PREFIX, [*children, self.missing()])
        children.append(self.expression(max(PRODUCT, level)))
        return make_node(Kind.PREFIX, children)

    def big(self, head: Node) -> Node:
        children = [head]
        token = self.peek()
        if token is None or not self.starts_operand(token) or token.kind == "_":
            return head
        self.blanks(children)
        children.append(self.expression(PRODUCT))
        return make_node(Kind.BIG_OPERATION, children)

    def primary(self, token: Token) -> Node:
        """An operand without its scripts."""
        if token.kind in PLAIN_OPERANDS:
            return self.take([])
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
            case "styled":
                return self.styled(token)
            case "vulgar-fraction":
                return self.vulgar_fraction(token)
            case "separator":
                return self.take([], Kind.WORD if token.text not in (",", ";", "stop", "quad") else Kind.SEPARATOR)
            case "unread":
                leaf = self.take([], Kind.UNREAD)
                self.problem("unknown-command", leaf.span, f"{token.text} is not known", fatal=True)
                return leaf
        return self.take([])

    # -- groups and fences -------------------------------------------------------------------------

    def group(self) -> Node:
        children: list[Node] = []
        if (short := self.short_group()) is not None:
            return short
        opening = self.take(children, Kind.MARK)
        self.open_bars.append("")
        cells, self.cells = self.cells, 0
        self.body(children, "}")
        self.cells = cells
        self.open_bars.pop()
        token = self.peek()
        if token is not None and token.kind == "}":
            self.take(children, Kind.MARK)
        else:
            self.problem("unbalanced", opening.span, "this brace is never closed", fatal=False)
        return make_node(Kind.GROUP, children)

    def short_group(self) -> Node | None:
        """The shortest way to braces around one letter, number or word without blanks."""
        at = self.at
        if at + 2 >= self.limit or self.tokens[at + 2].kind != "}" or self.tokens[at + 1].kind not in BARE:
            return None
        if self.has_blanks() or self.gaps[at + 1] or self.gaps[at + 2] or self.depth >= MAX_DEPTH:
            return None
        opening, held, closing = self.tokens[at : at + 3]
        self.at = at + 3
        children = (opening.leaf or leaf(opening), held.leaf or leaf(held), closing.leaf or leaf(closing))
        return Node(Kind.GROUP, Span(opening.start, closing.end), children)

    def body(self, children: list[Node], closing: str) -> None:
        """What stands between delimiters, up to the token that ends it; ``a \\over b`` is a fraction."""
        self.blanks(children)
        if (token := self.peek()) is not None and token.kind != closing:
            self.piece(children)
            token = self.peek()
        if token is not None and token.kind != closing:
            self.rest(children, closing)
        self.blanks(children)

    def rest(self, children: list[Node], closing: str) -> None:
        """What does not belong to the first expression between delimiters."""
        self.over(children)
        while (
            (token := self.peek()) is not None
            and token.kind in ("row", "&", "separator", "old-font", "close")
            and closing == "}"
        ):
            if token.kind == "close":  # braces go before brackets: what this one closes is outside of them
                self.stray(children)
                self.blanks(children)
                if (token := self.peek()) is not None and token.kind != "}":
                    self.piece(children)
                continue
            kind_of_leaf = {"old-font": Kind.MARK, "&": Kind.SPACE}.get(token.kind, Kind.SEPARATOR)
            self.take(children, kind_of_leaf)
            self.piece(children)

    def over(self, children: list[Node]) -> None:
        """``a \\over b``: what stands before and behind, up to the end of the group, is a fraction."""
        token = self.peek()
        if token is None or token.kind not in ("over", "choose") or not children:
            return
        kind = Kind.FRACTION if token.kind == "over" else Kind.BINOMIAL
        variety = token.text if token.text in ("brace", "brack") else ""
        inner = [children.pop() if children[-1].kind not in (Kind.MARK, Kind.OPEN, Kind.SPACE) else self.missing()]
        self.take(inner, Kind.MARK)
        inner.append(self.expression(LIST))
        children.append(make_node(kind, inner, variety))

    def fence(self) -> Node:
        children: list[Node] = []
        opening = self.take(children, Kind.OPEN)
        self.open_bars.append("")
        self.body(children, "close")
        self.open_bars.pop()
        token = self.peek()
        closing = ""
        if token is not None and (token.kind == "close" or closes_left_bar(token, opening)):
            closing = self.take(children, Kind.CLOSE).text
            if not closing and opening.text == "{":
                return make_node(Kind.FENCE, children, "{")  # \\left\\{ … \\right. holds cases
        else:
            self.problem("unbalanced", opening.span, "this bracket is never closed", fatal=False)
        return make_node(Kind.FENCE, children, opening.text + (closing or CLOSERS.get(opening.text, "")))

    def bar_fence(self, token: Token) -> Node:
        """``|x|``; a bar with nothing to close it is a name of its own."""
        is_ket = self.at in self.bars.kets
        if not is_ket and self.bars.ahead.get(self.at, 0) < 2:
            return self.take([], Kind.NAME)
        children: list[Node] = []
        opening = self.take(children, Kind.OPEN)
        kind = "close" if is_ket else "fence-bar"
        self.open_bars.append("" if is_ket else token.text)
        self.body(children, kind)
        self.open_bars.pop()
        following = self.peek()
        if following is not None and following.kind == kind and (is_ket or following.text == token.text):
            closing = self.take(children, Kind.CLOSE).text
        else:
            self.problem("unbalanced", opening.span, "this bar is never closed", fatal=False)
            closing = token.text
        return make_node(Kind.FENCE, children, token.text + closing)

    # -- scripts -----------------------------------------------------------------------------------

    def scripts(self, base: Node) -> Node:
        """A base with whatever is written under, over and behind it."""
        token = self.peek()
        if token is None or token.kind not in AFTER_BASE:
            return base
        children = [base]
        marks = 0
        while token is not None and len(children) < MAX_SCRIPTS:
            if token.kind in ("_", "^"):
                if (script := self.short_script(token)) is None:
                    if token.kind == "_" and len(children) == 1 and self.follows_narrow_space():
                        return base  # a\,_1F_1: set in type, it stands before what follows
                    self.blanks(children)
                    script = self.script(token)
                children.append(script)
            elif token.kind == "prime" and base.kind is not Kind.MISSING:
                self.take(children, Kind.PRIME)
            elif token.kind == "combining":
                children = [self.marked(children, token)]
                base = children[0]
                marks += 1
                if marks == MAX_POSTFIXES:
                    token = self.peek()
                    break
            elif token.kind in ("superscript", "subscript"):
                self.blanks(children)
                children.append(self.unicode_script(token))
            else:
                break
            token = self.peek()
        node = base if len(children) == 1 else make_node(Kind.SCRIPTS, children)
        for _ in range(MAX_POSTFIXES):
            if token is None or token.kind != "postfix" or self.is_alone():
                break
            wrapped = [node]
            self.take(wrapped)
            node = make_node(Kind.POSTFIX, wrapped)
            token = self.peek()
        return node

    def marked(self, children: list[Node], token: Token) -> Node:
        """A letter with a combining mark: ``x̂``."""
        base = children[0] if len(children) == 1 else make_node(Kind.SCRIPTS, children)
        marked = [base]
        self.take(marked, Kind.MARK)
        return make_node(Kind.ACCENT, marked, token.text)

    def short_script(self, token: Token) -> Node | None:
        """The shortest way to a script that is one letter, digit or word without blanks, bare or in braces."""
        at = self.at
        if at + 1 >= self.limit or self.gaps[at] or self.gaps[at + 1] or self.depth + 1 >= MAX_DEPTH:
            return None
        following = self.tokens[at + 1]
        self.at = at + 1
        if following.kind == "{":
            held = self.short_group()
        elif following.kind in WHOLE_ARGUMENTS or following.kind == "number" and following.end - following.start == 1:
            held = following.leaf or leaf(following)
            self.at = at + 2
        else:
            held = None
        if held is None:
            self.at = at
            return None
        kind = Kind.SUBSCRIPT if token.kind == "_" else Kind.SUPERSCRIPT
        return Node(kind, Span(token.start, held.span.end), (token.leaf or leaf(token), held))

    def script(self, token: Token) -> Node:
        children: list[Node] = []
        self.take(children, Kind.MARK)
        self.blanks(children)
        following = self.peek()
        if (
            following is not None
            and following.kind == "open"
            and following.text in ("(", "[")
            and self.depth < MAX_DEPTH
        ):
            self.depth += 1
            children.append(self.fence())
            self.depth -= 1
        else:
            self.argument(children)
        return make_node(Kind.SUBSCRIPT if token.kind == "_" else Kind.SUPERSCRIPT, children)

    def styled(self, token: Token) -> Node:
        """``𝐱``, ``ℝ`` and ``\\R`` are a font and a letter, as ``\\mathbf{x}`` is."""
        leaf = self.take([], Kind.NAME)
        font, letter = style_of(token.text) or ("roman", token.text)
        return Node(Kind.FONT, leaf.span, (Node(Kind.NAME, leaf.span, (), letter),), font)

    def vulgar_fraction(self, token: Token) -> Node:
        """``½``: the one character is the numerator, and a denominator without width follows it."""
        self.take([])
        above, below = token.text.split("/")
        over = Node(Kind.NUMBER, Span(token.start, token.end), (), above)
        under = Node(Kind.NUMBER, Span(token.end, token.end), (), below)
        return Node(Kind.FRACTION, over.span, (over, under))

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
            letters = [
                Node(Kind.NAME, Span(token.start + i, token.start + i + 1), (), c) for i, c in enumerate(token.text)
            ]
            inner = Node(Kind.JUXTAPOSITION, span, tuple(letters))
        else:
            inner = Node(Kind.NAME, span, (), token.text)
        return Node(Kind.SUBSCRIPT if token.kind == "subscript" else Kind.SUPERSCRIPT, span, (inner,))


def closes_left_bar(token: Token, opening: Node) -> bool:
    """Whether a plain bar closes what ``\\left`` opened."""
    return token.kind == "fence-bar" and opening.text in ("|", "‖", "") and token.text == (opening.text or token.text)


def is_big(node: Node) -> bool:
    """Whether a note is set under or over a big operator: ``\\underset{i}{\\sum}``."""
    while node.kind in (Kind.SCRIPTS, Kind.ANNOTATED):
        node = content(node.children[0] if node.kind is Kind.SCRIPTS else node.children[-1])
    return node.kind is Kind.BIG


def _led(lead: list[Node], node: Node) -> Node:
    """A node with the blanks before it."""
    if not lead:
        return node
    return Node(Kind.STYLE, Span(lead[0].span.start, node.span.end), (*lead, node))
