r"""Chances of going from one state to another: in which order their indices stand, and what they are divided by.

``a_{ij} = P(q_{t+1} = j \mid q_t = i)`` says that the second index is where it goes.  Where the chances of two
neighbouring steps stand around such an entry, the state of the later one is the second: ``\sum_i α_t(i) a_{ij}``.
What sums to one over j is not divided by anything of j alone: ``\sum_t ξ_t(i, j) / \sum_t γ_t(i)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.judging.indices.normalisations import Said, shares_over, slot_of_shares
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import index_place
from symformer.semantics.statement import Statement
from symformer.terms.parts import origin_of
from symformer.terms.show import show, spell
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Quotient, Relation, Symbol, Term, walk

MARKS = ("hat", "tilde", "bar")


@dataclass(frozen=True, slots=True)
class _Member:
    """A chance at a step and in a state: α_{t+1}(j)."""

    name: str
    step: tuple[str, int]  # the letter, and how many steps on
    state: str


def transposed_transition_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry that goes from the later state to the earlier one."""
    moves = _transitions(model)
    if not moves:
        return
    chances = _chances(model)
    for statement, left, right in _equations(model):
        made = _member(left)
        if made is None or made.name not in chances:
            continue
        others = {each for part in walk(right) if (each := _member(part)) is not None and each.name == made.name}
        if len(others) != 1:
            continue
        other = others.pop()
        if other.step[0] != made.step[0] or abs(other.step[1] - made.step[1]) != 1 or other.state == made.state:
            continue
        later, earlier = (made, other) if made.step[1] > other.step[1] else (other, made)
        for part in walk(right):
            letters = _letters(part)
            said = moves.get(part.base.name) if isinstance(part, Index) and isinstance(part.base, Symbol) else None
            if said is None or set(letters) != {later.state, earlier.state} or letters[said.slot] == later.state:
                continue
            place = statement.place(origin_of(part))
            wanted = f"{later.state} from {earlier.state}"
            yield Problem(
                place,
                f"{show(part)} is the chance of {letters[said.slot]} from {letters[1 - said.slot]}; here it leads to {wanted}",
                help=f"try {spell(letters[said.slot])} and {spell(letters[1 - said.slot])} in each other's place",
                related=(Related(said.place, "the order of the indices is told here"),),
                evidence={"kind": "index", "letter": later.state},
                key=f"transition@{place.start}",
            )


def lettered_denominator_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each chance that is divided by something of the index it sums to one over, and not of the other."""
    moves = _transitions(model)
    for statement, left, right in _equations(model) if moves else ():
        if not isinstance(left, Index) or not isinstance(left.base, Symbol) or not isinstance(right, Quotient):
            continue
        said = moves.get(_plain(left.base.name))
        letters = _letters(left)
        if said is None or len(letters) != 2 or slot_of_shares(right, letters) is not None:
            continue
        over, kept = letters[said.slot], letters[1 - said.slot]
        above, below = _free(right.numerator), _free(right.denominator)
        if {over, kept} <= above and over in below and kept not in below:
            place = statement.place(origin_of(right.denominator))
            yield Problem(
                place,
                f"{show(left)} sums to one over {spell(over)}, and is divided by something of {spell(over)}",
                help=f"try {spell(kept)} for {spell(over)} below the line",
                related=(Related(said.place, "told here"),),
                evidence={"kind": "index", "letter": over},
                key=f"normaliser@{place.start}",
            )


def _equations(model: SemanticModel) -> Iterator[tuple[Statement, Term, Term]]:
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        match statement.term:
            case Relation(relations=(sign, *_), sides=(left, right, *_)) if sign in EQUAL:
                yield statement, left, right


def _transitions(model: SemanticModel) -> Mapping[str, Said]:
    """The arrays of two indices whose entries are chances of the one, given the other."""
    return once(model, shares_over)


def _chances(model: SemanticModel) -> frozenset[str]:
    """The families that the note tells to be chances of a state at a step: α_t(i) = P(o_1, …, q_t = i)."""
    found: set[str] = set()
    for _, left, right in _equations(model):
        made = _member(left)
        if made is None or not isinstance(right, Apply) or right.function not in ("P", "p", "Pr", "probability"):
            continue
        states = (part for part in walk(right) if isinstance(part, Relation) and part.relations == ("=",))
        if any(_is_state(each, made) for each in states):
            found.add(made.name)
    return frozenset(found)


def _is_state(term: Relation, made: _Member) -> bool:
    """Whether an event is that the state of this step is this one: q_t = i."""
    one, other = term.sides
    return isinstance(one, Index) and made.step[0] in _letters(one) and other == Symbol(made.state)


def _member(term: Term) -> _Member | None:
    match term:
        case Apply(function=name, arguments=(Symbol(name=state),), labels=(label,)):
            step = _step(label)
            return _Member(name, step, state) if step is not None else None
        case Index(base=Symbol(name=name), indices=(first, Symbol(name=state)), upper=()):
            step = _step(first)
            return _Member(name, step, state) if step is not None else None
        case Index(base=Symbol(name=name), indices=(Symbol(name=state),), upper=(above,)):
            step = _step(above)
            return _Member(name, step, state) if step is not None else None
    return None


def _step(term: Term) -> tuple[str, int] | None:
    place = index_place(term)
    return place if place is not None and place[0] else None


def _letters(term: Term) -> list[str]:
    if not isinstance(term, Index) or term.upper:
        return []
    return [each.name for each in term.indices if isinstance(each, Symbol)]


def _free(term: Term) -> set[str]:
    """The letters of a formula, but for those that its sums bind."""
    parts = list(walk(term))
    bound = {part.index.name for part in parts if isinstance(part, IndexedSum) and part.index is not None}
    return {part.name for part in parts if isinstance(part, Symbol)} - bound


def _plain(name: str) -> str:
    """A name without the mark of an estimate."""
    for mark in MARKS:
        if name.startswith(f"{mark}(") and name.endswith(")"):
            return name[len(mark) + 1 : -1]
    return name


__all__ = ["lettered_denominator_problems", "transposed_transition_problems"]
