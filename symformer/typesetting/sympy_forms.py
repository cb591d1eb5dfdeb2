"""Equations of the catalogue as SymPy objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symformer.catalogue.reading import ReadEquation
from symformer.catalogue.shapes import letter_shapes
from symformer.symbolic.bridge import ShapesDisagree, to_sympy
from symformer.terms.show import show
from symformer.terms.term import Index, Slice, Term, children
from symformer.typesetting.composing import members_of_families


def sympy_form(given: ReadEquation) -> tuple[Any, ...]:
    """Each statement as a SymPy expression. Raises NotInSympy, and ShapesDisagree."""
    shapes = letter_shapes(given.letters)
    failure: ShapesDisagree | None = None
    for families in _possible_families(given):
        try:
            return tuple(to_sympy(statement, shapes, families=families) for statement in given.statements)
        except ShapesDisagree as disagree:
            failure = failure or disagree
    raise failure or ShapesDisagree(given.equation.id)


def _possible_families(given: ReadEquation) -> Iterator[frozenset[Term]]:
    """What may be one array for each index: what is so for each head; then what only ever has one index."""
    heads = frozenset(members_of_families([given]))
    yield heads
    arrays = {each.term for each in given.letters if len(each.shape) == 2}
    counted = [each for each in arrays if _stands_with_one_index(each, given.statements)]
    for each in sorted(counted, key=show):
        yield heads | {each}
    yield heads | frozenset(counted)


def _stands_with_one_index(array: Term, statements: tuple[Term, ...]) -> bool:
    def only(term: Term) -> bool:
        if term == array:
            return False
        if isinstance(term, Index) and term.base == array:
            one = len(term.indices) == 1 and not isinstance(term.indices[0], Slice)
            return one and all(map(only, term.indices))
        return all(map(only, children(term)))

    return all(map(only, statements))
