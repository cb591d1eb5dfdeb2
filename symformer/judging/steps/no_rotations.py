"""Rotations with a sign astray: ``[[cos θ, -sin θ], [-sin θ, cos θ]]``, whose rows are not perpendicular."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled
from symformer.terms.term import EQUAL, Apply, Matrix, Number, Product, Relation, Sum, Term, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

ROTATION = Cued(r"rotat|\brope\b|rotary|旋转", re.IGNORECASE)
FAR = 200  # characters between the equations of a pair

Wave = tuple[str, int, tuple[Term, ...]]  # the function, its sign, and the angle
Row = tuple[Wave, Wave]
Names = tuple[Term, Term]


def no_rotation_problems(model: SemanticModel, told: frozenset[int]) -> Iterator[Problem]:
    """A problem for each matrix, or pair of equations, of one angle's sines and cosines that keeps no right angle.

    Signs are a matter of notes that speak of rotations; three entries of one and a fourth of the other function are of none.

    ``told`` are statements, by their identity, of which it is said that they differ from a rotation.
    """
    rotates = ROTATION.search(model.document.source.text) is not None
    formulas = [each for each in model.statements if each.carrier == "formula" and each.stance == "asserted"]
    for statement in (each for each in formulas if id(each) not in told):
        for matrix in (part for part in walk(statement.term) if isinstance(part, Matrix)):
            rows = _rows(matrix)
            if rows is not None and rotates and leans(*rows):
                yield _problem(statement.place(matrix.origin), show_styled(matrix))
            elif rows is not None and _has_one_wave_astray(*rows):
                yield _problem(statement.place(matrix.origin), show_styled(matrix), why="one sine or cosine")
    for before, after in _leaning_pairs(formulas) if rotates else ():
        if told.isdisjoint({id(before), id(after)}):
            yield _problem(after.span, "the pair", Related(before.span, "the other entry of the pair"))


def _leaning_pairs(formulas: Sequence[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Of equations one behind the other that turn two names, two by two, those that keep no right angle."""
    waiting: tuple[Statement, Names, Row] | None = None
    for statement in formulas:
        turned = _turned(statement)
        if turned is None:
            waiting = None
            continue
        names, row = turned
        if waiting is None or set(waiting[1]) != set(names) or statement.span.start - waiting[0].span.end > FAR:
            waiting = statement, names, row
            continue
        if leans(waiting[2], row if names == waiting[1] else row[::-1]):
            yield waiting[0], statement
        waiting = None


def _problem(place: Span, shown: str, *related: Related, why: str = "one sign") -> Problem:
    return Problem(
        place,
        f"{shown} is no rotation: its rows are not perpendicular, since {why} is astray",
        help="try cos θ, -sin θ in the first row and sin θ, cos θ in the second",
        related=related,
        evidence={"kind": "property", "property": "rotation"},
        key=f"rotation@{place.start}",
    )


def leans(one: Row, other: Row) -> bool:
    """Whether two rows, each a cosine and a sine of one angle, are not perpendicular."""
    angles = {wave[2] for wave in (*one, *other)}
    across = [{one[at][0], other[at][0]} for at in range(2)]
    if len(angles) != 1 or one[0][0] == one[1][0] or across != [{"cos", "sin"}] * 2:
        return False
    return one[0][1] * other[0][1] + one[1][1] * other[1][1] != 0


def _has_one_wave_astray(one: Row, other: Row) -> bool:
    """Whether three of four entries are those of a rotation by one angle, and the fourth is the other function."""
    if len({wave[2] for wave in (*one, *other)}) != 1:
        return False
    shown = [wave[0] for wave in (*one, *other)]
    return sum(found != meant for found, meant in zip(shown, ("cos", "sin", "sin", "cos"), strict=True)) == 1


def _rows(matrix: Matrix) -> tuple[Row, Row] | None:
    match [[wave_of(each) for each in row] for row in matrix.rows]:
        case [[(_, _, _) as a, (_, _, _) as b], [(_, _, _) as c, (_, _, _) as d]]:
            return (a, b), (c, d)
    return None


def wave_of(term: Term) -> Wave | None:
    """A sine or a cosine with its sign."""
    match term:
        case Apply(function="sin" | "cos" as function, arguments=arguments):
            return function, 1, arguments
        case Product(factors=(Number(value=value), Apply() as inner)) if value == -1:
            found = wave_of(inner)
            return None if found is None else (found[0], -found[1], found[2])
    return None


def _turned(statement: Statement) -> tuple[Names, Row] | None:
    """What an equation makes of two names: ``x' = x cos θ - y sin θ``, its last side."""
    term = statement.term
    if not isinstance(term, Relation) or set(term.relations) - EQUAL or not isinstance(term.sides[-1], Sum):
        return None
    parts = [_weighed(each) for each in term.sides[-1].terms]
    if len(parts) != 2 or parts[0] is None or parts[1] is None or parts[0][0] == parts[1][0]:
        return None
    (name, wave), (other, beside) = parts[0], parts[1]
    return (name, other), (wave, beside)


def _weighed(term: Term) -> tuple[Term, Wave] | None:
    """The name and the wave of a product of the two."""
    if not isinstance(term, Product):
        return None
    sign = 1
    rest: list[Term] = []
    waves: list[Wave] = []
    for factor in _flat(term.factors):
        if isinstance(factor, Number) and abs(factor.value) == 1:
            sign = -sign if factor.value < 0 else sign
        elif (wave := wave_of(factor)) is not None:
            waves.append(wave)
        else:
            rest.append(factor)
    if len(rest) != 1 or len(waves) != 1:
        return None
    function, own, angle = waves[0]
    return rest[0], (function, sign * own, angle)


def _flat(factors: Sequence[Term]) -> Iterator[Term]:
    for factor in factors:
        if isinstance(factor, Product):
            yield from _flat(factor.factors)
        else:
            yield factor
