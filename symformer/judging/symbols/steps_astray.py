r"""Equations of one step, of which one takes a member from the wrong step or of the wrong name.

A cell of a recurrent network, an optimiser or a filter is told by several equations that run along with one letter.
``C_t = f_t C_{t-2} + i_t \tilde C_t`` reaches two steps back though nothing else does, ``i_f \tilde C_t`` has a member
that no equation makes, ``h_t = o_t \tanh(C_{t-1})`` leaves C_t without a use, ``W_t [h_{t-1}, x_t]`` makes o_t where the
others have W_f for f_t, and one gate has ``x_{t-1}`` where all the others have ``x_t``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.documents.places import topic_of, words_around
from symformer.findings.finding import Problem, Related
from symformer.judging.symbols.members import Member, member_at_any_step, members_in
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    IndexedSum,
    Relation,
    Symbol,
    Term,
    Unknown,
    walk,
)
from symformer.text.cued import Cued
from symformer.text.span import Span

LETTERS = frozenset({"t", "n", "k", "l", "ell"})  # that steps go by
FEWEST = 3  # equations of one step
NEAR = 300  # characters around a system in which words may say that it reaches further
_FURTHER = Cued(
    r"\b(?:(?:two|2)[- ](?:time[- ]?)?steps?|(?:previous|last|past|preceding) (?:two|2)|two (?:earlier|before|back)|(?:second|higher|2nd)[- ]order|lag\w*|skip\w*|delay\w*|season\w*|Fibonacci|extrapolat\w*|Nesterov|look-?ahead|asynchron\w*|stale)\b|二阶|滞后",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Equation:
    """One equation for a member of a family at the step itself, with the members it is made of."""

    statement: Statement
    left: Term
    base: str
    right: Term
    members: tuple[Member, ...]

    @property
    def goes_on(self) -> bool:
        """Whether the family is made of itself, a step before."""
        return any(each.base == self.base and each.shift == -1 for each in self.members)


def steps_astray(model: SemanticModel) -> tuple[Problem, ...]:
    """A problem for each member that belongs to another step, or to nothing."""
    return once(model, _all_astray)


def _all_astray(model: SemanticModel) -> tuple[Problem, ...]:
    found: list[Problem] = []
    for letter, system in _systems(model):
        if len({each.base for each in system}) < FEWEST:
            continue
        whole = Span(system[0].statement.span.start, system[-1].statement.span.end)
        off = [*_two_back(system, letter), *_passed_over(system, letter, model), *_one_step_off(system, letter)]
        if off and not _FURTHER.search(words_around(model.document, whole, NEAR)):
            found += off
        found += [*_idle_gates(system, model), *_uncorrected(system, model)]
        found += [*_made_by_nothing(system, letter, model), *_labelled_by_the_step(system, letter)]
    return tuple(found)


def _systems(model: SemanticModel) -> Iterator[tuple[str, list[_Equation]]]:
    """The equations under one heading, and the small ones below it, that run along with one letter."""
    systems: dict[tuple[str, int], list[_Equation]] = {}
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left = member_at_any_step(term.sides[0])
        if left is None or left.letter not in LETTERS or left.shift or term.relations[0] not in EXACTLY_EQUAL:
            continue
        if any(isinstance(part, Unknown | IndexedSum) for side in term.sides for part in walk(side)):
            continue
        members = tuple(each for side in term.sides[1:] for each in members_in(side, member_at_any_step))
        made = _Equation(statement, term.sides[0], left.base, term.sides[1], members)
        systems.setdefault((left.letter, _topic(statement, model)), []).append(made)
    for (letter, _), system in systems.items():
        yield letter, system


def _two_back(system: Sequence[_Equation], letter: str) -> Iterator[Problem]:
    """The one member that stands further back than a step, of what is made anew at each step."""
    made = {each.base for each in system}
    far = [(at, each) for at in system for each in at.members if each.letter == letter and each.shift < -1]
    if len(far) != 1 or far[0][1].base not in made:
        return
    equation, member = far[0]
    if any(each.base == member.base and each.shift == -1 for each in equation.members):
        return  # it goes by two steps
    yield _problem(
        equation,
        member,
        f"{show(member.part)} stands {-member.shift} steps back, and all else here at most one",
        "try one step back",
    )


def _passed_over(system: Sequence[_Equation], letter: str, model: SemanticModel) -> Iterator[Problem]:
    """A state that goes on from step to step, is taken from the step before by what follows it, and is else of no use."""
    for at, state in enumerate(system):
        if not state.goes_on or any(each.base == state.base for each in (*system[:at], *system[at + 1 :])):
            continue
        behind = [
            (equation, member)
            for equation in system[at + 1 :]
            for member in equation.members
            if member.base == state.base and member.shift == -1 and member.letter == letter
        ]
        before = [each for equation in system[:at] for each in equation.members if each.base == state.base]
        if len(behind) == 1 and not before and not _is_used(state, model):
            equation, member = behind[0]
            told = f"{show(member.part)} stands here, and {show(state.left)}, worked out just before, is used nowhere"
            yield _problem(equation, member, told, f"try {show(state.left)}", state)


def _is_used(state: _Equation, model: SemanticModel) -> bool:
    """Whether a formula has a use for what an equation makes, but for saying what it is.

    What another topic makes under the same name is used there.
    """
    topic = _topic(state.statement, model)
    elsewhere = {
        _topic(each, model)
        for each in model.statements
        if isinstance(each.term, Relation) and each.term.sides[0] == state.left and each.carrier == "formula"
    } - {topic}
    for statement in model.statements:
        term = statement.term
        if statement is state.statement or term == state.left or elsewhere and _topic(statement, model) in elsewhere:
            continue
        if any(part == state.left for part in walk(term)):
            return True
    return False


def _topic(statement: Statement, model: SemanticModel) -> int:
    return topic_of(model.document, statement.section)


def _one_step_off(system: Sequence[_Equation], letter: str) -> Iterator[Problem]:
    """The one place where an input, which all the others have at one step, stands at the step next to it."""
    made = {each.base for each in system}
    places = [(equation, each) for equation in system for each in equation.members if each.letter == letter]
    for base in dict.fromkeys(each.base for _, each in places if each.base not in made):
        shifts = Counter(each.shift for _, each in places if each.base == base)
        usual = shifts.most_common(1)[0]
        odd = [(at, each) for at, each in places if each.base == base and each.shift != usual[0]]
        if usual[1] >= FEWEST - 1 and len(odd) == 1 and (usual[0], odd[0][1].shift) == (0, -1):
            equation, member = odd[0]
            if any(each.base == base and each is not member for each in equation.members):
                continue  # it has both
            other = next(each for _, each in places if each.base == base and each.shift == usual[0])
            told = f"{show(member.part)} stands here, and {show(other.part)} in the other equations of the step"
            yield _problem(equation, member, told, f"try {show(other.part)}")


def _made_by_nothing(system: Sequence[_Equation], letter: str, model: SemanticModel) -> Iterator[Problem]:
    """A member of a family with another index than the one letter that it is made with and stands with elsewhere."""
    made = {each.base: each for each in system}
    for equation in system:
        for member in equation.members:
            if member.base not in made or member.letter == letter or member.shift or not member.letter.isalpha():
                continue
            if len(member.letter) != 1 or not member.letter.islower() or _stands_elsewhere(member, equation, model):
                continue
            if any(part == Symbol(member.letter) for part in walk(equation.left)):
                continue
            own = made[member.base].left
            told = f"{show(member.part)} is made by nothing here; {show(own)} is"
            yield _problem(equation, member, told, f"try {show(own)}", made[member.base])


def _stands_elsewhere(member: Member, equation: _Equation, model: SemanticModel) -> bool:
    """Whether a member stands in another formula too, or is told in words: then it is a thing of its own."""
    if isinstance(member.part, Symbol):
        uses = model.uses.of(member.part.name)
        return uses.is_told or uses.is_mentioned or len(uses.occurrences) > 1
    return any(
        part == member.part
        for statement in model.statements
        if statement is not equation.statement
        for part in walk(statement.term)
    )


def _labelled_by_the_step(system: Sequence[_Equation], letter: str) -> Iterator[Problem]:
    """Weights with the step for a label, where the others have the letter of what they make: W_t beside W_f, W_i."""
    made = {each.base for each in system}
    gates = [each for each in system if isinstance(each.right, Apply)]
    for base in dict.fromkeys(each.base for gate in gates for each in gate.members if each.base not in made):
        own = {gate.base: [each for each in gate.members if each.base == base] for gate in gates}
        fitting = [
            name for name, held in own.items() if len(held) == 1 and held[0].letter == taken_apart(name).letter.lower()
        ]
        odd = [gate for gate in gates if len(own[gate.base]) == 1 and own[gate.base][0].letter == letter]
        if len(fitting) >= FEWEST - 1 and len(odd) == 1 and re.fullmatch("[A-Za-z]", odd[0].base):
            member = own[odd[0].base][0]
            meant = f"{base}_{odd[0].base}"
            told = f"{show(member.part)} in the equation for {show(odd[0].left)}, where the pattern of the others gives {meant}"
            yield _problem(odd[0], member, told, f"try {meant}")


def _idle_gates(system: Sequence[_Equation], model: SemanticModel) -> Iterator[Problem]:
    """The gate that is of no use, where one that is made like it stands in two places."""
    gates = [each for each in system if isinstance(each.right, Apply) and not each.goes_on]
    idle = [each for each in gates if each is not system[-1] and not _is_used(each, model)]
    if len(idle) != 1 or any(each.base == idle[0].base for each in system if each is not idle[0]):
        return
    gate = idle[0]
    for other in gates:
        twice = [each for each in system if any(part == other.left for part in walk(each.right))]
        if other is gate or _function(other) != _function(gate) or len(twice) < 2:
            continue
        place = twice[-1].statement.place(twice[-1].right.origin)
        yield Problem(
            place,
            f"{show(gate.left)} is used nowhere, and {show(other.left)}, made like it, in two places",
            help=f"try {show(gate.left)} in one of them",
            related=(Related(gate.statement.span, f"{show(gate.left)} is told here"),),
            evidence={"kind": "symbol", "symbol": show(gate.left)},
            key=f"idle@{place.start}",
        )
        return


def _uncorrected(system: Sequence[_Equation], model: SemanticModel) -> Iterator[Problem]:
    r"""What is made of a state alone, under a hat, and is of no use, where the bare state stands behind it: m_t for \hat m_t."""
    for at, better in enumerate(system):
        bare = [each for each in better.members if better.base == f"hat({each.base})" and each.shift == 0]
        if len(bare) != 1 or _is_used(better, model):
            continue
        behind = [
            (equation, member)
            for equation in system[at + 1 :]
            for member in equation.members
            if (member.base, member.shift) == (bare[0].base, 0) and equation.base != f"hat({member.base})"
        ]
        if len(behind) == 1:
            equation, member = behind[0]
            told = f"{show(member.part)} stands here, and {show(better.left)}, made of it just before, is used nowhere"
            yield _problem(equation, member, told, f"try {show(better.left)}", better)


def _function(equation: _Equation) -> str:
    return equation.right.function if isinstance(equation.right, Apply) else ""


def _problem(equation: _Equation, member: Member, message: str, advice: str, other: _Equation | None = None) -> Problem:
    place = equation.statement.place(member.part.origin)
    return Problem(
        place,
        message,
        help=advice,
        related=(Related(other.statement.span, f"{show(other.left)} is told here"),) if other is not None else (),
        evidence={"kind": "index", "symbol": show(member.part)},
        key=f"astray@{place.start}",
    )


__all__ = ["steps_astray"]
