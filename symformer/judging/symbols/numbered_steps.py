r"""Steps with a number beside the same step with a letter: ``h_1 = f(W_1 h_0)``, …, ``h_L = f(W_L h_L)``.

The one with the letter says for L what the others say for one and two, so each index is as far from the letter as it
is from the number there.  And where two families are multiplied throughout, ``h_{l-1} W_l``, their indices keep apart
by the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import Parts, asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.statement import Statement
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import factors_of, origin_of, untransposed
from symformer.terms.show import show
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    Number,
    Power,
    Product,
    Relation,
    Sign,
    Symbol,
    Term,
    Transpose,
    children,
    walk,
)

NEAR = 700  # characters from a step with a number to the one with a letter
Slots = list[tuple[Term, Term]]


def step_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each index of a lettered step that is not as far from the letter as in the numbered ones."""
    told: set[int] = set()
    for problem in (*_against_numbered(model), *_out_of_step(model)):
        if problem.span.start not in told:
            told.add(problem.span.start)
            yield problem


# -- a letter for a number -----------------------------------------------------------------------------------


def _against_numbered(model: SemanticModel) -> Iterator[Problem]:
    numbered: list[tuple[Statement, Relation, int]] = []
    for statement in model.statements:
        term = statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        step = _only_slot(term.sides[0])
        if step is None or term.relations[0] not in EXACTLY_EQUAL or len(term.sides) != 2:
            continue
        if isinstance(step, Number) and step.value.denominator == 1:
            numbered.append((statement, term, int(step.value)))
        elif isinstance(step, Symbol):
            numbered = [each for each in numbered if statement.span.start - each[0].span.end < NEAR]
            found = [
                (each[0], odd)
                for each in numbered
                if each[0].section == statement.section
                and (odd := _odd_slots(each[1], each[2], term, step)) is not None
            ]
            if found and all(len(odd) == 1 for _, odd in found) and len({id(odd[0][0]) for _, odd in found}) == 1:
                yield _beside(statement, found[0][0], term.sides[0], *found[0][1][0])


def _only_slot(term: Term) -> Term | None:
    found = _member(term)
    return found[1] if found is not None else None


def _member(term: Term) -> tuple[str, Term] | None:
    """The name of a family and the one index of a member, however it was read.

    >>> from fractions import Fraction
    >>> _member(Symbol("X^L"))[0], show(_member(Index(Symbol("X"), (), (Number(Fraction(1)),)))[1])
    ('X', '1')
    """
    match term:
        case Index(base=Symbol(name=name), indices=indices, upper=upper):
            slots = (*indices, *upper)
            return (name, slots[0]) if len(slots) == 1 else None
        case Power(base=Symbol(name=name), exponent=exponent):
            return name, exponent
        case Symbol(name=name, origin=origin):
            spelling = taken_apart(name)
            for sign, label in (("^", spelling.above), ("_", spelling.below)):
                if len(label) == 1 and label.isalpha():
                    return name.replace(f"{sign}{label}", "", 1), Symbol(label, origin)
    return None


def _odd_slots(one: Relation, number: int, other: Relation, letter: Symbol) -> list[tuple[Term, str]] | None:
    """The indices of the lettered step that are out of line, with what they would be; None where the forms differ."""
    pairs: Slots = []
    if not all(_aligned(a, b, pairs) for a, b in zip(one.sides, other.sides, strict=True)):
        return None
    odd: list[tuple[Term, str]] = []
    for here, there in pairs:
        if here == there:
            continue
        distance = _distance(there, letter)
        if distance is None or not isinstance(here, Number):
            return None
        if distance != here.value - number:
            odd.append((there, _at(letter, int(here.value - number))))
    return odd


def _aligned(one: Term, other: Term, pairs: Slots) -> bool:
    """Whether two terms are alike but for their indices, which are gathered in pairs."""
    match one, other:
        case (Index(base=Symbol()), Power() | Symbol()):
            mine, theirs = _member(one), _member(other)
            if mine is None or theirs is None or mine[0] != theirs[0]:
                return False
            pairs.append((mine[1], theirs[1]))
            return True
        case (Index(base=Symbol() as base), Index(base=Symbol() as same)):
            here, there = one.slots, other.slots
            pairs.extend(zip(here, there, strict=False))
            return base == same and len(here) == len(there)
        case (Apply(), Apply()):
            if one.function != other.function or len(one.arguments) != len(other.arguments):
                return False
            return all(_aligned(a, b, pairs) for a, b in zip(one.arguments, other.arguments, strict=True))
    parts, others = children(one), children(other)
    if type(one) is not type(other) or len(parts) != len(others) or isinstance(one, Sign):
        return False
    return all(_aligned(a, b, pairs) for a, b in zip(parts, others, strict=True)) if parts else one == other


