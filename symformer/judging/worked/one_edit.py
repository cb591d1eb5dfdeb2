"""The formulas that are one small slip away from a formula: which one a note's numbers bear out instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from symformer.judging.numbers.comparison import is_display
from symformer.judging.numbers.substitution import aligned
from symformer.terms.parts import put_in, with_part
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

MINUS, ONE, TWO = Number(Fraction(-1)), Number(Fraction(1)), Number(Fraction(2))
HALF = Quotient(ONE, TWO)
MOST_EXCHANGED = 8
OTHER_FUNCTION = {
    "sin": "cos",
    "cos": "sin",
    "max": "min",
    "min": "max",
    "floor": "ceil",
    "ceil": "floor",
    "ceiling": "floor",
}


def one_edit_away(term: Term, letters: Sequence[Term] = (), like: Term | None = None) -> Iterator[Term]:
    """Each term that differs from one in a sign, a factor, an exponent, a root, a place or a letter.

    ``letters`` are those that may stand in another one's place.  Where ``like`` is given, a line of numbers, most
    of those that are built otherwise are left out: few formulas are built as a line is, and each has many edits.

    >>> from symformer.terms.show import show
    >>> [show(each) for each in one_edit_away(Quotient(Symbol("a"), Symbol("b")))][:4]
    ['-a / b', '2·(a / b)', '(1 / 2)·(a / b)', '√(a / b)']
    """
    yield Product((MINUS, term))
    yield Product((TWO, term))
    yield Product((HALF, term))
    yield Apply("sqrt", (term,))
    yield Sum((term, ONE))
    yield Sum((term, MINUS))
    yield Sum((ONE, turned(term)))
    yield from _inside(term, letters, like)
    yield from exchanged(term, letters, like)


def exchanged(term: Term, letters: Sequence[Term] = (), like: Term | None = None) -> Iterator[Term]:
    """The term with two of its letters in each other's place.

    >>> from symformer.terms.show import show
    >>> [show(each) for each in exchanged(Quotient(Symbol("a"), Symbol("b")))]
    ['b / a']
    """
    parts = list(walk(term))
    present = dict.fromkeys(part for part in parts if isinstance(part, Symbol | Index) or part in letters)
    if like is not None and all(isinstance(each, Symbol | Index) for each in present) and aligned(term, like) is None:
        return
    running: set[Term | None] = {part.index for part in parts if isinstance(part, IndexedSum)}
    running |= {each for part in parts if isinstance(part, Index) for each in part.slots}
    free = [each for each in present if each not in running]
    for one, other in combinations(free[:MOST_EXCHANGED], 2):
        if one not in set(walk(other)) and other not in set(walk(one)):
            yield put_in(term, {one: other, other: one})


def _inside(term: Term, letters: Sequence[Term], like: Term | None = None) -> Iterator[Term]:
    yield from _here(term, letters)
    if isinstance(term, Index | Symbol | Number) or term in letters:
        return
    beside = [None] * len(children(term)) if like is None else _beside(term, like)
    if beside is None:
        return
    bound = 2 if isinstance(term, IndexedSum) else None  # the index and its ends stay
    for at, part in enumerate(children(term)):
        if bound is not None and not _is_body(term, part) or not _others_fit(term, at, beside):
            continue
        for edited in _inside(part, letters, beside[at]):
            yield with_part(term, at, edited)


def _beside(term: Term, like: Term) -> Sequence[Term | None] | None:
    """The parts of a line that stand beside those of a formula, None for what may be anything.

    None in all where no edit further down makes the formula be built as the line is.
    """
    parts = children(term)
    anything = [None] * len(parts)
    if is_display(like):
        return anything
    match term, like:
        case (Product(), Product()):
            if any(isinstance(each, Product) for each in (*term.factors, *like.factors)):
                return anything
            further = abs(len(term.factors) - len(like.factors))
            return like.factors if further == 0 else anything if further == 1 else None
        case (Sum(), Sum()) | (Elementwise(), Elementwise()) | (Quotient(), Quotient()) | (Power(), Power()):
            others = children(like)
            return others if len(others) == len(parts) else None
        case (Transpose(), Transpose()):
            return children(like)
        case (Apply(), Apply()) if term.function == like.function:
            if len(term.arguments) != len(like.arguments):
                return None
            return like.arguments if len(parts) == len(like.arguments) else anything
    return None


def _others_fit(term: Term, at: int, beside: Sequence[Term | None]) -> bool:
    """Whether all parts but one may be those beside them as they stand."""
    pairs = zip(children(term), beside, strict=True)
    return all(
        number == at or other is None or aligned(part, other) is not None for number, (part, other) in enumerate(pairs)
    )


def _is_body(term: Term, part: Term) -> bool:
    return isinstance(term, IndexedSum) and part is term.body


def _here(term: Term, letters: Sequence[Term]) -> Iterator[Term]:
    match term:
        case Sum(terms):
            for at, part in enumerate(terms):
                others = (*terms[:at], *terms[at + 1 :])
                yield Sum((*terms[:at], turned(part), *terms[at + 1 :]))
                yield others[0] if len(others) == 1 else Sum(others)
                yield Sum((*terms[:at], Product((TWO, part)), *terms[at + 1 :]))
            yield from bracketed(term)
        case Product(factors, sign):
            for at in range(len(factors)):
                others = (*factors[:at], *factors[at + 1 :])
                yield others[0] if len(others) == 1 else Product(others, sign)
                if len(factors) > 1:
                    yield Quotient(others[0] if len(others) == 1 else Product(others, sign), factors[at])
            if len(factors) == 2:
                yield Sum(factors)
            if all(not isinstance(each, Number) for each in factors):
                yield Product((TWO, *factors), sign)
            yield from _regrouped(term)
        case Quotient(above, below):
            yield above
            yield Quotient(below, above)
            yield Product((above, below))
            yield Quotient(above, Apply("sqrt", (below,)))
            yield Quotient(above, Power(below, TWO))
            yield Quotient(Apply("sqrt", (above,)), below)
        case Power(base, exponent):
            yield base
            yield Power(base, turned(exponent))
            yield Power(base, Sum((exponent, ONE)))
            yield Power(base, Sum((exponent, MINUS)))
        case Apply(function=name, arguments=(argument,)):
            yield argument
            yield Apply(name, (turned(argument),), term.labels)
            if name in OTHER_FUNCTION:
                yield Apply(OTHER_FUNCTION[name], term.arguments, term.labels)
        case Number(value) if value != 1:
            yield from (Number(value + 1), Number(value - 1), Number(value * 2), Number(value / 2))
        case _ if isinstance(term, Symbol | Index) or term in letters:
            yield Power(term, TWO)
            yield Product((TWO, term))
            yield Apply("sqrt", (term,))
            yield from (each for each in letters if each != term)


def _regrouped(term: Product) -> Iterator[Term]:
    """A bracket set otherwise: u (v + 1) for v (u + 1), u v + 1."""
    for at, factor in enumerate(term.factors):
        if not isinstance(factor, Sum):
            continue
        for other_at, other in enumerate(term.factors):
            if other_at == at:
                continue
            for place, part in enumerate(factor.terms):
                changed = Sum((*factor.terms[:place], other, *factor.terms[place + 1 :]))
                factors = list(term.factors)
                factors[at], factors[other_at] = changed, part
                yield Product(tuple(factors), term.sign)
            rest = [each for number, each in enumerate(term.factors) if number not in (at, other_at)]
            first = Product((other, factor.terms[0]))
            yield Product((*rest, Sum((first, *factor.terms[1:])))) if rest else Sum((first, *factor.terms[1:]))


def bracketed(term: Sum) -> Iterator[Term]:
    """A sum with brackets around it that may be lost: u (v + 1) for u v + 1, (1 + v) u for 1 + v u.

    >>> from symformer.terms.show import show
    >>> u, v = Symbol("u"), Symbol("v")
    >>> [show(each) for each in bracketed(Sum((Product((u, v)), ONE)))]
    ['u·(v + 1)']
    """
    first, last = term.terms[0], term.terms[-1]
    if isinstance(first, Product) and len(first.factors) > 1 and first.factors[0] != MINUS:
        yield Product((*first.factors[:-1], Sum((first.factors[-1], *term.terms[1:]))), first.sign)
    if isinstance(last, Product) and len(last.factors) > 1 and last.factors[0] != MINUS:
        yield Product((Sum((*term.terms[:-1], last.factors[0])), *last.factors[1:]), last.sign)


def turned(term: Term) -> Term:
    """A term with the other sign.

    >>> turned(Product((MINUS, Symbol("a")))) == Symbol("a")
    True
    """
    match term:
        case Product((first, *rest)) if first == MINUS and rest:
            return rest[0] if len(rest) == 1 else Product(tuple(rest), term.sign)
        case Number(value):
            return Number(-value)
    return Product((MINUS, term))
