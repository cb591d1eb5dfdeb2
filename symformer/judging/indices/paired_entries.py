r"""Entries that are held against each other and have their indices in different orders: ``p_{ki} \log q_{ik}``.

What is subtracted entry by entry, or weighs the logarithm of another array in a loss, is the entry of the same place.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.swapped_slots import AROUND, TURNED
from symformer.judging.shapes.lying_otherwise import is_restated
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import factors_of, origin_of
from symformer.terms.show import show_styled
from symformer.terms.term import Apply, Index, IndexedSum, Number, Power, Product, Quotient, Sum, Term

LOGARITHMS = frozenset({"log", "ln", "log_2", "log_10"})


def paired_entry_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the second of two entries of different arrays in a sum, whose indices stand the other way round."""
    text = model.document.source.text
    for statement, parts in once(model, asserted_formulas):
        if not any(isinstance(part, IndexedSum) for part in parts) or is_restated(model, statement):
            continue
        if TURNED.search(text, max(0, statement.span.start - AROUND), statement.span.end + AROUND):
            continue
        for part in parts:
            pair = _pair(part)
            if pair is None or not are_turned(*pair):
                continue
            first, second = pair
            place = statement.place(origin_of(second))
            yield Problem(
                place,
                f"{show_styled(second)} is held against {show_styled(first)}, whose indices stand the other way round",
                help="try the same order of the indices in both",
                related=(Related(statement.place(origin_of(first)), f"{show_styled(first)} stands here"),),
                evidence={"kind": "index", "symbol": show_styled(second)},
                key=f"paired@{place.start}",
            )


def are_turned(one: Index, other: Index) -> bool:
    """Whether two entries of different arrays have the same two indices in different orders.

    >>> from symformer.terms.term import Symbol
    >>> i, k = Symbol("i"), Symbol("k")
    >>> def entry(name, *indices): return Index(Symbol(name), indices)
    >>> are_turned(entry("p", k, i), entry("q", i, k)), are_turned(entry("p", k, i), entry("p", i, k))
    (True, False)
    """
    if one.base == other.base or one.upper or other.upper or len(one.indices) != 2:
        return False
    return one.indices == other.indices[::-1] and one.indices != other.indices


def _pair(part: Term) -> tuple[Index, Index] | None:
    """The two entries that a weighted logarithm, or the power of a difference, holds against each other."""
    match part:
        case Power(Sum(terms=(Index() as one, Product(factors=(Number(value=-1), Index() as other)))), Number()):
            return one, other
        case Apply("absolute", (Sum(terms=(Index() as one, Product(factors=(Number(value=-1), Index() as other)))),)):
            return one, other
        case Product():
            factors = factors_of(part)
            for at, each in enumerate(factors):
                if isinstance(each, Apply) and each.function in LOGARITHMS and len(each.arguments) == 1 and at:
                    return _weighed(factors[at - 1], each.arguments[0])
    return None


def _weighed(weight: Term, inside: Term) -> tuple[Index, Index] | None:
    if isinstance(inside, Quotient):
        return None if not isinstance(inside.denominator, Index) else _weighed(weight, inside.denominator)
    return (weight, inside) if isinstance(weight, Index) and isinstance(inside, Index) else None
