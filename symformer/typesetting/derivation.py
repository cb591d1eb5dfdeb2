"""The steps of an equation: definitions put in one after the other, and what options add to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symformer.catalogue.equation import Equation
from symformer.catalogue.lookup import equation
from symformer.catalogue.reading import Letter, ReadEquation, read
from symformer.terms.parts import flattened, rebuilt
from symformer.terms.parts import put_in as exchanged
from symformer.terms.term import Apply, Index, Relation, Symbol, Term
from symformer.text.record import record


@record
class Step:
    """One side of a derivation and what was put in to get it."""

    side: Term
    put_in: Equation | None = None


def steps_of(given: ReadEquation, known: Sequence[ReadEquation] = ()) -> tuple[Step, ...]:
    """The right sides of an equation's first statement, each with one more definition put in.

    ``known`` are the definitions as they are to be used; those of the catalogue otherwise.
    """
    first = given.statements[0]
    if not isinstance(first, Relation):
        return ()
    found = [Step(first.sides[-1])]
    by_id = {each.equation.id: each for each in known}
    for name in given.equation.steps:
        definition = by_id.get(name) or read(equation(name))
        side = found[-1].side
        for statement in definition.statements:
            side = put_in(side, statement)
        if side != found[-1].side:
            found.append(Step(flattened(side), definition.equation))
    return tuple(found)


def put_in(term: Term, definition: Term) -> Term:
    """The term with the right side of a definition wherever its left side stands; ``i`` on the left is any index.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Product
    >>> s = Relation(("=",), (Symbol("Q"), Product((Symbol("X"), Symbol("W")))))
    >>> show(put_in(Apply("softmax", (Symbol("Q"),)), s))
    'softmax(X·W)'
    """
    if not isinstance(definition, Relation) or definition.relations[0] not in ("=", "≈"):
        return term
    left, right = definition.sides[0], definition.sides[-1]

    def go(part: Term) -> Term:
        bound = _matched(left, part)
        if bound is not None:
            return exchanged(right, bound)
        return rebuilt(part, go)

    return go(term)


def _matched(pattern: Term, term: Term) -> dict[Term, Term] | None:
    match pattern, term:
        case Index(base, indices, ()), Index(other, at, ()) if base == other and len(indices) == len(at):
            return {one: two for one, two in zip(indices, at, strict=True) if isinstance(one, Symbol)}
        case Apply(name, formal), Apply(called, given) if name == called and len(formal) == len(given):
            return {one: two for one, two in zip(formal, given, strict=True) if isinstance(one, Symbol)}
    return {} if pattern == term else None


def letters_of(parts: Sequence[ReadEquation]) -> tuple[Letter, ...]:
    """The letters of several equations; where two give a letter different sizes, the last one's count."""
    found: dict[Term, Letter] = {}
    for part in parts:
        for letter in part.letters:
            told = found.get(letter.term)
            own = letter.latex in part.equation.where
            if told is None or own:
                found[letter.term] = letter
    return _of_itself(tuple(found.values()))


def _of_itself(letters: tuple[Letter, ...]) -> tuple[Letter, ...]:
    """Where a sequence attends to itself, there are as many keys as queries in every other letter too."""
    itself = any(
        each.concept is not None and each.concept.sizes[:1] == ("m",) and each.shape[:1] == ("n",) for each in letters
    )
    if not itself:
        return letters
    return tuple(replace(each, shape=tuple("n" if size == "m" else size for size in each.shape)) for each in letters)
