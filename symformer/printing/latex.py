r"""A term as LaTeX in a given style, so that it reads back as the same term.

Brackets grow with what they hold, quotients are fractions on the line and slashes in scripts, and
scripts of an index join those of the name: ``W^Q`` at ``i`` is ``W_i^Q``.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symformer.printing.names import name_latex
from symformer.printing.style import OPERATORS, PLAIN, SPELLINGS, Style
from symformer.printing.tidy import compact, is_tall, merged_scripts, tidy
from symformer.syntax.canonical import spelling
from symformer.terms.show import ACCENTS, GREEK
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sign,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    Unknown,
    bare_sign,
)

# how tightly a piece binds: it is put in brackets where something tighter is wanted
STATEMENTS, SUMS, NEGATED, HADAMARD, PRODUCTS, FACTORS, ATOMS = range(7)
MINUS_ONE = Fraction(-1)
DOTS = {"horizontal": r"\dots", "vertical": r"\vdots", "diagonal": r"\ddots", "rule": r"\text{---}"}
SIGNS = {"": " ", "·": r" \cdot ", "×": r" \times ", "*": " * ", "@": r" \mathbin{@} "}
ENTRYWISE = {"⊙": r"\odot", "⊗": r"\otimes", "⊕": r"\oplus", "∘": r"\circ"}
BIG = {"sum": r"\sum", "product": r"\prod", "integral": r"\int", "union": r"\bigcup", "concat": r"\big\Vert"}
RELATIONS = {
    "=": "=", "≈": r"\approx", "∈": r"\in", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">", "≠": r"\ne", ":=": r"\coloneqq",
    "←": r"\leftarrow", "∼": r"\sim", "∝": r"\propto", "≪": r"\ll", "≫": r"\gg", "→": r"\to", "⊂": r"\subset", "⊆": r"\subseteq",
}  # fmt: skip
DOMAINS = {letter: rf"\mathbb{{{letter}}}" for letter in "RZNCQ"} | {"{0,1}": r"\{0, 1\}"}
FENCES = {"absolute": (r"\lvert", r"\rvert"), "floor": (r"\lfloor", r"\rfloor"), "ceil": (r"\lceil", r"\rceil")}
BARE = frozenset({"log", "ln", "sin", "cos", "tan", "tanh", "sinh", "cosh", "argmax", "argmin", "max", "min"})
SCRIPTED_NAME = re.compile(rf"([A-Za-z]|{'|'.join(GREEK)})'*([_^].*)?")


def latex(term: Term, style: Style = PLAIN) -> str:
    r"""The term as LaTeX.

    >>> from symformer.terms.term import Apply, Product, Quotient, Symbol, Transpose
    >>> scores = Quotient(Product((Symbol("Q"), Transpose(Symbol("K")))), Apply("sqrt", (Symbol("d_k"),)))
    >>> print(latex(Product((Apply("softmax", (scores,)), Symbol("V")))))
    \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V
    """
    return tidy(Printer(style).piece(term)[0])


class Printer:
    """Writes terms in one style; ``small`` within scripts, where a quotient is written with a slash."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.small = 0

    def write(self, term: Term, level: int = STATEMENTS) -> str:
        """A term, in brackets where it binds less tightly than is wanted."""
        text, binds = self.piece(term)
        return bracketed(text) if binds < level else text

    def script(self, terms: tuple[Term, ...]) -> str:
        """What stands in a script: quotients have slashes there."""
        self.small += 1
        text = ", ".join(self.write(each) for each in terms)
        self.small -= 1
        return compact(text)

    def name(self, term: Term) -> str:
        """A name or a number as it is written."""
        if isinstance(term, Symbol):
            return self.style.names.get(term.name) or tidy(name_latex(term.name))
        return self.number(term)[0] if isinstance(term, Number) else self.write(term)

    def piece(self, term: Term) -> tuple[str, int]:
        """The LaTeX of a term, and how tightly it binds."""
        match term:
            case Symbol():
                return self.name(term), ATOMS
            case Number():
                return self.number(term)
            case Sum():
                return self.sum(term), SUMS
            case Product():
                return self.product(term)
            case Elementwise():
                sign = f" {ENTRYWISE.get(term.sign) or spelling('operator', term.sign)} "
                return sign.join(self.write(factor, FACTORS) for factor in term.factors), HADAMARD
            case Quotient():
                return self.quotient(term)
            case Power():
                return self.power(term), FACTORS
            case Transpose():
                return self.transpose(term), FACTORS
            case Apply():
                return self.apply(term)
            case IndexedSum():
                return self.big(term), PRODUCTS
            case Index():
                return self.index(term), FACTORS
            case Relation():
                return self.relation(term), STATEMENTS
        return self.whole(term), ATOMS

    def whole(self, term: Term) -> str:
        """Terms that bring their own brackets."""
        match term:
            case Slice(None, None):
                return ":"
            case Slice():
                ends = ("" if end is None else self.write(end, SUMS) for end in (term.start, term.stop))
                return " : ".join(ends).strip()
            case Matrix():
                return self.matrix(term)
            case Ellipsis():
                return DOTS.get(term.direction, r"\dots")
            case Sign():
                return {"·": r"\cdot"}.get(term.text) or spelling("operator", term.text)
            case Cases():
                rows = (self.branch(value, condition) for value, condition in term.branches)
                return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"
            case Space():
                sizes = r" \times ".join(
                    self.write(size, FACTORS if len(term.sizes) > 1 else SUMS) for size in term.sizes
                )
                domain = DOMAINS.get(term.domain, term.domain)
                return f"{domain}^{{{sizes}}}" if sizes else domain
            case Unknown():
                raise ValueError(f"a part that was not understood cannot be printed: {term.reason}")
        raise AssertionError(term)

    def branch(self, value: Term, condition: Term | None) -> str:
        """One line of a definition by cases."""
        if condition is None:
            return self.write(value)
        if isinstance(condition, Symbol) and condition.name in ("otherwise", "else"):
            return rf"{self.write(value)} & \text{{otherwise}}"
        return rf"{self.write(value)} & \text{{if }} {self.write(condition)}"

    def number(self, term: Number) -> tuple[str, int]:
        """A number, and how tightly it binds."""
        value = term.value
        if term.printed is not None:
            return term.printed.text.replace("−", "-"), PRODUCTS if value < 0 else ATOMS
        if value.denominator == 1:
            return str(value.numerator), PRODUCTS if value < 0 else ATOMS
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", PRODUCTS if sign else ATOMS

    # -- operations --------------------------------------------------------------------------------

    def sum(self, term: Sum) -> str:
        """Terms with signs between them."""
        text = ""
        for each in term.terms:
            written = self.write(each, NEGATED)
            if not text:
                text = written
            elif written.startswith("-"):
                text += " - " + written[1:].lstrip()
            else:
                text += " + " + written
        return text

    def product(self, term: Product) -> tuple[str, int]:
        """Factors side by side, or with a sign between them."""
        first, *others = term.factors
        if isinstance(first, Number) and first.value == MINUS_ONE and first.printed is None and len(others) == 1:
            negated = self.write(others[0], PRODUCTS)
            return "-" + (bracketed(negated) if negated.startswith("-") else negated), NEGATED
        text = ""
        for at, factor in enumerate(term.factors):
            last = at == len(term.factors) - 1
            written = self.factor(factor, term.sign, last=last, alone=not text)
            text = f"{text}{self.between(text, written, term.sign)}{written}" if text else written
        return text, PRODUCTS

    def factor(self, factor: Term, sign: str, *, last: bool, alone: bool) -> str:
        """A factor, in brackets where it would be read together with its neighbours."""
        if isinstance(factor, IndexedSum):
            return self.write(factor) if last else bracketed(self.write(factor))
        if isinstance(factor, Apply) and last and self.is_bare(factor):
            return self.write(factor, PRODUCTS)
        if isinstance(factor, Product) and sign and not factor.sign:
            return self.write(factor, PRODUCTS)
        if isinstance(factor, Apply) and not last and self.is_bare(factor):
            return self.called(factor)
        if isinstance(factor, Quotient) and self.small:
            return self.write(factor, FACTORS if not alone else PRODUCTS)
        return self.write(factor, FACTORS)

    @staticmethod
    def between(before: str, after: str, sign: str) -> str:
        """The sign between two factors: two numbers never stand side by side."""
        if not sign and (after[:1].isdigit() or after[:1] == "."):
            return SIGNS["·"]
        return SIGNS.get(sign, f" {sign} ")

    def quotient(self, term: Quotient) -> tuple[str, int]:
        """A fraction, or a slash in a script."""
        if not self.small:
            return rf"\frac{{{self.write(term.numerator)}}}{{{self.write(term.denominator)}}}", ATOMS
        return f"{self.write(term.numerator, PRODUCTS)} / {self.write(term.denominator, FACTORS)}", PRODUCTS

    def power(self, term: Power) -> str:
        """A base with an exponent."""
        base, exponent = term.base, self.script((term.exponent,))
        if isinstance(base, Index) and not base.upper and not self.has_upper(base.base):
            return f"{self.index(base)}^{{{exponent}}}"
        text = self.write(base, ATOMS)
        text = bracketed(text) if isinstance(base, Symbol) and self.has_upper(base) else text
        return f"{text}^{{{exponent}}}"

    def has_upper(self, term: Term) -> bool:
        """Whether a name has something above it already."""
        return isinstance(term, Symbol) and ("^" in self.name(term) or "'" in self.name(term))

    def transpose(self, term: Transpose) -> str:
        """The mark of the transpose, after other scripts."""
        mark, operand = "H" if term.conjugate else self.style.transpose, term.operand
        if isinstance(operand, Symbol | Index):
            text = self.write(operand)
            if merged := merged_scripts(text, upper=mark, alone=mark != r"\top"):
                return merged
            return f"{{{text}}}^{{{mark}}}"
        return f"{self.write(operand, ATOMS)}^{{{mark}}}"

    def relation(self, term: Relation) -> str:
        """Sides with relations between them."""
        text = self.write(term.sides[0], SUMS)
        for sign, side in zip(term.relations, term.sides[1:], strict=True):
            plain = bare_sign(sign)
            written = RELATIONS.get(plain) or spelling("relation", plain)
            if note := sign[len(plain) + 1 : -1]:
                note = note if len(note) == 1 or "\\" in note else rf"\text{{{note}}}"
                written = rf"\overset{{{note}}}{{{written}}}"
            text += f" {written} {self.write(side, SUMS)}"
        return text

    # -- functions ---------------------------------------------------------------------------------

    def apply(self, term: Apply) -> tuple[str, int]:
        """A function at its arguments."""
        single = term.arguments[0] if len(term.arguments) == 1 else None
        match term.function:
            case "sqrt" if single is not None:
                return rf"\sqrt{{{self.write(single)}}}", ATOMS
            case "percent" if single is not None:
                return rf"{self.write(single, ATOMS)} \%", ATOMS
            case "factorial" if single is not None:
                return f"{self.write(single, ATOMS)}!", ATOMS
            case "given":
                return r" \mid ".join(map(self.condition, term.arguments)), STATEMENTS
            case "family" if single is not None and len(term.labels) == 2:
                bounds = f"_{{{self.script(term.labels[:1])}}}^{{{self.script(term.labels[1:])}}}"
                return self.write(single, ATOMS) + bounds, ATOMS
            case "versus":
                return r" \,\|\, ".join(self.write(each, SUMS) for each in term.arguments), STATEMENTS
            case "ratio":
                return " : ".join(self.write(each, SUMS) for each in term.arguments), SUMS
            case "tuple" if not term.labels:
                return bracketed(self.listed(term.arguments)), ATOMS
            case "set" if not term.labels:
                return rf"\{{{self.listed(term.arguments)}\}}", ATOMS
            case "derivative" if len(term.arguments) == 2 and not term.labels:
                above, below = (self.write(each, FACTORS) for each in term.arguments)
                return rf"\frac{{\partial {above}}}{{\partial {below}}}", ATOMS
            case "norm":
                return self.norm(term), ATOMS
            case "absolute" | "floor" | "ceil" if single is not None:
                return fenced(*FENCES[term.function], self.write(single)), ATOMS
            case "expectation" | "indicator":
                return self.head(term) + fenced("[", "]", self.listed(term.arguments)), ATOMS
            case prefix if prefix.startswith("prefix ") and single is not None:
                sign = prefix.removeprefix("prefix ")
                return f"{RELATIONS.get(sign, sign)} {self.write(single, FACTORS)}", ATOMS
            case "Concat" if term.labels and all(isinstance(each, Symbol) for each in term.labels):
                return fenced("[", "]", "; ".join(self.write(each, SUMS) for each in term.arguments)), ATOMS
        if self.is_bare(term):
            return f"{self.head(term)} {self.write(term.arguments[0], FACTORS)}", PRODUCTS
        return self.called(term), ATOMS

    def condition(self, term: Term) -> str:
        """What stands beside the bar of a conditional probability: several things without brackets."""
        if isinstance(term, Apply) and term.function == "tuple" and not term.labels:
            return self.listed(term.arguments)
        return self.write(term, SUMS)

    def is_bare(self, term: Apply) -> bool:
        r"""Whether a function is written without brackets: ``\log p``, but ``\log(1 + x)``."""
        if term.function not in BARE or len(term.arguments) != 1 or term.function in self.style.functions:
            return False
        match term.arguments[0]:
            case Symbol() | Index() | Number():
                return True
            case Quotient():
                return term.function in ("log", "ln") and not self.small
            case Apply(function=name):
                return term.function in ("log", "ln") and name not in ("sqrt",) and name not in BARE
        return False

    def called(self, term: Apply) -> str:
        """A function with its arguments in brackets."""
        return self.head(term) + bracketed(self.listed(term.arguments))

    def head(self, term: Apply) -> str:
        """The name of a function with its labels."""
        name = self.function(term.function)
        under = tuple(label for label in term.labels if not _is_upper(label))
        over = tuple(label.arguments[0] for label in term.labels if isinstance(label, Apply) and _is_upper(label))
        if under:
            name += f"_{{{self.script(under)}}}" if not _is_word(under) else rf"_{{\text{{{self.words(under)}}}}}"
        return name + (f"^{{({self.script(over)})}}" if over else "")

    def words(self, labels: tuple[Term, ...]) -> str:
        """Labels as words."""
        return ", ".join(label.name if isinstance(label, Symbol) else self.write(label) for label in labels)

    def function(self, name: str) -> str:
        """A function's name."""
        if (written := self.style.functions.get(name)) is not None:
            return written
        if name in self.style.names:
            return self.style.names[name]
        if name.startswith("accent "):
            return "\\" + name.removeprefix("accent ")
        if name in OPERATORS or name in SPELLINGS:
            return OPERATORS.get(name) or SPELLINGS[name]
        plain = (
            name in GREEK
            or SCRIPTED_NAME.fullmatch(name)
            or name.partition("(")[0] in ACCENTS | {"bold": "", "calligraphic": ""}
        )
        return tidy(name_latex(name)) if plain else rf"\operatorname{{{name}}}"

    def listed(self, arguments: tuple[Term, ...]) -> str:
        """Arguments with commas between them."""
        return ", ".join(self.write(each, SUMS if len(arguments) > 1 else STATEMENTS) for each in arguments)

    def norm(self, term: Apply) -> str:
        """A norm between double bars."""
        text = fenced(r"\lVert", r"\rVert", self.write(term.arguments[0]))
        return text + "".join(f"_{{{self.script((label,))}}}" for label in term.labels)

    # -- scripts and arrays ------------------------------------------------------------------------

    def index(self, term: Index) -> str:
        """A name with its indices."""
        base = self.write(term.base, ATOMS)
        lower = self.script(term.indices)
        upper = self.script(term.upper)
        if upper:
            upper = f"({upper})"
        merged = merged_scripts(base, lower, upper)
        if merged is not None:
            return merged
        inner = bracketed(base) if isinstance(term.base, Symbol | Index) else base
        return inner + (f"_{{{lower}}}" if lower else "") + (f"^{{{upper}}}" if upper else "")

    def big(self, term: IndexedSum) -> str:
        """A sum, product or integral with its bounds."""
        self.small += 1
        under, over = "", "" if term.upper is None else self.write(term.upper)
        integral = "integral" in term.kind
        if not integral and term.index is not None and (term.lower is not None or term.condition is None):
            under = self.write(term.index) + ("" if term.lower is None else f" = {self.write(term.lower)}")
        if term.condition is not None:
            under = self.write(term.condition)
        self.small -= 1
        sign = BIG.get(term.kind) or spelling("big", term.kind)
        under, over = compact(under), compact(over)
        sign += (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over and not integral else "")
        if integral and term.index is not None:
            under = "" if term.lower is None else compact(self.write(term.lower))
            sign += (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over else "")
            return rf"{sign} {self.write(term.body, PRODUCTS)} \, d{{{self.write(term.index)}}}"
        return f"{sign} {self.write(term.body, PRODUCTS)}" if term.body != Sign("") else sign

    def matrix(self, term: Matrix) -> str:
        """Rows of cells, or a list in square brackets."""
        if term.style == "tuple" and len(term.rows) == 1:
            return fenced("[", "]", self.listed(term.rows[0]))
        dots = len(term.rows[0]) > 1
        rows = (" & ".join(self.cell(cell, several=dots) for cell in row) for row in term.rows)
        return r"\begin{bmatrix} " + r" \\ ".join(rows) + r" \end{bmatrix}"

    def cell(self, cell: Term, *, several: bool) -> str:
        """One cell; dots in a row stand in the middle."""
        if isinstance(cell, Ellipsis) and cell.direction == "horizontal" and several:
            return r"\cdots"
        return self.write(cell, SUMS)


def _is_upper(label: Term) -> bool:
    return isinstance(label, Apply) and label.function == "upper"


def _is_word(labels: tuple[Term, ...]) -> bool:
    return all(
        isinstance(label, Symbol) and len(label.name) > 1 and label.name.isalpha() and label.name not in GREEK
        for label in labels
    )


def bracketed(text: str) -> str:
    """In round brackets, as high as what they hold."""
    return fenced("(", ")", text)


def fenced(opening: str, closing: str, text: str) -> str:
    r"""Between brackets that grow where what they hold is tall.

    >>> print(fenced("(", ")", "a + b"), fenced("(", ")", r"\frac{a}{b}"), fenced(r"\lfloor", r"\rfloor", "x"))
    (a + b) \left(\frac{a}{b}\right) \lfloor x \rfloor
    """
    gap = " " if opening.startswith("\\") else ""
    if is_tall(text):
        return rf"\left{opening}{gap}{text}{gap}\right{closing}"
    return f"{opening}{gap}{text}{gap}{closing}"
