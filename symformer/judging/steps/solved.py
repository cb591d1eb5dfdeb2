"""Equations that a note solves: the solution, put into the equation above it, must make it true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.functions import lookup
from symformer.judging.steps.definitions import has_letters, is_kept_out
from symformer.judging.steps.derivations import Step, step_between
from symformer.judging.steps.step_faults import at_values
from symformer.judging.steps.supposed import conditioned
from symformer.judging.worked.book import of_numbers
from symformer.judging.worked.one_edit import one_edit_away
from symformer.reasoning.equality import Equality, Given, equality
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.show import show_styled
from symformer.terms.term import (
    Apply,
    Index,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    children,
    walk,
)
from symformer.text.cued import Cued

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

CONCLUDES = Cued(
    r"\b(?:so|hence|thus|therefore|whence|solv\w+|gives?|giving|yields?|yielding|implies|means|follows|equivalently|we (?:get|obtain|have|find)"
    r"|solution|leads to)\b|\\implies|\\Rightarrow|\\Longrightarrow|⟹|⇒|从而|所以|因此|于是|故|解得|可得|解为|得到",
    re.IGNORECASE,
)
CHOSEN = Cued(  # one of several, or of another equation
    r"\b(?:must|smallest|largest|least|integer|choos\w+|chosen|simplest|particular|example|one (?:solution|way|choice)|approximat\w+|small)\b|例如|取",
    re.IGNORECASE,
)
SOLUTION = Cued(
    r"\b(?:has|with) the (?:unique |closed[- ]form )?solution\b|\bits solution is\b|其解为|解为", re.IGNORECASE
)
ENDS = Cued(r"[.。!?](?:\s|$)")
FAR = 240  # characters between an equation and its solution
MOST_EDITS, MOST_OPEN = 40, 5
SIZE = 2  # of the arrays that letters are tried as
BEFORE, ELSEWHERE = "before it", "above"
MOST_LETTERS = 8  # of an equation that is solved elsewhere: each slip is tried
MOST_EQUATIONS = 60  # of a note, that are looked at for one that is solved elsewhere
LEAST_LETTERS = 4  # of an equation, that stand in its solution and in nothing else by chance
OPERATORS = frozenset({"derivative", "gradient", "differential", "tuple", "angled"})
WITHOUT_MEANING = frozenset({"I", "e", "pi", "bold(I)", "roman(I)"})


TURNED = (Symbol, Index, Number, Sum, Product, Quotient, Power)


@dataclass(frozen=True, slots=True)
class _Solved:
    equation: StatementShape
    solution: StatementShape
    name: Term
    value: Term
    where: str = BEFORE
    told: Relation | None = None  # the equation that is solved, where it is one part of a chain


def solved_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each solution that does not solve the equation right before it."""
    for found in (*_solved(model), *_solved_elsewhere(model)):
        step = _checked(found.value, found, model)
        shown = step.found.counterexample
        if step.found.outcome != "refuted" or shown is None or not shown.point:
            continue
        if found.where == ELSEWHERE:  # what is supposed above, of chance and the like, holds of both
            step = replace(step, statement=found.solution.statement)
        if conditioned(step, model):
            continue
        statement, advice = found.solution.statement, _likely(found, model)
        if found.where == ELSEWHERE and advice is None:
            continue  # it may be another equation in the same letters
        yield Problem(
            statement.place(found.value.origin),
            f"this does not solve the equation {found.where}: put in for {show_styled(found.name)}, {at_values(shown)}",
            help=advice,
            level=None if found.where == BEFORE else "warning",
            related=(Related(found.equation.statement.span, "the equation"),),
            evidence={"kind": "step", "left": show_styled(found.name), "right": show_styled(found.value)},
            key=f"solved@{statement.span.start}",
        )


def _solved(model: SemanticModel) -> Iterator[_Solved]:
    text = model.document.source.text
    formulas = (each for each in model.shapes if each.statement.carrier == "formula")
    shapes = [each for each in formulas if isinstance(each.statement.term, Relation) and _equates(each.statement.term)]
    for one, other in pairwise(shapes):
        before, after = one.statement, other.statement
        if before.stance != "asserted" or after.stance != "asserted" or after.hedged and before.hedged:
            continue
        between = text[before.span.end : after.span.start]
        if len(between) > FAR or not (_is_led_to(between) or _is_fixed_point(before, after)):
            continue
        if CHOSEN.search(between):
            continue
        equation = _ending(before.term)
        if one.inferred.conflicts or equation is None or not isinstance(after.term, Relation):
            continue
        name, value = after.term.sides[0], of_numbers(_before_numbers(after.term))
        if after.term.relations[0] != "=" or set(after.term.relations) != {"="} or not isinstance(name, Symbol | Index):
            continue
        name = _without_mark(name, equation)
        equation, value = _with_letters(equation, value)
        if _solves(equation, name, value):
            yield _Solved(one, other, name, value, told=equation)


