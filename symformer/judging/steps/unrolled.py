r"""Recurrences of a note, and what it says they come to: ``h_2 = A^2 B x_0 + A B x_1 + B x_2``, ``m_t = (1-β) Σ β^{t-i} g_i``.

A member of a family that the one beside it tells is worked out for a small number, step by step, from any customary
start.  What the note says of the member, written out for the same number, must come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from symformer.algebra.dimension import letter as letter_of
from symformer.findings.finding import Problem, Related
from symformer.judging.equations.around import VARIES, words_before
from symformer.judging.steps.definitions import has_letters, is_kept_out
from symformer.judging.steps.step_faults import at_values
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.equality import Equality, Given, equality
from symformer.semantics.shapes.sizes import dimension_of
from symformer.terms.parts import put_in, rebuilt
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Index,
    IndexedSum,
    Number,
    Power,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel
    from symformer.semantics.statement import Statement

MOST_NODES = 80  # of a formula that is unrolled
MOST_EDITS = 40
AT = 4  # the member that a claim for every member is worked out for
LAST = 6  # where a sum over all that is still to come ends
DEEPEST = 8  # steps from a member to its start
ZERO, ONE, MINUS = (Number(Fraction(each)) for each in (0, 1, -1))
INFINITE = frozenset({"infty", "∞"})
SIGNS = frozenset({"=", ":=", "≡"})
WITHOUT_VALUE = frozenset({"it has no value at the points tried", "division by zero"})


@dataclass(frozen=True, slots=True)
class _Recurrence:
    """A member of a family by the one beside it: ``body`` is told for the member at ``letter + offset``."""

    statement: Statement
    base: Symbol
    letter: Symbol
    offset: int
    step: int  # from a member to the one that it is told by: -1, or 1 where it is told from behind
    body: Term


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a note says of a member without the ones beside it: at a number, or at a letter, plus an offset."""

    statement: Statement
    base: Symbol
    letter: Symbol | None
    number: int
    body: Term


