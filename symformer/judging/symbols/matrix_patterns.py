r"""Matrices written out entry by entry, of which one entry leaves the pattern: ``y_n y_1, y_n y_3, …`` in column two.

Each index of such an entry goes by the row or by the column; the one that goes by neither was mistyped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.findings.finding import Problem, Related
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.model import SemanticModel, once
from symformer.terms.parts import origin_of, rebuilt
from symformer.terms.show import show
from symformer.terms.term import Ellipsis, Index, Matrix, Number, Power, Product, Sum, Symbol, Term, children

Cell = tuple[int, int]
HOLE = Symbol("·")  # stands for any index in the form of an entry


@dataclass(frozen=True, slots=True)
class Stray:
    """An index of one entry that should be another, if it went by its row or column like the rest."""

    cell: Cell
    found: Term
    due: Term
    goes_by: Literal["row", "column"]


def matrix_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each matrix of which exactly one entry has an index that neither its row nor its column has."""
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            stray = stray_index(part.rows) if isinstance(part, Matrix) and part.style != "tuple" else None
            if not isinstance(part, Matrix) or stray is None:
                continue
            row, column = stray.cell
            entry, found, due = part.rows[row][column], show(stray.found), show(stray.due)
            place = statement.place(origin_of(entry))
            yield Problem(
                place,
                f"{show(entry)} has {found} where the other entries of its {stray.goes_by} have {due}",
                help=f"try {due} for {found}",
                related=(Related(statement.span, "the matrix"),),
                evidence={"kind": "index", "entry": show(entry)},
                key=f"entry@{place.start}",
            )


def stray_index(rows: Sequence[Sequence[Term]]) -> Stray | None:
    """The one index of a written-out matrix that goes neither by its row nor by its column.

    >>> from fractions import Fraction
    >>> def entry(*at): return Index(Symbol("w"), tuple(Number(Fraction(each)) for each in at))
    >>> stray_index([[entry(1, 1), entry(1, 2)], [entry(2, 1), entry(2, 2)]])
    >>> found = stray_index([[entry(1, 1), entry(1, 2)], [entry(2, 1), entry(2, 1)]])
    >>> found.cell, found.goes_by, int(found.due.value)
    ((1, 1), 'column', 2)
    """
    cells = _cells(rows)
    if not _is_grid(cells):
        return None
    slots = len(next(iter(cells.values())))
    by_slot = [{cell: values[slot] for cell, values in cells.items()} for slot in range(slots)]
    broken = [values for values in by_slot if not _is_even(values, 0) and not _is_even(values, 1)]
    running = [values for values in by_slot if _is_even(values, 0) != _is_even(values, 1)]
    if len(broken) == slots == 2:
        return _twice_in_one(broken)
    if len(broken) != 1 or not running:
        return None
    values = broken[0]
    # what already goes by the row leaves the column to the broken one, and the other way round
    taken = {axis for each in running for axis in (0, 1) if _is_even(each, axis)}
    found = [stray for axis in (0, 1) if (stray := _one_change(values, axis, running, alone=axis in taken)) is not None]
    return found[0] if len(found) == 1 else None


def _twice_in_one(values: Sequence[Mapping[Cell, Term]]) -> Stray | None:
    """The square on the diagonal of a product of all with all that is of another entry: y_1^2 for y_2^2 in row two."""
    for first, second in ((0, 1), (1, 0)):
        one, other = (
            _one_change(each, axis, (), alone=False) for each, axis in zip(values, (first, second), strict=True)
        )
        if one is not None and other is not None and one.cell == other.cell and one.cell[0] == one.cell[1]:
            return one if (one.found, one.due) == (other.found, other.due) else None
    return None


def _cells(rows: Sequence[Sequence[Term]]) -> dict[Cell, tuple[Term, ...]]:
    """The indices of each entry that has the form of most."""
    read = {
        (row, column): _taken_apart(entry)
        for row, entries in enumerate(rows)
        for column, entry in enumerate(entries)
        if not isinstance(entry, Ellipsis | Number)
    }
    if not read:
        return {}
    (form, times), *_ = Counter(form for form, _ in read.values()).most_common(1)
    alike = {cell: values for cell, (shape, values) in read.items() if shape == form and values}
    return alike if times >= 4 and len(alike) >= 4 else {}


def _taken_apart(entry: Term) -> tuple[Term, tuple[Term, ...]]:
    """The form of an entry with holes for its indices, and the indices."""
    values: list[Term] = []

    def opened(term: Term) -> Term:
        match term:
            case Power(base=base, exponent=Number(value=value)) if value == 2 and isinstance(base, Index):
                return Product((opened(base), opened(base)))
            case Index(base=base, indices=indices, upper=upper):
                slots = tuple(_hole(each, values) for each in (*indices, *upper))
                return Index(opened(base), slots[: len(indices)], slots[len(indices) :])
        return rebuilt(term, opened) if children(term) else term

    form = opened(entry)
    return form, tuple(values)


def _hole(slot: Term, values: list[Term]) -> Term:
    if not isinstance(slot, Number | Symbol) and not _is_counted_from(slot):
        return slot
    values.append(slot)
    return HOLE


def _is_counted_from(slot: Term) -> bool:
    """Whether an index is a letter and a number more or less: the last one, n - 1, where they count from 0."""
    match slot:
        case Sum(terms=(Symbol(), Number() | Product(factors=(Number(), *_)))):
            return True
    return False


def _is_grid(cells: Mapping[Cell, object]) -> bool:
    """Whether at least two rows and two columns have two entries each."""
    return all(sum(times >= 2 for times in Counter(cell[axis] for cell in cells).values()) >= 2 for axis in (0, 1))


def _lines(values: Mapping[Cell, Term], axis: int) -> dict[int, list[tuple[Cell, Term]]]:
    lines: dict[int, list[tuple[Cell, Term]]] = {}
    for cell, value in values.items():
        lines.setdefault(cell[axis], []).append((cell, value))
    return lines


def _is_even(values: Mapping[Cell, Term], axis: int) -> bool:
    """Whether each row (axis 0) or each column (axis 1) has one value of its own."""
    return all(len({value for _, value in line}) == 1 for line in _lines(values, axis).values())


def _one_change(
    values: Mapping[Cell, Term], axis: int, running: Sequence[Mapping[Cell, Term]], *, alone: bool
) -> Stray | None:
    """The single entry that keeps the rows (or columns) from having one value each, all of them different."""
    lines = _lines(values, axis)
    uneven = [at for at, line in lines.items() if len({value for _, value in line}) > 1]
    if len(uneven) != 1:
        return None
    labels = {at: line[0][1] for at, line in lines.items() if at != uneven[0]}
    line = lines[uneven[0]]
    counts = Counter(value for _, value in line)
    due = [value for value in counts if len(line) - counts[value] == 1 and value not in labels.values()]
    if len(due) > 1:
        due = [value for value in due if value in _labels_across(running, 1 - axis, uneven[0])]
    if len(due) != 1 or (alone and len(values) < 6):
        return None
    cell, found = next((cell, value) for cell, value in line if value != due[0])
    return Stray(cell, found, due[0], "row" if axis == 0 else "column")


def _labels_across(running: Sequence[Mapping[Cell, Term]], axis: int, at: int) -> set[Term]:
    """What the indices that go by the other axis are in the line of the same number: row two for column two."""
    return {value for values in running if _is_even(values, axis) for cell, value in values.items() if cell[axis] == at}
