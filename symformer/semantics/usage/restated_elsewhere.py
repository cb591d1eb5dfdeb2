"""Equations that a note writes again anywhere, but for one index, number, sign, root, power or opposite function.

Most notes state an important equation more than once, and write it alike each time: what differs in one telling place
only is a slip in one of the two.  A name in the place of another is none: a definition may have been put in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.semantics.symbols import exact_key
from symformer.semantics.usage.restated import Restated, are_alternatives, is_stepped_to, words_around
from symformer.terms.parts import own_of
from symformer.terms.show import show_styled
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)
from symformer.text.cued import Cued

FEWEST_LEAVES = 5
FEWEST_GIVEN = 3  # where one thing is given another, as in H(X) + H(Y | X)
MOST_COMPARED = 6  # earlier forms of one equation
MOST_FACTORS = 3  # of a summand that goes lost
MOST_PLACES = 24  # of one equation
SHORT_SIDE = 4  # parts of a side that another equation may have by chance
VARIES = Cued(
    r"\b(?:instead|variants?|variations?|alternativ\w*|replac\w+|modif\w+|chang\w+|becomes?|wrong|mistake\w*|incorrect\w*|unlike|"
    r"differ\w*|version|without|another|odd|even|generali[sz]\w*|simplif\w+|special|approximat\w+|contrast|original\w*|decoder|"
    r"backward|revers\w+|bidirectional|otherwise|else|shift\w*|transposed?|case|if|when)\b|改为|变为|另|变体|错误|反向|双向|近似",
    re.IGNORECASE,
)


def restated_elsewhere(model: SemanticModel) -> Iterator[Restated]:
    """Each equation that repeats an earlier one of the note but for one index, number or sign."""
    text = model.document.source.text
    told: dict[str, list[tuple[Statement, tuple[Term, ...]]]] = {}
    forms_of: dict[str, set[Term]] = {}
    for statement in model.statements:
        made = _equation(statement)
        if made is None:
            continue
        left, sides = made
        name = exact_key(left) or show_styled(left)
        earlier = told.setdefault(name, [])
        known = forms_of.setdefault(name, set())
        if not known.intersection(sides):
            found = next(
                (
                    (first, slip)
                    for first, forms in earlier[:MOST_COMPARED]
                    for form in forms
                    for side in sides
                    if (slip := one_slip(form, side)) is not None
                ),
                None,
            )
            varies = VARIES.search(text, *words_around(statement, text)) or is_stepped_to(statement, text)
            if (
                found is not None
                and not varies
                and not _are_listed(found[0], statement, text)
                and not are_alternatives(found[0], statement, text)
                and not _is_told_anew(*found[1], found[0], statement, text)
            ):
                yield Restated(found[0], statement, left, *found[1])
        earlier.append((statement, sides))
        known.update(sides)


def lost_summands(model: SemanticModel) -> Iterator[Restated]:
    """Each equation that stands once without a summand which it has elsewhere, before it and at least twice in all."""
    told: dict[str, list[tuple[Statement, Term, Term]]] = {}
    for statement in model.statements:
        if (made := _equation(statement)) is not None:
            left, sides = made
            told.setdefault(exact_key(left) or show_styled(left), []).extend((statement, left, each) for each in sides)
    text = model.document.source.text
    for places in told.values():
        times = Counter(side for _, _, side in places[:MOST_PLACES])
        for at, (statement, left, side) in enumerate(places[:MOST_PLACES]):
            if times[side] > 1 or VARIES.search(text, *words_around(statement, text)):
                continue
            for first, _, fuller in places[:at]:
                pair = _one_difference(fuller, side) if times[fuller] > 1 else None
                if pair is None or not _lacks_summand(*pair) or are_alternatives(first, statement, text):
                    continue
                if not _are_listed(first, statement, text):
                    yield Restated(first, statement, left, *pair)
                    break


def _lacks_summand(longer: Term, shorter: Term) -> bool:
    """Whether one term is a sum, and the other what is left of it without a letter or a product of two."""
    if not isinstance(longer, Sum):
        return False
    rest = shorter.terms if isinstance(shorter, Sum) else (shorter,)
    return any(
        (*longer.terms[:at], *longer.terms[at + 1 :]) == rest and _is_short(longer.terms[at])
        for at in range(len(longer.terms))
    )


def _is_short(term: Term) -> bool:
    factors = term.factors if isinstance(term, Product) else (term,)
    return len(factors) <= MOST_FACTORS and all(isinstance(each, Symbol | Index | Number) for each in factors)


def _one_difference(first: Term, second: Term) -> tuple[Term, Term] | None:
    found: list[tuple[Term, Term]] = []
    differences(first, second, found, _is_slip_of_part)
    return found[0] if len(found) == 1 else None


def _is_told_anew(was: Term, now: Term, first: Statement, second: Statement, text: str) -> bool:
    """Whether words between the two give the number that the second has, or one next to it: a season of 100, Σ to 99."""
    if not isinstance(was, Number) or not isinstance(now, Number) or now.value < SMALL:
        return False
    start, end = words_around(second, text)
    said = {Fraction(each) for each in WHOLE.findall(text, max(start, first.span.end), min(end, second.span.start))}
    return any(abs(each - now.value) <= 1 and abs(each - was.value) > 1 for each in said)


def _are_listed(first: Statement, second: Statement, text: str) -> bool:
    """Whether two equations stand in items of one list, which may be ways to choose from."""
    between = text[first.span.end : second.span.start]
    return len(between) < NEIGHBOURS and ITEM.search(between) is not None and "\n#" not in between


WHOLE = Cued(r"(?<![\w.,^_])\d{1,6}(?![\w^_]|[.,]\d)")
SMALL = 3  # numbers below stand in words for many a reason
ITEM = Cued(r"\n[ \t]*(?:[-*+]|\d+[.)])[ \t]")
NEIGHBOURS = 400  # characters between two items of a list


def _equation(statement: Statement) -> tuple[Term, tuple[Term, ...]] | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or statement.renewed or statement.hedged:
        return None
    if not isinstance(term, Relation) or not set(term.relations) <= EXACTLY_EQUAL:
        return None
    left, *others = term.sides
    if exact_key(left) is None and not isinstance(left, Apply | Index):
        return None
    running = {each for part in walk(left) for each in _slots(part) if isinstance(each, Symbol)}
    sides = tuple(
        side for side in others if _is_full(side) and left not in (parts := set(walk(side))) and running <= parts
    )  # without its letter a side is one instance of many
    return (left, sides) if sides else None


def made_otherwise_once(model: SemanticModel) -> Iterator[Restated]:
    """Each equation that stands twice, and once is made of its own left side or lacks the index of it.

    Of the two that differ in one name or index, this one is the slip: ``h_t = o_t \\odot \\tanh(h_t)`` beside
    ``h_t = o_t \\odot \\tanh(c_t)``.
    """
    text = model.document.source.text
    places_of: dict[str, list[tuple[Statement, Term, Term]]] = {}
    for statement in model.statements:
        match statement.term:
            case Relation(relations=("=",), sides=(Index() | Symbol() as left, right)):
                if statement.carrier == "formula" and statement.stance == "asserted" and not statement.renewed:
                    places_of.setdefault(show_styled(left), []).append((statement, left, right))
    for places in places_of.values():
        for statement, named, right in places[:MOST_PLACES] if len(places) > 1 else ():
            if not _is_odd(named, right) or VARIES.search(text, *words_around(statement, text)):
                continue
            for other, _, whole in places[:MOST_PLACES]:
                pair = _one_difference(whole, right) if not _is_odd(named, whole) else None
                if pair is None or whole in pair or are_alternatives(other, statement, text):
                    continue
                if (
                    all(isinstance(each, Symbol | Index) for each in pair)
                    and type(pair[0]) is type(pair[1])
                    and sum(1 for _ in walk(whole)) > SHORT_SIDE
                ):
                    yield Restated(other, statement, named, *pair)
                    break


def _is_odd(left: Term, right: Term) -> bool:
    """Whether an equation defines a name by itself, or a member by something without its index."""
    parts = set(walk(right))
    family = {each for each in parts if isinstance(each, Index) and isinstance(left, Index) and each.base == left.base}
    if family - {left}:
        return False  # a step that is taken with where it leads to: y_{n+1} = y_n + h f(y_{n+1})
    return left in parts or any(isinstance(each, Symbol) and each not in parts for each in _slots(left))


def _is_full(side: Term) -> bool:
    leaves, given, lettered = 0, False, False
    for part in walk(side):
        if isinstance(part, Matrix | Unknown):
            return False
        leaves += isinstance(part, Symbol | Number)
        lettered = lettered or isinstance(part, Symbol)
        given = given or isinstance(part, Apply) and part.function == "given"
    if not lettered:
        return False  # numbers put in, which the next round puts in anew
    return leaves >= (FEWEST_GIVEN if given and isinstance(side, Sum) else FEWEST_LEAVES)


def one_slip(first: Term, second: Term) -> tuple[Term, Term] | None:
    """The one place in which two terms of one form differ, if it is an index, a number or a sign.

    >>> x, i, j, k = (Symbol(each) for each in "xijk")
    >>> was, now = one_slip(Product((x, Index(x, (i, j)))), Product((x, Index(x, (j, i)))))
    >>> [each.name for each in now.indices]
    ['j', 'i']
    >>> one_slip(Product((x, i)), Product((x, j)))
    """
    found: list[tuple[Term, Term]] = []
    differences(first, second, found, _is_slip_of_part)
    if len(found) != 1:
        return None
    was, now = found[0]
    return found[0] if _is_slip(was, now) else None


IsSlip = Callable[[Term, Term], bool]


def differences(one: Term, other: Term, found: list[tuple[Term, Term]], is_slip: IsSlip, most: int = 1) -> None:
    """Add the parts in which two terms differ to those that are ``found``, until these are more than ``most``.

    A part is not looked into where the two are told apart as a whole: members of one name, and what ``is_slip``.
    """
    if one == other or len(found) > most:
        return
    mine, theirs = children(one), children(other)
    members = isinstance(one, Index) and isinstance(other, Index) and one.base == other.base
    alike = type(one) is type(other) and len(mine) == len(theirs) and own_of(one) == own_of(other)
    if members or not alike or not mine or is_slip(one, other):
        found.append((one, other))
        return
    for a, b in zip(mine, theirs, strict=True):
        differences(a, b, found, is_slip, most)


def _is_slip(was: Term, now: Term) -> bool:
    match was, now:
        case Index(), Index():
            slots = [(a, b) for a, b in zip(_slots(was), _slots(now), strict=False) if a != b]
            return was.base == now.base and not any(isinstance(a, Number) != isinstance(b, Number) for a, b in slots)
        case Number(), Number():
            return True
    return _is_slip_of_part(was, now)


def _is_slip_of_part(one: Term, other: Term) -> bool:
    return _loses(one, other) or _loses(other, one) or is_opposite(one, other)


def _loses(one: Term, other: Term) -> bool:
    """Whether a term is another with a minus, a root, a power or a "one less" about it."""
    match one:
        case Apply("sqrt", (inner,)) | Power(inner, Number()):
            return inner == other
        case Sum((first, rest)) if first == ONE:
            return _is_turned(rest, other)
    return _is_turned(one, other)


def is_opposite(one: Term, other: Term) -> bool:
    """Whether two terms are the largest and the smallest of one thing, a quotient both ways, or each given the other."""
    match one, other:
        case Apply("given", arguments=(of, given)), Apply("given", arguments=(its, told)):
            return of == told != given == its
        case Apply(), Apply() if one.arguments == other.arguments and one.labels == other.labels:
            (ours, *label), (theirs, *other_label) = one.function.split("_"), other.function.split("_")
            return label == other_label and any({ours, theirs} == pair for pair in OPPOSITES)
        case Quotient(), Quotient() if one.numerator != one.denominator:
            return (one.numerator, one.denominator) == (other.denominator, other.numerator)
    return False


OPPOSITES = ({"max", "min"}, {"log", "exp"}, {"ln", "exp"}, {"argmax", "argmin"})
ONE = Number(Fraction(1))


def _slots(member: Term) -> tuple[Term, ...]:
    return member.slots if isinstance(member, Index) else ()


def _is_turned(one: Term, other: Term) -> bool:
    """Whether a term is another with a minus before it."""
    match one:
        case Product(factors=(Number(value=value), inner)) if value == -1:
            return inner == other
    return False
