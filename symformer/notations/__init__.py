"""One file per notation: the letters, fonts and habits of one author."""

from __future__ import annotations

from importlib import import_module

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
    if found := _alone(name):
        return found
    known = {each.id: each for each in all_notations()}
    if name in known:
        return known[name]
    import difflib  # only a wrong name needs it

    near = difflib.get_close_matches(name, known, 3, 0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else "symformer notations lists them"
    raise UnknownNotation(f"unknown notation {name!r}: {hint}")


def _alone(name: str) -> Notation | None:
    """The notation of a name, from its own file: the others need not be imported."""
    file = name.replace("-", "_")
    if not file.isidentifier() or f"{__name__}.{file}" == Notation.__module__:
        return None
    try:
        module = import_module(f"{__name__}.{file}")
    except ModuleNotFoundError:
        return None
    return next((each for each in vars(module).values() if isinstance(each, Notation) and each.id == name), None)


__all__ = [
    "Citation", "CollidingLetters", "Concept", "Notation", "UnknownNotation", "all_concepts", "all_notations",
    "concepts_by_id", "notation",
]  # fmt: skip
