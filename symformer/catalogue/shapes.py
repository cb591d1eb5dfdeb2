"""The shapes of an equation's letters, their sizes as dimensions."""

from __future__ import annotations

from collections.abc import Iterable

from symformer.algebra.dimension import Dimension, letter, number
from symformer.algebra.shape import Shape
from symformer.catalogue.reading import Letter, term_of, vocabulary_for
from symformer.terms.show import show
from symformer.terms.term import Number, Product, Quotient, Sum, Symbol, Term


def letter_shapes(letters: Iterable[Letter]) -> dict[Term, Shape]:
    """The shapes of letters that stand for numbers and arrays.

    >>> from symformer.catalogue.lookup import equation
    >>> from symformer.catalogue.reading import read
    >>> {each.name: str(shape) for each, shape in letter_shapes(read(equation("attention-output")).letters).items()}
    {'O': '(n × d_v)', 'A': '(n × m)', 'V': '(m × d_v)', 'n': 'scalar', 'd_v': 'scalar', 'm': 'scalar'}
    """
    words = vocabulary_for(())
    return {
        each.term: Shape(tuple(dimension_of(term_of(size, words)) for size in each.shape))
        for each in letters
        if each.kind not in ("function", "set")
    }


def dimension_of(term: Term) -> Dimension:
    """A size written as a term, as a dimension; raises ValueError for what is none."""
    match term:
        case Number(value):
            return number(value)
        case Symbol(name):
            return letter(name)
        case Sum(terms):
            parts = list(map(dimension_of, terms))
            return sum(parts[1:], parts[0])
        case Product(factors):
            found = number(1)
            for each in factors:
                found = found * dimension_of(each)
            return found
        case Quotient(above, below):
            return dimension_of(above) / dimension_of(below)
    raise ValueError(f"{show(term)} is no size")
