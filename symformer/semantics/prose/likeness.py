r"""Shapes told by another name: "$K$ has the same shape as $Q$"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.names import shaped_role
from symformer.semantics.symbols import exact_key
from symformer.semantics.usage.spellings import taken_apart


def with_shapes_alike(declared: Iterable[Declaration]) -> list[Declaration]:
    """The declarations, where those that name another symbol have its shape; what nothing tells is left out."""
    declared = list(declared)
    if not any(each.like is not None for each in declared):
        return declared
    shaped: dict[str, list[Declaration]] = {}
    for each in sorted(declared, key=lambda d: d.visible_from):
        if each.sizes is not None and (key := exact_key(each.symbol)) is not None:
            shaped.setdefault(key, []).append(each)
    made = (_alike(each, shaped) if each.like is not None else each for each in declared)
    return [each for each in made if each is not None]


def _alike(declaration: Declaration, shaped: dict[str, list[Declaration]]) -> Declaration | None:
    """The declaration with the shape in force of the name it refers to: the last before it, else the first."""
    key = exact_key(declaration.like) if declaration.like is not None else None
    known = shaped.get(key, []) if key is not None else []
    if not known and declaration.part != "whole" and key is not None:
        known = _in_another_font(key, shaped)
    if not known:
        return None
    at = bisect_right(known, declaration.visible_from, key=lambda d: d.visible_from) - 1
    model = known[max(at, 0)]
    sizes = model.sizes or ()
    if declaration.part != "whole":
        if len(sizes) != 2:
            return None
        sizes = sizes[1:] if declaration.part == "row" else sizes[:1]
    return replace(declaration, sizes=sizes, domain=model.domain, role=shaped_role(declaration.role, sizes), like=None)


def _in_another_font(key: str, shaped: dict[str, list[Declaration]]) -> list[Declaration]:
    r"""The only matrix of that letter and label: "the i-th row of Q", where ``\mathbf{Q}`` is declared."""
    own = taken_apart(key)
    if not own.letter.isupper():
        return []
    alike = [
        told
        for name, told in shaped.items()
        if (other := taken_apart(name)).letter == own.letter
        and (other.accents, other.below, other.above, other.primes) == (own.accents, own.below, own.above, own.primes)
    ]
    return alike[0] if len(alike) == 1 and all(len(each.sizes or ()) == 2 for each in alike[0]) else []
