r"""Gradients by what nothing names: ``\nabla f(x) = g(x) \nabla h(x) + h(x) \nabla g(x)`` where f is g h.

Where all that an equation differentiates are values of functions at one place, and that place stands nowhere else, the
rules of sums and products tell whatever the gradient is taken by: it may as well be the place.
"""

from __future__ import annotations

from dataclasses import replace

from symformer.functions import lookup
from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Relation, Symbol, Term, walk


def by_their_place(term: Relation) -> Relation:
    """An equation with its bare gradients taken by the one letter at which all its functions are taken."""
    bare = [part for part in walk(term) if _is_bare(part)]
    if not any(_is_bare(part) for part in walk(term.sides[0])) or len({id(part) for part in bare}) < 2:
        return term
    places = {place for part in bare for place in _places(part)}
    if len(places) != 1 or None in places:
        return term
    place = next(iter(places))
    calls = [part for part in walk(term) if isinstance(part, Apply) and part.arguments == (place,)]
    if place is None or sum(part == place for part in walk(term)) != len(calls):
        return term
    made = rebuilt(term, lambda part: _by(part, place))
    return made if isinstance(made, Relation) else term


def _is_bare(term: Term) -> bool:
    return isinstance(term, Apply) and term.function == "gradient" and not term.labels and len(term.arguments) == 1


def _places(gradient: Term) -> set[Symbol | None]:
    """Where the functions are taken of which a gradient is; None for what is no function of the note's own."""
    assert isinstance(gradient, Apply)
    calls = [part for part in walk(gradient.arguments[0]) if isinstance(part, Apply) and lookup(part.function) is None]
    found = {each.arguments[0] if len(each.arguments) == 1 else None for each in calls} or {None}
    return {each if isinstance(each, Symbol) else None for each in found}


def _by(term: Term, place: Symbol) -> Term:
    inner = rebuilt(term, lambda part: _by(part, place))
    return replace(inner, labels=(place,)) if isinstance(inner, Apply) and _is_bare(inner) else inner
