r"""Commands with arguments and environments: fractions, fonts, roots, notes, matrices, aligned rows."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from symformer.syntax.commands import environment
from symformer.syntax.cursor import Cursor
from symformer.syntax.nodes import Kind, Node, content, leaves
from symformer.syntax.tokens import Token
from symformer.text.span import Span

MAX_DEPTH = 30
WORD_FONTS = frozenset({"roman", "italic", "sans", "typewriter", "small-capitals"})
LIST, MID, IMPLICATION, CHAIN, SUM, PRODUCT, SIDE = range(7)
BELOW = frozenset({"underset", "stackbin", "underaccent"})
WHOLE_ARGUMENTS = frozenset({"name", "word", "function", "ellipsis"})
WORD_BY_FONT = re.compile(r"[A-Za-z]{2,}")
WORD_BY_LETTERS = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z][a-z]+[A-Z][a-z]+")
NO_WORD = re.compile(r"(?!)")
_JOINS = frozenset({"relation", "sum-operator", "operator", "separator", "row"})  # beside these a mark parts no columns
# what stands over or under a letter as an accent does: \overset{\sim}{W}
SIGNS_OVER = {"∼": "tilde", "∧": "hat", "-": "bar", "−": "bar", "→": "vec", "←": "overleftarrow", "∘": "ring"}
SIGNS_UNDER = {"∼": "undertilde", "-": "underline", "−": "underline"}
ENVIRONMENT_KINDS = {"wrapper": Kind.STYLE, "aligned": Kind.ALIGNED, "cases": Kind.CASES}


class Structures(Cursor, ABC):
    """The part of the parser that reads commands with arguments and environments."""

    @abstractmethod
    def expression(self, level: int) -> Node:
        """An expression that binds at least as tightly as ``level``."""

    @abstractmethod
    def primary(self, token: Token) -> Node:
        """An operand without its scripts."""

    @abstractmethod
    def starts_operand(self, token: Token) -> bool:
        """Whether an operand can begin with the token that comes next."""

    @abstractmethod
    def group(self) -> Node:
        """Braces and what they hold."""

    @abstractmethod
    def body(self, children: list[Node], closing: str) -> None:
        """What stands between delimiters, up to the token that ends it."""

    @abstractmethod
    def scripts(self, base: Node) -> Node:
        """A base with whatever is written under, over and behind it."""

    @abstractmethod
    def script(self, token: Token) -> Node:
        """One subscript or superscript."""

    def piece(self, children: list[Node]) -> None:
        """Append the next expression, unless there is nothing."""
        node = self.expression(LIST)
        if node.kind is not Kind.MISSING or node.span.length:
            children.append(node)

    def too_deep(self) -> Node:
        """Skip a nesting that is deeper than we go, token by token, without recursion."""
        children: list[Node] = []
        nested = 0
        start = self.here()
        while (token := self.peek()) is not None:
            if token.kind in ("}", "close", "end"):
                if nested == 0:
                    break
                nested -= 1
            elif token.kind in ("{", "open", "begin"):
                nested += 1
            self.take(children, Kind.UNREAD)
            if nested == 0:
                break
        self.problem("too-deep", Span(start, self.here()), f"nested more than {MAX_DEPTH} deep", fatal=True)
        return make_node(Kind.STYLE, children) if children else self.missing()

    # -- commands with arguments -------------------------------------------------------------------

    def argument(self, into: list[Node]) -> Node:
        """The argument of a command: a group or one token; ``\\frac67`` takes one digit at a time."""
        self.blanks(into)
        if self.at >= self.limit:
            node = self.lacking()
            into.append(node)
            return node
        token = self.tokens[self.at]
        if token.kind in WHOLE_ARGUMENTS and self.depth < MAX_DEPTH:  # most arguments: no need to ask for the rest
            return self.take(into)
        if token.kind == "{" and self.depth < MAX_DEPTH:
            self.depth += 1
            node = self.group()
            self.depth -= 1
            into.append(node)
            return node
        match token.kind:
            case "number" if token.end - token.start > 1 and self.latex[token.start] != ".":
                node = self.first_digit(token)
            case "_" | "^" | "combining" | "}" | "close" | "&" | "row" | "end" | "over" | "choose":
                node = self.lacking()
            case "sum-operator" | "operator" | "relation" | "separator" | "prime" | "bar" | "postfix" | "big":
                node = self.take([])
            case "fence-bar":
                node = self.take([], Kind.NAME)
            case _ if self.depth >= MAX_DEPTH:
                node = self.too_deep()
            case _:
                self.depth += 1
                node = self.primary(token)
                self.depth -= 1
        into.append(node)
        return node

    def lacking(self) -> Node:
        """An argument that is not there: LaTeX would refuse the formula; what there is can still be read."""
        node = self.missing()
        self.problem("missing-argument", node.span, "an argument is missing here", fatal=False)
        return node

    def first_digit(self, token: Token) -> Node:
        """Split the first digit off a number; the rest of it stays to be read."""
        middle = token.start + 1
        digits = "".join(char for char in self.latex[middle : token.end] if char not in "{,}\\")
        self.tokens[self.at] = Token("number", digits, middle, token.end)
        return Node(Kind.NUMBER, Span(token.start, middle), (), self.latex[token.start])

    def structure(self, token: Token) -> Node:
        """A command with content arguments."""
        children: list[Node] = []
        mark = self.take(children, Kind.MARK)
        row = token.row
        match token.kind:
            case "fraction" | "binomial":
                if row is not None and row.arguments != "mm":
                    return self.general_fraction(children, row.arguments)
                self.argument(children)
                self.argument(children)
                return make_node(Kind.FRACTION if token.kind == "fraction" else Kind.BINOMIAL, children)
            case "font" | "accent":
                self.argument(children)
                kind = Kind.FONT if token.kind == "font" else Kind.ACCENT
                if kind is Kind.FONT and (word := spelled_out(children[-1], mark.text)) is not None:
                    return make_node(Kind.STYLE, [*children[:-1], word])
                return Node(kind, covered(children), tuple(children), mark.text)
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
        return Node(Kind.STYLE, covered(children), tuple(children), mark.text)

    def general_fraction(self, children: list[Node], arguments: str) -> Node:
        """``\\genfrac{(}{)}{0pt}{}{n}{k}``: without a line it is a binomial coefficient."""
        start = self.here()
        for _ in range(arguments.count("i")):
            self.raw_argument(children, optional=False)
        has_line = not re.search(r"\b0(?:\.0*)?\s*(?:pt|em|ex|mm)", self.latex[start : self.here()])
        self.argument(children)
        self.argument(children)
        return make_node(Kind.FRACTION if has_line else Kind.BINOMIAL, children)

    def raw_argument(self, children: list[Node], *, optional: bool) -> None:
        """An argument that is no mathematics, kept as marks."""
        token = self.peek()
        if token is None or (optional and not (token.kind == "open" and token.text == "[")):
            return
        if not optional and token.kind != "{":
            self.blanks(children)
            if self.peek() is not None:  # nothing but a column mark may have been left
                self.take(children, Kind.MARK)
            return
        depth = 0
        while self.at < self.limit:
            self.blanks(children)
            if self.at >= self.limit:
                return
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
        return Node(Kind.ANNOTATED, covered(children), tuple(children), children[0].text)

    def stack(self, children: list[Node]) -> Node:
        """``\\overset{note}{base}``: the note comes first in the text; it is kept as a superscript."""
        note: list[Node] = []
        self.argument(note)
        below = children[0].text in BELOW
        children.append(make_node(Kind.SUBSCRIPT if below else Kind.SUPERSCRIPT, note))
        self.argument(children)
        if (accent := _accent_of(children)) is not None:
            return accent
        return Node(Kind.ANNOTATED, covered(children), tuple(children), children[0].text)

    def substack(self, children: list[Node]) -> Node:
        """The lines under a big operator, as a matrix of one column."""
        token = self.peek()
        if token is None or token.kind != "{":
            self.argument(children)
            return make_node(Kind.STYLE, children)
        self.take(children, Kind.MARK)
        cells, self.cells = self.cells, self.cells + 1
        self.rows(children, "}", aligned=False)
        self.cells = cells
        if (token := self.peek()) is not None and token.kind == "}":
            self.take(children, Kind.MARK)
        return Node(Kind.MATRIX, covered(children), tuple(children), "substack")

    def radical(self, token: Token) -> Node:
        """A root, with its degree as a superscript."""
        children: list[Node] = []
        self.take(children, Kind.MARK)
        if token.kind == "sqrt-sign":
            following = self.peek()
            if following is not None and self.starts_operand(following):
                self.blanks(children)
                children.append(self.scripts(self.primary(following)))
            else:
                children.append(self.lacking())
            return make_node(Kind.RADICAL, children)
        following = self.peek()
        if following is not None and following.kind == "open" and following.text == "[":
            index: list[Node] = []
            self.take(index, Kind.MARK)
            index.append(self.expression(LIST))
            if (closing := self.peek()) is not None and closing.kind == "close":
                self.take(index, Kind.MARK)
            children.append(make_node(Kind.SUPERSCRIPT, index))
        following = self.peek()
        if following is not None and following.kind == "open" and following.text == "(" and self.depth < MAX_DEPTH:
            self.blanks(children)
            self.depth += 1
            children.append(self.primary(following))  # \sqrt(x), as it is meant
            self.depth -= 1
        else:
            self.argument(children)
        return make_node(Kind.RADICAL, children)

    def old_font(self) -> Node:
        """``{\\bf x}``: the font holds to the end of the group; ``{\\rm model}`` is a word."""
        children: list[Node] = []
        mark = self.take(children, Kind.MARK)
        if self.at < self.limit and self.tokens[self.at].kind == "{" and not self.gaps[self.at]:
            self.argument(children)  # \\rm{loss}: as if it were \\mathrm{loss}
            word = spelled_out(children[-1], mark.text)
            if word is not None:
                return make_node(Kind.STYLE, [*children[:-1], word])
            return Node(Kind.FONT, covered(children), tuple(children), mark.text)
        if mark.text in WORD_FONTS and (word := self.word()) is not None:
            children.append(word)
            return make_node(Kind.STYLE, children)
        self.piece(children)
        if len(children) == 1:
            children.append(self.lacking())
        return Node(Kind.FONT, covered(children), tuple(children), mark.text)

    def word(self) -> Node | None:
        """Letters written close together that fill what is left of the group."""
        end = self.at
        while end < self.limit and self.tokens[end].kind == "name" and (end == self.at or not self.gaps[end]):
            end += 1
        letters = self.tokens[self.at : end]
        ended = end >= self.limit or self.tokens[end].kind == "}"
        if len(letters) < 2 or not ended or not all(len(each.text) == 1 for each in letters):
            return None
        into: list[Node] = []
        self.blanks(into)
        self.at = end
        made = Node(Kind.WORD, Span(letters[0].start, letters[-1].end), (), "".join(each.text for each in letters))
        return Node(Kind.STYLE, Span(into[0].span.start, made.span.end), (*into, made)) if into else made

    # -- environments ------------------------------------------------------------------------------

    def environment(self, token: Token) -> Node:
        """What stands between ``\\begin`` and ``\\end``."""
        children: list[Node] = []
        opening = self.take(children, Kind.MARK)
        row = environment(token.text)
        kind = row.kind if row is not None else "aligned"
        if row is None:
            self.problem("unknown-environment", opening.span, f"the environment {token.text} is not known", fatal=True)
        open_bars, self.open_bars = self.open_bars, [""]
        cells = self.cells
        if kind == "wrapper":
            self.cells = 0
            self.body(children, "end")
            self.more(children)
        else:
            self.cells = cells + 1
            self.rows(children, "end", aligned=kind == "aligned")
        self.cells, self.open_bars = cells, open_bars
        closing = self.peek()
        if closing is not None and closing.kind == "end":
            self.take(children, Kind.MARK)
        else:
            self.problem("unbalanced", opening.span, f"{token.text} is never ended", fatal=False)
        return make_node(ENVIRONMENT_KINDS.get(kind, Kind.MATRIX), children, token.text)

    def more(self, children: list[Node]) -> None:
        """What a wrapper still holds after its first expression."""
        while (token := self.peek()) is not None and token.kind not in ("end", "}"):
            self.take(children, Kind.UNREAD)
            self.problem("unbalanced", Span(token.start, token.end), "this closes nothing", fatal=True)
            self.piece(children)

    def rows(self, children: list[Node], closing: str, *, aligned: bool) -> None:
        """Rows up to the end of the environment."""
        while True:
            row: list[Node] = []
            self.cell(row, aligned=aligned)
            while (token := self.peek()) is not None and token.kind == "&":
                self.take(row, Kind.SPACE if aligned else Kind.MARK)
                self.cell(row, aligned=aligned)
            if aligned and len([n for n in row if n.kind is not Kind.SPACE]) > 1:
                row = [make_node(Kind.LIST, row)]
            if any(node.kind is not Kind.SPACE and node.span.length for node in row):
                children.append(make_node(Kind.ROW, row))
            else:
                children.extend(node for node in row if node.span.length)
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
        """One cell of a matrix, or a whole row of an aligned block."""
        self.blanks(row)
        if aligned:
            self.aligned_piece(row)
            return
        row.append(make_node(Kind.CELL, [self.expression(LIST)]))

    def aligned_piece(self, row: list[Node]) -> None:
        """A row of an aligned block: "&" is a blank there, so the row is one expression."""
        cells, self.cells = self.cells, 0
        outside, self.limit = self.limit, self._row_stop(self.at)
        self._part_columns()
        while self.peek() is not None:
            before = self.at
            self.piece(row)
            if self.peek() is not None:
                leaf = self.take(row, Kind.UNREAD)
                self.problem("unbalanced", leaf.span, "this closes nothing in its row", fatal=False)
            if self.at == before:
                break
        self.blanks(row)
        self.limit, self.cells = outside, cells

    def _part_columns(self) -> None:
        """``a &= b & c &= d``: every second mark parts two columns, unless a relation or sign stands beside it."""
        marks = 0
        depth = 0
        before = "row"
        for at in range(self.at, self.limit):
            token = self.tokens[at]
            if token.kind in ("{", "begin"):
                depth += 1
            elif token.kind in ("}", "end"):
                depth -= 1
            elif token.kind == "&" and depth == 0:
                marks += 1
                joins = before in _JOINS or self._kind_after(at) in _JOINS
                if marks % 2 == 0 and not joins:
                    self.tokens[at] = Token("separator", "&", token.start, token.end)
            before = token.kind

    def _kind_after(self, at: int) -> str:
        return self.tokens[at + 1].kind if at + 1 < self.limit else "row"

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


def spelled_out(argument: Node, font: str) -> Node | None:
    """The argument of a font, where its letters are a word: ``\\mathit{loss}``, ``\\mathrm{head_i}``."""
    if argument.kind is not Kind.GROUP or len(argument.children) not in (2, 3):
        return None
    opening, run, *closing = argument.children
    if run.kind is not Kind.JUXTAPOSITION and run.kind is not Kind.SCRIPTS:
        return None
    scripts: tuple[Node, ...] = ()
    letters = run.children if run.kind is Kind.JUXTAPOSITION else ()
    if run.kind is Kind.SCRIPTS and (inner := spelled_out(run.children[0], font)) is not None:
        letters, scripts = (inner,), run.children[1:]
    elif letters and letters[-1].kind is Kind.SCRIPTS:
        letters, scripts = (*letters[:-1], letters[-1].children[0]), letters[-1].children[1:]
    word = _word(letters, font)
    if word is None:
        return None
    made = make_node(Kind.SCRIPTS, [word, *scripts]) if scripts else word
    return Node(Kind.GROUP, argument.span, (opening, made, *closing))


def _word(letters: tuple[Node, ...], font: str) -> Node | None:
    """Letters as one word, where they stand close together and the font sets words."""
    if len(letters) == 1 and letters[0].kind is Kind.GROUP:
        return letters[0]
    if len(letters) < 2 or any(each.kind is not Kind.NAME or each.span.length != 1 for each in letters):
        return None
    word = "".join(each.text for each in letters)
    pattern = WORD_BY_FONT if font in WORD_FONTS else WORD_BY_LETTERS if font == "bold" else NO_WORD
    if not pattern.fullmatch(word):
        return None
    return Node(Kind.WORD, Span(letters[0].span.start, letters[-1].span.end), (), word)


def _accent_of(children: list[Node]) -> Node | None:
    r"""``\overset{\sim}{W}``: a sign set over a letter is its accent; a mark of the source now, as in ``\tilde{W}``."""
    held = [child for child in children if child.kind not in (Kind.SPACE, Kind.MARK)]
    sign, letter = content(held[0]), content(held[-1])
    while letter.kind in (Kind.FONT, Kind.ACCENT) and letter.children:
        letter = content(letter.children[-1])
    signs = SIGNS_OVER if held[0].kind is Kind.SUPERSCRIPT else SIGNS_UNDER
    accent = signs.get(sign.text) if sign.kind in (Kind.RELATION, Kind.OPERATOR) else None
    if accent is None or letter.kind is not Kind.NAME:
        return None
    marks = [Node(Kind.MARK, leaf.span, (), leaf.text) for child in children[:-1] for leaf in leaves(child)]
    return make_node(Kind.ACCENT, [*marks, children[-1]], accent)


def make_node(kind: str, children: list[Node], text: str = "") -> Node:
    """An inner node over its children."""
    span = Span(children[0].span.start, children[-1].span.end) if children else Span(0, 0)
    return Node(kind, span, tuple(children), text)


def covered(children: list[Node]) -> Span:
    """From the first child to the last."""
    return Span(children[0].span.start, children[-1].span.end) if children else Span(0, 0)
