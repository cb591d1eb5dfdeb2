"""One formula matched against another up to the names of its letters and one small edit.

An edit is a part that is missing, one too many, or another one; a factor that stands one level too far out or in;
or factors in another order.  The edit is made as deep within the formula as can be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Literal

from symformer.reasoning.matching import (
    ANY_ARRAY,
    ANY_NUMBER,
    Bound,
    Pattern,
    is_name,
    is_number,
    is_one_thing,
    match_all,
    match_factors,
    match_term,
    match_unordered,
    numbers_and_arrays,
    with_function,
)
from symformer.reasoning.normal import negated, normal
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

Kind = Literal[
    "missing", "extra", "other", "letter", "function", "operation", "wrapped", "inverted", "negated", "branches",
    "regrouped", "order", "moved", "entry", "arguments", "crossed", "exchanged", "relation",
    "divisor", "powered",
]  # fmt: skip
LOCAL = frozenset(
    {"function", "operation", "divisor", "powered", "wrapped", "inverted", "negated", "branches"}
)  # one part of a formula
MOST_STEPS = 1000
MOST_FOUND = 12  # ways to edit that are looked at
FEWEST_LEAVES = 3  # of what may be grouped otherwise
LARGEST = 6  # parts of what may be another one altogether
Pairs = tuple[tuple[Term, Term], ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """What one must do to the standard formula: ``standard`` in its own letters, ``found`` in the subject's.

    ``within`` is the part of the standard formula around it, in its own letters.
    """

    kind: Kind
    standard: Term | None = None
    found: Term | None = None
    within: Term | None = None

    @property
    def size(self) -> int:
        """How much of an edit it is; a letter that is missing or one too many is more than a number is."""
        match self.kind:
            case "letter" | "moved" | "order" | "entry" | "arguments" | "crossed" | "exchanged" | "relation":
                return 2
            case "regrouped":
                return 3
            case "missing" | "extra":
                part = self.standard or self.found
                return 1 if isinstance(part, Number) else 2 if _is_power(part) else 3 + _parts(part)
            case kind if kind in LOCAL:
                return 1
        both = isinstance(self.standard, Number) and isinstance(self.found, Number)
        return 1 if both else _parts(self.standard) + _parts(self.found)

    @property
    def touched(self) -> int:
        """How many parts of the standard formula do not agree."""
        whole = ("order", "moved", "exchanged", "relation", "arguments", "crossed")
        return 1 if self.kind in LOCAL or self.kind in whole else _parts(self.standard)


def _parts(term: Term | None) -> int:
    return 0 if term is None else sum(1 for _ in walk(term))


def _is_power(term: Term | None) -> bool:
    return isinstance(term, Power) and isinstance(term.base, Symbol)


Nearly = Iterator[tuple[Bound, Edit]]


def nearly(pattern: Pattern, subject: Term) -> list[tuple[Bound, Edit]]:
    """The ways to name the letters of a pattern and edit it once so that it becomes the subject; smallest edit first.

    >>> x, y, a = Symbol("x"), Symbol("y"), Symbol("a")
    >>> law = Pattern(Sum((x, Transpose(y))), {x: "matrix", y: "matrix"}, {x: 2, y: 2})
    >>> _, edit = nearly(law, Sum((Transpose(a), a)))[0]
    >>> edit.kind, edit.standard, edit.found
    ('letter', Symbol(name='x', origin=Span(start=0, end=0)), Symbol(name='a', origin=Span(start=0, end=0)))
    """
    pattern.steps[0] = MOST_STEPS
    found: list[tuple[Bound, Edit]] = []
    for each in _near(pattern.term, subject, {}, pattern):
        if each[1].kind == "negated" and _is_even(each[1].standard, pattern.term):
            continue
        found.append(each)
        if len(found) == MOST_FOUND:
            break
    return sorted(found, key=lambda each: each[1].size)


def _near(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    pattern.steps[0] -= 1
    if pattern.steps[0] < 0:
        return
    yield from _within(term, subject, bound, pattern)
    yield from _here(term, subject, bound, pattern)


# -- the edit within a part -------------------------------------------------------------------------------------------


def _within(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    match term, subject:
        case Sum(), Sum():
            yield from _one_of(term.terms, subject.terms, bound, pattern)
        case Elementwise(), Elementwise() if term.sign == subject.sign:
            yield from _one_of(term.factors, subject.factors, bound, pattern)
        case Elementwise(sign="⊙"), Product():
            yield from _one_of(term.factors, subject.factors, bound, pattern)
        case Product(), Product() if len(term.factors) == len(subject.factors):
            yield from _one_factor(term, subject, bound, pattern)
        case Apply(), Apply() if len(term.arguments) == len(subject.arguments):
            called = with_function(term.function, subject.function, bound, pattern)
            if called is not None and len(term.labels) == len(subject.labels):
                pairs = zip((*term.arguments, *term.labels), (*subject.arguments, *subject.labels), strict=True)
                yield from _one_pair(tuple(pairs), called, pattern, term)
        case _:
            yield from _one_pair(_pairs(term, subject), bound, pattern, term)


def _pairs(term: Term, subject: Term) -> Pairs:
    """The parts of two terms of one kind that stand for each other; none where they do not go together."""
    match term, subject:
        case Power(), Power():
            return (term.base, subject.base), (term.exponent, subject.exponent)
        case Transpose(), Transpose():
            return ((term.operand, subject.operand),)
        case Index(), Index() if len(term.indices) == len(subject.indices):
            return tuple(zip((term.base, *term.indices), (subject.base, *subject.indices), strict=True))
        case IndexedSum(), IndexedSum() if term.kind == subject.kind and term.index and subject.index:
            optional = ((term.lower, subject.lower), (term.upper, subject.upper))
            ends = tuple((ours, theirs) for ours, theirs in optional if ours is not None and theirs is not None)
            return ((term.index, subject.index), (term.body, subject.body), *ends)
        case Cases(), Cases() if len(term.branches) == len(subject.branches):
            branches = zip(term.branches, subject.branches, strict=True)
            both = (pair for ours, theirs in branches for pair in zip(ours, theirs, strict=True))
            return tuple((ours, theirs) for ours, theirs in both if ours is not None and theirs is not None)
        case Matrix(), Matrix() if [len(row) for row in term.rows] == [len(row) for row in subject.rows]:
            return tuple(zip(children(term), children(subject), strict=True))
        case Relation(), Relation() if len(term.sides) == len(subject.sides):
            return tuple(zip(term.sides, subject.sides, strict=True)) if term.relations == subject.relations else ()
    return ()


def _one_pair(pairs: Pairs, bound: Bound, pattern: Pattern, within: Term) -> Nearly:
    """One of the pairs with an edit, the others as they are."""
    for place, (ours, theirs) in enumerate(pairs):
        for found in match_all((*pairs[:place], *pairs[place + 1 :]), bound, pattern):
            for each, edit in _near(ours, theirs, found, pattern):
                yield each, _placed(edit, within)


def _placed(edit: Edit, within: Term) -> Edit:
    return edit if edit.within is not None else Edit(edit.kind, edit.standard, edit.found, within)


def _one_of(terms: tuple[Term, ...], subjects: tuple[Term, ...], bound: Bound, pattern: Pattern) -> Nearly:
    """One of several terms with an edit, in any order."""
    if len(terms) != len(subjects):
        return
    for place, ours in enumerate(terms):
        others = (*terms[:place], *terms[place + 1 :])
        for at, theirs in enumerate(subjects):
            for found in match_unordered(others, (*subjects[:at], *subjects[at + 1 :]), bound, pattern):
                yield from _near(ours, theirs, found, pattern)


def _one_factor(term: Product, subject: Product, bound: Bound, pattern: Pattern) -> Nearly:
    for place, ours in enumerate(term.factors):
        others = (*term.factors[:place], *term.factors[place + 1 :])
        for at, theirs in enumerate(subject.factors):
            if not is_number(ours, pattern) and _arrays_before(subject, at) != _arrays_before(term, place):
                continue
            rest = (*subject.factors[:at], *subject.factors[at + 1 :])
            for found in match_factors(others, rest, bound, pattern):
                for each, edit in _near(ours, theirs, found, pattern):
                    yield each, _placed(edit, term)


def _arrays_before(term: Product, place: int) -> int:
    return sum(not isinstance(each, Number | Power) for each in term.factors[:place])


# -- the edit right here ----------------------------------------------------------------------------------------------


def _here(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    match term, subject:
        case Elementwise(sign="⊙"), Product():
            yield from _one_more(term.factors, subject.factors, bound, pattern, match_unordered, Product(term.factors))
        case (Sum(), _) | (_, Sum()):
            yield from _one_more(_terms(term), _terms(subject), bound, pattern, match_unordered, term)
        case (Product(), _) | (_, Product()):
            ours, theirs = _factors(term), _factors(subject)
            yield from _one_more(ours, theirs, bound, pattern, match_factors, term)
            yield from _moved(ours, theirs, bound, pattern)
            yield from _turned(ours, theirs, bound, pattern)
        case (Elementwise(), _) | (_, Elementwise()):
            yield from _one_more(_entrywise(term), _entrywise(subject), bound, pattern, match_unordered, term)
    if isinstance(term, Cases) and isinstance(subject, Cases):
        yield from _with_branches_swapped(term, subject, bound, pattern)
    yield from _wrapped(term, subject, bound, pattern)
    yield from _with_other_operation(term, subject, bound, pattern)
    yield from _with_other_divisor(term, subject, bound, pattern)
    yield from _powered_otherwise(term, subject, bound, pattern)
    yield from _inverted(term, subject, bound, pattern)
    yield from _negated(term, subject, bound, pattern)
    yield from _regrouped(term, subject, bound, pattern)
    yield from _replaced(term, subject, bound, pattern)


def _terms(term: Term) -> tuple[Term, ...]:
    return term.terms if isinstance(term, Sum) else (term,)


def _factors(term: Term) -> tuple[Term, ...]:
    return term.factors if isinstance(term, Product) else (term,)


def _entrywise(term: Term) -> tuple[Term, ...]:
    return term.factors if isinstance(term, Elementwise) else (term,)


def _one_more(
    ours: tuple[Term, ...], theirs: tuple[Term, ...], bound: Bound, pattern: Pattern, matching: object, within: Term
) -> Nearly:
    """A list with a part too few or too many."""
    assert callable(matching)
    if len(ours) == len(theirs) + 1:
        for place, missing in enumerate(ours):
            for found in matching((*ours[:place], *ours[place + 1 :]), theirs, bound, pattern):
                yield found, Edit("missing", missing, None, within)
    elif len(ours) + 1 == len(theirs):
        for place, extra in enumerate(theirs):
            for found in matching(ours, (*theirs[:place], *theirs[place + 1 :]), bound, pattern):
                yield found, Edit("extra", None, extra, within)


def _moved(ours: tuple[Term, ...], theirs: tuple[Term, ...], bound: Bound, pattern: Pattern) -> Nearly:
    """A number that stands beside what it is within in the standard formula, or the other way round."""
    if len(ours) + 1 == len(theirs):
        for place, outer in enumerate(theirs):
            if _is_scale(outer):
                rest = (*theirs[:place], *theirs[place + 1 :])
                for found, edit in _near(_made(ours), _made(rest), bound, pattern):
                    if (
                        edit.kind == "missing"
                        and edit.standard is not None
                        and _is(edit.standard, outer, found, pattern)
                    ):
                        yield found, Edit("moved", edit.standard, outer, edit.within)
    elif len(ours) == len(theirs) + 1:
        for place, outer in enumerate(ours):
            if _is_scale(outer):
                rest = (*ours[:place], *ours[place + 1 :])
                for found, edit in _near(_made(rest), _made(theirs), bound, pattern):
                    if edit.kind == "extra" and edit.found is not None and _is(outer, edit.found, found, pattern):
                        yield found, Edit("moved", outer, edit.found, edit.within)


def _is_scale(term: Term) -> bool:
    return isinstance(term, Power | Symbol | Index) or isinstance(term, Number) and term.value != -1


def _is(standard: Term, found: Term, bound: Bound, pattern: Pattern) -> bool:
    return next(match_term(standard, found, bound, pattern), None) is not None


def _made(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else Product(factors)


def _turned(ours: tuple[Term, ...], theirs: tuple[Term, ...], bound: Bound, pattern: Pattern) -> Nearly:
    """The same factors in another order."""
    if len(ours) != len(theirs) or len(numbers_and_arrays(ours, pattern)[1]) < 2:
        return
    for found in match_unordered(ours, theirs, bound, pattern):
        yield found, Edit("order", _made(ours), _made(theirs))


def _wrapped(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """A transpose, a power or a function that only one of the two has, or another function."""
    if (inner := _inner(term)) is not None:
        for found in match_term(inner, subject, bound, pattern):
            yield found, Edit("wrapped", term, subject)
    if (inner := _inner(subject)) is not None:
        for found in match_term(term, inner, bound, pattern):
            yield found, Edit("wrapped", term, subject)
    if isinstance(term, Apply) and isinstance(subject, Apply) and len(term.arguments) == len(subject.arguments):
        if with_function(term.function, subject.function, bound, pattern) is None:
            for found in match_all(tuple(zip(term.arguments, subject.arguments, strict=True)), bound, pattern):
                yield found, Edit("function", term, subject)
    match term, subject:
        case Apply("ReLU", (inner,)), Apply("min", (Number(value), other)) if value == 0:
            for found in match_term(inner, other, bound, pattern):
                yield found, Edit("function", Apply("max", (*subject.arguments[:1], inner)), subject)


def _with_other_operation(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """A sum for a product of the same parts, or the other way round."""
    if isinstance(term, Sum) and isinstance(subject, Product | Elementwise):
        for found in match_unordered(term.terms, subject.factors, bound, pattern):
            yield found, Edit("operation", term, subject)
    elif isinstance(term, Product | Elementwise) and isinstance(subject, Sum):
        for found in match_unordered(term.factors, subject.terms, bound, pattern):
            yield found, Edit("operation", term, subject)


def _with_other_divisor(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """A sum below the line where each of its terms divides, or the other way round; all divisors with another power."""
    if not isinstance(term, Product) or not isinstance(subject, Product):
        return
    for changed in _divided_otherwise(subject):
        for found in match_term(term, changed, bound, pattern):
            yield found, Edit("divisor", term, subject)


def _divided_otherwise(subject: Product) -> Iterator[Term]:
    """A product with its divisors changed: x / (a + b) to x / (a b), x / (a² b²) to x / (a b) and x / (√a √b)."""
    below = [each for each in subject.factors if _divides(each)]
    others = [each for each in subject.factors if each not in below]
    sums = [each for each in below if isinstance(each, Power) and isinstance(each.base, Sum)]
    if len(sums) == 1 and isinstance(sums[0], Power) and isinstance(sums[0].base, Sum):
        parts = tuple(normal(Power(part, sums[0].exponent)) for part in sums[0].base.terms)
        yield Product((*others, *(each for each in below if each is not sums[0]), *parts))
    exponents = {each.exponent for each in below if isinstance(each, Power)}
    if len(below) > 1 and len(exponents) == 1:
        for factor in (Fraction(1, 2), Fraction(2)):
            yield Product((*others, *(normal(Power(each, Number(factor))) for each in below)))


def _divides(term: Term) -> bool:
    return isinstance(term, Power) and isinstance(term.exponent, Number) and term.exponent.value < 0


def _powered_otherwise(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """A power of a sum where one of its terms is raised, or the other way round: (1 - p)^γ and 1 - p^γ."""
    if isinstance(term, Power) and term.exponent == Number(Fraction(-1)) and isinstance(subject, Power):
        if isinstance(subject.exponent, Product) and subject.exponent.factors[0] == Number(Fraction(-1)):
            whole = Power(subject.base, normal(Product((Number(Fraction(-1)), subject.exponent))))
            yield from _powered_otherwise(term.base, whole, bound, pattern)
    elif isinstance(term, Power) and isinstance(subject, Sum):
        for changed in _raised_as_a_whole(subject):
            for found in match_term(term, changed, bound, pattern):
                yield found, Edit("powered", term, subject)
    elif isinstance(term, Sum) and isinstance(subject, Power):
        for changed in _raised_as_a_whole(term):
            for found in match_term(changed, subject, bound, pattern):
                yield found, Edit("powered", term, subject)


def _raised_as_a_whole(term: Sum) -> Iterator[Term]:
    for place, part in enumerate(term.terms):
        factors = part.factors if isinstance(part, Product) else (part,)
        powers = [each for each in factors if isinstance(each, Power)]
        if len(powers) == 1:
            (power,) = powers
            inner = normal(Product(tuple(power.base if each is power else each for each in factors)))
            yield Power(Sum((*term.terms[:place], inner, *term.terms[place + 1 :])), power.exponent)


def _is_even(part: Term | None, whole: Term) -> bool:
    r"""Whether a part stands only where its sign does not matter: in a norm, a size, a square.

    >>> x, two = Symbol("x"), Number(Fraction(2))
    >>> _is_even(x, Power(x, two)), _is_even(x, Sum((x, Power(x, two))))
    (True, False)
    """
    evenly = 0
    for each in walk(whole):
        match each:
            case Apply("norm" | "Norm" | "absolute", (held, *_)) if held == part:
                evenly += 1
            case Power(held, Number(value=value)) if held == part and value % 2 == 0:
                evenly += 1
    return evenly > 0 and evenly == sum(each == part for each in walk(whole))


def _negated(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """The same with the other sign."""
    if isinstance(term, Sum | Product) and isinstance(subject, Sum | Product):
        for found in match_term(term, negated(subject), bound, pattern):
            yield found, Edit("negated", term, subject)


def _inverted(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """A quotient upside down."""
    if isinstance(term, Product | Power) and isinstance(subject, Product | Power):
        for found in match_term(term, normal(Power(subject, Number(Fraction(-1)))), bound, pattern):
            yield found, Edit("inverted", term, subject)
    if isinstance(term, Product) and isinstance(subject, Product):
        number, *rest = subject.factors
        if isinstance(number, Number) and rest and abs(number.value) != 1:
            turned = normal(Product((number, Power(Product(tuple(rest)), Number(Fraction(-1))))))
            for found in match_term(term, turned, bound, pattern):
                yield found, Edit("inverted", term, subject)


def _regrouped(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """The same letters and numbers in the same order, in brackets that stand otherwise."""
    if not isinstance(term, Sum | Product) or not isinstance(subject, Sum | Product):
        return
    ours, theirs = _leaves(term), _leaves(subject)
    if len(ours) > FEWEST_LEAVES and len(ours) == len(theirs):
        for found in match_unordered(ours, theirs, bound, pattern):
            yield found, Edit("regrouped", term, subject)


def _leaves(term: Term) -> tuple[Term, ...]:
    """What a formula is put together from by sums and products."""
    if isinstance(term, Sum | Product):
        return tuple(leaf for part in children(term) for leaf in _leaves(part))
    return (term,)


def _with_branches_swapped(term: Cases, subject: Cases, bound: Bound, pattern: Pattern) -> Nearly:
    if len(term.branches) != 2 or len(subject.branches) != 2:
        return
    (first, condition), (second, otherwise) = subject.branches
    swapped = Cases(((second, condition), (first, otherwise)))
    for found in match_term(term, swapped, bound, pattern):
        yield found, Edit("branches", term, subject)


def _inner(term: Term) -> Term | None:
    match term:
        case Transpose():
            return term.operand
        case Power():
            return term.base
        case Apply(arguments=(only,)):
            return only
    return None


def _replaced(term: Term, subject: Term, bound: Bound, pattern: Pattern) -> Nearly:
    """Another number, another letter that is known, or another small part."""
    if isinstance(term, Number) and isinstance(subject, Number):
        if term.value != subject.value:
            yield bound, Edit("other", term, subject)
        return
    any_thing = isinstance(term, Symbol) and pattern.kinds.get(term) in (ANY_NUMBER, ANY_ARRAY)
    if isinstance(term, Symbol) and term in pattern.kinds and (is_name(subject) or any_thing and is_one_thing(subject)):
        known = bound.get(term)
        if known is not None and known != subject or known is None and subject in bound.values():
            yield bound, Edit("letter", term, subject)
        return
    if _is_small(term) and _is_small(subject) and next(match_term(term, subject, bound, pattern), None) is None:
        yield bound, Edit("other", term, subject)


def _is_small(term: Term) -> bool:
    entries = sum(
        len(part.indices) + 1 for part in islice(walk(term), 3 * LARGEST) if isinstance(part, Index) and is_name(part)
    )
    return sum(1 for _ in islice(walk(term), LARGEST + entries + 1)) <= LARGEST + entries


__all__ = ["Edit", "nearly"]