def unrolled_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each claim of a member of a recurrence that no start of the recurrence gives."""
    found = [each for each in model.statements if _is_read(each)]
    recurrences = [each for statement in found for each in _recurrences(statement)]
    if not recurrences:
        return
    families: dict[Symbol, list[_Recurrence]] = {}
    for each in recurrences:
        families.setdefault(each.base, []).append(each)
    starts: dict[Symbol, dict[int, Term]] = {}
    claims = [claim for statement in found for claim in _claims(statement, families)]
    supposed = [each for each in model.statements if each.hedged and _is_read(replace(each, hedged=False))]
    numbers = dict(_numbers_told((*found, *supposed)))  # "suppose that A_0 = 0" is what the rest goes by
    for member, value in numbers.items():
        assert isinstance(member, Index) and isinstance(member.base, Symbol)
        if (place := _place(member)) is not None and member.base in families:
            starts.setdefault(member.base, {})[place[2]] = value
    for claim in claims:
        if claim.letter is None and not _members(claim.body, claim.base):
            starts.setdefault(claim.base, {}).setdefault(claim.number, claim.body)
    wrong: set[Symbol] = set()
    several = _told_in_several_ways(claims)
    for claim in claims:
        if claim.letter is not None and claim.base in several:
            continue  # the weights of one law after another
        if claim.base in wrong and claim.letter is None:
            continue  # what comes behind a wrong one is made from it
        refuted = _refuted(claim, families[claim.base], starts.get(claim.base, {}), numbers)
        if refuted is None or VARIES.search(words_before(model, claim.statement)):
            continue
        wrong.add(claim.base)
        yield _problem(claim, *refuted)


def _numbers_told(statements: Sequence[Statement]) -> Iterator[tuple[Term, Term]]:
    """The members that a chain gives a number: ``A_0 = g_0 = 0``."""
    for statement in statements:
        match statement.term:
            case Relation(relations=signs, sides=(*members, Number(value=whole) as value)) if SIGNS.issuperset(signs):
                if whole.denominator != 1 or not all(isinstance(each, Index) for each in members):
                    continue  # what was worked out, and rounded
                for member in members:
                    if isinstance(member, Index) and (place := _place(member)) is not None and place[1] is None:
                        yield member, value


def _told_in_several_ways(claims: Sequence[_Claim]) -> frozenset[Symbol]:
    """The families of which sections give formulas of their own, each of another thing under one letter."""
    bodies: dict[Symbol, dict[int, Term]] = {}
    for each in claims:
        if each.letter is not None:
            bodies.setdefault(each.base, {}).setdefault(each.statement.section, each.body)
    return frozenset(base for base, told in bodies.items() if len(set(told.values())) > 2)


def _is_read(statement: Statement) -> bool:
    term = statement.term
    return (
        statement.carrier == "formula"
        and statement.stance == "asserted"
        and not statement.hedged
        and isinstance(term, Relation)
        and term.relations[0] in SIGNS
        and isinstance(term.sides[0], Index)
    )


def _place(term: Term) -> tuple[Symbol, Symbol | None, int] | None:
    """The family of a member with one index, the letter of its place, and the number beside it."""
    if not isinstance(term, Index) or not isinstance(term.base, Symbol):
        return None
    slots = term.slots
    if len(slots) != 1:
        return None
    told = dimension_of(slots[0])
    if told is None or isinstance(slots[0], Number) and slots[0].origin.end - slots[0].origin.start > 1:
        return None  # d_{03} and d_{21} go by two digits each
    letters = sorted(told.letters)
    if not letters:
        return (term.base, None, int(told.number)) if told.number is not None else None
    alone = letter_of(letters[0])
    offset = (told - alone).number
    whole = offset is not None and offset.denominator == 1 and len(letters) == 1
    return (term.base, Symbol(letters[0]), int(offset)) if whole and offset is not None else None


def _members(term: Term, base: Symbol) -> list[tuple[Symbol | None, int] | None]:
    """The places of the members of a family in a formula; None for one whose place is none of a number and a letter."""
    found: list[tuple[Symbol | None, int] | None] = []
    for part in walk(term):
        if isinstance(part, Index) and part.base == base:
            place = _place(part)
            found.append(None if place is None else place[1:])
    return found


def _recurrences(statement: Statement) -> Iterator[_Recurrence]:
    """The recurrences that a chain tells of the member on its left."""
    term = statement.term
    assert isinstance(term, Relation)
    place = _place(term.sides[0])
    if place is None or place[1] is None:
        return
    base, letter, offset = place
    assert letter is not None
    for body in _bodies(term):
        inside = set(_members(body, base))
        if len(inside) != 1 or _stands_alone(body, base):
            continue
        other = inside.pop()
        if other is not None and other[0] == letter and abs(other[1] - offset) == 1 and not _runs_over(body, letter):
            yield _Recurrence(statement, base, letter, offset, other[1] - offset, body)


def _claims(statement: Statement, families: Mapping[Symbol, list[_Recurrence]]) -> Iterator[_Claim]:
    """What a chain says of a member of a family that has a recurrence, but for the recurrence itself."""
    term = statement.term
    assert isinstance(term, Relation)
    place = _place(term.sides[0])
    if place is None or place[0] not in families:
        return
    base, letter, number = place
    own = {each.body for each in families[base]}
    for body in _bodies(term):
        if (
            body in own
            or not has_letters(body)
            or _stands_alone(body, base)
            or letter is not None
            and _runs_over(body, letter)
        ):
            continue
        if any(isinstance(part, IndexedSum) and _is_without_end(part) for part in walk(body)):
            continue
        if letter is None or any(_is_of_place(part, letter) for part in walk(body)):
            yield _Claim(statement, base, letter, number, body)


def _is_of_place(part: Term, letter: Symbol) -> bool:
    """Whether a part depends on the place as what is unrolled does: a sum, or a power of so many factors."""
    if isinstance(part, Power):
        return letter in walk(part.exponent) or isinstance(part.base, Symbol | Index)
    return isinstance(part, IndexedSum)


def _bodies(term: Relation) -> Iterator[Term]:
    """The sides behind the first sign of a chain that can be worked out."""
    for sign, side in zip(term.relations, term.sides[1:], strict=True):
        if sign not in SIGNS:
            return
        if not is_kept_out(side) and sum(1 for _ in islice(walk(side), MOST_NODES + 1)) <= MOST_NODES:
            yield side


def _stands_alone(term: Term, base: Symbol) -> bool:
    """Whether the name of a family stands in a formula without a place."""
    if term == base:
        return True
    inner = term.slots if isinstance(term, Index) and term.base == base else children(term)
    return any(_stands_alone(part, base) for part in inner)


def _is_without_end(total: IndexedSum) -> bool:
    """Whether it is not told from where to where a sum runs."""
    return total.lower is None or total.upper is None or total.condition is not None


def _runs_over(term: Term, letter: Symbol) -> bool:
    """Whether a sum runs over the letter of the place itself."""
    return any(isinstance(part, IndexedSum) and part.index == letter for part in walk(term))


# -- written out ----------------------------------------------------------------------------------------------------------


def _at(term: Term, letter: Symbol | None, number: int) -> Term:
    """A formula for one value of a letter, with its places and bounds worked out."""
    put: dict[Term, Term] = {Symbol(name): Number(Fraction(LAST)) for name in INFINITE}
    if letter is not None:
        put[letter] = Number(Fraction(number))
    return _counted(put_in(term, put))


def _counted(term: Term) -> Term:
    """A formula in which the places and bounds that are sums of numbers are numbers."""
    inner = rebuilt(term, _counted)
    match inner:
        case Index(base, indices, upper):
            return Index(base, tuple(map(_number, indices)), tuple(map(_number, upper)))
        case IndexedSum(lower=lower, upper=upper) if lower is not None and upper is not None:
            return replace(inner, lower=_number(lower), upper=_number(upper))
    return inner


def _number(term: Term) -> Term:
    told = dimension_of(term)
    value = told.number if told is not None else None
    return Number(value) if value is not None else term


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a recurrence begins: with a value at a place, or with a member that stays as it is written."""

    place: int
    value: Term


