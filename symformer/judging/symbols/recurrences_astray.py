"""Equations of a recurrence that reach for what is not there yet.

``z'_l = f(z_{l-1}) + z_l`` beside ``z_l = g(z'_l)`` goes in a circle; ``c_t = f_t c_{t-1} + i_t u_{t+1}`` looks ahead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.members import Member, lone_member_of, members_in
from symformer.judging.symbols.recurrences_of_functions import functions_of_themselves
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import letter_of
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Relation,
    Sum,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

NEAR = 400  # characters from one equation of a recurrence to the next
IMPLICIT = Cued(
    r"\b(?:implicit|fixed[- ]point|equilibri\w+|simultaneous\w*|coupled|solv\w+|self-consisten\w+|backward|alternat\w+|iterat\w+)\b|隐式|不动点",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Equation:
    """One equation for a member of a family: its base, the letter that runs, and how far it is shifted."""

    statement: Statement
    left: Term
    right: Term
    base: str
    letter: str


def recurrence_problems(model: SemanticModel) -> tuple[Problem, ...]:
    """A problem for each equation that needs what is only told with its result, or a step later."""
    return once(model, _recurrence_problems)


def _recurrence_problems(model: SemanticModel) -> tuple[Problem, ...]:
    return tuple(_found(model))


def _found(model: SemanticModel) -> Iterator[Problem]:
    text, told = model.document.source.text, False
    ahead = _told_ahead(model.statements)
    for system in _systems(model):
        words = text[max(0, system[0].statement.span.start - 300) : system[-1].statement.span.end + 200]
        if IMPLICIT.search(words):
            continue
        circles = list(_circles(system)) or [
            circle
            for part in _told_once(system)
            for circle in _long_circles([each for each in part if (each.base, each.letter) not in ahead])
        ]
        told = told or bool(circles)
        yield from circles
        yield from _ahead(system)
    if not told:
        yield from _across_sections(model, text, ahead)
    yield from _of_themselves(model)
    yield from _against_their_start(model)
    yield from functions_of_themselves(model)
    yield from _values_of_themselves(model)


def _systems(model: SemanticModel) -> Iterator[list[_Equation]]:
    """Runs of equations that stand close together and have one running letter."""
    system: list[_Equation] = []
    for statement in model.statements:
        made = _equation(statement)
        if made is None:
            continue
        last = system[-1] if system else None
        if last is not None and (
            made.letter != last.letter
            or made.statement.section != last.statement.section
            or made.statement.span.start - last.statement.span.end > NEAR
        ):
            if len(system) > 1:
                yield system
            system = []
        system.append(made)
    if len(system) > 1:
        yield system


def _equation(statement: Statement) -> _Equation | None:
    term = statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
        return None
    if term.relations[0] not in EXACTLY_EQUAL or isinstance(term.sides[1], Unknown):
        return None
    left = lone_member_of(term.sides[0])
    return (
        _Equation(statement, term.sides[0], term.sides[1], left.base, left.letter) if left and not left.shift else None
    )


def _members(term: Term) -> Iterator[Member]:
    return members_in(term, lone_member_of)


# -- in a circle -------------------------------------------------------------------------------------------


def _circles(system: Sequence[_Equation]) -> Iterator[Problem]:
    """Two equations that need each other, where one of what they define also stands a step back."""
    for at, first in enumerate(system):
        for second in system[at + 1 :]:
            if first.base == second.base:
                continue
            needed = [
                m for m in _members(first.right) if (m.base, m.letter, m.shift) == (second.base, second.letter, 0)
            ]
            returned = any((m.base, m.letter, m.shift) == (first.base, first.letter, 0) for m in _members(second.right))
            before = any(m.base == second.base and m.shift == -1 for m in _members(first.right))
            if len(needed) == 1 and returned and before:
                here, later = show(needed[0].part), show(second.left)
                place = first.statement.place(needed[0].part.origin)
                yield Problem(
                    place,
                    f"{here} is needed here, and it is worked out from {show(first.left)} itself",
                    help=f"try {_stepped_back(needed[0])}",
                    related=(Related(second.statement.span, f"{later} is told here"),),
                    evidence={"kind": "index", "symbol": here},
                    key=f"circle@{place.start}",
                )


def _long_circles(system: Sequence[_Equation]) -> Iterator[Problem]:
    """The one place where a gate takes what comes out of all gates, in equations that go on from the step before."""
    told = {each.base: each for each in system}
    if len(told) < len(system):
        return
    behind = {  # by the equations of others
        member.base
        for each in system
        for member in _members(each.right)
        if member.shift == -1 and member.base != each.base
    }
    needs = {
        each.base: {m.base for m in _members(each.right) if m.shift == 0 and m.letter == each.letter} for each in system
    }
    found = [
        (equation, member)
        for equation in system
        for member in _members(equation.right)
        if member.shift == 0 and member.letter == equation.letter and member.base in behind & told.keys()
        if member.base != equation.base and _leads_to(member.base, equation.base, needs)
    ]
    if not found:
        found = list(_foretold(system, told, needs))
    if len(found) != 1:
        return
    equation, member = found[0]
    here, place = show(member.part), equation.statement.place(member.part.origin)
    yield Problem(
        place,
        f"{here} is needed here, and it is worked out from {show(equation.left)}, by way of other equations",
        help=f"try {_stepped_back(member)}",
        related=(Related(told[member.base].statement.span, f"{show(told[member.base].left)} is told here"),),
        evidence={"kind": "index", "symbol": here},
        key=f"circle@{place.start}",
    )


def _told_once(system: Sequence[_Equation]) -> Iterator[list[_Equation]]:
    """A system in pieces in which each family has one equation: what stands in a box again is told again."""
    part: list[_Equation] = []
    for equation in system:
        if any(each.base == equation.base for each in part):
            yield part
            part = []
        part.append(equation)
    yield part


def _foretold(
    system: Sequence[_Equation], told: dict[str, _Equation], needs: dict[str, set[str]]
) -> Iterator[tuple[_Equation, Member]]:
    r"""What goes on from its own step before, needed in a circle before it is told: ``g_t = \nabla f(\theta_t)``."""
    going_on = {
        each.base for each in system if any(m.base == each.base and m.shift == -1 for m in _members(each.right))
    }
    for equation in system:
        for member in _members(equation.right):
            later = told.get(member.base)
            if later is None or member.shift or member.letter != equation.letter or member.base not in going_on:
                continue
            ahead = later.statement.span.start > equation.statement.span.start
            if ahead and member.base != equation.base and _leads_to(member.base, equation.base, needs):
                yield equation, member


def _across_sections(model: SemanticModel, text: str, ahead: frozenset[tuple[str, str]]) -> Iterator[Problem]:
    """Circles of equations that a note tells one by one, each family once, with words and headings between them."""
    by_base: dict[tuple[str, str], list[_Equation]] = {}
    for statement in model.statements:
        if (made := _equation(statement)) is not None:
            by_base.setdefault((made.base, made.letter), []).append(made)
    by_base = {key: each for key, each in by_base.items() if key not in ahead}
    for letter in dict.fromkeys(letter for _, letter in by_base):
        system = [
            each[0]
            for (_, running), each in by_base.items()
            if running == letter and len({one.right for one in each}) == 1
        ]
        spans = [each.statement.span for each in system]
        if len(system) > 2 and not any(IMPLICIT.search(text, max(0, a.start - 300), a.end + 200) for a in spans):
            yield from _long_circles(system)


def _told_ahead(statements: Sequence[Statement]) -> frozenset[tuple[str, str]]:
    """Families that another system counts otherwise, ``w_{t+1} = …`` beside ``w_t = …``, each with its running letter."""
    lefts = (
        lone_member_of(each.term.sides[0])
        for each in statements
        if each.carrier == "formula" and isinstance(each.term, Relation) and each.term.relations[0] in EXACTLY_EQUAL
    )
    return frozenset((left.base, left.letter) for left in lefts if left is not None and left.shift)


def _leads_to(start: str, goal: str, needs: dict[str, set[str]]) -> bool:
    """Whether what one equation needs comes, step by step, down to another."""
    seen, waiting = {start}, [start]
    while waiting:
        for base in needs.get(waiting.pop(), ()):
            if base == goal:
                return True
            if base not in seen:
                seen.add(base)
                waiting.append(base)
    return False


def _stepped_back(member: Member) -> str:
    return f"{show(Symbol(member.base))}[{show(Symbol(member.letter))} - 1]"


# -- ahead ---------------------------------------------------------------------------------------------------


def _ahead(system: Sequence[_Equation]) -> Iterator[Problem]:
    """The one member a step ahead, in equations that otherwise go on from the step before."""
    told = {each.base: each for each in system}
    members = [(each, member) for each in system for member in _members(each.right)]
    ahead = [(each, member) for each, member in members if member.shift == 1 and member.letter == each.letter]
    behind = any(member.shift == -1 and member.base in told for _, member in members)
    if len(ahead) != 1 or not behind:
        return
    equation, member = ahead[0]
    if member.base not in told or member.base == equation.base or _runs_back(system, equation):
        return
    place, here = equation.statement.place(member.part.origin), show(member.part)
    own = show(told[member.base].left)
    yield Problem(
        place,
        f"{here} is of the next step, and {show(equation.left)} is worked out from the step before",
        help=f"try {own}",
        related=(Related(told[member.base].statement.span, f"{own} is told here"),),
        evidence={"kind": "index", "symbol": here},
        key=f"ahead@{place.start}",
    )


def _runs_back(system: Sequence[_Equation], equation: _Equation) -> bool:
    """Whether the equation that looks ahead has nothing of the step before: it may sum up the way back."""
    return not any(member.shift <= 0 for member in _members(equation.right)) or len(system) < 2


# -- of itself ------------------------------------------------------------------------------------------------


def _of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """``h_t = tanh(W x_t + U h_t)`` in a note that goes on from h_{t-1}: the step back was forgotten."""
    text = model.document.source.text
    equations = [made for each in model.statements if (made := _equation(each)) is not None]
    for made in equations:
        if not isinstance(made.left, Index):
            continue
        members = list(_members(made.right))
        own = [each for each in members if (each.base, each.letter, each.shift) == (made.base, made.letter, 0)]
        if len(own) != 1:
            continue
        averaged = _is_average(made.right) and (
            any(each.base == made.base and each.shift == -1 for each in members) or _is_term(own[0].part, made.right)
        )
        if any(each.base == made.base and each.shift for each in members) and not averaged:
            continue
        called = (
            averaged
            or _is_renewed(made, own[0].part)
            or [part for part in walk(made.right) if isinstance(part, Apply) and _is_multiplied(own[0].part, part)]
        )
        if not called or not (averaged or _goes_on_from_before(model, made)):
            continue
        span = made.statement.span
        if IMPLICIT.search(text, max(0, span.start - 300), span.end + 200):
            continue
        place = made.statement.place(own[0].part.origin)
        yield Problem(
            place,
            f"{show(made.left)} is worked out from itself here",
            help=None if averaged else f"try {_stepped_back(own[0])}",
            evidence={"kind": "index", "symbol": show(made.left)},
            key=f"itself@{place.start}",
        )


def _against_their_start(model: SemanticModel) -> Iterator[Problem]:
    """``S_i = S_{i+1} + v_i k_i^T`` with ``S_0 = 0``: what begins at the first member goes on from the one before."""
    text = model.document.source.text
    starts: dict[Term, Statement] = {}
    ends: set[Term] = set()
    for each in model.statements:
        match each.term:
            case Relation(
                sides=(Index(base=Symbol() as base, indices=(Number(value=value),), upper=()), *_, nothing)
            ) if each.stance == "asserted" and value in (0, 1) and _is_nothing(nothing):
                starts.setdefault(base, each)
            case Relation(sides=(Index(base=Symbol() as base, indices=(Symbol(name=name),), upper=()), *_)) if (
                name.isupper()
            ):
                ends.add(base)
    for made in (found for each in model.statements if (found := _equation(each)) is not None) if starts else ():
        own = [each for each in _members(made.right) if (each.base, each.letter) == (made.base, made.letter)]
        start, span = starts.get(Symbol(made.base)), made.statement.span
        if len(own) != 1 or own[0].shift != 1 or start is None or Symbol(made.base) in ends:
            continue
        if start.section != made.statement.section or IMPLICIT.search(text, max(0, span.start - 300), span.end + 200):
            continue
        place, here = made.statement.place(own[0].part.origin), show(own[0].part)
        yield Problem(
            place,
            f"{here} is of the next step, and {show(made.left)} begins at {show(Symbol(made.base))}[{_first(start)}]",
            help=f"try {_stepped_back(own[0])}",
            related=(Related(start.span, "where it begins"),),
            evidence={"kind": "index", "symbol": here},
            key=f"ahead@{place.start}",
        )


def _is_nothing(term: Term) -> bool:
    match term:
        case Number(value=value):
            return value == 0
    return term in (Symbol("bold(0)"), Symbol("0"))


def _first(start: Statement) -> str:
    assert isinstance(start.term, Relation) and isinstance(start.term.sides[0], Index)
    return show(start.term.sides[0].indices[0])


def _is_renewed(made: _Equation, part: Term) -> bool:
    """Whether an equation for a time says ``x_t = x_t + …``: of other indices that is how programs renew a value."""
    return made.letter == "t" and isinstance(made.right, Sum) and any(each is part for each in made.right.terms)


def _is_average(right: Term) -> bool:
    """Whether a formula is ``β x + (1 - β) y``."""
    if not isinstance(right, Sum) or len(right.terms) != 2:
        return False
    shares = [each.factors[0] for each in right.terms if isinstance(each, Product)]
    return (
        any(
            isinstance(one, Sum) and Number(Fraction(1)) in one.terms and other in set(walk(one))
            for one, other in (shares, shares[::-1])
        )
        if len(shares) == 2
        else False
    )


def _is_term(part: Term, total: Term) -> bool:
    """Whether a part stands with its share in a sum, under no function: the x of ``β x + (1 - β) y``."""
    terms = total.terms if isinstance(total, Sum) else ()
    return any(isinstance(each, Product) and any(factor is part for factor in each.factors) for each in terms)


def _values_of_themselves(model: SemanticModel) -> Iterator[Problem]:
    """``V(s) = Σ_{s'} P(s'|s) (r + γ V(s))``: under the sum over s' the value of s' was meant."""
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left = term.sides[0]
        if term.relations[0] not in EXACTLY_EQUAL or not isinstance(left, Apply) or not left.arguments:
            continue
        for total in walk(term.sides[1]):
            if not isinstance(total, IndexedSum) or total.index is None or not total.index.name.endswith("'"):
                continue
            bare = Symbol(total.index.name.rstrip("'"))
            own = [part for part in walk(total.body) if part == left]
            if len(own) != 1 or bare not in left.arguments:
                continue
            if any(
                isinstance(part, Apply) and part.function == left.function and part != left for part in walk(total.body)
            ):
                continue
            place = statement.place(own[0].origin)
            yield Problem(
                place,
                f"{show(left)} is worked out from itself, under a sum over {show(total.index)}",
                help=f"try {show(total.index)} for {show(bare)}",
                evidence={"kind": "symbol", "symbol": show(left)},
                key=f"itself@{place.start}",
            )


def _is_multiplied(part: Term, call: Apply) -> bool:
    """Whether a part is multiplied, or stands by itself among others, within what is called."""
    return any(
        isinstance(each, Product) and any(factor is part for factor in each.factors)
        for argument in call.arguments
        for each in walk(argument)
    )


def _goes_on_from_before(model: SemanticModel, made: _Equation) -> bool:
    """Whether the section has the member of the step before, or the very first: h_{t-1}, h_0."""
    for statement in model.statements:
        if statement.section != made.statement.section or statement is made.statement:
            continue
        for part in walk(statement.term):
            if not isinstance(part, Index) or not isinstance(part.base, Symbol) or part.base.name != made.base:
                continue
            member = lone_member_of(part)
            if member is not None and member.shift == -1 or part.slots == (Number(Fraction(0)),):
                return True
    return False


# -- a residual -----------------------------------------------------------------------------------------------


def residual_problems(model: SemanticModel) -> Iterator[Problem]:
    """The one sum ``x + f(x')`` among several ``x + f(x)``: another member of the family is added than goes in."""
    found: list[tuple[Statement, Term, Term]] = []
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        head = statement.term.sides[0]
        formal = head.arguments if isinstance(head, Apply) else ()
        for part in walk(statement.term):
            if isinstance(part, Sum) and (pair := _residual(part)) is not None and not set(pair) <= set(formal):
                found.append((statement, *pair))
    kept = [each for each in found if each[1] == each[2]]
    results = {(each[0].term.sides[0], each[2]) for each in kept if isinstance(each[0].term, Relation)}
    astray = [
        each
        for each in found
        if each[1] != each[2] and (letter_of(each[1]) == letter_of(each[2]) or (each[1], each[2]) in results)
    ]
    if len(astray) != 1 or not kept:
        return
    statement, added, inside = astray[0]
    near = [each for each in kept if each[0].section == statement.section]
    if not near or _is_told_so(model.document.source.text, statement.span):
        return
    place = statement.place(added.origin)
    if any(each.span == place for each in recurrence_problems(model)):
        return
    yield Problem(
        place,
        f"{show(added)} is added to what is made of {show(inside)}; the other sums add what goes in",
        help=f"try {show(inside)} for what is added, or {show(added)} for what goes in",
        related=(Related(near[0][0].span, "the same goes in and is added here"),),
        evidence={"kind": "symbol", "symbol": show(added)},
        key=f"residual@{place.start}",
    )


def _residual(term: Sum) -> tuple[Term, Term] | None:
    """What is added and what goes in, of ``x + f(x, …)`` and ``f(g(x)) + x``."""
    if len(term.terms) != 2:
        return None
    for added, made in (term.terms, term.terms[::-1]):
        if isinstance(added, Symbol | Index) and isinstance(made, Apply) and len(made.function) > 1:
            inside: Term = made
            while isinstance(inside, Apply) and inside.arguments and inside.function.isidentifier():
                inside = inside.arguments[0]
            if isinstance(inside, Symbol | Index):
                return added, inside
    return None


SKIPS = Cued(
    r"\b(?:skip(?:s|ping)?|long|dense|highway|original|initial|global|parallel|U-?Net|input again)\b|跳跃|稠密|并行",
    re.IGNORECASE,
)


def _is_told_so(text: str, span: Span) -> bool:
    return SKIPS.search(text, max(0, span.start - 300), span.end + 300) is not None
