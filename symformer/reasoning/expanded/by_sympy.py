"""Expressions proved equal by SymPy, where they are short enough for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symformer.reasoning.expanded.expressions import Expression, Expressions

MOST_PARTS = 60
NAMES = {"ln": "log", "absolute": "Abs", "arctan": "atan", "arcsin": "asin", "arccos": "acos", "max": "Max", "min": "Min",
         "ceil": "ceiling"}  # fmt: skip
KNOWN = frozenset({"exp", "sin", "cos", "tan", "sign", "floor", "erf", "gamma", *NAMES})


def equal_by_sympy(table: Expressions, left: Expression, right: Expression) -> bool:
    """Whether SymPy makes 0 of the difference, for positive letters; False where it would take long."""
    if left == right:
        return True
    if len(table.reached([left, right])) > MOST_PARTS:
        return False
    import sympy

    made = in_sympy(table, [left, right])
    if made is None:
        return False
    difference = made[0] - made[1]
    return bool(difference == 0 or sympy.simplify(difference) == 0)


def in_sympy(table: Expressions, roots: Sequence[Expression]) -> list[Any] | None:
    """Expressions as SymPy has them, letters positive; None where a function is none of SymPy's."""
    import sympy

    made: dict[Expression, Any] = {}
    for each in table.reached(roots):
        node = table.nodes[each]
        parts = [made[part] for part in node.parts]
        match node.kind:
            case "number":
                made[each] = sympy.Rational(node.told.numerator, node.told.denominator)
            case "letter":
                made[each] = sympy.pi if node.told == "π" else sympy.Symbol(str(node.told), positive=True)
            case "sum":
                made[each] = sympy.Add(*parts)
            case "product":
                made[each] = sympy.Mul(*parts)
            case "power":
                made[each] = sympy.Pow(*parts)
            case "call" if node.told in KNOWN:
                made[each] = getattr(sympy, NAMES.get(node.told, node.told))(*parts)
            case _:
                return None
    return [made[root] for root in roots]
