r"""Means, shares and joint chances whose sum or product ends one term short of what they are of, or one past it.

``\frac1n \sum_{i=1}^{n-1} x_i`` is no mean, ``e^{x_i} / \sum_{j=1}^{n-1} e^{x_j}`` leaves the last share out, and
``p(x_1, …, x_T) = \prod_{t=1}^{T-1} p(x_t | x_{<t})`` the last factor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from symformer.algebra.dimension import Dimension
from symformer.findings.finding import Problem
from symformer.judging.indices.runs import (
    end_problem,
    is_one_off,
    is_shifted,
    letter_of,
    run_of,
    says_so,
    usual_ends,
)
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.indices.ranges import slots_of
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Slice,
    Symbol,
    Term,
    children,
    walk,
)


def ends_of_totals(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each mean, share or joint chance whose last term is not the last there is."""
    yield from _means(model)
    yield from _shares(model)
    yield from _joint(model)


# -- means -------------------------------------------------------------------------------------------------


def _means(model: SemanticModel) -> Iterator[Problem]:
    usual = once(model, usual_ends)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            for divisor, total in _divided(part):
                run, count = run_of(total), dimension_of(divisor)
                if run is None or count is None or run.size != count or not is_one_off(run, count):
                    continue
                if run.first == 0 or run.total.index is None or is_shifted(run.total.body, run.total.index):
                    continue
                if len(usual[run.last]) > 1 or divisor in walk(run.total.body) or says_so(model, statement):
                    continue
                yield end_problem(
                    statement,
                    run,
                    f"{letter_of(run)} runs from {run.first} to {run.last} here, and the sum is divided by {count}",
                    f"try {count} as the last",
                )


def _divided(part: Term) -> Iterator[tuple[Symbol, IndexedSum]]:
    match part:
        case Product(factors=(*_, Quotient(Number(), under), IndexedSum(kind="sum") as total)):
            yield from ((each, total) for each in _sizes(under))
        case Quotient(IndexedSum(kind="sum") as total, Symbol() as divisor):
            yield divisor, total


def _sizes(under: Term) -> Iterator[Symbol]:
    match under:
        case Symbol() | Product(factors=(Number(), Symbol())):
            yield from (part for part in walk(under) if isinstance(part, Symbol))


# -- shares ------------------------------------------------------------------------------------------------


def _shares(model: SemanticModel) -> Iterator[Problem]:
    """``e^{x_i} / Σ_{j=1}^{n-1} e^{x_j}``: the shares of what is summed do not sum to one."""
    usual = once(model, usual_ends)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, Quotient) or (run := run_of(part.denominator)) is None:
                continue
            letter = run.total.index
            if run.first == 0 or run.last == run.size or letter is None or run.total.kind != "sum":
                continue
            if run.size.letter in model.index_names or len(usual[run.last]) > 1 or says_so(model, statement):
                continue
            if not _is_like(run.total.body, part.numerator, letter) or is_shifted(run.total.body, letter):
                continue
            yield end_problem(
                statement,
                run,
                f"the sum below the line runs from 1 to {run.last}, and shares of {run.size} terms have all of them there",
                f"try {run.size} as the last",
            )


def _is_like(body: Term, above: Term, letter: Symbol) -> bool:
    """Whether a term is one of those that are summed: e^{x_i} of the e^{x_j}."""
    bound: set[Term] = set()
    stack = [(body, above)]
    while stack:
        one, other = stack.pop()
        if one == letter:
            bound.add(other)
            continue
        inside, beside = tuple(children(one)), tuple(children(other))
        if type(one) is not type(other) or len(inside) != len(beside) or not inside and one != other:
            return False
        if getattr(one, "function", None) != getattr(other, "function", None):
            return False
        stack.extend(zip(inside, beside, strict=True))
    return len(bound) == 1 and letter not in bound


# -- joint chances -----------------------------------------------------------------------------------------


def _joint(model: SemanticModel) -> Iterator[Problem]:
    """``p(x_1, …, x_T)`` as a product over t that ends elsewhere than at T."""
    for statement, _ in once(model, asserted_formulas):
        term = statement.term
        if not isinstance(term, Relation):
            continue
        if not set(term.relations) <= EXACTLY_EQUAL:
            continue
        wholes = [(side, ends) for side in term.sides if (ends := _last_member(side)) is not None]
        for total in (_of_chances(side) for side in term.sides) if wholes else ():
            run = run_of(_from_one(total)) if total is not None else None
            whole, last = wholes[0]
            if run is not None and (run.last - last).number:
                yield end_problem(
                    statement,
                    run,
                    f"{letter_of(run)} runs to {run.last} here, and {show(whole)} is of all up to {last}",
                    f"try {last} as the last",
                )


def _from_one(total: IndexedSum) -> IndexedSum:
    """A product from the second factor on, where the first stands before it, as if it were from the first on."""
    second = isinstance(total.lower, Number) and total.lower.value == 2
    return replace(total, lower=Number(Fraction(1))) if second else total


def _last_member(whole: Term) -> Dimension | None:
    """Up to where the list goes whose joint chance is told."""
    if not isinstance(whole, Apply):
        return None
    items: Sequence[Term] = whole.arguments
    match items:
        case (Apply(function="tuple", arguments=inside),):
            items = inside
        case (Index(indices=(Slice(stop=stop),)),) if stop is not None:
            return dimension_of(stop)
    if len(items) < 3 or not isinstance(items[-2], Ellipsis):
        return None
    first, end = items[0], items[-1]
    if not isinstance(first, Index) or not isinstance(end, Index) or first.base != end.base:
        return None
    return dimension_of(slots_of(end)[0]) if len(slots_of(end)) == 1 else None


def _of_chances(side: Term) -> IndexedSum | None:
    """The product over chances of a member of a list, given others."""
    factors = side.factors if isinstance(side, Product) else (side,)
    for factor in factors:
        match factor:
            case IndexedSum(
                kind="product",
                index=Symbol() as letter,
                body=Apply(arguments=(Apply(function="given", arguments=(Index() as outcome, _)), *_)),
            ) if letter in slots_of(outcome):
                return factor
    return None
