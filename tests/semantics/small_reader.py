"""A reader of LaTeX just large enough for these tests: names with scripts, numbers, products, chains, spaces."""

from __future__ import annotations

import re
from fractions import Fraction

from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
)
from symformer.text.span import Span

_TOKEN = re.compile(r"\\begin\{bmatrix\}|\\end\{bmatrix\}|\\operatorname\{\w+\}|\\\\|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
_FONTS = {r"\mathbf": "bold", r"\bm": "bold", r"\mathcal": "calligraphic", r"\text": "", r"\mathrm": ""}
_INDEX = set("ijlt")
_RELATIONS = {"=": "=", r"\approx": "≈", r"\in": "∈"}


def read(latex: str, place: Span) -> Term:
    """The term for a snippet, ``Unknown`` where it is out of reach."""
    tokens = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(latex) if m.group().strip() and m.group() not in (r"\left", r"\right", r"\,")]
    reader = _Reader(tokens)
    try:
        term = reader.chain()
        if reader.at < len(tokens):
            raise ValueError(tokens[reader.at][0])
    except (ValueError, IndexError) as problem:
        return Unknown(str(problem), latex, (), Span(0, len(latex)))
    return term


class _Reader:
    def __init__(self, tokens: list[tuple[str, int, int]]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, expected: str | None = None) -> str:
        token = self.tokens[self.at][0]
        if expected is not None and token != expected:
            raise ValueError(f"expected {expected}, found {token}")
        self.at += 1
        return token

    def span(self, start: int) -> Span:
        return Span(self.tokens[start][1], self.tokens[self.at - 1][2])

    def chain(self) -> Term:
        start = self.at
        sides, relations = [self.sum()], []
        while self.peek() in _RELATIONS:
            relations.append(_RELATIONS[self.take()])
            sides.append(self.sum())
        return Relation(tuple(relations), tuple(sides), self.span(start)) if relations else sides[0]

    def sum(self) -> Term:
        start = self.at
        terms = [self.product()]
        while self.peek() in ("+", "-"):
            sign = self.take()
            term = self.product()
            terms.append(term if sign == "+" else Product((Number(Fraction(-1)), term)))
        return Sum(tuple(terms), self.span(start)) if len(terms) > 1 else terms[0]

    def product(self) -> Term:
        start = self.at
        factors, sign = [self.scripted()], ""
        while True:
            if self.peek() in (r"\times", r"\cdot", "@", "×"):
                sign = {r"\times": "×", r"\cdot": "·", "@": "@", "×": "×"}[self.take()]
            elif self.peek() == "/":
                self.take()
                factors = [Quotient(factors[0] if len(factors) == 1 else Product(tuple(factors)), self.scripted())]
                continue
            elif not self.peek() or not re.match(r"[A-Za-z(\d]|\\(?:math|text|frac|sqrt|alpha)", self.peek()):
                break
            factors.append(self.scripted())
        return Product(tuple(factors), sign, self.span(start)) if len(factors) > 1 else factors[0]

    def scripted(self) -> Term:
        start = self.at
        base = self.primary()
        indices: list[Term] = []
        upper: list[Term] = []
        while self.peek() in ("_", "^", "'"):
            kind = self.take()
            if kind == "'":
                base = Symbol(f"{base.name}'")  # type: ignore[union-attr]
                continue
            script = self.script()
            if kind == "^" and script in (Symbol("T"), Symbol("top")):
                return Transpose(base, self.span(start))
            if isinstance(base, Symbol) and base.name == "R" and kind == "^":
                sizes = script.factors if isinstance(script, Product) and script.sign == "×" else (script,)
                return Space("R", sizes, self.span(start))
            if not isinstance(base, Symbol) or (kind == "^" and isinstance(script, Number)):
                return Power(base, script, self.span(start))
            if isinstance(script, Symbol) and script.name not in _INDEX:
                base = Symbol(f"{base.name}{kind}{script.name}", self.span(start))
            else:
                (indices if kind == "_" else upper).append(script)
        return Index(base, tuple(indices), tuple(upper), self.span(start)) if indices or upper else base

    def script(self) -> Term:
        if self.peek() != "{":
            return self.primary()
        self.take("{")
        parts = [self.chain()]
        while self.peek() in (",", ":"):
            if self.take() == ",":
                parts.append(Symbol(self.take()) if self.peek() == ":" else self.chain())
        self.take("}")
        return parts[0] if len(parts) == 1 else Product(tuple(parts), ",")

    def primary(self) -> Term:
        start = self.at
        token = self.take()
        if token == "-":
            return Product((Number(Fraction(-1)), self.primary()))
        if re.fullmatch(r"\d+(?:\.\d+)?", token):
            return Number(Fraction(token), None, self.span(start))
        if token in _FONTS:
            self.take("{")
            word = ""
            while self.peek() != "}":
                word += self.take()
            self.take("}")
            return Symbol(f"{_FONTS[token]}({word})" if _FONTS[token] else word, self.span(start))
        if token == r"\mathbb":
            self.take("{")
            self.take("R")
            self.take("}")
            return Symbol("R")
        if token == r"\sqrt":
            self.take("{")
            inner = self.chain()
            self.take("}")
            return Apply("sqrt", (inner,), (), self.span(start))
        if token == r"\frac":
            numerator, denominator = self.script(), self.script()
            return Quotient(numerator, denominator, self.span(start))
        if token.startswith(r"\operatorname"):
            return Apply(token[14:-1], (self.primary(),), (), self.span(start))
        if token == r"\begin{bmatrix}":
            return self.matrix(start)
        if token in ("(", "[", "{"):
            cells = [self.chain()]
            while self.peek() == ",":
                self.take()
                cells.append(self.chain())
            self.take({"(": ")", "[": "]", "{": "}"}[token])
            return cells[0] if len(cells) == 1 and token != "[" else Matrix((tuple(cells),), "tuple", self.span(start))
        if token == r"\dots":
            return Ellipsis()
        if re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", token):
            return Symbol(token.lstrip("\\"), self.span(start))
        raise ValueError(f"cannot read {token}")

    def matrix(self, start: int) -> Term:
        rows: list[list[Term]] = [[self.chain()]]
        while self.peek() != r"\end{bmatrix}":
            if self.take() == "&":
                rows[-1].append(self.chain())
            else:
                rows.append([self.chain()])
        self.take()
        return Matrix(tuple(tuple(row) for row in rows), "matrix", self.span(start))
