"""Equations as SymPy source: matrix symbols with their sizes, and each equation as an ``Eq``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symformer.printing.identifiers import identifier
from symformer.terms.term import (
    Apply,
    Elementwise,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)

Shapes = Mapping[str, tuple[str, ...]]
SCALAR_FUNCTIONS = {"exp": "exp", "log": "log", "ln": "log", "sin": "sin", "cos": "cos", "tanh": "tanh", "sqrt": "sqrt"}
OF_SEVERAL = {"max": "Max", "min": "Min"}
CONSTANTS = {"e": "E", "pi": "pi", "infty": "oo"}


def sympy_code(equations: Iterable[tuple[str, Relation]], shapes: Shapes) -> str:
    """A program that defines each equation by its name; ``shapes`` are the sizes of symbols, () for numbers.

    Raises ValueError where a part has no counterpart in SymPy.

    >>> Q, K = Symbol("Q"), Symbol("K")
    >>> scores = Relation(("=",), (Symbol("S"), Product((Q, Transpose(K)))))
    >>> print(sympy_code([("scores", scores)], {"Q": ("n", "d"), "K": ("m", "d"), "S": ("n", "m")}))
    from sympy import Eq, MatrixSymbol, symbols
    <BLANKLINE>
    n, d, m = symbols("n d m", integer=True, positive=True)
    Q = MatrixSymbol("Q", n, d)
    K = MatrixSymbol("K", m, d)
    S = MatrixSymbol("S", n, m)
    <BLANKLINE>
    scores = Eq(S, Q*K.T)
    <BLANKLINE>
    """
    writer = _Writer(shapes)
    lines = [f"{name} = {writer.equation(relation)}" for name, relation in equations]
    return "\n".join([*writer.head(), "", *lines, ""])


class _Writer:
    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.imports = {"Eq"}
        self.classes: dict[str, None] = {}
        self.used: dict[str, None] = {}

    def equation(self, relation: Relation) -> str:
        left, right = relation.sides[0], relation.sides[-1]
        if isinstance(left, Apply):
            return self.write(right)
        return f"Eq({self.write(left)}, {self.write(right)})"

    def head(self) -> list[str]:
        sizes: dict[str, None] = {}
        arrays: list[str] = []
        scalars: list[str] = []
        for name in (name for name in self.shapes if name in self.used):
            shape = self.shapes[name]
            if not shape:
                scalars.append(identifier(name))
                continue
            for size in shape:
                sizes.update(dict.fromkeys(map(identifier, size.split())))
            entries = ["1", *map(_size, shape)] if len(shape) == 1 else list(map(_size, shape))
            if len(entries) != 2:
                raise ValueError(f"{name} has {len(entries)} axes, and SymPy's matrices two")
            arrays.append(f'{identifier(name)} = MatrixSymbol("{identifier(name)}", {", ".join(entries)})')
        self.imports |= {"MatrixSymbol"} if arrays else set()
        whole = [each for each in sizes if not each.isdigit()]
        loose = [each for each in dict.fromkeys(scalars) if each not in sizes]
        self.imports |= {"symbols"} if whole or loose else set()
        lines = [_symbols(whole, ", integer=True, positive=True")] if whole else []
        lines += [_symbols(loose, "")] if loose else []
        classes = [
            f'class {name}(MatrixExpr):\n    """The shape of what it is taken of."""\n\n'
            "    shape = property(lambda self: self.args[0].shape)\n\n"
            for name in self.classes
        ]
        self.imports |= {"MatrixExpr"} if classes else set()
        return [
            f"from sympy import {', '.join(sorted(self.imports))}",
            "",
            *(["", *classes] if classes else []),
            *lines,
            *arrays,
        ]

    def rank(self, term: Term) -> int:
        names = {each.name for each in walk(term) if isinstance(each, Symbol)}
        return max((len(self.shapes.get(name, ())) for name in names), default=0)

    def write(self, term: Term, *, tight: bool = False) -> str:
        text, atom = self.piece(term)
        return f"({text})" if tight and not atom else text

    def piece(self, term: Term) -> tuple[str, bool]:
        match term:
            case Symbol(name) if name in CONSTANTS and name not in self.shapes:
                self.imports.add(CONSTANTS[name])
                return CONSTANTS[name], True
            case Symbol(name):
                self.used[name] = None
                return identifier(name), True
            case Number(value):
                if value.denominator == 1:
                    return str(value), value >= 0
                self.imports.add("Rational")
                return f"Rational({value.numerator}, {value.denominator})", True
            case Sum(terms):
                if len({bool(self.rank(each)) for each in terms}) > 1 or len({self.axes(each) for each in terms}) > 1:
                    raise ValueError("a sum of arrays of different shapes has no counterpart in SymPy")
                return " + ".join(self.write(each) for each in terms).replace("+ -", "- "), False
            case Product(factors):
                return "*".join(self.write(each, tight=True) for each in factors).removeprefix("(-1)*"), False
            case Elementwise(factors, "⊙") if all(self.rank(each) for each in factors):
                self.imports.add("HadamardProduct")
                return f"HadamardProduct({', '.join(self.write(each) for each in factors)})", True
            case Quotient(above, below):
                return f"{self.write(above, tight=True)}/{self.write(below, tight=True)}", False
            case Power(Symbol("e"), exponent) if "e" not in self.shapes and not self.rank(exponent):
                self.imports.add("exp")
                return f"exp({self.write(exponent)})", True
            case Power(base, exponent) if not self.rank(base):
                return f"{self.write(base, tight=True)}**{self.write(exponent, tight=True)}", False
            case Transpose(operand):
                return f"{self.write(operand, tight=True)}.T", True
            case Apply():
                return self.apply(term), True
        raise ValueError(f"{type(term).__name__.lower()} has no counterpart here: --format numpy has")

    def axes(self, term: Term) -> int:
        """How many axes the letters of an addend have, of those that are not inside a function."""
        return max((len(self.shapes.get(each.name, ())) for each in walk(term) if isinstance(each, Symbol)), default=0)

    def apply(self, term: Apply) -> str:
        arguments = ", ".join(self.write(each) for each in term.arguments)
        ranked = any(self.rank(each) for each in term.arguments)
        name = term.function
        if not ranked and name in SCALAR_FUNCTIONS:
            self.imports.add(SCALAR_FUNCTIONS[name])
            return f"{SCALAR_FUNCTIONS[name]}({arguments})"
        if not ranked and name in OF_SEVERAL:
            self.imports.add(OF_SEVERAL[name])
            return f"{OF_SEVERAL[name]}({arguments})"
        if not ranked or term.labels or len(term.arguments) != 1:
            raise ValueError(f"{name} has no counterpart in SymPy")
        self.classes[identifier(name)] = None
        return f"{identifier(name)}({arguments})"


def _size(text: str) -> str:
    return "*".join(map(identifier, text.split())) if not text.isdigit() else text


def _symbols(names: list[str], more: str) -> str:
    left = ", ".join(names) + ("," if len(names) == 1 else "")
    return f'{left} = symbols("{" ".join(names)}"{"," if len(names) == 1 else ""}{more})'
