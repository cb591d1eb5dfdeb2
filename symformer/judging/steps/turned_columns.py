r"""Rotations of many coordinates written without their matrix: ``q \odot c + p \odot s``, entry below entry.

Each coordinate is turned with another one, and the two rows of a pair make a rotation; whatever the order of the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.judging.steps.no_rotations import ROTATION, Row, Wave, leans, wave_of
from symformer.semantics.model import SemanticModel
from symformer.semantics.statement import Statement
from symformer.terms.show import show_styled
from symformer.terms.term import Elementwise, Ellipsis, Matrix, Number, Product, Sum, Term, walk

FEWEST = 2  # rows


def turned_column_problems(model: SemanticModel, told: frozenset[int]) -> Iterator[Problem]:
    """A problem for each coordinate that is turned with itself, and each pair that keeps no right angle.

    ``told`` are statements, by their identity, of which it is said that they differ from a rotation.
    """
    if ROTATION.search(model.document.source.text) is None:
        return
    for statement in model.statements:
        if statement.carrier == "formula" and statement.stance == "asserted" and id(statement) not in told:
            yield from _of(statement)


def _of(statement: Statement) -> Iterator[Problem]:
    for part in walk(statement.term):
        match part:
            case Sum(terms=(Elementwise(factors=(_, _)) as one, Elementwise(factors=(_, _)) as other)):
                first, second = _weighed(one), _weighed(other)
                if first is not None and second is not None and len(first) == len(second) >= FEWEST:
                    yield from _judged(statement, first, second)


Entry = tuple[Term, Wave, Term]  # a coordinate, by what it is multiplied, and where it stands


def _judged(statement: Statement, one: list[Entry | None], other: list[Entry | None]) -> Iterator[Problem]:
    pairs: dict[frozenset[Term], list[tuple[tuple[Term, Term], Row, Term]]] = {}
    kept = 0
    for left, right in zip(one, other, strict=True):
        if left is None or right is None:
            continue
        (name, wave, _), (beside, other_wave, place) = left, right
        if wave[2] != other_wave[2] or wave[0] == other_wave[0]:
            return  # nothing that one angle turns
        kept += name != beside
        pairs.setdefault(frozenset({name, beside}), []).append(((name, beside), (wave, other_wave), place))
    if not kept:
        return
    for names, rows in pairs.items():
        if len(names) == 1:
            yield _problem(statement, rows[0][2], f"{show_styled(rows[0][0][0])} is turned with itself here")
        elif len(rows) == 2:
            (order, row, _), (other_order, other_row, place) = rows
            if leans(row, other_row if other_order == order else (other_row[1], other_row[0])):
                yield _problem(statement, place, "the two rows of this pair are not perpendicular")


def _problem(statement: Statement, place: Term, message: str) -> Problem:
    span = statement.place(place.origin)
    return Problem(
        span,
        f"{message}: this is no rotation",
        help="try -b above a beside (a, b)",
        evidence={"kind": "property", "property": "rotation"},
        key=f"rotation@{span.start}",
    )


def _weighed(term: Elementwise) -> list[Entry | None] | None:
    """The entries of a column of names beside one of waves; None in the place of dots."""
    columns = [_column(each) for each in term.factors]
    if columns[0] is None or columns[1] is None or len(columns[0]) != len(columns[1]):
        return None
    found: list[Entry | None] = []
    for pair in zip(*columns, strict=True):
        if any(isinstance(each, Ellipsis) for each in pair):
            found.append(None)
            continue
        waves = [wave_of(each) for each in pair]
        if (waves[0] is None) == (waves[1] is None):
            return None
        (at,) = (index for index, wave in enumerate(waves) if wave is not None)
        wave = waves[at]
        sign, name = _signed(pair[1 - at])
        if wave is None:
            return None
        found.append((name, (wave[0], sign * wave[1], wave[2]), pair[1 - at]))
    return found


def _column(term: Term) -> list[Term] | None:
    return (
        [row[0] for row in term.rows] if isinstance(term, Matrix) and all(len(row) == 1 for row in term.rows) else None
    )


def _signed(term: Term) -> tuple[int, Term]:
    match term:
        case Product(factors=(Number(value=value), name)) if value == -1:
            return -1, name
    return 1, term


__all__ = ["turned_column_problems"]
