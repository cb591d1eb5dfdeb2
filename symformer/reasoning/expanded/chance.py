"""Expectations, variances and covariances, written out over a few outcomes of each random letter."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as pairs
from typing import TYPE_CHECKING

from symformer.reasoning.expanded.entries import CannotExpand, Entries, number
from symformer.reasoning.expanded.expressions import Expression
from symformer.terms.term import Apply, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.reasoning.expanded.expand import Expansion

OUTCOMES = 3
OUTCOMES_OF_EACH = 2  # where letters do not depend on each other


def expected(expansion: Expansion, term: Apply) -> Entries:
    """An expectation, a variance, a covariance or a standard deviation.

    Raises:
        CannotExpand: it is conditional, or over what is not told.
    """
    table = expansion.table
    random = expansion.reading.chance
    for each in term.arguments:
        if not any(isinstance(part, Symbol) and part.name in random for part in walk(each)):
            raise CannotExpand("an expectation of nothing random")
    match term.function, term.arguments:
        case "expectation", (of,):
            return number(_mean(expansion, (of,)))
        case "variance", (of,):
            return number(_covariance(expansion, of, of))
        case "std", (of,):
            return number(table.power(_covariance(expansion, of, of), table.number(Fraction(1, 2))))
        case "Cov", (one, other):
            return number(_covariance(expansion, one, other))
    raise CannotExpand("an expectation of several arguments")


def _covariance(expansion: Expansion, one: Term, other: Term) -> Expression:
    table = expansion.table
    both, first, second = (
        _mean(expansion, (one, other)), _mean(expansion, (one,)), _mean(expansion, (other,)),
    )  # fmt: skip
    return table.sum((both, table.negative(table.product((first, second)))))


def _mean(expansion: Expansion, factors: tuple[Term, ...]) -> Expression:
    """The mean of a product over all outcomes, with the weights they have."""
    random = sorted(expansion.reading.chance)
    table, outside = expansion.table, expansion.outcomes
    total: list[Expression] = []
    for weight, outcome in _outcomes(expansion, random):
        expansion.outcomes = outcome
        try:
            values = [expansion.expand(each).only for each in factors]
        finally:
            expansion.outcomes = outside
        total.append(table.product((weight, *values)))
    return table.sum(total)


def _outcomes(expansion: Expansion, random: list[str]) -> list[tuple[Expression, dict[str, str]]]:
    """Each outcome with its weight; the last weight is what the others leave of 1."""
    table = expansion.table
    if not expansion.reading.independent:
        weights = _weights(expansion, "", OUTCOMES)
        return [(weight, dict.fromkeys(random, f"#{at}")) for at, weight in enumerate(weights)]
    if len(random) > 4:
        raise CannotExpand("so many random letters")
    of_each = [_weights(expansion, name, OUTCOMES_OF_EACH) for name in random]
    found: list[tuple[Expression, dict[str, str]]] = []
    for chosen in pairs(range(OUTCOMES_OF_EACH), repeat=len(random)):
        weight = table.product(weights[at] for weights, at in zip(of_each, chosen, strict=True))
        found.append((weight, {name: f"#{at}" for name, at in zip(random, chosen, strict=True)}))
    return found


def _weights(expansion: Expansion, name: str, count: int) -> list[Expression]:
    table = expansion.table
    free = [table.letter(f"weight {name}{at}") for at in range(count - 1)]
    rest = table.sum((table.number(1), *(table.negative(each) for each in free)))
    return [*free, rest]
