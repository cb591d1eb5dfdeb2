"""Terms of one sum that are alike but for their number, and one that lacks something: w_1 x_1 + x_2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from symformer.findings.finding import Problem
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import rebuilt
from symformer.terms.show import show
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

LABEL = re.compile(r"^(.*[A-Za-z_])(\d+)$")  # target_o1: the first of its kind
LEAST_NAMES = 2  # of a term with a square or a factor of its own


def twin_term_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each term that is its neighbour with another number, but for something that is lost."""
    formulas = once(model, asserted_formulas)
    used: dict[Term, int] = {}
    for _, parts in formulas:
        for part in parts:
            if isinstance(part, Symbol | Index):
                used[part] = used.get(part, 0) + 1
    for statement, parts in formulas:
        for part in parts:
            for usual, odd, meant in _odd_terms(part) if isinstance(part, Sum) else ():
                lost = _lost_name(odd, meant)
                if lost is not None and (used.get(lost, 0) == 0 or _number(lost) is None):
                    continue  # nobody speaks of it: it may be that there is none; A B u_1 + B u_2 runs along powers
                yield Problem(
                    statement.place(odd.origin),
                    f"{show(odd)} stands in one sum with {show(usual)}",
                    help=f"try {show(meant)}",
                    evidence={"kind": "symbol", "found": show(odd), "expected": show(meant)},
                    key=f"twin@{statement.place(odd.origin).start}",
                )


def _odd_terms(whole: Sum) -> Iterator[tuple[Term, Term, Term]]:
    """A term, another one that is it with another number but for a slip, and what that would be without it."""
    numbered = [(each, number) for each in whole.terms if (number := _number(each)) is not None]
    told: set[Term] = set()
    for one, other in pairwise(numbered):
        for (usual, own), (odd, number) in ((one, other), (other, one)):
            meant = _moved(usual, own, number)
            if own == number or told & {usual, odd} or meant in whole.terms or not _loses(meant, odd):
                continue
            if not any(_moved(odd, number, n) == each for each, n in numbered if n != number):
                told.add(odd)
                yield usual, odd, meant


def _number(term: Term) -> int | None:
    """The one number that the names of a term go by; none goes by zero: w_0 stands alone."""
    found = {number for part in walk(term) for number in _numbers(part)}
    return found.pop() if len(found) == 1 and 0 not in found else None


def _numbers(part: Term) -> Iterator[int]:
    match part:
        case Symbol(name) if (label := LABEL.match(name)) is not None:
            yield int(label[2])
        case Index(indices=slots):
            yield from (int(each.value) for each in slots if isinstance(each, Number) and each.value.denominator == 1)


def _moved(term: Term, number: int, to: int) -> Term:
    """A term with another number for that of its names.

    >>> show(_moved(Product((Symbol("w_o1"), Index(Symbol("x"), (Number(Fraction(1)),)))), 1, 2))
    'w_o2·x[2]'
    """
    match term:
        case Symbol(name) if (label := LABEL.match(name)) is not None and int(label[2]) == number:
            return replace(term, name=f"{label[1]}{to}")
        case Index(base, slots):
            moved = tuple(Number(Fraction(to)) if each == Number(Fraction(number)) else each for each in slots)
            return replace(term, base=_moved(base, number, to), indices=moved)
    return rebuilt(term, lambda part: _moved(part, number, to))


def _loses(meant: Term, odd: Term) -> bool:
    """Whether a term is another without one of its named factors, or a compound one without its square or with another share."""
    ours, theirs = _factors(meant), _factors(odd)
    if len(ours) == len(theirs) + 1:
        lost = [each for each in ours if each not in theirs]
        if lost == [Number(Fraction(-1))]:
            return False  # things of a sum come with either sign
        if len(lost) == 1 and (_is_weight(lost[0], ours) or isinstance(lost[0], Number | Quotient) and _is_long(odd)):
            return [each for each in ours if each != lost[0]] == list(theirs)
    if not _is_long(odd):
        return False
    match meant, odd:
        case Power(base, Number()), _ if base == odd and isinstance(base, Sum | Apply):
            return True
    differing = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or len(differing) != 1 or len(ours) < 2:
        return False
    one, other = differing[0]
    match one, other:
        case Number(value=value), _ if value == -1:
            return False  # of a sum of things that come with either sign
        case Power(base, Number()), _ if base == other:
            return isinstance(base, Sum | Apply)
        case Quotient(above, below), Quotient(over, under):
            return (above, below) == (under, over)
        case Quotient(Number(), Number() as below), Number():
            return below == other
    return False


def _is_weight(lost: Term, factors: tuple[Term, ...]) -> bool:
    """Whether what is lost is a weight with a number: w_2 of w_2 x_2; c_1 x + c_2 has lost nothing."""
    return isinstance(lost, Symbol | Index) and lost == factors[0] and _number(lost) is not None


def _is_long(term: Term) -> bool:
    """Whether a term is no mere letter: then its like beside it has the same form by intention."""
    names = sum(isinstance(part, Symbol) for part in walk(term))
    compound = any(isinstance(part, Sum) or isinstance(part, Apply) and part.function == "norm" for part in walk(term))
    return names >= LEAST_NAMES and compound and bool(children(term))


def _factors(term: Term) -> tuple[Term, ...]:
    return term.factors if isinstance(term, Product | Elementwise) else (term,)


def _lost_name(odd: Term, meant: Term) -> Term | None:
    lost = [each for each in _factors(meant) if each not in _factors(odd)]
    return lost[0] if len(lost) == 1 and isinstance(lost[0], Symbol | Index) else None


__all__ = ["twin_term_problems"]
