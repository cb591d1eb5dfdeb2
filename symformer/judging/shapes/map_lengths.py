"""Results with more entries than the matrix makes that they are worked out with, entry by entry.

``y[0] = h[0]·W[0][0] + h[1]·W[1][0]`` and so on give one y for each column of W, and dW has the entries of W.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.gradients_shown import GRADIENT, NUMBERED
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.inference import StatementShape
from symformer.terms.parts import unindexed
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Matrix, Number, Relation, Symbol, Term, walk

AXES = ("rows", "columns")


@dataclass(slots=True)
class _Map:
    """What makes the entries of a result: one for each row, or column, of a matrix."""

    matrix: Symbol
    axis: int
    length: int
    shaped: StatementShape
    places: set[int] = field(default_factory=set)

    @property
    def last(self) -> int:
        """The last place, counted as the author counts."""
        return self.length - 1 if 0 in self.places else self.length


def results_too_long(model: SemanticModel) -> Iterator[Problem]:
    """A problem where a result first shows an entry that its matrix does not make."""
    maps: dict[str, _Map] = {}
    told: set[str] = set()
    for shaped in model.shapes:
        term = shaped.statement.term
        if shaped.statement.carrier not in ("formula", "worksheet") or not isinstance(term, Relation):
            continue
        if shaped.statement.stance != "asserted" or term.relations[0] not in EQUAL:
            continue
        left, right = term.sides[0], term.sides[1]
        name = unindexed(left)
        if not isinstance(name, Symbol) or name.name in told:
            continue
        if (made := _made(left, right, shaped)) is not None:
            known = maps.setdefault(name.name, made)
            if (known.matrix, known.axis) == (made.matrix, made.axis):
                known.places |= made.places
            continue
        known_map = maps.get(name.name)
        found = _beyond(left, right, known_map) if known_map is not None and len(known_map.places) > 1 else None
        if found is not None and known_map is not None:
            told.add(name.name)
            yield _problem(shaped, name, found, known_map)


def _made(left: Term, right: Term, shaped: StatementShape) -> _Map | None:
    """The matrix whose row or column k makes entry k."""
    place = _places(left)
    if len(place) != 1:
        return None
    entries = [part for part in walk(right) if isinstance(part, Index) and len(_places(part)) == 2]
    bases = {part.base for part in entries}
    if len(entries) < 2 or len(bases) != 1 or not isinstance(base := entries[0].base, Symbol):
        return None
    shape = shaped.environment.shape_of(base)
    for axis in (0, 1):
        same = {_places(part)[axis] for part in entries}
        others = {_places(part)[1 - axis] for part in entries}
        length = shape.sizes[axis].number if shape is not None and shape.rank == 2 else None
        if same == set(place) and len(others) == len(entries) and length is not None and length.denominator == 1:
            return _Map(base, axis, int(length), shaped, set(place))
    return None


def _places(term: Term) -> tuple[int, ...]:
    """The numbers behind an entry."""
    if not isinstance(term, Index) or term.upper or not all(isinstance(each, Number) for each in term.indices):
        return ()
    return tuple(int(each.value) for each in term.indices if isinstance(each, Number))


def _beyond(left: Term, right: Term, known: _Map) -> str | None:
    """What shows that the result is longer than its map allows."""
    place = _places(left)
    if len(place) == 1:
        return f"there is no {show(left)}" if place[0] > known.last else None
    if isinstance(left, Symbol) and isinstance(right, Matrix) and 1 in (len(right.rows), len(right.rows[0])):
        count = max(len(right.rows), len(right.rows[0]))
        return f"{show(left)} has {count} entries here" if count > known.length else None
    return None


def _problem(shaped: StatementShape, name: Symbol, found: str, known: _Map) -> Problem:
    matrix, axis = show(known.matrix), AXES[known.axis]
    place = shaped.statement.span
    return Problem(
        place,
        f"{found}: {show(name)} has one entry for each of the {known.length} {axis} of {matrix}",
        help=f"try {known.length} entries, or more {axis} for {matrix}",
        related=(Related(known.shaped.statement.span, f"an entry of {show(name)} is worked out here"),),
        evidence={"kind": "index"},
        key=f"too-long@{place.start}",
    )


# -- gradients, entry by entry -----------------------------------------------------------------------------


def gradients_too_long(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the first entry of a gradient that the matrix does not have: ``dW[0][2]`` of a 2 × 2 matrix."""
    bases: dict[str, list[tuple[StatementShape, Index]]] = {}
    for shaped in model.shapes:
        term = shaped.statement.term
        left = term.sides[0] if isinstance(term, Relation) and shaped.statement.stance == "asserted" else None
        if isinstance(left, Index) and isinstance(left.base, Symbol) and len(_places(left)) == 2:
            if GRADIENT.match(left.base.name) is not None:
                bases.setdefault(left.base.name, []).append((shaped, left))
    for name, entries in bases.items():
        own = GRADIENT.match(name)
        assert own is not None
        matrix = Symbol(NUMBERED.sub("", own[1]))
        zero = any(0 in _places(entry) for _, entry in entries)
        for shaped, entry in entries:
            shape = shaped.environment.shape_of(matrix)
            if shape is None or shape.rank != 2:
                continue
            lengths = [size.number for size in shape.sizes]
            if any(
                length is not None and place > length - zero
                for place, length in zip(_places(entry), lengths, strict=True)
            ):
                place = shaped.statement.span
                yield Problem(
                    place,
                    f"{show(entry)} is a derivative by an entry that {show(matrix)} does not have: it is {shape.content}",
                    help="a gradient has the entries of what it is taken by",
                    evidence={"kind": "index"},
                    key=f"gradient-entry@{place.start}",
                )
                break
