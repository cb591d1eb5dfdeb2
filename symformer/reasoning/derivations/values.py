"""Values put in for letters, and for the sizes of arrays."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from symformer.algebra.dimension import Dimension
from symformer.terms.parts import rebuilt
from symformer.terms.term import IndexedSum, Term


def with_values(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with others in place of some; the index that a sum binds stays.

    >>> from symformer.terms.show import show
    >>> from symformer.terms.term import Index, Number, Symbol
    >>> entry = Index(Symbol("p"), (Symbol("j"),))
    >>> total = IndexedSum("sum", Symbol("j"), None, None, entry)
    >>> [show(with_values(each, {Symbol("j"): Number(Fraction(2))})) for each in (entry, total)]
    ['p[2]', 'Σ[j] p[j]']
    """
    if term in values:
        return values[term]
    if isinstance(term, IndexedSum) and term.index in values:
        values = {letter: value for letter, value in values.items() if letter != term.index}
    return rebuilt(term, lambda part: with_values(part, values))


def size_at(size: Dimension, sizes: Mapping[str, int]) -> Fraction:
    """The number that a size is, where its letters have one.

    >>> from symformer.algebra.dimension import letter, number
    >>> size_at(number(2) * letter("n") - number(1), {"n": 3}) == 5
    True
    """
    total = Fraction(0)
    for monomial, factor in size.terms:
        part = Fraction(factor)
        for name, exponent in monomial:
            part *= Fraction(sizes[name]) ** int(exponent)
        total += part
    return total