def _before_numbers(solution: Relation) -> Term:
    """What a letter is said to be, before the values of other letters are put in: x / (1 + 2h) of x / (1 + 2h) = x / 1.5."""
    first, last = (_leaves(solution.sides[at]) for at in (1, -1))
    return solution.sides[1 if last < first else -1]


def _is_led_to(between: str) -> bool:
    """Whether the words between two equations draw the second from the first, in one sentence or as its solution."""
    if CONCLUDES.search(between) is None:
        return False
    return SOLUTION.search(between) is not None or ENDS.search(between.lstrip("$\\)]}. \n")) is None


def _is_fixed_point(before: Statement, after: Statement) -> bool:
    r"""Whether one display tells a name by itself, and then without: ``v = r + P v, v = (I - P)^{-1} r``."""
    if before.formula is None or before.formula is not after.formula:
        return False
    match before.term, after.term:
        case Relation(relations=("=",), sides=(one, right)), Relation(relations=("=",), sides=(other, value)):
            return one == other and one in set(walk(right)) and one not in set(walk(value)) and one != right
    return False


def _with_letters(equation: Relation, value: Term) -> tuple[Relation, Term]:
    """An equation and its solution with a letter for each gradient in both: it is carried along."""
    calls = (part for side in equation.sides for part in walk(side) if isinstance(part, Apply) and not part.labels)
    inside = dict.fromkeys(each for each in calls if each.function == "gradient")
    put: dict[Term, Term] = {each: Symbol(f"∇{number}") for number, each in enumerate(inside, 1)}
    everything = (part for side in (*equation.sides, value) for part in walk(side))
    put |= {part: Symbol("I") for part in everything if isinstance(part, Index) and part.base == Symbol("I")}
    left, right = (put_in(side, put) for side in equation.sides[-2:])
    return replace(equation, sides=(left, right)) if put else equation, put_in(value, put)


def _solved_elsewhere(model: SemanticModel) -> Iterator[_Solved]:
    """An equation for one letter, and further down an equation for another of its letters made of all the others.

    ``x_t = a x_0 + b z`` and ``x_0 = (x_t - b z) / a`` say one thing.
    """
    told: dict[frozenset[Term], tuple[StatementShape, Relation]] = {}
    for shaped in model.shapes:
        statement, term = shaped.statement, shaped.statement.term
        if statement.carrier != "formula" or statement.stance != "asserted" or statement.hedged:
            continue
        if not isinstance(term, Relation) or set(term.relations) != {"="} or shaped.inferred.conflicts:
            continue
        name, value = term.sides[0], of_numbers(term.sides[-1])
        if not isinstance(name, Symbol | Index) or is_kept_out(value) or _holds_more(value):
            continue
        letters = frozenset({name, *_leaves(value)})
        before = told.get(letters)
        if before is None:
            if (
                LEAST_LETTERS <= len(letters) <= MOST_LETTERS
                and len(told) < MOST_EQUATIONS
                and name not in _leaves(value)
            ):
                told[letters] = shaped, Relation(("=",), (name, value), term.origin)
        elif before[1].sides[0] != name and not _are_steps(name, before[1].sides[0]):
            yield _Solved(before[0], shaped, name, value, ELSEWHERE, before[1])


def _leaves(term: Term) -> set[Term]:
    """The names of a formula, entries as a whole."""
    match term:
        case Index():
            return {term}
        case Symbol():
            return {term} if term.name not in WITHOUT_MEANING else set()
    return set().union(*(_leaves(each) for each in children(term)))


def _holds_more(term: Term) -> bool:
    """Whether a formula holds what cannot be turned round: calls, sums over a letter, arrays that are written out."""
    return not all(isinstance(part, TURNED) or _is_root(part) for part in walk(term))


def _is_root(term: Term) -> bool:
    return isinstance(term, Apply) and term.function == "sqrt"


def _are_steps(one: Term, other: Term) -> bool:
    """Whether two names are neighbours of one family, x_t and x_{t+1}: a step back is none that is solved for."""
    if not isinstance(one, Index) or not isinstance(other, Index) or one.base != other.base:
        return False
    return any(isinstance(slot, Sum) for each in (one, other) for slot in each.slots)


def _equates(term: Relation) -> bool:
    return "∈" not in term.relations


def _ending(term: Term) -> Relation | None:
    """The equation that is solved: of a derivative that is worked out and set to zero, what it is and the zero."""
    if not isinstance(term, Relation) or set(term.relations) != {"="}:
        return None
    sides = term.sides[-2:]
    zero = isinstance(sides[1], Number) and sides[1].value == 0
    if len(term.sides) > 2 and not zero or any(is_kept_out(each) for each in sides):
        return None
    return term if len(term.sides) == 2 else Relation(("=",), sides, term.origin)


MARKS = Cued(r"\A(?:hat|bar|tilde|star)?\(?(?P<name>[A-Za-z]+)\)?(?:_(?:opt|star|optimal|max|min)|\^\*|\^star|\*)?\Z")


