"""What SymPy readers give, as plain lists: the outline that ``facts.py`` looks at.

Where SymPy can say the same in its own way, the outline says it in ours: ``x**-1`` is a quotient,
``sqrt`` a function, ``exp`` a power of e, ``And`` of relations that share their sides a chain.
A product of commuting symbols is "commuting": its order is SymPy's and not the author's.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And

Outline = list[Any]
SIGNS = {
    sympy.Equality: "=", sympy.Unequality: "≠", sympy.StrictLessThan: "<", sympy.LessThan: "≤",
    sympy.StrictGreaterThan: ">", sympy.GreaterThan: "≥",
}  # fmt: skip
NAMED = {sympy.Abs: "absolute", sympy.Derivative: "derivative", sympy.Max: "max", sympy.Min: "min"}
CONSTANTS = {sympy.E: "e", sympy.pi: "pi", sympy.oo: "infty", sympy.I: "i"}


def outline(result: Any) -> Outline:
    """The outline of what a reader returned: an expression, several, or an ambiguous tree of them."""
    if hasattr(result, "data") and hasattr(result, "children"):  # lark's Tree
        kind = "either" if str(result.data) == "_ambig" else "other"
        return [kind, *map(outline, result.children)]
    if isinstance(result, list | tuple):
        return ["statements", *map(outline, result)]
    if isinstance(result, sympy.MatrixBase):
        return ["matrix", *(["row", *map(outline, result.row(at))] for at in range(result.rows))]
    if isinstance(result, sympy.Basic):
        return _of(result)
    return ["other", str(result)]


def assigned(symbol: Any, value: Any) -> Outline:
    """``symbol = value`` of a reader that keeps the left side apart."""
    return ["relation", ["="], outline(symbol), outline(value)]


def _of(e: sympy.Basic) -> Outline:
    if e in CONSTANTS:
        return ["name", CONSTANTS[e]]
    match e:
        case sympy.Symbol() | sympy.MatrixSymbol():
            return ["name", str(e.name)]
        case sympy.Number():
            return _number(e)
        case sympy.exp():
            return ["power", ["name", "e"], outline(e.args[0])]
        case sympy.Add() | sympy.MatAdd():
            return ["sum", *map(outline, e.args)]
        case sympy.Mul():
            return _product(e)
        case sympy.MatMul():
            return ["product", *map(outline, e.args)]
        case sympy.HadamardProduct():
            return ["elementwise", "⊙", *map(outline, e.args)]
        case sympy.Transpose():
            return ["transpose", outline(e.args[0])]
        case sympy.Pow():
            return _power(e)
        case sympy.Sum() | sympy.Product():
            return _big(e)
        case sympy.Piecewise():
            return ["cases", *(["branch", outline(value), outline(condition)] for value, condition in e.args)]
        case sympy.Derivative():
            return ["call", "derivative", ["labels"], outline(e.expr), *(outline(v) for v, _ in e.variable_count)]
        case sympy.Contains():
            return ["relation", ["∈"], *map(outline, e.args)]
        case AppliedUndef():
            return ["call", str(e.func.__name__), ["labels"], *map(outline, e.args)]
        case sympy.log() if len(e.args) == 2:
            return ["call", "log", ["labels", outline(e.args[1])], outline(e.args[0])]
    return _relation(e) or ["call", NAMED.get(type(e), type(e).__name__), ["labels"], *map(outline, e.args)]


def _number(e: sympy.Number) -> Outline:
    if e.is_negative:
        return ["negative", _number(-e)]
    if isinstance(e, sympy.Rational) and e.q != 1:
        return ["quotient", ["number", str(e.p)], ["number", str(e.q)]]
    return ["number", str(e)]


def _product(e: sympy.Mul) -> Outline:
    above, below, negative = [], [], False
    for factor in e.args:
        if isinstance(factor, sympy.Pow) and factor.exp.is_number and factor.exp.is_negative:
            below.append(sympy.Pow(factor.base, -factor.exp, evaluate=False))
        elif factor == -1:
            negative = not negative
        elif factor != 1 or len(e.args) == 1:
            above.append(factor)
    kind = "commuting" if e.is_commutative else "product"
    made = _joined(kind, above)
    if below:
        made = ["quotient", made, _joined(kind, below)]
    return ["negative", made] if negative else made


def _joined(kind: str, factors: list[sympy.Basic]) -> Outline:
    if not factors:
        return ["number", "1"]
    return outline(factors[0]) if len(factors) == 1 else [kind, *map(outline, factors)]


def _power(e: sympy.Pow) -> Outline:
    if e.exp == 1:
        return outline(e.base)
    if e.exp == sympy.Rational(1, 2):
        return ["call", "sqrt", ["labels"], outline(e.base)]
    if e.exp.is_number and e.exp.is_negative:
        return ["quotient", ["number", "1"], outline(sympy.Pow(e.base, -e.exp, evaluate=False))]
    return ["power", outline(e.base), outline(e.exp)]


def _big(e: Any) -> Outline:
    kind = "sum" if isinstance(e, sympy.Sum) else "product"
    made = outline(e.function)
    for index, *bounds in e.limits:
        lower, upper = bounds if len(bounds) == 2 else (None, None)
        made = ["big", kind, outline(index), _bound(lower), _bound(upper), made, None]
    return made


def _bound(bound: Any) -> Outline | None:
    return None if bound is None else outline(bound)


def _relation(e: Any) -> Outline | None:
    """A relation; one whose first side is again a relation, and ``And`` of a chain, are a chain."""
    if type(e) in SIGNS:
        first, last = map(outline, e.args)
        if first[0] == "relation":
            return ["relation", [*first[1], SIGNS[type(e)]], *first[2:], last]
        return ["relation", [SIGNS[type(e)]], first, last]
    if isinstance(e, And) or type(e).__name__ == "And":
        return _chain([_relation(part) for part in e.args]) or ["statements", *map(outline, e.args)]
    return None


def _chain(relations: list[Outline | None]) -> Outline | None:
    known = [each for each in relations if each is not None]
    if not known or len(known) < len(relations) or any(one[-1] != two[2] for one, two in pairwise(known)):
        return None
    return ["relation", [sign for each in known for sign in each[1]], known[0][2], *(each[3] for each in known)]
