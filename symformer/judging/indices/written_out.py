r"""Sums written out with dots against their limits: ``\sum_{i=1}^n w_i x_i = w_1 x_1 + … + w_d x_d``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from symformer.algebra.dimension import number
from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
)

Place = tuple[int, ...]  # the way from a term down to one of its parts


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """A run of terms with dots: from where to where each of its indices goes."""

    term: Term
    slots: tuple[tuple[int, Term], ...]  # the first value and the last, index by index
    whole: bool  # whether nothing else is added or multiplied


def written_out_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each run whose last term is of two lengths, or of another length than the sum beside it."""
    for statement, parts in once(model, asserted_formulas):
        if statement.hedged or not any(isinstance(part, Ellipsis) for part in parts):
            continue
        for part in parts:
            run = written_out(part)
            if run is not None and (found := _two_ends(run)) is not None:
                yield _of_two_ends(statement, run, *found)
        if isinstance(statement.term, Relation):
            yield from _against_limits(statement, statement.term, model)


# -- what is written out -------------------------------------------------------------------------------------


def written_out(term: Term) -> WrittenOut | None:
    """Terms of a sum or product that count up, dots, and a last term; others may stand beside them.

    >>> from fractions import Fraction
    >>> def at(index): return Index(Symbol("x"), (index,))
    >>> one, two = (Number(Fraction(each)) for each in (1, 2))
    >>> run = written_out(Sum((at(one), at(two), Ellipsis(), at(Symbol("n")))))
    >>> [(first, last.name) for first, last in run.slots]
    [(1, 'n')]
    """
    parts: Sequence[Term] = ()
    match term:
        case Sum(terms=terms):
            parts = terms
        case Product(factors=factors):
            parts = factors
    dots = [at for at, part in enumerate(parts) if isinstance(part, Ellipsis)]
    if len(dots) != 1 or not 0 < dots[0] < len(parts) - 1:
        return None
    last = parts[dots[0] + 1]
    places, shown = _indices(last), _before(parts[: dots[0]], last)
    if not places or not shown:
        return None
    slots: list[tuple[int, Term]] = []
    for place, end in places.items():
        values = [_indices(each)[place] for each in shown]
        counts = [int(each.value) for each in values if isinstance(each, Number) and each.value.denominator == 1]
        if len(counts) != len(values):
            if len(set(values)) == 1 and values[0] == end:
                continue  # an index that does not run
            return None
        if len(set(counts)) == 1 and values[0] == end:
            continue
        if any(after != before + 1 for before, after in pairwise(counts)):
            return None
        slots.append((counts[0], end))
    return WrittenOut(term, tuple(slots), len(shown) + 2 == len(parts)) if slots else None


def _before(parts: Sequence[Term], last: Term) -> list[Term]:
    """The terms in front of the dots that have the form of the one behind them."""
    form = _form(last)
    return list(takewhile(lambda each: _form(each) == form, reversed(parts)))[::-1]


def _indices(term: Term) -> dict[Place, Term]:
    """What stands as an index of a name in a term, by its place."""
    found: dict[Place, Term] = {}
    stack: list[tuple[Place, Term]] = [((), term)]
    while stack:
        place, top = stack.pop()
        if isinstance(top, Index) and isinstance(top.base, Symbol):
            for at, slot in enumerate(top.slots):
                found[*place, at] = slot
            continue
        stack.extend(((*place, at), each) for at, each in enumerate(children(top)))
    return found


def _form(term: Term) -> object:
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        return term.base.name, len(term.indices), len(term.upper)
    own = getattr(term, "function", None) or getattr(term, "name", None) or getattr(term, "value", None)
    return type(term), own, tuple(_form(each) for each in children(term))


# -- of two lengths ------------------------------------------------------------------------------------------


def _two_ends(run: WrittenOut) -> tuple[Term, Term] | None:
    """Two indices that begin together and end apart: x_1 y_1 + x_2 y_2 + … + x_n y_m."""
    for (first, last), (begun, ended) in pairwise(run.slots):
        if first == begun and last != ended and isinstance(last, Symbol) and isinstance(ended, Symbol):
            return last, ended
    return None


def _of_two_ends(statement: Statement, run: WrittenOut, one: Term, other: Term) -> Problem:
    place = statement.place(origin_of(other))
    return Problem(
        place,
        f"the last term has the indices {show(one)} and {show(other)}, and in the terms before it they go together",
        help=f"try {show(one)} for both, or {show(other)}",
        evidence={"kind": "index", "letter": show(other)},
        key=f"ends@{place.start}",
    )


# -- against limits ------------------------------------------------------------------------------------------


def _against_limits(statement: Statement, relation: Relation, model: SemanticModel) -> Iterator[Problem]:
    for sign, one, other in zip(relation.relations, relation.sides, relation.sides[1:], strict=False):
        if sign not in EXACTLY_EQUAL:
            continue
        for compact, spread in ((one, other), (other, one)):
            total, run = _only_sum(compact), _only_run(spread)
            if total is None or run is None or _kind(run.term) != total.kind or not total.kind:
                continue
            found = _off(total, run)
            if found is None:
                continue
            limits, ends = found
            place = statement.place(origin_of(total))
            letter = spell(total.index.name) if total.index is not None else ""
            yield Problem(
                place,
                f"{letter} runs from {limits} here, and written out beside it the terms run from {ends}",
                help=f"try from {ends}, or other terms",
                related=(Related(statement.place(origin_of(run.term)), "written out here"),),
                evidence={"kind": "index", "letter": letter},
                key=f"limits@{place.start}",
            )


def _only_sum(side: Term) -> IndexedSum | None:
    """The one sum over an index of a side that is nothing else, but for a factor before it."""
    match side:
        case IndexedSum():
            return side
        case Product(factors=(*_, IndexedSum() as total)):
            return total
    return None


def _only_run(side: Term) -> WrittenOut | None:
    match side:
        case Product(factors=(*before, Sum() as total)) if before:
            return _whole(total)
    return _whole(side)


def _whole(side: Term) -> WrittenOut | None:
    run = written_out(side)
    return run if run is not None and run.whole else None


def _kind(term: Term) -> str:
    return "sum" if isinstance(term, Sum) else "product"


def _off(total: IndexedSum, run: WrittenOut) -> tuple[str, str] | None:
    """From where to where both go, in words, if one has more terms than the other."""
    if total.condition is not None or total.lower is None or total.upper is None or len(set(run.slots)) != 1:
        return None
    low, high = dimension_of(total.lower), dimension_of(total.upper)
    first, end = run.slots[0]
    last = dimension_of(end)
    if low is None or high is None or last is None:
        return None
    if high - low == last - number(first):
        return None
    return f"{low} to {high}", f"{first} to {last}"
