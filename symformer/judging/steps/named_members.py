r"""Members that are chosen by another list: ``u_{w_k}`` is the vector of the k-th word, and one of a family in k."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symformer.reasoning.equality import Given
from symformer.terms.parts import rebuilt
from symformer.terms.term import Index, Sum, Symbol, Term, walk


def choosing_lists(terms: Iterable[Term]) -> frozenset[str]:
    """The lists whose entries stand as indices of others and nowhere else.

    >>> u_w_k = Index(Symbol("u"), (Index(Symbol("w"), (Symbol("k"),)),))
    >>> sorted(choosing_lists([u_w_k])), sorted(choosing_lists([u_w_k, Index(Symbol("w"), (Symbol("k"),))]))
    (['w'], [])
    """
    chosen: set[str] = set()
    within: set[int] = set()
    named: list[Symbol] = []
    for part in (part for term in terms for part in walk(term)):
        match part:
            case Index(
                base=Symbol(), indices=(Index(base=Symbol(name) as base, indices=(Symbol() | Sum(),), upper=()),)
            ):
                chosen.add(name)
                within.add(id(base))
            case Symbol():
                named.append(part)
    return frozenset(chosen - {part.name for part in named if id(part) not in within})


def with_families(sides: tuple[Term, Term], given: Given) -> tuple[tuple[Term, Term], Given]:
    """Two sides, and what is known of their letters, with a family by place for what another list chooses."""
    lists = choosing_lists((*sides, *(meaning.body for meaning in given.meanings.values())))
    if not lists or lists & given.meanings.keys():
        return sides, given
    bodies = (*sides, *(meaning.body for meaning in given.meanings.values()))
    taken = {part.name for body in bodies for part in walk(body) if isinstance(part, Symbol)}

    def name_of(family: str, choosing: str) -> str:
        name = f"{family}_{choosing}"
        return name if name not in taken else f"{family}∘{choosing}"

    def put(term: Term) -> Term:
        match term:
            case Index(base=Symbol(name) as base, indices=(Index(base=Symbol(choosing), indices=places),)):
                if choosing in lists:
                    return replace(term, base=replace(base, name=name_of(name, choosing)), indices=places)
        return rebuilt(term, put)

    meanings = {name: replace(each, body=put(each.body)) for name, each in given.meanings.items()}
    shapes = {put(term): shape for term, shape in given.shapes.items()}
    return (put(sides[0]), put(sides[1])), replace(given, shapes=shapes, meanings=meanings)


__all__ = ["choosing_lists", "with_families"]