def _distance(slot: Term, letter: Symbol) -> int | None:
    size, base = dimension_of(slot), dimension_of(letter)
    if size is None or base is None:
        return None
    apart = size - base
    return int(apart.number) if apart.number is not None else None


def _at(letter: Symbol, distance: int) -> str:
    return show(letter) + (f" {'-' if distance < 0 else '+'} {abs(distance)}" if distance else "")


def _beside(statement: Statement, numbered: Statement, left: Term, slot: Term, due: str) -> Problem:
    place = statement.place(origin_of(slot))
    return Problem(
        place,
        f"the index {show(slot)} in the equation for {show(left)} would be {due} by the step with a number before it",
        help=f"try {due}",
        related=(Related(numbered.span, "the same step with a number"),),
        evidence={"kind": "index", "letter": show(slot)},
        key=f"step@{place.start}",
    )


# -- two families side by side -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two members that are multiplied, and by how much their indices are apart."""

    statement: Statement
    first: Index
    second: Index
    apart: int
    lettered: bool


def _out_of_step(model: SemanticModel) -> Iterator[Problem]:
    pairs: dict[tuple[str, str], list[_Pair]] = defaultdict(list)
    dots = [each.span.start for each in model.statements if isinstance(each.term, Ellipsis)]
    for statement, parts in once(model, asserted_formulas):
        for pair in _pairs(statement, parts):
            pairs[_name(pair.first), _name(pair.second)].append(pair)
    for found in pairs.values():
        (usual, _), *others = Counter(each.apart for each in found).most_common()
        odd = [each for each in found if each.apart != usual]
        if len(others) != 1 or not _is_slip(odd, found, dots):
            if not (len(found) == 2 and len(others) == 1 and _is_slip(found[1:], found, dots)):
                continue
            odd, usual = found[1:], found[0].apart
        if not _is_worked_out(odd[0]):
            yield _astray(odd[0], usual, next(each for each in found if each.apart == usual))


def _is_worked_out(pair: _Pair) -> bool:
    """Whether an equation tells what a product comes to: after S_t = S_{t-1} + …, S_t k_t = S_{t-1} k_t + …."""
    term = pair.statement.term
    return isinstance(term, Relation) and any(part is pair.first for part in walk(term.sides[0]))


def _is_slip(odd: Sequence[_Pair], found: Sequence[_Pair], dots: Sequence[int]) -> bool:
    """Whether a single pair with a letter is out of step with two others, or with one before the dots of its display."""
    if len(odd) != 1 or not odd[0].lettered:
        return False
    rest = [each for each in found if each is not odd[0]]
    if len(rest) >= 2:
        return True
    before, here = rest[0].statement.span.end, odd[0].statement.span.start
    return not rest[0].lettered and here - before < NEAR and any(before <= at <= here for at in dots)


def _pairs(statement: Statement, parts: Parts) -> Iterator[_Pair]:
    for part in parts:
        if not isinstance(part, Product) or part.sign not in ("", "·"):
            continue
        if sum(isinstance(each, Index | Transpose) for each in part.factors) < 2:
            if not any(isinstance(each, Product) for each in part.factors):
                continue
        for one, other in pairwise(factors_of(part)):
            first, second = (untransposed(each) for each in (one, other))
            here, there = _only_slot(first), _only_slot(second)
            if here is None or there is None or not isinstance(first, Index) or not isinstance(second, Index):
                continue
            left, right = dimension_of(here), dimension_of(there)
            apart = (left - right).number if left is not None and right is not None else None
            if apart is not None and _name(first) != _name(second):
                lettered = any(isinstance(each, Symbol) for slot in (here, there) for each in walk(slot))
                yield _Pair(statement, first, second, int(apart), lettered)


def _name(member: Index) -> str:
    return member.base.name if isinstance(member.base, Symbol) else ""


def _astray(odd: _Pair, usual: int, like: _Pair) -> Problem:
    place = odd.statement.place(origin_of(odd.first))
    return Problem(
        place,
        f"{show(odd.first)} is multiplied by {show(odd.second)} here, and elsewhere {show(like.first)} by {show(like.second)}",
        help="try the same distance of the two indices",
        related=(Related(like.statement.span, f"{show(like.first)} and {show(like.second)} stand here"),),
        evidence={"kind": "index", "symbol": show(odd.first)},
        key=f"step@{place.start}",
    )
