r"""What SymPy has no class for, as SymPy expressions: arrays by their parts, functions of arrays, sums of arrays.

A vector is a matrix of one row.  All keep what is written: ``doit`` works it out, and entries count from 1 as
in formulas.  This module stands on SymPy, so that others import it inside functions only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixExpr

from symformer.functions import lookup

Expression = Any  # SymPy tells its types too loosely to be checked


class RowSymbol(sympy.MatrixSymbol):
    """A vector: a matrix symbol of one row."""


class Member(MatrixExpr):
    """One of a family of arrays: ``W_1``, the queries ``Q_i`` of one head; its args are name, indices, rows, columns."""

    shape = property(lambda self: (self.args[3], self.args[4]))
    lower = property(lambda self: self.args[1])
    upper = property(lambda self: self.args[2])

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        return sympy.matrices.expressions.matexpr.MatrixElement(self, i, j)

    def _latex(self, printer: Any) -> str:
        below = ",".join(map(printer._print, self.lower))
        above = ",".join(map(printer._print, self.upper))
        name = printer._print(sympy.Symbol(str(self.args[0])))
        return f"{{{name}}}" + (f"_{{{below}}}" if below else "") + (f"^{{({above})}}" if above else "")

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}_" + "_".join(map(printer._print, (*self.lower, *self.upper)))


class Span(sympy.Basic):
    """``start:stop`` within a script; an empty name for an end that is left out."""

    def _latex(self, printer: Any) -> str:
        return ":".join("" if isinstance(each, Str) else printer._print(each) for each in self.args)

    _sympystr = _latex


def _place(script: Expression, i: Expression, fixed: Expression) -> Expression:
    """Where, counted from 0, the i-th place of a part lies in the whole."""
    if not isinstance(script, Span):
        return script - 1
    return i if isinstance(script.args[0], Str) else script.args[0] + i


class Part(MatrixExpr):
    """Rows and columns of an array: ``q_t``, ``K_{:t,:}``; its args are the array, scripts, rows and columns."""

    shape = property(lambda self: (self.args[2], self.args[3]))

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        base, scripts = self.args[0], self.args[1]
        if base.shape[0] == 1 and len(scripts) == 1:
            return base[0, _place(scripts[0], j, None)]
        row = _place(scripts[0], i, None)
        return base[row, _place(scripts[1], j, None) if len(scripts) > 1 else j]

    def _latex(self, printer: Any) -> str:
        return _scripted(printer, self.args[0], self.args[1])

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])}[{', '.join(map(printer._print, self.args[1]))}]"


class Entry(sympy.Expr):
    """One entry of an array, or one of a family of numbers; scripts count from 1."""

    is_commutative = True
    _diff_wrt = True

    def doit(self, **hints: Any) -> Expression:
        """What it comes to."""
        base = self.args[0].doit(**hints) if hints.get("deep", True) else self.args[0]
        scripts = [each.doit(**hints) - 1 for each in self.args[1]]
        if not getattr(base, "is_Matrix", False):
            return Entry(base, self.args[1])
        return base[(0, scripts[0]) if len(scripts) == 1 else tuple(scripts)]

    def _latex(self, printer: Any) -> str:
        return _scripted(printer, self.args[0], self.args[1])

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])}[{', '.join(map(printer._print, self.args[1]))}]"


def _scripted(printer: Any, base: Expression, scripts: Expression) -> str:
    inner = printer.parenthesize(base, 1000) if base.args and not base.is_symbol else printer._print(base)
    return f"{inner}_{{{','.join(map(printer._print, scripts))}}}"


class OnlyEntry(sympy.Expr):
    """The number that a 1 × 1 matrix is: an inner product."""

    is_commutative = True

    def doit(self, **hints: Any) -> Expression:
        """What it comes to."""
        found = self.args[0].doit(**hints)
        return found[0, 0] if getattr(found, "is_Matrix", False) else found

    def _latex(self, printer: Any, **_: Any) -> str:
        return str(printer._print(self.args[0]))

    _sympystr = _latex


class Broadcast(MatrixExpr):
    """A number at every entry, or a row in every row; its args are what is repeated, rows and columns."""

    shape = property(lambda self: (self.args[1], self.args[2]))

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        inner = self.args[0]
        if not inner.is_Matrix:
            return inner
        return inner[0 if inner.shape[0] == 1 else i, 0 if inner.shape[1] == 1 else j]

    def _latex(self, printer: Any) -> str:
        return str(printer._print(self.args[0]))

    _sympystr = _latex


class ArraySum(MatrixExpr):
    """A sum of arrays; its args are the array, the index and its ends."""

    shape = property(lambda self: self.args[0].shape)

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        return sympy.Sum(self.args[0][i, j], tuple(self.args[1:]))

    def _latex(self, printer: Any) -> str:
        body, index, lower, upper = map(printer._print, self.args)
        return rf"\sum_{{{index}={lower}}}^{{{upper}}} {body}"


class Differentiated(sympy.Expr):
    """A derivative that is only written; ``doit`` works it out."""

    is_commutative = True

    def doit(self, **hints: Any) -> Expression:
        """What it comes to."""
        return sympy.Derivative(self.args[0].doit(**hints), self.args[1].doit(**hints)).doit(**hints)

    def _latex(self, printer: Any, **_: Any) -> str:
        above, below = map(printer._print, self.args)
        return rf"\frac{{\partial {above}}}{{\partial {below}}}"


class ArrayDerivative(MatrixExpr):
    """The derivative of a number by each entry of an array; it has the array's shape."""

    shape = property(lambda self: self.args[1].shape)

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        return Differentiated(self.args[0], self.args[1][i, j])

    def _latex(self, printer: Any) -> str:
        above, below = map(printer._print, self.args)
        return rf"\frac{{\partial {above}}}{{\partial {below}}}"


