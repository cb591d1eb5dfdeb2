r"""Sums over the argument of what they define: ``V(s) = \sum_s \pi(a \mid s) Q(s, a)``, where a is left over."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.parts import factors_of, origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Symbol,
    Term,
    walk,
)


def summed_arguments(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum over the very argument of its result, with another letter that nothing sums over."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if term.relations[0] in EXACTLY_EQUAL and isinstance(term.sides[0], Apply):
            yield from _over_own_argument(statement, term.sides[0], term.sides[1])
        yield from _over_the_condition(statement, term)


def _over_own_argument(statement: Statement, left: Apply, right: Term) -> Iterator[Problem]:
    total = _only_sum(right)
    if total is None or total.index is None or total.index not in left.arguments:
        return
    told = {part for part in walk(left) if isinstance(part, Symbol)}
    over = [letter for letter in _conditioned(total.body) if letter not in told and _runs(letter, total.body)]
    if len(over) != 1:
        return
    place = statement.place(origin_of(total))
    yield Problem(
        place,
        f"{show(left)} is told for each {spell(total.index.name)}, and the sum runs over {spell(total.index.name)} and "
        f"leaves {spell(over[0].name)}",
        help=f"try the sum over {spell(over[0].name)}",
        evidence={"kind": "index", "letter": total.index.name},
        key=f"argument@{place.start}",
    )


def _only_sum(side: Term) -> IndexedSum | None:
    """The sum that a side is, but for numbers and names before it."""
    match side:
        case IndexedSum(kind="sum"):
            return side
        case Product(factors=(*before, IndexedSum(kind="sum") as total)):
            return total if all(isinstance(each, Number | Symbol | Quotient) for each in before) else None
    return None


def _conditioned(body: Term) -> list[Symbol]:
    """The letters in the conditional chances of a sum that are not summed over within it."""
    sums = [part for part in walk(body) if isinstance(part, IndexedSum)]
    bound: set[Term | None] = {part.index for part in sums}
    bound |= {each for part in sums if part.condition is not None for each in walk(part.condition)}
    found = [
        each
        for part in walk(body)
        if isinstance(part, Apply) and part.function == "given"
        for argument in part.arguments
        for each in (
            argument.arguments if isinstance(argument, Apply) and argument.function == "tuple" else (argument,)
        )
        if isinstance(each, Symbol) and each not in bound
    ]
    return list(dict.fromkeys(found))


def _runs(letter: Symbol, body: Term) -> bool:
    """Whether two factors of a sum take a letter: a parameter stands behind one bar only."""
    return sum(letter in set(walk(each)) for each in factors_of(body)) > 1


def _over_the_condition(statement: Statement, relation: Relation) -> Iterator[Problem]:
    """``\\sum_s p(a | s) = 1``: the chances of what is asked sum to one, not those of what is given."""
    sums = [side for side in relation.sides if isinstance(side, IndexedSum) and side.kind == "sum"]
    if len(sums) != 1 or len(relation.sides) != 2 or relation.relations[0] not in EXACTLY_EQUAL:
        return
    (total,) = sums
    if not any(isinstance(side, Number) and side.value == 1 for side in relation.sides):
        return
    match total.body:
        case Apply(arguments=(Apply(function="given", arguments=(outcome, given)),)) if total.index is not None:
            inside, behind = set(walk(outcome)), set(walk(given))
            if total.index in behind and total.index not in inside and isinstance(outcome, Symbol | Index):
                place = statement.place(origin_of(total))
                yield Problem(
                    place,
                    f"{show(total.body)} sums to one over {show(outcome)}, and not over {spell(total.index.name)}, "
                    "which is given",
                    help=f"try the sum over {show(outcome)}",
                    evidence={"kind": "index", "letter": total.index.name},
                    key=f"condition@{place.start}",
                )
