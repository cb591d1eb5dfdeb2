"""Displays of rows and cells, and definitions by cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from symformer.reasoning.expanded.entries import CannotExpand, Entries, matrix, number, rows_of, vector
from symformer.reasoning.expanded.expressions import Expression
from symformer.terms.term import Cases, Matrix, Relation, Symbol, Term

if TYPE_CHECKING:
    from symformer.reasoning.expanded.expand import Expansion


OTHERWISE = frozenset({"otherwise", "else", "其他", "其它"})


def displayed(expansion: Expansion, term: Matrix) -> Entries:
    """A display of numbers, or of blocks: a matrix, or a vector where it has one row or column."""
    rows = [[expansion.expand(cell) for cell in row] for row in term.rows]
    if len({len(row) for row in rows}) != 1:
        raise CannotExpand("rows of different lengths")
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    if any(cell.rank == 2 for row in rows for cell in row):
        return below([beside(row) for row in rows])
    cells = [[cell.only for cell in row] for row in rows]
    if len(cells) == 1:
        return vector(cells[0], expansion.reading.vectors if term.style == "tuple" else "row", term.style != "tuple")
    if len(cells[0]) == 1:
        return vector([row[0] for row in cells], "column", True)
    return matrix(cells)


def beside(parts: Sequence[Entries]) -> Entries:
    """Vectors, or matrices of as many rows, side by side.

    Raises:
        CannotExpand: they do not fit.
    """
    if all(each.rank == 1 for each in parts):
        return vector([item for each in parts for item in each.items], parts[0].lie)
    if any(each.rank != 2 for each in parts) or len({each.shape[0] for each in parts}) != 1:
        raise CannotExpand("blocks that do not fit side by side")
    rows = [rows_of(each) for each in parts]
    return matrix(tuple(item for block in rows for item in block[at]) for at in range(parts[0].shape[0]))


def below(parts: Sequence[Entries]) -> Entries:
    """Matrices of as many columns, below one another.

    Raises:
        CannotExpand: they do not fit.
    """
    if any(each.rank != 2 for each in parts) or len({each.shape[1] for each in parts}) != 1:
        raise CannotExpand("blocks that do not fit below one another")
    return matrix(row for each in parts for row in rows_of(each))


def by_cases(expansion: Expansion, term: Cases) -> Entries:
    """The first branch whose condition holds; where that depends on letters, by steps from 0 to 1."""
    parts: list[Expression] = []
    left = expansion.table.number(1)
    for value, condition in term.branches:
        weight = _weight(expansion, condition)
        if expansion.table.value(weight) == 0:
            continue  # its value may stand outside of an array
        parts.append(expansion.table.product((left, weight, expansion.expand(value).only)))
        left = expansion.table.product(
            (left, expansion.table.sum((expansion.table.number(1), expansion.table.negative(weight))))
        )
        if expansion.table.value(left) == 0:
            break
    return number(expansion.table.sum(parts))


def _weight(expansion: Expansion, condition: Term | None) -> Expression:
    """1 where a condition holds, else 0."""
    if condition is None or isinstance(condition, Symbol) and condition.name.strip() in OTHERWISE:
        return expansion.table.number(1)
    if not isinstance(condition, Relation) or len(condition.sides) != 2:
        raise CannotExpand("a condition that cannot be written out")
    first, second = (expansion.expand(side).only for side in condition.sides)
    one, other = expansion.table.value(first), expansion.table.value(second)
    apart = expansion.table.sum((first, expansion.table.negative(second)))
    match condition.relations[0]:
        case ">" | "≥":
            return expansion.table.call("step", apart) if one is None or other is None else _truth(expansion, condition)
        case "<" | "≤":
            if one is None or other is None:
                return expansion.table.call("step", expansion.table.negative(apart))
    return _truth(expansion, condition)


def _truth(expansion: Expansion, condition: Relation) -> Expression:
    return expansion.table.number(int(holds(expansion, condition)))


def condition_of(scripts: tuple[Term, ...]) -> Relation | None:
    """The condition that an indicator has below it: i = j of 1_{i=j}."""
    return scripts[0] if len(scripts) == 1 and isinstance(scripts[0], Relation) else None


def holds(expansion: Expansion, condition: Relation) -> bool:
    """Whether a relation between whole numbers holds."""
    values = [expansion.place(side) for side in condition.sides]
    tests: dict[str, Callable[[int, int], bool]] = {
        "=": int.__eq__, "≠": int.__ne__, "<": int.__lt__, ">": int.__gt__, "≤": int.__le__, "≥": int.__ge__,
    }  # fmt: skip
    for relation, left, right in zip(condition.relations, values, values[1:], strict=False):
        if relation not in tests:
            raise CannotExpand("a condition that cannot be written out")
        if not tests[relation](left, right):
            return False
    return True