def _without_mark(name: Term, equation: Relation) -> Term:
    """The letter of an equation that its solution marks: N for N_opt and for N^*."""
    if not isinstance(name, Symbol) or any(part == name for side in equation.sides for part in walk(side)):
        return name
    found = MARKS.match(name.name)
    return Symbol(found["name"], name.origin) if found is not None else name


def _solves(equation: Term, name: Term, value: Term) -> bool:
    """Whether an equation holds a name, and a value is made of its other letters."""
    assert isinstance(equation, Relation)
    left, right = equation.sides
    inside = [part for side in (left, right) for part in walk(side)]
    if name not in inside or name in set(walk(value)) or is_kept_out(value) or not has_letters(value):
        return False
    if left == name and name not in set(walk(right)) or right == name and name not in set(walk(left)):
        return False  # said twice, not solved
    if isinstance(name, Symbol) and any(isinstance(part, Index) and part.base == name for part in inside):
        return False
    if any(isinstance(part, Apply) and Symbol(part.function) == name for part in inside):
        return False
    calls = (part for part in inside if isinstance(part, Apply) and part.function not in OPERATORS)
    if any(lookup(each.function) is None and name in set(walk(each)) for each in calls):
        return False  # x = a + h f(x) is solved by what f is
    if any(isinstance(part, Index) and part not in inside for part in walk(value)):
        return False  # x_t of another equation
    letters = {part for part in walk(value) if isinstance(part, Symbol) and part.name not in WITHOUT_MEANING}
    return len(letters) > 1 and letters <= {part for part in inside if isinstance(part, Symbol)}


def _checked(value: Term, found: _Solved, model: SemanticModel) -> Step:
    """The equation with a value put in; where nothing is told of its matrices, with all that its letters may be."""
    equation = found.told if found.told is not None else found.equation.statement.term
    assert isinstance(equation, Relation)
    left, right = (put_in(side, {found.name: value}) for side in equation.sides)
    step = step_between(model, found.equation, left, right)
    letters = _open_letters(left, right, found.equation)
    if not letters or any(step.given.shapes.get(each) for each in letters):
        return step
    inverted = _inverted(left, right)
    ways: list[dict[Term, tuple[int, ...]]] = [dict(zip(letters, kinds, strict=True)) for kinds in _kinds(letters)]
    outcomes = [_as_arrays(left, right, each) for each in ways if all(len(each.get(one, ())) != 1 for one in inverted)]
    held = [each for each in outcomes if each.outcome in ("supported", "proved") or each.condition]
    failed = [each for each in outcomes if each.outcome == "refuted"]
    decided = held[0] if held else failed[0] if failed else Equality("unknown", "no shapes fit")
    return replace(step, found=decided)


def _open_letters(left: Term, right: Term, equation: StatementShape) -> list[Symbol]:
    """The letters of an equation between arrays, as its inverses and identities show, but for those that are numbers."""
    parts = [part for side in (left, right) for part in walk(side)]
    inverted = any(isinstance(part, Power) and _is_minus_one(part.exponent) for part in parts)
    if not inverted and Symbol("I") not in parts:
        return []
    found = {part for part in parts if isinstance(part, Symbol) and part.name not in WITHOUT_MEANING}
    return sorted((each for each in found if not _is_number(each)), key=lambda each: each.name)[:MOST_OPEN]


def _inverted(left: Term, right: Term) -> set[Symbol]:
    """The capital letters in what is inverted: they are matrices."""
    bases = (p.base for side in (left, right) for p in walk(side) if isinstance(p, Power) and _is_minus_one(p.exponent))
    return {part for base in bases for part in walk(base) if isinstance(part, Symbol) and part.name[:1].isupper()}


def _is_number(letter: Symbol) -> bool:
    """Whether a letter is a Greek one of lower case, as the factors of matrices are."""
    return letter.name.isalpha() and len(letter.name) > 1 and letter.name.islower()


def _is_minus_one(term: Term) -> bool:
    return isinstance(term, Number) and term.value == -1


def _kinds(letters: list[Symbol]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Matrices and vectors for letters, at least one of them a matrix."""
    for kinds in product(((SIZE, SIZE), (SIZE,)), repeat=len(letters)):
        if (SIZE, SIZE) in kinds:
            yield kinds


def _as_arrays(left: Term, right: Term, shapes: dict[Term, tuple[int, ...]]) -> Equality:
    return equality(left, right, Given(shapes, {"n": SIZE}), prove=False)


def _likely(found: _Solved, model: SemanticModel) -> str | None:
    """The value one slip away that solves the equation."""
    for edited in islice(one_edit_away(found.value), MOST_EDITS):
        if any(
            isinstance(part, Power) and isinstance(part.exponent, Number) and abs(part.exponent.value) > 3
            for part in walk(edited)
        ):
            continue
        if _checked(edited, found, model).found.outcome in ("supported", "proved"):
            return f"try {show_styled(edited)}"
    return None
