r"""Factors that stand both before a sum and, though they do not run along, within it: ``a_i \sum_j h_j a_i``.

Who takes a factor out of a sum leaves none of it behind; the one inside was to have the index of the sum.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import flattened, origin_of, rebuilt
from symformer.terms.show import show, spell
from symformer.terms.term import Index, IndexedSum, Product, Quotient, Sum, Symbol, Term, walk


def pulled_out_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each factor of a sum that its index leaves alone, and that multiplies the sum as well."""
    for statement, parts in once(model, asserted_formulas):
        if not any(isinstance(part, IndexedSum) for part in parts):
            continue
        for part in parts:
            for stuck, total in _stuck(part) if isinstance(part, Product) else ():
                assert total.index is not None
                place = statement.place(origin_of(stuck))
                yield Problem(
                    place,
                    f"{show(stuck)} does not run along in the sum over {spell(total.index.name)}, and stands before the "
                    "sum already",
                    help=f"try {show(_running(stuck, total.index))}",
                    evidence={"kind": "index", "letter": total.index.name},
                    key=f"pulled@{place.start}",
                )


def _stuck(product: Product) -> Iterator[tuple[Index, IndexedSum]]:
    factors = [each for factor in _factors(product) for each in _factors(factor)]
    outside = [each for each in factors if isinstance(each, Index) and isinstance(each.base, Symbol)]
    for total in (each for factor in factors for each in _sums(factor)):
        if total.index is None or total.kind != "sum":
            continue
        inside = [each for factor in _factors(total.body) for each in _factors(factor)]
        runs = [each for each in inside if total.index in set(walk(each))]
        left = [each for each in inside if each in outside and total.index not in set(walk(each))]
        if len(left) == 1 and len(runs) == 1 and len(inside) == 2 and isinstance(left[0], Index):
            if _running(left[0], total.index) != left[0]:
                yield left[0], total


def _factors(term: Term) -> tuple[Term, ...]:
    """What is multiplied, with what stands above the line of a quotient."""
    match flattened(term):
        case Product(factors=factors):
            return factors
        case Quotient(numerator=above):
            return _factors(above)
        case other:
            return (other,)


def _sums(factor: Term) -> Iterator[IndexedSum]:
    """A factor that is a sum over an index, or a difference with such sums."""
    if isinstance(factor, IndexedSum):
        yield factor
    elif isinstance(factor, Sum):
        for term in factor.terms:
            for each in _factors(term):
                if isinstance(each, IndexedSum):
                    yield each


def _running(stuck: Term, index: Symbol) -> Term:
    """The factor with the index of the sum for its own.

    >>> show(_running(Index(Symbol("a"), (Symbol("i"),)), Symbol("j")))
    'a[j]'
    """
    if isinstance(stuck, Index):
        slots = [each for each in stuck.slots if isinstance(each, Symbol)]
        if len(slots) == 1:
            return rebuilt(stuck, lambda part: index if part == slots[0] else part)
    return stuck
