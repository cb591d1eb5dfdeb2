"""Functions of the field, entry by entry: what softmax, trace, norm and the like make of expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symformer.reasoning.expanded.entries import (
    CannotExpand,
    Entries,
    determinant,
    dot,
    inverse,
    mapped,
    matrix,
    multiply,
    number,
    rows_of,
    transpose,
    vector,
)
from symformer.reasoning.expanded.expressions import Expression, Expressions

Of = Callable[[Expressions, Expression], Expression]
HALF = Fraction(1, 2)


def _sigmoid(table: Expressions, x: Expression) -> Expression:
    return table.power(table.sum((table.number(1), table.call("exp", table.negative(x)))), table.number(-1))


def _sinh(table: Expressions, x: Expression) -> Expression:
    return table.product(
        (
            table.number(HALF),
            table.sum((table.call("exp", x), table.negative(table.call("exp", table.negative(x))))),
        )
    )


def _cosh(table: Expressions, x: Expression) -> Expression:
    return table.product(
        (
            table.number(HALF),
            table.sum((table.call("exp", x), table.call("exp", table.negative(x)))),
        )
    )


def _tanh(table: Expressions, x: Expression) -> Expression:
    return table.quotient(_sinh(table, x), _cosh(table, x))


def _relu(table: Expressions, x: Expression) -> Expression:
    return table.call("max", table.number(0), x)


def _softplus(table: Expressions, x: Expression) -> Expression:
    return table.call("ln", table.sum((table.number(1), table.call("exp", x))))


def _gelu(table: Expressions, x: Expression) -> Expression:
    inside = table.product((x, table.power(table.number(2), table.number(-HALF))))
    return table.product((table.number(HALF), x, table.sum((table.number(1), table.call("erf", inside)))))


def _named(name: str) -> Of:
    return lambda table, x: table.call(name, x)


ELEMENTWISE: dict[str, Of] = {
    "exp": _named("exp"), "ln": _named("ln"), "sin": _named("sin"), "cos": _named("cos"), "tan": _named("tan"),
    "arctan": _named("arctan"), "arcsin": _named("arcsin"), "arccos": _named("arccos"), "erf": _named("erf"),
    "sign": _named("sign"), "floor": _named("floor"), "ceil": _named("ceil"), "round": _named("round"),
    "absolute": _named("absolute"), "sigmoid": _sigmoid, "tanh": _tanh, "sinh": _sinh, "cosh": _cosh,
    "ReLU": _relu, "relu": _relu, "softplus": _softplus, "GELU": _gelu, "SiLU": lambda table, x: table.product((x, _sigmoid(table, x))),
    "sqrt": lambda table, x: table.power(x, table.number(HALF)),
}  # fmt: skip
LOGARITHMS = frozenset({"log", "logarithm", "ln"})


def softmax(table: Expressions, entries: Entries) -> Entries:
    """The softmax of a vector, or of each row of a matrix."""
    if entries.rank == 1:
        powers = [table.call("exp", each) for each in entries.items]
        below = table.power(table.sum(powers), table.number(-1))
        return Entries(
            entries.shape, tuple(table.product((each, below)) for each in powers), entries.lie, entries.turned
        )
    if entries.rank == 2:
        return matrix(softmax(table, vector(row)).items for row in rows_of(entries))
    raise CannotExpand("the softmax of a number")


def log_softmax(table: Expressions, entries: Entries) -> Entries:
    """The logarithm of the softmax."""
    return mapped(softmax(table, entries), lambda each: table.call("ln", each))


def _sum_exp(table: Expressions, entries: Entries) -> Entries:
    return number(table.call("ln", table.sum(table.call("exp", each) for each in entries.items)))


def _trace(table: Expressions, entries: Entries) -> Entries:
    if entries.rank == 0:
        return entries
    if entries.rank != 2 or entries.shape[0] != entries.shape[1]:
        raise CannotExpand("the trace of an array that is not square")
    return number(table.sum(row[at] for at, row in enumerate(rows_of(entries))))


def _diagonal(table: Expressions, entries: Entries) -> Entries:
    if entries.rank == 1:
        size = entries.shape[0]
        zero = table.number(0)
        return matrix([entries.items[row] if row == column else zero for column in range(size)] for row in range(size))
    if entries.rank == 2:
        return vector(row[at] for at, row in enumerate(rows_of(entries)) if at < len(row))
    raise CannotExpand("the diagonal of this array")


def _flat(table: Expressions, entries: Entries) -> Entries:
    """A matrix as one column, its columns below one another."""
    return vector(transpose(entries).items) if entries.rank == 2 else entries


def _mean(table: Expressions, entries: Entries) -> Entries:
    return number(table.product((table.number(Fraction(1, len(entries.items))), table.sum(entries.items))))


def _spread(table: Expressions, entries: Entries) -> Entries:
    mean = table.negative(_mean(table, entries).only)
    squares = [table.power(table.sum((each, mean)), table.number(2)) for each in entries.items]
    return number(table.product((table.number(Fraction(1, len(squares))), table.sum(squares))))


OF_ONE: dict[str, Callable[[Expressions, Entries], Entries]] = {
    "softmax": softmax,
    "log_softmax": log_softmax,
    "logsumexp": _sum_exp,
    "inv": inverse,
    "trace": _trace,
    "diag": _diagonal,
    "vec": _flat,
    "det": lambda table, entries: number(determinant(table, entries)),
    "inverse": inverse,
    "transpose": lambda table, entries: transpose(entries),
    "mean": _mean,
    "sum": lambda table, entries: number(table.sum(entries.items)),
}


def norm(table: Expressions, entries: Entries, label: Fraction | str | None) -> Entries:
    """The length of a vector, or the root of the sum of all squares of a matrix."""
    if label == 1 and entries.rank < 2:
        return number(table.sum(table.call("absolute", each) for each in entries.items))
    if label not in (None, 2, "F") or entries.rank == 2 and label == 2:
        raise CannotExpand("this norm")
    if entries.rank == 0:
        return mapped(entries, lambda each: table.call("absolute", each))
    squares = table.sum(table.power(each, table.number(2)) for each in entries.items)
    return number(table.power(squares, table.number(HALF)))


def inner(table: Expressions, left: Entries, right: Entries) -> Entries:
    """The inner product of two arrays of one shape."""
    if left.shape != right.shape:
        raise CannotExpand("an inner product of different shapes")
    return number(dot(table, left.items, right.items))


def extreme(table: Expressions, name: str, arguments: Sequence[Entries]) -> Entries:
    """The largest or smallest of several, entry by entry; of one array the largest entry."""
    if len(arguments) == 1:
        return number(table.call(name, *arguments[0].items))
    made = arguments[0]
    for other in arguments[1:]:
        made = _extreme_of_two(table, name, made, other)
    return made


def _extreme_of_two(table: Expressions, name: str, one: Entries, other: Entries) -> Entries:
    from symformer.reasoning.expanded.entries import entrywise

    return entrywise(one, other, lambda left, right: table.call(name, left, right))


def power(table: Expressions, base: Entries, exponent: Entries) -> Entries:
    """A power: of a square matrix by products, else entry by entry."""
    raised = table.value(exponent.only) if exponent.rank == 0 else None
    if base.rank == 2 and base.shape[0] == base.shape[1] and raised is not None and raised.denominator == 1:
        return _matrix_power(table, base, int(raised))
    if base.rank and raised is None:
        raise CannotExpand("a power of an array")
    if base.rank == 2:
        raise CannotExpand("a power of a matrix")
    return mapped(base, lambda each: table.power(each, exponent.only))


def _matrix_power(table: Expressions, base: Entries, times: int) -> Entries:
    if times < 0:
        base, times = inverse(table, base), -times
    if not 1 <= times <= 4:
        raise CannotExpand("so high a power of a matrix")
    made = base
    for _ in range(times - 1):
        made = multiply(table, made, base)
    return made
