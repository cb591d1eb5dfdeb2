r"""Families told by some of their members: ``x_1, \dots, x_n \in \mathbb{R}^d``, ``\{x_i\}_{i=1}^n \subset \mathbb{R}^d``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symformer.semantics.declaration import Declaration
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Ellipsis, Index, Number, Relation, Space, Symbol, Term


def families_listed(statements: Sequence[Statement], declared: Sequence[Declaration]) -> Iterator[Declaration]:
    """A declaration of the whole family for each list with dots of which the first member was declared."""
    by_place = {each.span: each for each in declared if each.sizes is not None}
    for first, dots, last in zip(statements, statements[1:], statements[2:], strict=False):
        if not isinstance(dots.term, Ellipsis) or first.formula is not last.formula:
            continue
        member, end = _member(first.term), _member(last.term)
        if not isinstance(member, Index) or end is None or not _same_family(member, end):
            continue
        told = by_place.get(first.place(member.origin))
        if told is not None:
            yield replace(told, symbol=_any_of(member))


def _member(term: Term) -> Symbol | Index | None:
    match term:
        case Relation(relations=("∈",), sides=(Symbol() | Index() as member, Space())):
            return member
    return None


def _same_family(first: Index, last: Symbol | Index) -> bool:
    """Whether two names are x_1 and x_n: the same letter, a number and a letter in the same place."""
    slots = first.slots
    if len(slots) != 1 or not isinstance(slots[0], Number) or not isinstance(first.base, Symbol):
        return False
    if isinstance(last, Symbol):
        return bool(first.indices) and last.name.rpartition("_")[0] == first.base.name  # the N of x_N is a label
    return last.base == first.base and len(last.indices) == len(first.indices) and len(last.upper) == len(first.upper)


def _any_of(member: Index) -> Index:
    letter = (Symbol("i"),)
    return replace(member, indices=letter) if member.indices else replace(member, upper=letter)


def family_in_subset(term: Relation) -> tuple[Index, Space] | None:
    """The family and the space of ``\\{x_i\\} \\subset \\mathbb{R}^d``, with or without the ends of its index."""
    if term.relations[:1] not in (("⊂",), ("⊆",)) or not isinstance(space := term.sides[1], Space):
        return None
    held = term.sides[0]
    while isinstance(held, Apply) and held.function in ("family", "set") and len(held.arguments) == 1:
        held = held.arguments[0]
    return (held, space) if isinstance(held, Index) else None


__all__ = ["families_listed", "family_in_subset"]
