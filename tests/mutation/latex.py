"""A small reader of formulas, for the judge of mutants only: it shares nothing with the reader on trial.

It knows products, sums, quotients, scripts, functions, blocks and sums over an index, and leaves it to
the judge what a script means.  Every node knows its place, so that a mutation is an edit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

TOKEN = re.compile(r"\\[A-Za-z]+|\\[^A-Za-z]|\d+(?:\.\d+)?|[^\s]", re.DOTALL)
NOTHING = re.compile(
    r"\\(?:left|right|displaystyle|quad|qquad|!|,|;|:|>|nonumber|bigl|bigr|big|Big|Bigl|Bigr|limits)(?![A-Za-z])"
    r"|(?<!\\)\\[ ]|&(?=\s*(?:=|\\in|\\leftarrow))|(?<==)\s*&"
)
FONTS = {
    r"\mathbf", r"\boldsymbol", r"\bm", r"\mathcal", r"\mathbb", r"\hat", r"\tilde", r"\bar", r"\mathsf", r"\Delta",
}  # fmt: skip
WORDS = {r"\text", r"\mathrm", r"\operatorname", r"\textrm", r"\mathit", r"\textit"}
OPERATORS = {r"\cdot": "·", r"\odot": "⊙", r"\circ": "⊙", "/": "/", "*": "·"}
TRANSPOSES = {r"\top", "T", r"\intercal", r"\mathsf{T}", r"\mathrm{T}", r"\mathsfT"}
CLOSING = {"(": ")", "[": "]", "{": "}", r"\{": r"\}", r"\lfloor": r"\rfloor"}
ENDS = {
    ")",
    "]",
    "}",
    ",",
    ";",
    "=",
    r"\in",
    r"\\",
    "&",
    r"\end",
    r"\mid",
    "|",
    r"\|",
    r"\rfloor",
    r"\approx",
    r"\leftarrow",
}


class Unreadable(Exception):
    """The formula holds something that the judge does not know."""


@dataclass(frozen=True)
class Node:
    """A part: ``kind``, place, parts, and its text or scripts."""

    kind: str
    start: int
    end: int
    parts: tuple[Node, ...] = ()
    text: str = ""
    sub: str = ""
    sup: str = ""
    sup_start: int = 0  # where the superscript begins, the ^ included
    sup_end: int = 0


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Notation:
    """What a note brings along: the names of its functions and its macros."""

    functions: frozenset[str] = frozenset()
    macros: Mapping[str, str] = field(default_factory=dict)


def tokens_of(latex: str, macros: Mapping[str, str]) -> list[Token]:
    """The tokens that mean something; what a macro stands for has the place of the macro."""
    found = []
    blanked = NOTHING.sub(lambda match: " " * len(match.group()), latex)
    for match in TOKEN.finditer(blanked):
        if match.group() in macros:
            found += [Token(each, *match.span()) for each in TOKEN.findall(macros[match.group()])]
        else:
            found.append(Token(match.group(), *match.span()))
    return found


def written(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens)


def plain(text: str) -> str:
    """A script or a name without braces, blanks and fonts of words: what counts for identity."""
    without = re.sub(r"\\(?:text|mathrm|operatorname|textrm|mathit|textit)(?![A-Za-z])", "", NOTHING.sub("", text))
    return re.sub(r"[{}\s]", "", without)


class Parser:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, tokens: Sequence[Token], notation: Notation) -> None:
        self.tokens = tokens
        self.notation = notation
        self.at = 0

    def whole(self) -> Node:
        found = self.sum()
        if self.at < len(self.tokens):
            raise Unreadable(f"{self.peek()} in {written(self.tokens)}")
        return found

    def relation(self) -> Node:
        """Sides joined by equality signs, perhaps in a space at the end."""
        sides = [self.sum()]
        while self.peek() in ("=", r"\in", r"\approx", r"\leftarrow"):
            sign = self.take().text
            sides.append(self.space() if sign == r"\in" else self.sum())
        if self.at < len(self.tokens):
            raise Unreadable(f"{self.peek()} in {written(self.tokens)}")
        return Node("relation", self.tokens[0].start, self.tokens[-1].end, tuple(sides))

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead].text if self.at + ahead < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> Token:
        if self.at >= len(self.tokens) or (expected is not None and self.peek() != expected):
            raise Unreadable(f"{expected or 'more'} in {written(self.tokens)}")
        self.at += 1
        return self.tokens[self.at - 1]

    def raw_group(self) -> tuple[list[Token], int]:
        """The tokens of a braced group, or the next one, and where the group ends."""
        if self.peek() != "{":
            token = self.take()
            if token.text in FONTS | WORDS:
                inner, end = self.raw_group()
                return [token, *inner], end
            return [token], token.end
        self.take("{")
        depth, inner = 1, []
        while depth:
            inner.append(self.take())
            depth += (inner[-1].text == "{") - (inner[-1].text == "}")
        return inner[:-1], inner[-1].end

    def inner(self, tokens: Sequence[Token]) -> Node:
        return Parser(tokens, self.notation).whole()

    def space(self) -> Node:
        first = self.take(r"\mathbb")
        self.raw_group()
        self.take("^")
        tokens, end = self.raw_group()
        sizes, size = [], list[Token]()
        for token in [*tokens, Token(r"\times", end, end)]:
            if token.text == r"\times":
                sizes.append(self.inner(size))
                size = []
            else:
                size.append(token)
        return Node("space", first.start, end, tuple(sizes))

    def sum(self) -> Node:
        terms = [self.signed()]
        while self.peek() in ("+", "-"):
            terms.append(self.signed())
        return terms[0] if len(terms) == 1 else Node("sum", terms[0].start, terms[-1].end, tuple(terms))

    def signed(self) -> Node:
        if self.peek() in ("+", "-"):
            sign = self.take()
            inner = self.product()
            return Node("negative" if sign.text == "-" else "group", sign.start, inner.end, (inner,))
        return self.product()

    def product(self) -> Node:
        factors, signs = [self.factor()], [""]
        while self.at < len(self.tokens) and self.peek() not in ENDS and self.peek() not in ("+", "-"):
            signs.append(OPERATORS.get(self.peek(), ""))
            if self.peek() in OPERATORS:
                self.take()
            factors.append(self.factor())
        if len(factors) == 1:
            return factors[0]
        return Node("product", factors[0].start, factors[-1].end, tuple(factors), "|".join(signs))

    def factor(self) -> Node:
        inner = self.atom()
        sub, sup, sup_start, sup_end, end = "", "", 0, 0, inner.end
        while self.peek() in ("_", "^", "'"):
            sign = self.take()
            if sign.text == "'":
                inner, end = replace(inner, text=inner.text + "'"), sign.end
                continue
            tokens, end = self.raw_group()
            if sign.text == "_":
                sub += written(tokens)
            else:
                sup, sup_start, sup_end = written(tokens), sign.start, end
        if inner.kind == "name":
            inner = Node("name", inner.start, end, (), inner.text, sub, sup, sup_start, sup_end)
            return (
                self.call(inner) if plain(inner.text + ("_" + sub if sub else "")) in self.notation.functions else inner
            )
        if sup:
            return Node("raised", inner.start, end, (inner,), "", "", sup, sup_start, sup_end)
        return inner

    def call(self, name: Node) -> Node:
        if self.peek() != "(":
            inner = self.factor()
            return Node("call", name.start, inner.end, (inner,), name.text, name.sub, name.sup)
        self.take("(")
        arguments, end = self.items(")")
        return Node("call", name.start, end, arguments, name.text, name.sub, name.sup)

    def items(self, closing: str) -> tuple[tuple[Node, ...], int]:
        """What stands between brackets, separated by commas; dots are an item of their own."""
        found = []
        while True:
            if self.peek() in (r"\dots", r"\ldots", r"\cdots"):
                dots = self.take()
                found.append(Node("dots", dots.start, dots.end))
            else:
                found.append(self.sum())
            if self.peek() == closing:
                return tuple(found), self.take().end
            if self.peek() not in (",", ";", "|", r"\|", r"\mid"):
                raise Unreadable(f"{self.peek()} in {written(self.tokens)}")
            self.separator = self.take().text

    def atom(self) -> Node:
        token = self.take()
        match token.text:
            case "(" | "{" | r"\{":
                inner = self.sum()
                end = self.take(CLOSING[token.text]).end
                return Node("group", token.start, end, (inner,))
            case "[":
                self.separator = ","
                items, end = self.items("]")
                if len(items) == 1:
                    return Node("group", token.start, end, items)
                return Node("joined", token.start, end, items, self.separator)
            case r"\|":
                inner = self.sum()
                return Node("norm", token.start, self.take(r"\|").end, (inner,))
            case r"\frac" | r"\tfrac" | r"\dfrac":
                return self.fraction(token)
            case r"\sqrt":
                tokens, end = self.raw_group()
                return Node("root", token.start, end, (self.inner(tokens),))
            case r"\sum":
                return self.big_sum(token)
            case r"\nabla":
                return self.gradient(token)
            case r"\begin":
                return self.block(token)
        if re.fullmatch(r"\d+(?:\.\d+)?", token.text):
            return Node("number", token.start, token.end, (), token.text)
        if token.text in FONTS | WORDS:
            tokens, end = self.raw_group()
            shown = plain(written(tokens))
            shown = shown if token.text in WORDS else f"{token.text}{{{shown}}}"
            return Node("name", token.start, end, (), shown)
        if re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", token.text):
            return Node("name", token.start, token.end, (), token.text)
        raise Unreadable(f"{token.text} in {written(self.tokens)}")

    def fraction(self, token: Token) -> Node:
        above, _ = self.raw_group()
        below, end = self.raw_group()
        if below[0].text == r"\partial":
            return Node("name", token.start, end, (), gradient_name(written(above), written(below)))
        return Node("fraction", token.start, end, (self.inner(above), self.inner(below)))

    def gradient(self, token: Token) -> Node:
        self.take("_")
        below, _ = self.raw_group()
        of, end = self.raw_group()
        return Node("name", token.start, end, (), gradient_name(written(of), written(below)))

    def big_sum(self, token: Token) -> Node:
        lower = upper = ""
        while self.peek() in ("_", "^"):
            sign = self.take().text
            text = written(self.raw_group()[0])
            lower, upper = (text, upper) if sign == "_" else (lower, text)
        body = self.product()
        return Node("total", token.start, body.end, (body,), "", lower, upper)

    def block(self, token: Token) -> Node:
        name = written(self.raw_group()[0])
        rows, row = [], list[Node]()
        while True:
            row.append(self.sum())
            sign = self.take().text
            if sign == "&":
                continue
            rows.append(Node("row", row[0].start, row[-1].end, tuple(row)))
            row = []
            if sign == r"\end":
                end = self.raw_group()[1]
                return Node("block", token.start, end, tuple(rows), name)


def gradient_name(above: str, below: str) -> str:
    """The name of a derivative, however it is written."""
    return "∂" + plain(above.replace(r"\partial", "")) + "/∂" + plain(below.replace(r"\partial", ""))


def parse(latex: str, notation: Notation) -> Node:
    """The tree of a statement."""
    return Parser(tokens_of(latex, notation.macros), notation).relation()


def parse_expression(latex: str, notation: Notation) -> Node:
    """The tree of an expression."""
    return Parser(tokens_of(latex, notation.macros), notation).whole()


def walk(node: Node) -> list[Node]:
    """A node and all its parts."""
    return [node, *(each for part in node.parts for each in walk(part))]
