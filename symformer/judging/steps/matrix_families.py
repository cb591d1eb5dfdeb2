r"""Matrices that a formula gives for each index, ``R_m = [cos mθ, -sin mθ; sin mθ, cos mθ]``, written out where they stand."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from symformer.reasoning.equality import Meaning
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.term import Apply, Ellipsis, Index, Matrix, Symbol, Term, Unknown, walk

MOST_CELLS = 16


def families_in(meanings: Mapping[str, Meaning]) -> Mapping[str, Meaning]:
    """The names that stand for a written-out matrix whose entries hold all of its indices.

    >>> rotation = Meaning(Matrix(((Symbol("m"), Symbol("t")),)), ("m",))
    >>> sorted(families_in({"R": rotation, "S": replace(rotation, indices=("n",))}))
    ['R']
    """
    return {name: each for name, each in meanings.items() if each.indices and _is_written_out(each)}


def _is_written_out(meaning: Meaning) -> bool:
    body = meaning.body
    if not isinstance(body, Matrix) or sum(map(len, body.rows)) > MOST_CELLS:
        return False
    parts = list(walk(body))
    letters = {part.name for part in parts if isinstance(part, Symbol)}
    members = {slot for part in parts if isinstance(part, Index) for slot in part.indices}
    if any(isinstance(part, Ellipsis | Unknown) for part in parts):
        return False
    return letters.issuperset(meaning.indices) and not members & {Symbol(each) for each in meaning.indices}


def is_member(term: Term, families: Container[str]) -> bool:
    """Whether a term is a member of such a family: no new name for what stands before it."""
    return isinstance(term, Index) and isinstance(term.base, Symbol) and term.base.name in families


def written_out(sides: tuple[Term, Term], families: Mapping[str, Meaning]) -> tuple[Term, Term]:
    """Two sides with each member of such families as the matrix that it is.

    What stands beside a member may be a vector that nothing tells, as q in the length of ``R_m q``: then both are left alone.

    >>> n = Symbol("n")
    >>> found, _ = written_out((Index(Symbol("R"), (n,)), n), {"R": Meaning(Matrix(((Symbol("m"),),)), ("m",))})
    >>> found.rows[0][0].name
    'n'
    """
    if not families or any(
        isinstance(part, Apply) and _is_of_members_and_others(part, families) for side in sides for part in walk(side)
    ):
        return sides
    return _put(sides[0], families), _put(sides[1], families)


def _is_of_members_and_others(call: Apply, families: Mapping[str, Meaning]) -> bool:
    indices = {
        id(inner) for part in walk(call) if isinstance(part, Index) for slot in part.indices for inner in walk(slot)
    }
    names = {part.name for part in walk(call) if isinstance(part, Symbol) and id(part) not in indices}
    return not names.isdisjoint(families) and not names <= families.keys()


def _put(term: Term, families: Mapping[str, Meaning]) -> Term:
    match term:
        case Index(base=Symbol(name), indices=indices, upper=()) if name in families:
            meaning = families[name]
            if len(indices) == len(meaning.indices):
                values: dict[Term, Term] = dict(zip(map(Symbol, meaning.indices), indices, strict=True))
                return replace(put_in(meaning.body, values), origin=term.origin)
    return rebuilt(term, lambda part: _put(part, families))


__all__ = ["families_in", "is_member", "written_out"]
