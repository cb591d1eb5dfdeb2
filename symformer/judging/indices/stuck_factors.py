"""Factors that ought to run along with a sum and do not: π_k N_k / Σ_l π_k N_l, Σ_{s'} P(s' | s) V(s).

A factor that the index of a sum leaves alone can be taken out of it.  Where it then cancels against the numerator,
or nothing but a distribution is summed, nobody meant to write it so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel
from symformer.terms.parts import rebuilt
from symformer.terms.show import show_styled, spell
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

LATER = ("'", "^prime", "′")


@dataclass(frozen=True, slots=True)
class Stuck:
    """A factor that keeps a letter where the sum's index is due."""

    factor: Term
    letter: str
    index: str
    due: Term


def stuck_in_shares(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each share of whose factors one does not run along in the sum below the line."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            found = stuck_in_share(part) if isinstance(part, Quotient) else None
            if found is not None:
                yield Problem(
                    statement.place(found.factor.origin),
                    f"{show_styled(found.factor)} does not run along in the sum over {spell(found.index)}",
                    note="as it stands it cancels against the same factor above the line",
                    help=f"try {show_styled(found.due)}",
                    evidence={"kind": "index", "letter": found.letter},
                )


def stuck_in_sums(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum over what comes next in which only its probability runs, or what it is conditioned on."""
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        for part in walk(statement.term):
            found = (
                (
                    stuck_in_sum(part)
                    or stuck_power(part, statement.term)
                    or self_paired(part)
                    or stuck_call(statement.term, part)
                )
                if isinstance(part, IndexedSum)
                else None
            )
            if found is not None and not _is_taken_out(found.factor, statement.term):
                yield Problem(
                    statement.place(found.factor.origin),
                    f"{show_styled(found.factor)} does not run along in the sum over {spell(found.index)}",
                    help=f"try {show_styled(found.due)}",
                    evidence={"kind": "index", "letter": found.letter},
                )


def _is_taken_out(factor: Term, whole: Term) -> bool:
    """Whether the next side has the factor by itself: ``\\sum_{s'} P(s' | s) V(s) = V(s)``."""
    return isinstance(whole, Relation) and any(
        factor in (side, *(side.factors if isinstance(side, Product) else ())) for side in whole.sides[1:]
    )


def stuck_in_share(share: Quotient) -> Stuck | None:
    """The factor of a share that the sum below it leaves as it is, though the others run along.

    >>> from symformer.terms.term import Index
    >>> k, l = Symbol("k"), Symbol("l")
    >>> def at(name, index): return Index(Symbol(name), (index,))
    >>> below = IndexedSum("sum", l, None, None, Product((at("p", k), at("N", l))))
    >>> stuck_in_share(Quotient(Product((at("p", k), at("N", k))), below)).factor == at("p", k)
    True
    """
    below = share.denominator
    if not isinstance(below, IndexedSum) or below.kind != "sum" or below.index is None:
        return None
    above, under = _parts(_opened(share.numerator)), _parts(_opened(below.body))
    if len(above) != len(under) or len(above) < 2:
        return None
    changes = [_changes(one, other) for one, other in zip(above, under, strict=True)]
    if any(each is None for each in changes):
        return None
    running = {one for each in changes if each for one, other in each if other == below.index.name}
    if len(running) != 1:
        return None
    letter = running.pop()
    if any(one != letter and one != other for each in changes if each for one, other in each):
        return None
    for one, other, pairs in zip(above, under, changes, strict=True):
        if pairs and all(each == (letter, letter) for each in pairs if each[0] == letter) and _holds(one, letter):
            return Stuck(other, letter, below.index.name, _with(other, letter, below.index))
    return None


def _opened(term: Term) -> Term:
    """A term in which each label of one letter is an index: what is summed over may be a member of the family."""
    if isinstance(term, Symbol):
        base, _, label = term.name.partition("_")
        if len(label.rstrip("'")) == 1 and label[0].islower():
            return Index(Symbol(base), (Symbol(label),), (), term.origin)
        return term
    return rebuilt(term, _opened)


def _parts(term: Term) -> list[Term]:
    """What is multiplied and divided outermost, with the conditions of a probability as parts of their own."""
    match term:
        case Product(factors):
            return [part for factor in factors for part in _parts(factor)]
        case Quotient(above, below):
            return [*_parts(above), *_parts(below)]
        case Apply(arguments=(Apply("given", (_, Apply("tuple", conditions))),)):
            return list(conditions)
    return [term]


def _changes(one: Term, other: Term) -> list[tuple[str, str]] | None:
    """The letters in the same places of two terms; None where they are built otherwise."""
    if isinstance(one, Symbol) and isinstance(other, Symbol):
        return [(one.name, other.name)]
    held, inside = tuple(children(one)), tuple(children(other))
    if type(one) is not type(other) or len(held) != len(inside) or not held and one != other:
        return None
    if getattr(one, "function", None) != getattr(other, "function", None):
        return None
    found: list[tuple[str, str]] = []
    for first, second in zip(held, inside, strict=True):
        inner = _changes(first, second)
        if inner is None:
            return None
        found += inner
    return found


def stuck_power(total: IndexedSum, whole: Term) -> Stuck | None:
    r"""The ``\gamma^t`` of ``G_t = \sum_k \gamma^t r_{t+k}``: a power of the index of the left side, beside what runs along."""
    match whole:
        case Relation(sides=(Index(indices=(Symbol() as own,), upper=()), *_)):
            pass
        case _:
            return None
    if total.kind != "sum" or total.index is None or not isinstance(total.body, Product):
        return None
    index = total.index
    later = [
        part
        for part in walk(total.body)
        if isinstance(part, Index)
        for slot in part.indices
        if {own, index} <= set(walk(slot))
    ]
    powers = [part for part in total.body.factors if isinstance(part, Power) and part.exponent == own]
    if not later or len(powers) != 1 or index in set(walk(powers[0])):
        return None
    return Stuck(powers[0], own.name, index.name, Power(powers[0].base, index))


def stuck_call(whole: Term, total: IndexedSum) -> Stuck | None:
    r"""The ``k(i, j)`` of ``y(i, j) = \sum_m \sum_n x(i + m, j + n) k(i, j)``: at the places of the left side, beside what is moved."""
    if not isinstance(whole, Relation) or not isinstance(whole.sides[0], Apply) or not isinstance(total.body, Product):
        return None
    own = whole.sides[0].arguments
    calls = [part for part in total.body.factors if isinstance(part, Apply)]
    if total.index is None or len(own) < 2 or len(calls) != 2 or len(calls) != len(total.body.factors):
        return None
    for stuck, moved in (calls, calls[::-1]):
        shifts = [_shift(slot, place) for slot, place in zip(moved.arguments, own, strict=False)]
        if stuck.arguments == own and stuck.function != moved.function and total.index in shifts and None not in shifts:
            due = Apply(stuck.function, tuple(shift for shift in shifts if shift is not None))
            return Stuck(stuck, show_styled(own[-1]), total.index.name, due)
    return None


def _shift(slot: Term, place: Term) -> Symbol | None:
    """The m of ``i + m`` and ``i - m``, for the place i."""
    if not isinstance(slot, Sum) or len(slot.terms) != 2 or slot.terms[0] != place:
        return None
    letters = [part for part in walk(slot.terms[1]) if isinstance(part, Symbol)]
    return letters[0] if len(letters) == 1 else None


def self_paired(total: IndexedSum) -> Stuck | None:
    r"""The ``x_i^\top x_i`` of ``\sum_i \sum_j a_i a_j x_i^\top x_i``: a thing with itself, where others are paired.

    Where weights have both letters, ``\sum_j A_{ij} x_i^\top x_i``, that may be meant.
    """
    if total.kind != "sum" or total.index is None or not isinstance(total.body, Product):
        return None
    index = total.index
    entries = [
        part for part in walk(total.body) if isinstance(part, Index) and len(part.indices) == 1 and not part.upper
    ]
    if any(len(part.indices) + len(part.upper) > 1 for part in walk(total.body) if isinstance(part, Index)):
        return None
    paired = [each for each in total.body.factors if isinstance(each, Index) and each.indices == (index,)]
    partners = {
        each.indices[0]
        for each in total.body.factors
        if isinstance(each, Index) and any(each.base == other.base for other in paired)
    }
    partners -= {index}
    for one, other in _with_themselves(total.body):
        own = one.indices[0]
        alone = all(each.indices == one.indices for each in entries if each.base == one.base)
        if isinstance(own, Symbol) and own in partners and alone:
            return Stuck(other, own.name, index.name, Index(other.base, (index,)))
    return None


def _with_themselves(body: Product) -> Iterator[tuple[Index, Index]]:
    """The entries that are multiplied with themselves as vectors, or put into a function of two."""
    for part in walk(body):
        match part:
            case Apply(arguments=(Index(indices=(_,)) as one, Index() as other)) if one == other:
                yield one, other
            case Product(factors=factors):
                for first, second in pairwise(factors):
                    if isinstance(first, Transpose) and isinstance(first.operand, Index) and first.operand == second:
                        yield first.operand, first.operand


def stuck_in_sum(term: IndexedSum) -> Stuck | None:
    """What does not run along where s' is summed over, P(s' | s) V(s), or where nothing but a condition runs, p(x | z) p(x)."""
    if term.kind != "sum" or term.index is None or not isinstance(term.body, Product):
        return None
    index = term.index
    chances = [part for part in term.body.factors if _is_conditional(part)]
    others = [part for part in term.body.factors if part not in chances]
    if len(chances) != 1 or any(index in set(walk(part)) for part in others):
        return None
    of, condition = _given(chances[0])
    before = _unprimed(index.name)
    if before is not None and index in set(walk(of)) and index not in set(walk(condition)):
        stuck = [part for part in others if isinstance(part, Apply) and Symbol(before) in set(walk(part))]
        return Stuck(stuck[0], before, index.name, _with(stuck[0], before, index)) if stuck else None
    if index not in set(walk(of)) and index == condition:
        for part in others:
            if isinstance(part, Apply) and part.arguments == (of,) and part.function == _function(chances[0]):
                return Stuck(part, show_styled(of), index.name, Apply(part.function, (index,)))
    return None


def _is_conditional(term: Term) -> bool:
    match term:
        case Apply(arguments=(Apply("given", (_, _)),)):
            return True
    return False


def _given(term: Term) -> tuple[Term, Term]:
    assert isinstance(term, Apply) and isinstance(term.arguments[0], Apply)
    of, condition = term.arguments[0].arguments
    return of, condition


def _function(term: Term) -> str:
    return term.function if isinstance(term, Apply) else ""


def _unprimed(name: str) -> str | None:
    """The letter that a primed letter comes after: s for s'."""
    for mark in LATER:
        if name.endswith(mark):
            return name.removesuffix(mark)
    return None


def _holds(term: Term, letter: str) -> bool:
    return any(isinstance(part, Symbol) and part.name == letter for part in walk(term))


def _with(term: Term, letter: str, index: Symbol) -> Term:
    if isinstance(term, Symbol) and term.name == letter:
        return index
    return rebuilt(term, lambda part: _with(part, letter, index))


__all__ = ["Stuck", "stuck_in_share", "stuck_in_shares", "stuck_in_sum", "stuck_in_sums"]
