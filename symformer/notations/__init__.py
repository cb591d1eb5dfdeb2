"""One file per notation: the letters, fonts and habits of one author."""

from __future__ import annotations

import difflib

from symformer.notations.citation import Citation
from symformer.notations.concept import Concept, all_concepts, concepts_by_id
from symformer.notations.notation import CollidingLetters, Notation
from symformer.registry import discover


class UnknownNotation(LookupError):
    """There is no notation of that name; the message names those that are near."""


def all_notations() -> tuple[Notation, ...]:
    """Every notation, sorted by id."""
    return discover("symformer.notations", Notation)


def notation(name: str) -> Notation:
    """The notation of a name. Raises UnknownNotation.

    >>> notation("phuong-hutter").lay
    'columns'
    """
    known = {each.id: each for each in all_notations()}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 3, 0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "symformer notations lists them"
    raise UnknownNotation(f"unknown notation {name!r}: {hint}")


__all__ = [
    "Citation", "CollidingLetters", "Concept", "Notation", "UnknownNotation", "all_concepts", "all_notations",
    "concepts_by_id", "notation",
]  # fmt: skip
