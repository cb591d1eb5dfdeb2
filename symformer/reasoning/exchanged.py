"""A formula with two of its parts in each other's place, or with a factor at another term: what to compare with."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.reasoning.matching import Pattern
from symformer.reasoning.nearly import Edit
from symformer.reasoning.normal import normal
from symformer.reasoning.plainer import features_of
from symformer.terms.parts import rebuilt
from symformer.terms.term import IndexedSum, Number, Product, Sum, Term, children

Path = tuple[int, ...]
MOST_PARTS = 40
MOST_PAIRS = 400
Changed = tuple[Term, Edit]
_KEPT: dict[int, tuple[Pattern, tuple[Changed, ...]]] = {}
_MOVED: dict[int, tuple[Pattern, tuple[tuple[Changed, dict[str, int]], ...]]] = {}


def exchanges(pattern: Pattern) -> tuple[Changed, ...]:
    """The formula with two parts exchanged, in every way that makes it another formula."""
    kept = _KEPT.get(id(pattern))
    if kept is not None and kept[0] is pattern:
        return kept[1]
    found = tuple(_exchanges(pattern))
    _KEPT[id(pattern)] = pattern, found
    return found


def _exchanges(pattern: Pattern) -> Iterator[Changed]:
    places = [each for each in _places(pattern.term) if each[0]][:MOST_PARTS]
    pairs = 0
    seen: set[Term] = set()
    for at, (one, first) in enumerate(places):
        for other, second in places[at + 1 :]:
            if first == second or one == other[: len(one)] or other == one[: len(other)]:
                continue
            pairs += 1
            if pairs > MOST_PAIRS:
                return
            changed = normal(_put(_put(pattern.term, one, second), other, first))
            if changed in seen:
                continue
            seen.add(changed)
            yield changed, Edit("exchanged", first, second)


def _places(term: Term, path: Path = ()) -> Iterator[tuple[Path, Term]]:
    """The parts of a formula that are no bare numbers, with the way to each."""
    if not isinstance(term, Number):
        yield path, term
    for place, part in enumerate(children(term)):
        if not (isinstance(term, IndexedSum) and part is term.index):  # nobody writes a value below the sign
            yield from _places(part, (*path, place))


def _put(term: Term, path: Path, part: Term) -> Term:
    if not path:
        return part
    counter = iter(range(len(children(term))))
    return rebuilt(term, lambda each: _put(each, path[1:], part) if next(counter) == path[0] else each)


def moves(pattern: Pattern, features: dict[str, int]) -> list[Changed]:
    """A sum of the formula with a factor of one of its terms at another term, where it has so many parts of each kind."""
    if id(pattern) not in _MOVED:
        moved = tuple((each, features_of(each[0])[0]) for each in _moves(pattern.term, pattern.term))
        _MOVED[id(pattern)] = pattern, moved
    return [each for each, has in _MOVED[id(pattern)][1] if has == features]


def _moves(whole: Term, part: Term) -> Iterator[Changed]:
    if isinstance(part, Sum):
        for at, term in enumerate(part.terms):
            factors = term.factors if isinstance(term, Product) else ()
            for factor in factors:
                if isinstance(factor, Number):
                    continue
                left = Product(tuple(each for each in factors if each is not factor))
                for other, taker in enumerate(part.terms):
                    if other != at and not isinstance(taker, Number):
                        terms = list(part.terms)
                        terms[at], terms[other] = left, Product((factor, taker))
                        changed = Sum(tuple(terms))
                        yield normal(_replaced(whole, part, changed)), Edit("moved", factor, factor, term)
    for each in children(part):
        yield from _moves(whole, each)


def _replaced(term: Term, part: Term, other: Term) -> Term:
    return other if term is part else rebuilt(term, lambda each: _replaced(each, part, other))


__all__ = ["exchanges", "moves"]