def _starts(claim: _Claim, body: Term, at: int, step: int, told: Mapping[int, Term]) -> Iterator[_Start]:
    """The starts from which a member may be worked out."""
    inside = _members(body, claim.base)
    if inside:
        places = {each[1] for each in inside if each is not None and each[0] is None}
        if None not in inside and len(places) == 1 and all(each is not None and each[0] is None for each in inside):
            yield _Start(places.pop(), next(part for part in walk(body) if _is_of(part, claim.base)))
        return
    for place, value in told.items():
        if value != claim.body:
            yield _Start(place, value)
    if step < 0 and claim.letter is not None and not told:
        yield _Start(at - 1, _at(claim.body, claim.letter, at - 1 - claim.number))  # whatever it began with
    near = range(at - 1, -3, -1) if step < 0 else range(at + 1, at + DEEPEST)
    for place in near if step > 0 else (-1, 0, 1):
        for value in (ZERO, ONE):
            yield _Start(place, value)


def _unrolled(recurrence: _Recurrence, at: int, start: _Start) -> Term | None:
    """A member, worked out from a start; None where that lies the other way, or too far."""
    steps = (start.place - at) * recurrence.step
    if not 0 < steps <= DEEPEST:
        return None
    value = start.value
    for place in range(start.place - recurrence.step, at - recurrence.step, -recurrence.step):
        body = _at(recurrence.body, recurrence.letter, place - recurrence.offset)
        before = Number(Fraction(place + recurrence.step))
        value = put_in(body, {part: value for part in walk(body) if _is_member(part, recurrence.base, before)})
    return value


def _is_of(term: Term, base: Symbol) -> bool:
    return isinstance(term, Index) and term.base == base


def _is_member(term: Term, base: Symbol, place: Term) -> bool:
    return isinstance(term, Index) and term.base == base and term.slots == (place,)


def _refuted(
    claim: _Claim, family: list[_Recurrence], told: Mapping[int, Term], numbers: Mapping[Term, Term]
) -> tuple[Equality, _Recurrence, str | None] | None:
    """What is wrong with a claim, where no recurrence of its family gives it from any start.

    A sum without end holds for all members, and not for those of an example that ends.
    """
    if any(isinstance(part, Symbol) and part.name == "infty" for part in walk(claim.body)):
        told, numbers = {}, {}
    first: tuple[Equality, _Recurrence, Term] | None = None
    for recurrence in family:
        for unrolled, body in _ways(claim, recurrence, told):
            found = equality(put_in(unrolled, numbers), put_in(body, numbers), Given(), prove=False)
            if found.outcome == "unknown" and found.how in WITHOUT_VALUE:
                continue  # the recurrence cannot begin there
            if found.outcome != "refuted" or found.condition:
                return None
            if first is None and (found.same_letters or _is_behind(recurrence, claim)):
                first = found, recurrence, unrolled
    if first is None:
        return None
    if claim.letter is None and _is_behind(first[1], claim) and not _letters(claim.body) <= _letters(first[1].body):
        return None  # A^1 = f(Z^1), and A^l by A^{l-1}: what Z^1 is is told elsewhere
    likely = _likely(claim, first[1], told)
    if likely is None and _is_behind(first[1], claim):
        return None  # what is told first may be of another start
    return first[0], first[1], likely


def _is_behind(recurrence: _Recurrence, claim: _Claim) -> bool:
    """Whether a recurrence is told where its members have been told by a formula already."""
    return recurrence.statement.span.start >= claim.statement.span.end


