r"""Equations whose sums and lists count from 0: ``\sum_{j=0}^{n-1} x_j`` and ``H_0, H_1, …, H_{h-1}``.

The catalogue counts positions, components and heads from 1; what it counts from 0 (pairs of components, steps ahead)
does so by its meaning and stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from symformer.catalogue.reading import ReadEquation
from symformer.terms.parts import flattened, rebuilt
from symformer.terms.term import Apply, Ellipsis, Index, IndexedSum, Number, Slice, Sum, Symbol, Term, walk

ZERO, ONE, MINUS_ONE = (Number(Fraction(value)) for value in (0, 1, -1))


def counted_from_zero(given: ReadEquation) -> ReadEquation:
    """The equation with its sums and lists from 0; itself where nothing in it counts from 1.

    >>> from symformer.catalogue.lookup import equation
    >>> from symformer.catalogue.reading import read
    >>> from symformer.printing.latex import latex
    >>> print(latex(counted_from_zero(read(equation("multi-head-sum"))).statements[0]))
    Z = \\sum_{i=0}^{h-1} H_i W_i^O
    """
    sizes = {each.term for each in given.letters if each.kind == "size"}
    heads = [each.term for each in given.letters if each.concept is not None and each.concept.id == "head-index"]
    indices = {each.term for each in given.letters if each.kind == "index"}
    statements = tuple(_statement(each, sizes, heads, indices) for each in given.statements)
    return given if statements == given.statements else replace(given, statements=statements)


def _statement(term: Term, sizes: Collection[Term], heads: Collection[Term], indices: Collection[Term]) -> Term:
    listed = any(isinstance(part, Ellipsis) for part in walk(term))
    bound = {part.index for part in walk(term) if isinstance(part, IndexedSum)}
    summed = {part.base for part in walk(term) if isinstance(part, Index) and not bound.isdisjoint(part.indices)}
    for head in heads:
        term = term if head in bound else _in_value(term, head)

    def go(part: Term) -> Term:
        match part:
            case IndexedSum(index=Symbol() as index, lower=lower, upper=upper, condition=None) if (
                lower == ONE and upper is not None
            ):
                body = _in_value(part.body, index)
                last = (
                    upper if upper in indices else _less_one(upper)
                )  # up to position t: that is counted from 0 itself
                return replace(part, lower=ZERO, upper=last, body=go(body))
            case Index(base=base, indices=places, upper=()) if (listed or base in summed) and all(
                _is_counted(each, sizes) for each in places
            ):
                return replace(part, base=go(base), indices=tuple(map(_less_one, places)))
            case Index():
                return replace(part, base=go(part.base), indices=tuple(map(_place, part.indices)))
        return rebuilt(part, go)

    return flattened(go(term))


def _is_counted(index: Term, sizes: Collection[Term]) -> bool:
    return index in sizes or isinstance(index, Number)


def _less_one(term: Term) -> Term:
    return Number(term.value - 1) if isinstance(term, Number) else Sum((term, MINUS_ONE))


def _place(index: Term) -> Term:
    """An index as it is from 0: the first t rows end before t + 1, and groups are counted by rounding down."""
    match index:
        case Slice(start=None, stop=Symbol() as stop):
            return replace(index, stop=Sum((stop, ONE)))
        case Apply(function="ceil"):
            return replace(index, function="floor")
    return index


def _in_value(term: Term, index: Term) -> Term:
    """A term with an index one greater wherever it is a number, and not the place of an entry."""
    if term == index:
        return Sum((index, ONE))
    match term:
        case Index():
            return replace(term, base=_in_value(term.base, index))
        case Apply():  # what stands below the name of a function counts functions
            return replace(term, arguments=tuple(_in_value(each, index) for each in term.arguments))
    return rebuilt(term, lambda part: _in_value(part, index))
