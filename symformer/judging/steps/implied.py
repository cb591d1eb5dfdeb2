r"""Equations that a note draws from the equation before them: ``a x = b \implies x = a / b``.

One letter of the first equation is expressed by the others; put into the second, it must make it true.  What is
drawn may rest on something else besides, so that it is called wrong only where one small slip explains it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.definitions import has_letters, is_kept_out, plain
from symformer.judging.steps.derivations import Step, step_between
from symformer.judging.steps.step_faults import at_values
from symformer.judging.steps.supposed import conditioned
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.equality import Equality, equality
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import put_in
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Index,
    IndexedSum,
    Number,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    bare_sign,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

ARROWS = frozenset({"⇒", "⇔"})
MOST_EDITS, MOST_LETTERS = 60, 4
MINUS = Number(Fraction(-1))


@dataclass(frozen=True, slots=True)
class _Drawn:
    """An equation and the one that an arrow draws from it."""

    shaped: StatementShape
    given: tuple[Term, Term]
    left: Term
    right: Term


def implied_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each equation behind an arrow that does not follow from the one before it."""
    for drawn in _drawn(model):
        held = _held_against(drawn, model)
        if held is None:
            continue
        name, value, step = held
        likely = _likely(drawn, name, value, step)
        shown = step.found.counterexample
        if likely is None or shown is None or conditioned(step, model):
            continue
        statement = drawn.shaped.statement
        yield Problem(
            statement.place(drawn.right.origin),
            f"this does not follow from the equation before the arrow: with {show_styled(name)} from there, {at_values(shown)}",
            help=likely,
            evidence={"kind": "step", "left": show_styled(drawn.left), "right": show_styled(drawn.right)},
            key=f"implied@{statement.span.start}",
        )


def _drawn(model: SemanticModel) -> Iterator[_Drawn]:
    for shaped in model.shapes:
        statement, term = shaped.statement, shaped.statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        if shaped.inferred.conflicts:
            continue
        for at in range(1, len(term.relations) - 1):
            if bare_sign(term.relations[at]) in ARROWS and term.relations[at - 1] == term.relations[at + 1] == "=":
                one, other, left, right = (plain(each) for each in term.sides[at - 1 : at + 3])
                sides = (one, other, left, right)
                if not any(is_kept_out(each) for each in sides) and _says_something(left, right):
                    yield _Drawn(shaped, (one, other), left, right)


def _says_something(left: Term, right: Term) -> bool:
    """Whether both sides hold letters, or one holds several and the other is a number: ``S^2 - Q S - R = 0``."""
    if has_letters(left) and has_letters(right):
        return True
    return any(
        isinstance(number, Number) and len({part for part in walk(side) if isinstance(part, Symbol)}) > 1
        for side, number in ((left, right), (right, left))
    )


def _held_against(drawn: _Drawn, model: SemanticModel) -> tuple[Term, Term, Step] | None:
    """The letter that is put in, and what becomes of what is drawn; None where it holds, or nothing can be said."""
    refuted = None
    for name, value in islice(_expressed(drawn), MOST_LETTERS):
        left, right = (put_in(side, {name: value}) for side in (drawn.left, drawn.right))
        step = step_between(model, drawn.shaped, left, right)
        if step.found.outcome in ("proved", "supported") or step.found.condition:
            return None
        if step.found.outcome == "refuted" and refuted is None:
            refuted = name, value, step
    return refuted


def _expressed(drawn: _Drawn) -> Iterator[tuple[Term, Term]]:
    """The letters of an equation that stand in it once and in what is drawn from it, expressed by its other letters."""
    one, other = drawn.given
    inside = [part for side in drawn.given for part in walk(side)]
    behind = {part for side in (drawn.left, drawn.right) for part in walk(side)}
    bound = {part.index for part in inside if isinstance(part, IndexedSum)}
    bases = {part.base for part in (*inside, *behind) if isinstance(part, Index)}
    calls = {Symbol(part.function) for part in (*inside, *behind) if isinstance(part, Apply)}
    shapes = (drawn.shaped.environment.shape_of(part) for part in inside if isinstance(part, Symbol | Index))
    scalar = all(shape is None or shape.rank == 0 for shape in shapes)  # one does not divide by arrays
    for name in dict.fromkeys(
        part for part in inside if isinstance(part, Symbol) and part.name not in ("e", "pi", "I")
    ):
        if inside.count(name) != 1 or name not in behind or name in bound | bases | calls:
            continue
        value = _alone(one, other, name, scalar) if name in set(walk(one)) else _alone(other, one, name, scalar)
        if value is not None:
            yield name, value


def _alone(side: Term, other: Term, name: Symbol, scalar: bool) -> Term | None:
    """What a name is worth, where the side that it stands in is worth the other one."""
    if side == name:
        return other
    match side:
        case Sum(terms):
            at = next(at for at, each in enumerate(terms) if name in set(walk(each)))
            others = tuple(Product((MINUS, each)) for here, each in enumerate(terms) if here != at)
            return _alone(terms[at], Sum((other, *others)), name, scalar)
        case Product(factors) if scalar:
            at = next(at for at, each in enumerate(factors) if name in set(walk(each)))
            rest = (*factors[:at], *factors[at + 1 :])
            divided = Quotient(other, rest[0] if len(rest) == 1 else Product(rest, side.sign))
            return _alone(factors[at], divided, name, scalar)
        case Product((first, last)) if first == MINUS:
            return _alone(last, Product((MINUS, other)), name, scalar)
        case Quotient(numerator, denominator) if name in set(walk(numerator)):
            return _alone(numerator, Product((other, denominator)), name, scalar)
        case Quotient(numerator, denominator) if scalar:
            return _alone(denominator, Quotient(numerator, other), name, scalar)
    return None


def _likely(drawn: _Drawn, name: Term, value: Term, step: Step) -> str | None:
    """The one small change of a side that makes it follow."""
    put = {name: value}
    for here, fixed in ((drawn.right, drawn.left), (drawn.left, drawn.right)):
        for edited in islice(one_edit_away(here), MOST_EDITS):
            if edited.__class__ is Apply and here.__class__ is not Apply:
                continue  # a root around all
            found: Equality = equality(put_in(edited, put), put_in(fixed, put), step.given, prove=False)
            if found.outcome in ("proved", "supported") and not found.condition.startswith("where"):
                return f"try {show_styled(edited)}"
    return None
