"""Where something is largest: two formulas are largest at one place if one rises with the other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from symformer.reasoning.expanded.canonical import NoNormalForm, Normalizer
from symformer.reasoning.expanded.expressions import Expression, Expressions
from symformer.reasoning.expanded.points import between

SIGNS = {"argmax": 1, "argmin": -1}


def same_extreme(table: Expressions, left: Expression, right: Expression) -> bool:
    """Whether two places of an extreme are one: one formula is the other, or its logarithm, times a number, plus a number."""
    one, other = table.nodes[left], table.nodes[right]
    if one.told not in SIGNS or other.told not in SIGNS or len(one.parts) != len(other.parts):
        return False
    sign = SIGNS[one.told] * SIGNS[other.told]
    for logarithm, other_logarithm in product((False, True), repeat=2):
        try:
            first, second = _rising(table, one.parts, logarithm), _rising(table, other.parts, other_logarithm)
            if _in_step(table, first, second, sign):
                return True
        except (NoNormalForm, RecursionError):
            continue
    return False


def _rising(table: Expressions, values: Sequence[Expression], logarithm: bool) -> list[Expression]:
    return [table.call("ln", each) for each in values] if logarithm else list(values)


def _in_step(table: Expressions, one: list[Expression], other: list[Expression], sign: int) -> bool:
    """Whether all differences within one list are one number times those within the other."""
    changes = [table.sum((each, table.negative(one[0]))) for each in one[1:]]
    others = [table.sum((each, table.negative(other[0]))) for each in other[1:]]
    letters = {
        str(table.nodes[each].told) for each in table.reached([*one, *other]) if table.nodes[each].kind == "letter"
    }
    values = table.evaluated([changes[0], others[0]], between(letters, 0.3, 2.0, 61))
    if not values[0] or values[0] != values[0] or values[1] != values[1]:
        return False
    factor = Fraction(values[1] / values[0]).limit_denominator(1000)
    if not factor or (factor > 0) != (sign > 0):
        return False
    normalizer = Normalizer(table)
    return all(
        normalizer.equal(table.product((table.number(factor), change)), changed)
        for change, changed in zip(changes, others, strict=True)
    )
