"""By what a note divides a sum of squares: where it says that a variance is a mean, LayerNorm takes that one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symformer.judging.numbers.learnt import chains
from symformer.semantics.statement import Statement
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    walk,
)

NAMES = ("sigma", "σ", "var", "variance")


def of_population(statements: Sequence[Statement]) -> bool:
    """Whether the note divides squared deviations by how many there are, and nowhere by one less."""
    kinds = {kind for statement in statements for kind in _kinds(statement)}
    return kinds == {"population"}


def _kinds(statement: Statement) -> Iterator[str]:
    for chain in chains(statement.term):
        if not _is_spread(chain.sides[0]) or chain.signs[0] not in EXACTLY_EQUAL:
            continue
        for side in chain.sides[1:]:
            kind = _kind(side)
            if kind is not None:
                yield kind


def _is_spread(name: Term) -> bool:
    """Whether a side is called a variance or a deviation: σ², Var(x), variance."""
    if not isinstance(name, Symbol | Index | Power | Apply):
        return False
    names = [part.name for part in walk(name) if isinstance(part, Symbol)]
    names += [part.function for part in walk(name) if isinstance(part, Apply)]
    return any(word in each.casefold() for each in names for word in NAMES)


def _kind(body: Term) -> str | None:
    """By what the sum of squares in a formula is divided."""
    for part in walk(body):
        match part:
            case Quotient(numerator=above, denominator=below) if _squares(above):
                return _divisor(below, _squares(above))
            case Product(factors=(Quotient(numerator=Number(value=one), denominator=below), *rest)) if one == 1:
                count = next((found for each in rest if (found := _squares(each))), 0)
                if count:
                    return _divisor(below, count)
    return None


def _squares(term: Term) -> int:
    """How many squares a sum has; -1 where a letter runs over them, 0 where it is no sum of squares."""
    match term:
        case IndexedSum(kind="sum", body=Power(exponent=Number(value=two))) if two == 2:
            return -1
        case Sum(terms=terms) if all(
            isinstance(each, Power) and isinstance(each.exponent, Number) and each.exponent.value == 2 for each in terms
        ):
            return len(terms)
    return 0


def _divisor(below: Term, count: int) -> str | None:
    match below:
        case Sum(terms=(_, Number(value=value))):
            return "sample" if value == -1 else None
        case Number(value=value):
            return "population" if value == count else "sample" if value == count - 1 or count < 0 else None
        case Symbol() | Index():
            return "population"
    return None
