"""Equations of the catalogue as SymPy objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symformer.algebra.dimension import Dimension, letter, number
from symformer.algebra.shape import Shape
from symformer.catalogue.reading import Letter, ReadEquation, term_of, vocabulary_for
from symformer.symbolic.bridge import ShapesDisagree, to_sympy
from symformer.terms.show import show
from symformer.terms.term import Index, Number, Product, Quotient, Slice, Sum, Symbol, Term, children
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


def letter_shapes(letters: tuple[Letter, ...]) -> dict[Term, Shape]:
    """The shapes of letters, their sizes as dimensions.

    >>> from symformer.catalogue.lookup import equation
    >>> from symformer.catalogue.reading import read
    >>> {each.name: str(shape) for each, shape in letter_shapes(read(equation("attention-output")).letters).items()}
    {'O': '(n × d_v)', 'A': '(n × m)', 'V': '(m × d_v)', 'n': 'scalar', 'd_v': 'scalar', 'm': 'scalar'}
    """
    words = vocabulary_for(())
    return {
        each.term: Shape(tuple(_dimension(term_of(size, words)) for size in each.shape))
        for each in letters
        if each.kind not in ("function", "set")
    }


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


def _dimension(term: Term) -> Dimension:
    match term:
        case Number(value):
            return number(value)
        case Symbol(name):
            return letter(name)
        case Sum(terms):
            parts = list(map(_dimension, terms))
            return sum(parts[1:], parts[0])
        case Product(factors):
            found = number(1)
            for each in factors:
                found = found * _dimension(each)
            return found
        case Quotient(above, below):
            return _dimension(above) / _dimension(below)
    raise ValueError(f"{show(term)} is no size")