class Dots(sympy.Basic):
    """The dots of a list."""

    def _latex(self, _: Any) -> str:
        return r"\ldots"


class Approximately(sympy.Basic):
    """Two sides that are nearly equal."""

    def _latex(self, printer: Any) -> str:
        return r" \approx ".join(map(printer._print, self.args))


# -- functions ---------------------------------------------------------------------------------------------------------


class NumberFunction(sympy.Expr):
    """A function whose value is a number; its args are the arguments and the scripts on its name."""

    function = ""
    is_commutative = True

    def doit(self, **hints: Any) -> Expression:
        """What it comes to."""
        arguments = [each.doit(**hints) for each in self.args[0]]
        rule = SCALARS.get(self.function)
        if rule is None or self.args[1]:
            return self.func(sympy.Tuple(*arguments), self.args[1])
        return rule(*arguments)

    def _latex(self, printer: Any, **_: Any) -> str:
        return _called(printer, self)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.function}({', '.join(map(printer._print, self.args[0]))})"


class ArrayFunction(MatrixExpr):
    """A function whose value is an array; its args are the arguments, the scripts on its name, rows and columns."""

    function = ""
    shape = property(lambda self: (self.args[2], self.args[3]))

    def doit(self, **hints: Any) -> Expression:
        """What it comes to."""
        arguments = [each.doit(**hints) for each in self.args[0]] if hints.get("deep", True) else list(self.args[0])
        inner = self.func(sympy.Tuple(*arguments), *self.args[1:])
        return inner.as_explicit() if self.function in (*ARRAYS, *SCALARS) and _is_small(inner.shape) else inner

    def _entry(self, i: Expression, j: Expression, **_: Any) -> Expression:
        arguments = list(self.args[0])
        if self.function in SCALARS:
            return SCALARS[self.function](*(each[i, j] if each.is_Matrix else each for each in arguments))
        if self.function in ARRAYS and not self.args[1]:
            return ARRAYS[self.function](i, j, *arguments)
        return sympy.matrices.expressions.matexpr.MatrixElement(self, i, j)

    def _latex(self, printer: Any) -> str:
        return _called(printer, self)

    def _sympystr(self, printer: Any) -> str:
        return f"{self.function}({', '.join(map(printer._print, self.args[0]))})"


MOST_ENTRIES = 400


def _is_small(shape: tuple[Expression, Expression]) -> bool:
    return all(size.is_Integer for size in shape) and shape[0] * shape[1] <= MOST_ENTRIES


def _called(printer: Any, applied: Expression) -> str:
    labels = ",".join(map(printer._print, applied.args[1]))
    inner = ", ".join(map(printer._print, applied.args[0]))
    name = rf"\operatorname{{{applied.function}}}" if len(applied.function) > 1 else applied.function
    return name + (f"_{{{labels}}}" if labels else "") + rf"\left({inner}\right)"


@lru_cache(maxsize=256)
def number_function(name: str) -> type[NumberFunction]:
    """The class of a function whose value is a number.

    >>> number_function("sigma").__name__
    'sigma'
    """
    return type(name, (NumberFunction,), {"function": name})


@lru_cache(maxsize=256)
def array_function(name: str) -> type[ArrayFunction]:
    """The class of a function whose value is an array.

    >>> array_function("softmax").__mro__[1].__name__
    'ArrayFunction'
    """
    return type(name, (ArrayFunction,), {"function": name})


def canonical(name: str) -> str:
    """The name of a function in the tables below.

    >>> canonical("LN"), canonical("phi")
    ('LayerNorm', 'phi')
    """
    found = lookup(name)
    return found.name if found is not None else name


def _sigmoid(z: Expression) -> Expression:
    return 1 / (1 + sympy.exp(-z))


def _gelu(z: Expression) -> Expression:
    return z * (1 + sympy.erf(z / sympy.sqrt(2))) / 2


# the values of functions of numbers, which act on arrays entry by entry
SCALARS: dict[str, Any] = {
    "exp": sympy.exp, "log": sympy.log, "ln": sympy.log, "logarithm": sympy.log, "sqrt": sympy.sqrt,
    "tanh": sympy.tanh, "sin": sympy.sin, "cos": sympy.cos, "erf": sympy.erf, "absolute": sympy.Abs,
    "sigmoid": _sigmoid, "sigma": _sigmoid, "SiLU": lambda z: z * _sigmoid(z), "GELU": _gelu,
    "ReLU": lambda z: sympy.Max(0, z), "softplus": lambda z: sympy.log(1 + sympy.exp(z)),
    "max": sympy.Max, "min": sympy.Min, "ceil": sympy.ceiling, "floor": sympy.floor,
}  # fmt: skip


def _softmax(i: Expression, j: Expression, scores: Expression) -> Expression:
    r = sympy.Dummy("r", integer=True)
    total = sympy.Sum(sympy.exp(scores[i, r]), (r, 0, scores.shape[1] - 1))
    return sympy.exp(scores[i, j]) / (total.doit() if scores.shape[1].is_Integer else total)


def _log_softmax(i: Expression, j: Expression, scores: Expression) -> Expression:
    return sympy.log(_softmax(i, j, scores))


def _attention(i: Expression, j: Expression, Q: Expression, K: Expression, V: Expression) -> Expression:
    scores = Q * K.T / sympy.sqrt(Q.shape[1])
    weights = array_function("softmax")(sympy.Tuple(scores), sympy.Tuple(), *scores.shape)
    return (weights * V)[i, j]


# of functions of arrays, the entry at row i and column j
ARRAYS: dict[str, Any] = {"softmax": _softmax, "log_softmax": _log_softmax, "Attention": _attention}
