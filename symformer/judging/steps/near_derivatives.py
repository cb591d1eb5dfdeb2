r"""Derivatives that are other ones than the note's function has, and would be right with one small change.

What ``\frac{\partial L}{\partial x}`` comes to, or what follows from its being zero, is held against the slope of L as the
note writes it out, at two points; other facts that nobody wrote down may make a claim true, but no fact makes it one sign
away from true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from symformer.judging.steps.definitions import plain
from symformer.judging.steps.near_steps import MOST_EDITS, NearStep, Told, book_of, edits, is_workable, told_at
from symformer.reasoning.scalars import SEEDS, NotANumber, Point, slope, value
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.term import Apply, Index, Number, Relation, Symbol, Term, walk

FOLLOWS = frozenset({"⇒", "⟹", "→", "⇔", "⟺"})
NEAR = 1e-4
POINTS = 2
ZERO = Number(Fraction(0))


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a derivative is said to be; ``vanishing`` if only that is told which is zero with it."""

    of: Term
    by: Term
    said: Term
    vanishing: bool


def near_derivatives(model: SemanticModel) -> Iterator[NearStep]:
    """Each derivative that is one slip away from that of the function the note writes out."""
    book = book_of(model)
    for statement in model.statements:
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        for claim in _claims(statement.term):
            found = _near(claim, book, statement)
            if found is not None:
                yield found


def _claims(term: Relation) -> Iterator[_Claim]:
    sides = [plain(side) for side in term.sides]
    match sides[0]:
        case Apply(function="derivative", arguments=(of, by)) if isinstance(by, Symbol | Index):
            pass
        case _:
            return
    if term.relations[0] == "=" and is_workable(sides[1]) and not isinstance(sides[1], Number):
        yield _Claim(of, by, sides[1], vanishing=False)
    match term.relations:
        case ("=", arrow, "=", *_) if arrow in FOLLOWS and sides[1] == sides[3] == ZERO and is_workable(sides[2]):
            yield _Claim(of, by, sides[2], vanishing=True)


def _near(claim: _Claim, book: Mapping[Term, list[Told]], here: Statement) -> NearStep | None:
    if not isinstance(claim.of, Symbol | Index | Apply):
        return None
    name = claim.of.function if isinstance(claim.of, Apply) else getattr(claim.of, "name", "")
    told = told_at(claim.of, book, here) or _called(name, book, here)
    for _, statement, body in told[-1:]:
        if claim.by not in set(walk(body)) and not _has_family(claim.by, body):
            continue
        if _has_unknown_names(claim.said, body):
            continue
        running = {each.name: 1 for each in _free(claim.by)}
        if _agrees(body, claim, claim.said, running) is not False:
            return None
        for now, meant, edited in islice(edits(claim.said), MOST_EDITS):
            if _agrees(body, claim, edited, running):
                return NearStep(here, now, meant, (statement,))
    return None


def _called(name: str, book: Mapping[Term, list[Told]], here: Statement) -> list[Told]:
    """What a function is last said to be above, whatever letters it is called with: L for L(w, b)."""
    found = [
        each
        for left, told in book.items()
        if isinstance(left, Apply) and left.function == name
        for each in told
        if each[0] < here.span.start
    ]
    return sorted(found, key=lambda each: each[0])[-1:]


def _has_family(member: Term, body: Term) -> bool:
    """Whether a function is made of the members of a family."""
    return isinstance(member, Index) and any(
        isinstance(each, Index) and each.base == member.base for each in walk(body)
    )


def _has_unknown_names(said: Term, body: Term) -> bool:
    """Whether a claim is made of something that the function is not: then a definition was put in."""
    known = {part.name for part in walk(body) if isinstance(part, Symbol)}
    return any(isinstance(part, Symbol) and part.name not in known for part in walk(said)) or any(
        isinstance(part, Apply)
        and part.function not in {each.function for each in walk(body) if isinstance(each, Apply)}
        for part in walk(said)
    )


def _free(by: Term) -> tuple[Symbol, ...]:
    slots = (*by.indices, *by.upper) if isinstance(by, Index) else ()
    return tuple(each for each in slots if isinstance(each, Symbol))


def _agrees(body: Term, claim: _Claim, said: Term, running: Mapping[str, int]) -> bool | None:
    """Whether a claim is the slope of a function at two points, or zero with it; None where neither has a value."""
    ratios: list[float] = []
    for seed in SEEDS:
        point = Point(seed)
        try:
            real, claimed = slope(body, claim.by, point, running), value(said, point, running)
        except (ArithmeticError, ValueError, TypeError):
            continue
        except (NotANumber, RecursionError):
            return None
        if abs(real) < NEAR or abs(claimed) < NEAR:
            continue
        ratios.append(claimed / real)
        if len(ratios) == POINTS:
            break
    if len(ratios) < POINTS:
        return None
    alike = abs(ratios[0] - ratios[1]) < NEAR * max(1.0, abs(ratios[0]))
    return alike if claim.vanishing else alike and abs(ratios[0] - 1) < NEAR
