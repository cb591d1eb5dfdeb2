"""Members of a family that nothing tells, where the others are told one by one: W_4 beside W_1, W_2 and W_3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import EQUAL, Ellipsis, Index, Number, Relation, Symbol, Term, walk

FEWEST = 2


@dataclass(frozen=True, slots=True)
class UntoldMember:
    """A member where it is used, and those of its family that are told."""

    statement: Statement
    member: Index
    told: tuple[Declaration, ...]


@dataclass(slots=True)
class _Family:
    """One family, filled from the first statement to the last; ``open`` where it has members of all numbers."""

    told: dict[Index, Declaration]
    defined: set[Index]
    used: dict[Index, list[Statement]]
    open: bool = False


def untold_members(model: SemanticModel) -> Iterator[UntoldMember]:
    """Each numbered member that stands once, of a family whose other members are all told by size or value."""
    families: dict[str, _Family] = {}
    for declaration in model.table.declarations:
        symbol = declaration.symbol
        if isinstance(symbol, Index) and isinstance(symbol.base, Symbol):
            family = families.setdefault(symbol.base.name, _Family({}, set(), {}))
            if not _is_numbered(symbol):
                family.open = True
            elif declaration.sizes or isinstance(declaration.value, Number):
                family.told.setdefault(symbol, declaration)
    if not any(len(family.told) >= FEWEST and not family.open for family in families.values()):
        return
    for statement in model.statements:
        _look_over(statement, families)
    for name, family in families.items():
        if family.open or len(family.told) < FEWEST or not taken_apart(name).is_letter:
            continue
        strays = [member for member in family.used if member not in family.told and member not in family.defined]
        if len(strays) == 1 and len(family.used[strays[0]]) == 1 and not _is_zeroth(strays[0]):
            place = family.used[strays[0]][0]
            if place.carrier == "formula" and place.formula is not None and place.stance == "asserted":
                yield UntoldMember(place, strays[0], tuple(family.told.values()))


def _look_over(statement: Statement, families: dict[str, _Family]) -> None:
    term = statement.term
    dotted = False
    first = term.sides[0] if isinstance(term, Relation) else None
    for part in walk(term):
        if isinstance(part, Ellipsis):
            dotted = True
        if not isinstance(part, Index) or not isinstance(part.base, Symbol):
            continue
        family = families.get(part.base.name)
        if family is None:
            continue
        if not _is_numbered(part):
            family.open = True
        elif part is first and isinstance(term, Relation) and (term.relations[0] in EQUAL or "∈" in term.relations):
            family.defined.add(part)
        elif part is term:
            family.defined.add(part)  # it stands by itself in the words
        else:
            family.used.setdefault(part, []).append(statement)
    if dotted:
        for part in walk(term):
            if isinstance(part, Index) and isinstance(part.base, Symbol) and part.base.name in families:
                families[part.base.name].open = True


def _is_numbered(member: Index) -> bool:
    return len(member.indices) == 1 and not member.upper and isinstance(member.indices[0], Number)


def _is_zeroth(member: Index) -> bool:
    slot: Term = member.indices[0]
    return isinstance(slot, Number) and slot.value == 0
