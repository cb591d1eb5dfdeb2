"""Conditional probabilities as letters: where a step is one of algebra, whatever their laws are.

``P(w_i | s)`` under a product over i is an entry P_i as good as any.  That holds only while both sides speak of the
same probabilities and nothing sums over what they are of: then no law of chance could make the step true.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.terms.parts import rebuilt
from symformer.terms.term import Apply, Index, IndexedSum, Symbol, Term, children, walk

UNDER_CHANCE = frozenset({"expectation", "variance", "Cov"})
LOGARITHMS = frozenset({"log", "ln", "log_2", "log_10"})


def as_letters(left: Term, right: Term) -> tuple[Term, Term]:
    """Two sides with their conditional probabilities as letters; as they are, where that would leave out a law."""
    sides = left, right
    if not any(_is_conditional(part) for side in sides for part in walk(side)):
        return sides
    if any(isinstance(part, Apply) and part.function in UNDER_CHANCE for side in sides for part in walk(side)):
        return sides
    by = _changing(sides)
    if by is not None and len(by) != 1:
        return sides
    given = (part for side in sides for part in walk(side) if _is_conditional(part))
    functions = {part.function for part in given if isinstance(part, Apply)}
    ours, theirs = ({part for part in walk(side) if _is_call(part, functions)} for side in sides)
    if ours != theirs or any(_is_summed(side, functions) for side in sides):
        return sides
    names = _names(ours)
    if names is None or names.keys() != ours:
        return sides
    bound = frozenset(each.name for side in sides for each in _indices(side))
    if by is not None:
        (parameter,) = by
        return sides if bound else (_depending(left, names, parameter), _depending(right, names, parameter))
    return _written(left, names, bound), _written(right, names, bound)


def _changing(sides: tuple[Term, Term]) -> set[Term] | None:
    """The letters by which probabilities are differentiated; None where nothing is."""
    found: set[Term] = set()
    calls = [part for side in sides for part in walk(side) if isinstance(part, Apply)]
    for call in calls:
        if call.function == "gradient":
            found.update(call.labels)
        elif call.function == "derivative":
            found.update(call.arguments[1:])
    named = any(call.function in ("gradient", "derivative") for call in calls)
    return {each for each in found if isinstance(each, Symbol)} if named else None


def _depending(term: Term, names: dict[Term, str], parameter: Term) -> Term:
    """A formula with functions of a parameter for the probabilities: p_θ(x | y) is one of θ."""
    if (name := names.get(term)) is not None:
        return Apply(f"{name} of", (parameter,), (), term.origin)
    return rebuilt(term, lambda part: _depending(part, names, parameter))


def _is_conditional(term: Term) -> bool:
    return isinstance(term, Apply) and any(
        isinstance(each, Apply) and each.function == "given" for each in term.arguments
    )


def _is_call(term: Term, functions: set[str]) -> bool:
    return isinstance(term, Apply) and term.function in functions


def _names(calls: set[Term]) -> dict[Term, str] | None:
    """A name of its own for each probability: the first of a function has that of the function."""
    found: dict[Term, str] = {}
    for call in sorted(calls, key=lambda each: (not _is_conditional(each), repr(each))):
        assert isinstance(call, Apply)
        name = call.function
        while name in found.values():
            name += "′"
        found[call] = name
    return found if len(found) <= 3 else None


def _indices(term: Term) -> Iterator[Symbol]:
    for part in walk(term):
        if isinstance(part, IndexedSum) and part.index is not None:
            yield part.index


def _is_summed(term: Term, functions: set[str]) -> bool:
    """Whether a sum goes over probabilities themselves, of which one may know that they sum to one."""
    match term:
        case IndexedSum(kind="product"):
            return False
        case IndexedSum():
            return any(_is_call(part, functions) for part in _outside_logarithms(term.body))
        case Apply() if term.function in LOGARITHMS:
            return False
    return any(_is_summed(part, functions) for part in children(term))


def _outside_logarithms(term: Term) -> Iterator[Term]:
    yield term
    if isinstance(term, Apply) and term.function in LOGARITHMS:
        return
    for part in children(term):
        yield from _outside_logarithms(part)


def _written(term: Term, names: dict[Term, str], bound: frozenset[str]) -> Term:
    if (name := names.get(term)) is not None:
        scripts = dict.fromkeys(
            each
            for part in walk(term)
            if isinstance(part, Index)
            for each in part.slots
            if isinstance(each, Symbol) and each.name in bound
        )
        return Index(Symbol(name), tuple(scripts)) if scripts else Symbol(name)
    return rebuilt(term, lambda part: _written(part, names, bound))