def _ways(claim: _Claim, recurrence: _Recurrence, told: Mapping[int, Term]) -> Iterator[tuple[Term, Term]]:
    """A member, worked out from each start, and what is claimed of it."""
    at = claim.number if claim.letter is None else AT if recurrence.step < 0 else 1
    body = _at(claim.body, claim.letter, at - claim.number if claim.letter is not None else 0)
    if recurrence.step < 0 and any(part == Number(Fraction(LAST)) for part in walk(body)) and _is_endless(claim.body):
        return
    starts = list(_starts(claim, body, at, recurrence.step, told))
    if (
        claim.letter is None and recurrence.step < 0 and all(place >= at for place in told)
    ):  # A^1 = f(W^1 x + b^1): x is what it begins with
        own = {part for part in walk(recurrence.body) if isinstance(part, Symbol)}
        starts += [
            _Start(at - 1, part) for part in sorted(_letters(body) - own - {claim.base}, key=lambda part: part.name)
        ]
    for start in starts:
        unrolled = _unrolled(recurrence, at, start)
        if unrolled is not None:
            yield unrolled, body


def _is_endless(term: Term) -> bool:
    return any(isinstance(part, Symbol) and part.name in INFINITE for part in walk(term))


def _likely(claim: _Claim, recurrence: _Recurrence, told: Mapping[int, Term]) -> str | None:
    """What is one slip away from a claim and is what the recurrence gives, the shortest of all."""
    letters = _letters(claim.body)
    if _has_own_letters(claim.body, recurrence.body) and _has_own_letters(recurrence.body, claim.body):
        return None  # of two things under one letter no slip makes one
    near = (*_shifted(claim.body), *islice(one_edit_away(claim.body), MOST_EDITS))
    fewer = _is_behind(recurrence, claim)  # the recurrence may have lost a letter
    those = [each for each in near if _letters(each) == letters or fewer and _letters(each) < letters]
    for edited in sorted(those, key=lambda each: sum(1 for _ in walk(each))):
        for unrolled, body in _ways(replace(claim, body=edited), recurrence, told):
            if equality(unrolled, body, Given(), prove=False).outcome in ("supported", "proved"):
                return f"try {show_styled(edited)}"
    return None


def _has_own_letters(body: Term, other: Term) -> bool:
    """Whether a formula has letters, but for what its sums run over and to, that another one has not."""
    sums = [part for part in walk(body) if isinstance(part, IndexedSum)]
    bounds = {
        letter for each in sums for end in (each.index, each.lower, each.upper) if end for letter in _letters(end)
    }
    return bool(_letters(body) - bounds - _letters(other))


def _shifted(body: Term) -> Iterator[Term]:
    """A formula with the members of one family taken one place further or back."""
    families = dict.fromkeys(part.base for part in walk(body) if isinstance(part, Index) and len(part.indices) == 1)
    for base in families:
        for by in (ONE, MINUS):
            yield _counted(_moved(body, base, by))


def _moved(term: Term, base: Term, by: Number) -> Term:
    if isinstance(term, Index) and term.base == base and len(term.indices) == 1:
        return Index(base, (Sum((term.indices[0], by)),), term.upper, term.origin)
    return rebuilt(term, lambda part: _moved(part, base, by))


def _letters(term: Term) -> set[Symbol]:
    return {part for part in walk(term) if isinstance(part, Symbol)}


def _problem(claim: _Claim, found: Equality, recurrence: _Recurrence, likely: str | None) -> Problem:
    assert found.counterexample is not None
    if _is_behind(recurrence, claim):
        return _problem_of_recurrence(claim, found, recurrence, likely)
    place = claim.statement.place(claim.body.origin)
    return Problem(
        place,
        f"this is not what the recurrence comes to: {at_values(found.counterexample)}",
        help=likely,
        level=None if likely is not None else "warning",
        related=(Related(recurrence.statement.span, "the recurrence, worked out on the left side"),),
        evidence={"kind": "step", "left": show_styled(claim.statement.term), "right": show_styled(claim.body)},
        key=f"unrolled@{place.start}",
    )


def _problem_of_recurrence(claim: _Claim, found: Equality, recurrence: _Recurrence, likely: str | None) -> Problem:
    assert found.counterexample is not None
    place = recurrence.statement.place(recurrence.body.origin)
    return Problem(
        place,
        f"this recurrence does not come to the formula above: {at_values(found.counterexample)}",
        help=f"or the formula above is another one, {likely}" if likely is not None else None,
        related=(Related(claim.statement.span, "the formula, worked out on the right side"),),
        evidence={"kind": "step", "left": show_styled(recurrence.body), "right": show_styled(claim.body)},
        key=f"unrolled@{place.start}",
    )
