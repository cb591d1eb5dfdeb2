"""Functions over a finite set: ``p(x)`` under a sum over x is an entry of p, and ``H(p)`` stands for its sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from symformer.reasoning.equality import Meaning
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, IndexedSum, Relation, Symbol, Term, walk

if TYPE_CHECKING:
    from symformer.semantics.statement import Statement


def functionals(statements: Iterable[Statement]) -> dict[Term, tuple[Term, Statement]]:
    """What calls of functions stand for, told once: H(p) for -Σ_x p(x) log p(x)."""
    found: dict[Term, tuple[Term, Statement]] = {}
    twice: set[Term] = set()
    for statement in statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left, body = term.sides[0], term.sides[1]
        if term.relations[0] in ("=", "≡", ":=") and _is_functional(left, body):
            twice |= {left} & found.keys()
            found[left] = _over_all(body), statement
    return {left: told for left, told in found.items() if left not in twice}


def _is_functional(left: Term, body: Term) -> bool:
    """Whether a side is a call of functions alone, which the other side sums over."""
    if not isinstance(left, Apply) or left.labels or not left.arguments:
        return False
    inner: list[Term] = [each for each in left.arguments if not isinstance(each, Apply)]
    inner += [each for part in left.arguments if isinstance(part, Apply) for each in part.arguments]
    called = {Symbol(part.function) for part in walk(body) if isinstance(part, Apply)}
    sums = any(isinstance(part, IndexedSum) for part in walk(body))
    return sums and all(isinstance(each, Symbol) and each in called for each in inner)


def _over_all(body: Term) -> Term:
    """A formula whose sums run over all that there is, whatever the set is called."""
    match body:
        case IndexedSum(condition=Relation(relations=("∈",), sides=(index, Symbol()))) if index == body.index:
            return _over_all(replace(body, condition=None))
    return rebuilt(body, _over_all)


def told_functionals(side: Term, told: Mapping[Term, tuple[Term, Statement]], statement: Statement) -> Term:
    """A side with what its functionals stand for; as it is where it is one of them, which may be what is defined."""
    if side in told:
        return side

    def put(term: Term) -> Term:
        if term in told and told[term][1] is not statement:
            return told[term][0]
        return rebuilt(term, put)

    return put(side) if told else side


def tabulated(
    sides: tuple[Term, Term], meanings: Mapping[str, Meaning]
) -> tuple[tuple[Term, Term], Mapping[str, Meaning]]:
    """Two sides, and what their names stand for, with the values of functions on a finite set as entries.

    >>> from symformer.terms.show import show
    >>> x, p = Symbol("x"), Apply("p", (Symbol("x"),))
    >>> [show(side) for side in tabulated((IndexedSum("sum", x, None, None, p), Symbol("a")), {})[0]]
    ['Σ[x] p[x]', 'a']
    """
    bodies = [meaning.body for meaning in meanings.values()]
    parts = [part for term in (*sides, *bodies) for part in walk(term)]
    running = {part.index for part in parts if isinstance(part, IndexedSum) and part.index is not None}
    running -= {index for index in running if any(isinstance(part, Index) and index in part.indices for part in parts)}
    calls = [part for part in parts if isinstance(part, Apply) and len(part.function) == 1]
    whole = {name for name, meaning in meanings.items() if not meaning.parameters and not meaning.indices}
    names = (
        {call.function for call in calls}
        - (meanings.keys() - whole)
        - {part.name for part in parts if isinstance(part, Symbol)}
    )
    names = {
        name
        for name in names
        if all(
            len(call.arguments) == 1 and not call.labels and call.arguments[0] in running
            for call in calls
            if call.function == name
        )
    }
    if not names:
        return sides, meanings

    def entry(term: Term) -> Term:
        if isinstance(term, Apply) and term.function in names:
            return Index(Symbol(term.function), term.arguments, (), term.origin)
        return rebuilt(term, entry)

    told = {name: replace(each, body=entry(each.body)) for name, each in meanings.items() if name not in names}
    return (entry(sides[0]), entry(sides[1])), told


__all__ = ["functionals", "tabulated", "told_functionals"]
