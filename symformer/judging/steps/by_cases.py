r"""Functions written in one formula and by cases: ``\max(0, x) = \begin{cases} x & x \ge 0 \\ 0 & x < 0 \end{cases}``.

At numbers that a condition holds for, its case has to be what the formula gives.  Told is the one case that is wrong at all
of them, where another case is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show_styled
from symformer.terms.term import (
    EQUAL,
    Apply,
    Cases,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    walk,
)

POINTS = (-3.7, -1.6, -0.45, 0.35, 0.8, 1.7, 4.2)
OTHERS = 0.27  # what every other letter stands for
CLOSE = 1e-9
_OTHERWISE = frozenset({"otherwise", "else", "other", "elsewhere", "否则", "其他"})
# functions by name; of some only what they give for positive numbers is one thing to all
_POSITIVE = frozenset({"leakyrelu", "leaky_relu", "elu", "prelu", "lrelu"})


class _Open(Exception):
    """A part that has no value."""


def case_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each case that is not what the formula beside it gives."""
    for statement, _ in once(model, asserted_formulas):
        match statement.term:
            case Relation(relations=relations, sides=sides) if any(isinstance(each, Cases) for each in sides):
                for relation, (one, other) in zip(relations, pairwise(sides), strict=False):
                    if relation in EQUAL and isinstance(other, Cases) and not isinstance(one, Cases):
                        yield from _compared(statement, one, other)


def _compared(statement: Statement, formula: Term, cases: Cases) -> Iterator[Problem]:
    letter = _letter(formula, cases)
    if letter is None or len(cases.branches) < 2:
        return
    found: dict[int, list[tuple[float, float, float]]] = {}
    for point in POINTS:
        try:
            at = _branch(cases, letter, point)
            if at is None:
                return
            expected, shown = _value(formula, letter, point), _value(cases.branches[at][0], letter, point)
        except (_Open, ValueError, ZeroDivisionError, OverflowError):
            continue
        found.setdefault(at, []).append((point, expected, shown))
    wrong = [at for at, each in found.items() if len(each) > 1 and all(abs(b - c) > CLOSE for _, b, c in each)]
    right = [at for at, each in found.items() if len(each) > 1 and all(abs(b - c) <= CLOSE for _, b, c in each)]
    partial = isinstance(formula, Apply) and formula.function.lower() in _POSITIVE  # of negative numbers all is right
    if len(wrong) != 1 or not right and not partial:
        return
    value = cases.branches[wrong[0]][0]
    point, expected, shown = found[wrong[0]][0]
    yield Problem(
        statement.place(origin_of(value)),
        f"this case is not {show_styled(formula)}: at {show_styled(letter)} = {point:g} that is {expected:g}, and the case {shown:g}",
        level="warning",
        evidence={"kind": "step", "formula": show_styled(formula)},
        key=f"case@{statement.span.start}",
    )


def _letter(formula: Term, cases: Cases) -> Symbol | Index | None:
    """The one letter that all conditions compare with numbers, and that the formula holds."""
    letters = set[Symbol | Index]()
    for _, condition in cases.branches:
        if condition is None or isinstance(condition, Symbol):
            continue
        if not isinstance(condition, Relation):
            return None
        letters |= {side for side in condition.sides if isinstance(side, Symbol | Index) and not _is_word(side)}
    held = {part for part in walk(formula) if isinstance(part, Symbol | Index)}
    return letters.pop() if len(letters) == 1 and letters <= held else None


def _is_word(term: Term) -> bool:
    return isinstance(term, Symbol) and term.name.strip().lower() in _OTHERWISE


def _branch(cases: Cases, letter: Term, point: float) -> int | None:
    for at, (_, condition) in enumerate(cases.branches):
        if condition is None or isinstance(condition, Symbol):
            return at
        assert isinstance(condition, Relation)
        if _holds(condition, letter, point):
            return at
    return None


_TESTS = {"<": float.__lt__, ">": float.__gt__, "≤": float.__le__, "≥": float.__ge__, "=": float.__eq__}


def _holds(condition: Relation, letter: Term, point: float) -> bool:
    values = [_value(side, letter, point) for side in condition.sides]
    for relation, one, other in zip(condition.relations, values, values[1:], strict=False):
        test = _TESTS.get(relation)
        if test is None:
            raise _Open
        if not test(one, other):
            return False
    return True


def _value(term: Term, letter: Term, point: float) -> float:
    if term == letter:
        return point
    match term:
        case Number(value=value):
            return float(value)
        case Symbol(name=name):
            known: Mapping[str, float] = {"pi": math.pi, "e": math.e}
            return known.get(name, OTHERS)
        case Index(base=Symbol()):
            return OTHERS
        case Sum(terms=terms):
            return sum(_value(each, letter, point) for each in terms)
        case Product(factors=factors):
            return math.prod(_value(each, letter, point) for each in factors)
        case Quotient(numerator=above, denominator=below):
            return _value(above, letter, point) / _value(below, letter, point)
        case Power(base=base, exponent=exponent):
            made = complex(_value(base, letter, point)) ** _value(exponent, letter, point)
            if abs(made.imag) > CLOSE:
                raise _Open
            return made.real
        case Apply(function=name, arguments=arguments, labels=()):
            return _applied(name, [_value(each, letter, point) for each in arguments])
    raise _Open


def _applied(name: str, values: list[float]) -> float:
    function = name.lower().replace(" ", "")
    if function in _POSITIVE and len(values) in (1, 2):
        if values[0] < 0:
            raise _Open
        return values[0]
    match function, values:
        case "max", [_, _, *_]:
            return max(values)
        case "min", [_, _, *_]:
            return min(values)
        case "absolute" | "abs", [x]:
            return abs(x)
        case "relu", [x]:
            return max(0.0, x)
        case "sign" | "sgn", [x]:
            return math.copysign(1.0, x)
        case "exp", [x]:
            return math.exp(x)
        case "ln" | "log", [x]:
            return math.log(x)
        case "tanh", [x]:
            return math.tanh(x)
        case "sigmoid", [x]:
            return 1 / (1 + math.exp(-x))
        case "sqrt", [x]:
            return math.sqrt(x)
    raise _Open


__all__ = ["case_problems"]
