r"""Sums over entries against the product of the whole arrays: ``Y = X W`` has ``\sum_k X_{ik} W_{kj}``, not ``W_{jk}``.

A product sums over the columns of its left factor and the rows of its right one.  Where a note writes the product
anywhere, it says along which index of each the entries are summed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.indices.ranges import unstyled
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.parts import factors_of, origin_of
from symformer.terms.show import show
from symformer.terms.term import Index, IndexedSum, Product, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued

ALIKE = Cued(r"\b(?:symmetric\w*|undirected|self-adjoint|hermitian)\b|对称|无向", re.IGNORECASE)
AROUND = 600  # characters from a sum in which words may say that rows are as columns
FAR = 4000  # characters between a product and the sum that works it out


@dataclass(frozen=True, slots=True)
class _Whole:
    """Two arrays that a note multiplies, and the index (0 for rows, 1 for columns) that the product sums of each."""

    left: str
    right: str
    slots: tuple[int, int]
    statement: Statement


@dataclass(frozen=True, slots=True)
class _Entries:
    """A sum over an index that two entries have, and where each has it; None for an entry with that index only."""

    total: IndexedSum
    entries: tuple[Index, Index]
    slots: tuple[int | None, int | None]
    statement: Statement


def contraction_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum over entries along another index than the product of their arrays."""
    formulas = once(model, asserted_formulas)
    sums = [found for statement, parts in formulas for found in _sums(statement, parts)]
    text = model.document.source.text
    wholes = [found for statement, parts in formulas for found in _wholes(statement, parts)] if sums else []
    starts = [whole.statement.span.start for whole in wholes]
    for each in sums:
        if ALIKE.search(text, max(0, each.statement.span.start - AROUND), each.statement.span.end + AROUND):
            continue
        start = each.statement.span.start
        near = wholes[bisect_right(starts, start - FAR) : bisect_left(starts, start + FAR)]
        fits = [(whole, _misfit(each, whole)) for whole in near if _is_of(each, whole)]
        wrong = [(whole, misfit) for whole, misfit in fits if misfit is not None]
        if not wrong or len(wrong) < len(fits):
            continue
        whole, at = wrong[0]
        entry = each.entries[at]
        turned = show(Index(entry.base, (entry.indices[1], entry.indices[0])))
        place = each.statement.place(origin_of(entry))
        yield Problem(
            place,
            f"the sum takes {show(entry)}, along its {_ALONG[each.slots[at] or 0]}, and the product of the whole "
            f"arrays goes along its {_ALONG[1 - (each.slots[at] or 0)]}",
            help=f"try {turned}",
            related=(Related(whole.statement.span, "the product of the whole arrays"),),
            evidence={"kind": "index"},
            key=f"along@{place.start}",
        )


_ALONG = ("first index", "second index")


# -- whole arrays --------------------------------------------------------------------------------------------


def _wholes(statement: Statement, parts: Parts) -> Iterator[_Whole]:
    for part in parts:
        if not isinstance(part, Product) or part.sign not in ("", "·", "@"):
            continue
        for one, other in pairwise(factors_of(part)):
            left, right = _array(one), _array(other)
            if left is not None and right is not None:
                yield _Whole(left[0], right[0], (0 if left[1] else 1, 1 if right[1] else 0), statement)


def _array(factor: Term) -> tuple[str, bool] | None:
    """The name of a factor, and whether it is turned."""
    match factor:
        case Symbol(name=name):
            return unstyled(name), False
        case Transpose(operand=Symbol(name=name)):
            return unstyled(name), True
    return None


# -- sums over entries ---------------------------------------------------------------------------------------


def _sums(statement: Statement, parts: Parts) -> Iterator[_Entries]:
    for part in parts:
        if not isinstance(part, IndexedSum) or part.kind != "sum" or part.index is None:
            continue
        factors = factors_of(part.body)
        held = [each for each in factors if part.index in set(walk(each))]
        if len(held) != 2 or not all(_is_entry(each, part.index) for each in held):
            continue
        one, other = (each for each in held if isinstance(each, Index))
        slots = _slot(one, part.index), _slot(other, part.index)
        letters = [each for entry in (one, other) for each in entry.indices if each != part.index]
        others = {each for factor in factors if factor not in held for each in walk(factor)}
        if slots != (None, None) and len(set(letters)) == len(letters) and not others & set(letters):
            yield _Entries(part, (one, other), slots, statement)


def _is_entry(term: Term, index: Symbol) -> bool:
    return (
        isinstance(term, Index)
        and isinstance(term.base, Symbol)
        and not term.upper
        and len(term.indices) in (1, 2)
        and term.indices.count(index) == 1
        and all(isinstance(each, Symbol) for each in term.indices)
    )


def _slot(entry: Index, index: Symbol) -> int | None:
    return entry.indices.index(index) if len(entry.indices) == 2 else None


# -- one against the other -----------------------------------------------------------------------------------


def _is_of(sums: _Entries, whole: _Whole) -> bool:
    """Whether the entries of a sum are those of the arrays of a product, in either order."""
    return _in_order(sums, whole) is not None


def _in_order(sums: _Entries, whole: _Whole) -> bool | None:
    """Whether the entries stand as the arrays do, or the other way round; None where they are of other arrays."""
    one, other = (_names(entry, slot) for entry, slot in zip(sums.entries, sums.slots, strict=True))
    if whole.left in one and whole.right in other:
        return True
    return False if whole.left in other and whole.right in one else None


def _names(entry: Index, slot: int | None) -> set[str]:
    """What the whole array may be called: a_ij is an entry of A, v_j a row of V or an entry of v.

    >>> i, j = Symbol("i"), Symbol("j")
    >>> sorted(_names(Index(Symbol("a"), (i, j)), 0)), sorted(_names(Index(Symbol("v"), (j,)), None))
    (['A'], ['V', 'v'])
    """
    name = unstyled(entry.base.name) if isinstance(entry.base, Symbol) else ""
    large = name[:1].upper() + name[1:] if name[1:2] in ("", "_", "^") else name
    return {large} if slot is not None else {name, large}


def _misfit(sums: _Entries, whole: _Whole) -> int | None:
    """Which of the two entries is summed along the other index; None where both, or neither, are."""
    due = whole.slots if _in_order(sums, whole) else whole.slots[::-1]
    wrong = [
        at for at, (slot, wanted) in enumerate(zip(sums.slots, due, strict=True)) if slot is not None and slot != wanted
    ]
    return wrong[0] if len(wrong) == 1 else None
