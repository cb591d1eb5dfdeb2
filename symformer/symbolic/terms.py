"""SymPy expressions as terms again: what ``bridge`` wrote, and what SymPy made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symformer.symbolic.bridge import NotInSympy
from symformer.symbolic.names import own_name
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
    Sum,
    Symbol,
    Term,
    Transpose,
)

Expression = Any  # SymPy tells its types too loosely to be checked
SIGNS = {
    "Equality": "=", "Approximately": "≈", "StrictLessThan": "<", "StrictGreaterThan": ">", "LessThan": "≤",
    "GreaterThan": "≥", "Unequality": "≠",
}  # fmt: skip
HALF = Number(Fraction(1, 2))


def from_sympy(expression: Expression) -> Term:
    """The term that a SymPy expression is. Raises NotInSympy for what no term says.

    >>> from sympy import MatrixSymbol, sqrt, symbols
    >>> from symformer.terms.show import show
    >>> n, d = symbols("n d", integer=True, positive=True)
    >>> Q, K = MatrixSymbol("Q", n, d), MatrixSymbol("K", n, d)
    >>> show(from_sympy(Q * K.T / sqrt(d)))
    'd^(-1 / 2)·Q·Kᵀ'
    """
    for kind, back in _rules():
        if isinstance(expression, kind):
            return back(expression)
    raise NotInSympy(f"no term says {type(expression).__name__}")


def _all(expressions: Sequence[Expression]) -> tuple[Term, ...]:
    return tuple(map(from_sympy, expressions))


def _number(expression: Expression) -> Term:
    return Number(Fraction(int(expression.p), int(expression.q)))


def _product(expression: Expression) -> Term:
    """A product; a quotient where its second factor of two is something to the power -1."""
    import sympy

    first, second = expression.args if len(expression.args) == 2 else (None, None)
    if first is not None and isinstance(second, sympy.Pow | sympy.HadamardPower) and second.args[1] == -1:
        return Quotient(from_sympy(first), from_sympy(second.args[0]))
    return Product(_all(expression.args))


def _hadamard(expression: Expression) -> Term:
    found = _product(expression)
    return Elementwise(found.factors, "⊙") if isinstance(found, Product) else found


def _power(expression: Expression) -> Term:
    import sympy

    base, exponent = expression.args
    if exponent == sympy.S.Half and not isinstance(exponent, sympy.UnevaluatedExpr):
        return Apply("sqrt", (from_sympy(base),))
    if exponent == -1:
        return Quotient(Number(Fraction(1)), from_sympy(base))
    told = from_sympy(exponent)
    if isinstance(told, Number) and told.value.denominator != 1 and not isinstance(exponent, sympy.UnevaluatedExpr):
        told = Quotient(Number(Fraction(told.value.numerator)), Number(Fraction(told.value.denominator)))
    return Power(from_sympy(base), told)


def _element(expression: Expression) -> Term:
    """An entry as SymPy counts it, from 0."""
    import sympy

    base, i, j = expression.args
    scripts = (j,) if base.shape[0] == 1 else (i, j)
    return Index(from_sympy(base), tuple(from_sympy(sympy.sympify(each) + 1) for each in scripts))


def _scripts(scripts: Sequence[Expression]) -> tuple[Term, ...]:
    from sympy.core.symbol import Str

    from symformer.symbolic.expressions import Span

    def end(told: Expression) -> Term | None:
        return None if isinstance(told, Str) else from_sympy(told)

    return tuple(
        Slice(end(each.args[0]), end(each.args[1])) if isinstance(each, Span) else from_sympy(each) for each in scripts
    )


def _indexed(base: Expression, scripts: Sequence[Expression]) -> Term:
    """Scripts behind those of a member of a family stand with them: K_{ij} of the matrix K_i."""
    inner = from_sympy(base)
    if isinstance(inner, Index) and not inner.upper:
        return Index(inner.base, (*inner.indices, *_scripts(scripts)))
    return Index(inner, _scripts(scripts))


def _member(expression: Expression) -> Term:
    return Index(Symbol(own_name(str(expression.args[0]))), _all(expression.lower), _all(expression.upper))


def _array_sum(expression: Expression) -> Term:
    body, index, lower, upper = expression.args
    return _big("sum", body, index, lower, upper)


def _big(kind: str, body: Expression, index: Expression, lower: Expression, upper: Expression) -> Term:
    return IndexedSum(kind, Symbol(own_name(index.name)), from_sympy(lower), from_sympy(upper), from_sympy(body))


def _sum_of_numbers(expression: Expression) -> Term:
    kind = type(expression).__name__.lower()
    found = from_sympy(expression.function)
    for index, lower, upper in expression.limits:
        found = IndexedSum(kind, Symbol(own_name(index.name)), from_sympy(lower), from_sympy(upper), found)
    return found


def _applied(expression: Expression) -> Term:
    return Apply(expression.function, _all(expression.args[0]), _all(expression.args[1]))


def _own_function(expression: Expression) -> Term:
    import sympy

    name = {"Abs": "absolute", "ceiling": "ceil", "Max": "max", "Min": "min"}.get(
        expression.func.__name__, expression.func.__name__
    )
    if not isinstance(expression, sympy.Function | sympy.Max | sympy.Min):
        raise NotInSympy(f"no term says {name}")
    return Apply(name, _all(expression.args))


def _limit(expression: Expression) -> Term:
    body, letter, goal, side = expression.args
    told = from_sympy(goal)
    if str(side) != "+-" and not goal.is_infinite:
        told = Apply("marked", (told,), (Sign(str(side)),))
    return Apply("lim", (from_sympy(body),), (Relation(("→",), (from_sympy(letter), told)),))


def _integral(expression: Expression) -> Term:
    found = from_sympy(expression.function)
    for letter, *ends in expression.limits:
        lower, upper = map(from_sympy, ends) if ends else (None, None)
        found = IndexedSum("integral", Symbol(own_name(letter.name)), lower, upper, found)
    return found


def _cases(expression: Expression) -> Term:
    branches: list[tuple[Term, Term | None]] = []
    for value, condition in expression.args:
        told = Symbol("otherwise") if condition == True else from_sympy(condition)  # noqa: E712  SymPy's own true
        branches.append((from_sympy(value), told))
    return Cases(tuple(branches))


def _relation(expression: Expression) -> Term:
    return Relation((SIGNS[type(expression).__name__],), _all(expression.args))


def _chain(expression: Expression) -> Term:
    """Relations that go on from side to side, in whatever order they stand."""
    parts = list(expression.args)
    lefts, rights = [each.args[0] for each in parts], [each.args[1] for each in parts]
    start = next((each for each in parts if each.args[0] not in rights), parts[0])
    signs, sides = [SIGNS[type(start).__name__]], list(start.args)
    for _ in parts[1:]:
        if sides[-1] not in lefts:
            raise NotInSympy("relations that do not go on from side to side")
        following = parts[lefts.index(sides[-1])]
        signs.append(SIGNS[type(following).__name__])
        sides.append(following.args[1])
    return Relation(tuple(signs), _all(sides))


@lru_cache(maxsize=1)
def _rules() -> list[tuple[Any, Callable[[Expression], Term]]]:
    """What each class of SymPy's and of ours is as a term; the first that fits."""
    import sympy
    from sympy.matrices.expressions.matexpr import MatrixElement

    from symformer.symbolic import expressions as ours

    return [
        (sympy.Rational, _number),
        (type(sympy.E), lambda _: Symbol("e")),
        (type(sympy.pi), lambda _: Symbol("pi")),
        (type(sympy.oo), lambda _: Symbol("infty")),
        (type(-sympy.oo), lambda _: Product((Number(Fraction(-1)), Symbol("infty")))),
        (sympy.UnevaluatedExpr, lambda each: from_sympy(each.args[0])),
        (sympy.MatrixSymbol, lambda each: Symbol(own_name(str(each.name)))),
        (sympy.Symbol, lambda each: Symbol(own_name(str(each.name)))),
        ((sympy.Add, sympy.MatAdd), lambda each: Sum(_all(each.args))),
        ((sympy.Mul, sympy.MatMul), _product),
        (sympy.HadamardProduct, _hadamard),
        ((sympy.Pow, sympy.HadamardPower), _power),
        (sympy.Transpose, lambda each: Transpose(from_sympy(each.args[0]))),
        (ours.Dots, lambda _: Ellipsis()),
        (ours.Member, _member),
        ((ours.Part, ours.Entry), lambda each: _indexed(each.args[0], each.args[1])),
        ((ours.OnlyEntry, ours.Broadcast), lambda each: from_sympy(each.args[0])),
        (ours.ArraySum, _array_sum),
        ((ours.NumberFunction, ours.ArrayFunction), _applied),
        ((ours.Differentiated, ours.ArrayDerivative), lambda each: Apply("derivative", _all(each.args))),
        (MatrixElement, _element),
        ((sympy.Sum, sympy.Product), _sum_of_numbers),
        (sympy.Limit, _limit),
        (sympy.Integral, _integral),
        (sympy.Piecewise, _cases),
        ((sympy.core.relational.Relational, ours.Approximately), _relation),
        ((sympy.And, sympy.Tuple), _chain),
        (sympy.BlockMatrix, lambda each: Matrix(tuple(_all(row) for row in each.blocks.tolist()))),
        (sympy.ImmutableDenseMatrix, lambda each: Matrix(tuple(_all(row) for row in each.tolist()))),
        ((sympy.Function, sympy.Max, sympy.Min), _own_function),
    ]
