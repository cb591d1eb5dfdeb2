r"""Arrays of numbers beside the shape that is told for their name: ``W \in \mathbb{R}^{d_k \times d}``, and 4 × 2 numbers.

A note that works one example says what its sizes are, "d = 4", and each array of numbers says it again.  Where all
agree but one array, that one lies otherwise than it is told to, or its shape is told wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.findings.finding import Problem, Related
from symformer.semantics.declaration import Declaration
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.symbols import exact_key
from symformer.terms.show import show
from symformer.terms.term import EQUAL, Index, Matrix, Number, Relation, Space, Symbol, Term, Transpose

ONE_LIST = 80  # characters between the names that one declaration tells of
FEWEST_AGREEING = 2  # sizes of other arrays that are as they are told
Told = Mapping[str, tuple[int, Declaration]]


@dataclass(frozen=True, slots=True)
class _Instance:
    """An array whose shape is told in letters and known in numbers, and where each of them is."""

    name: Term
    told: tuple[Dimension, ...]
    numbers: tuple[int, ...]
    declaration: Declaration
    shaped: StatementShape
    side: Term


def instance_size_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one array of numbers, or those of one declaration, that is not as large as it is told to be."""
    told = _told_values(model)
    if not told:
        return
    agreeing: set[tuple[str, str]] = set()
    apart: list[_Instance] = []
    for each in _instances(model):
        worth = [_value(size, told) for size in each.told]
        if any(value is None for value in worth) or 1 in each.numbers or 0 in each.numbers:
            continue
        if tuple(worth) == each.numbers:
            agreeing.update((show(each.name), letter) for size in each.told for letter in size.letters)
        else:
            apart.append(each)
    if not apart:
        return
    names = {show(each.name) for each in apart}
    others = {letter for name, letter in agreeing if name not in names}
    letters = {letter for each in apart for size in each.told for letter in size.letters}
    starts = sorted(each.declaration.span.start for each in apart)
    together = len({each.told for each in apart}) == 1 and starts[-1] - starts[0] < ONE_LIST
    turned = all(tuple(_value(size, told) for size in each.told) == each.numbers[::-1] for each in apart)
    worked_out = letters <= others and not isinstance(apart[0].side, Matrix)  # another display may be another example
    if together and len(others) >= FEWEST_AGREEING and (turned or worked_out):
        yield _problem(apart[0], told)


def _problem(found: _Instance, told: Told) -> Problem:
    expected = tuple(_value(size, told) for size in found.told)
    letters = sorted({letter for size in found.told for letter in size.letters})
    values = ", ".join(f"{letter} = {told[letter][0]}" for letter in letters)
    symbolic, numeric = " × ".join(map(str, found.told)), " × ".join(map(str, found.numbers))
    shown = isinstance(found.side, Matrix)
    turned = expected == found.numbers[::-1]
    place = found.declaration.span if shown else found.shaped.statement.place(found.side.origin)
    return Problem(
        place,
        f"{show(found.name)} is told to be {symbolic}, which is {' × '.join(map(str, expected))} here,"
        f" and {'its numbers are' if shown else f'{show(found.side)} is'} {numeric}",
        help=f"try {' × '.join(map(str, reversed(found.told)))}" if turned and shown else None,
        note=f"the note has {values}",
        related=tuple(
            Related(told[letter][1].span, f"{letter} = {told[letter][0]} is told here") for letter in letters
        ),
        evidence={"kind": "shape", "left": symbolic, "right": numeric},
        key=f"instance@{place.start}",
    )


def _told_values(model: SemanticModel) -> Told:
    """The sizes to which a note gives one whole number, and no other anywhere."""
    found: dict[str, tuple[int, Declaration] | None] = {}
    for each in model.table.declarations:
        name = exact_key(each.symbol) if isinstance(each.symbol, Symbol) else None
        name = name or (dimension.letter if (dimension := dimension_of(each.symbol)) is not None else None)
        if name is None or not isinstance(each.value, Number) or each.value.value.denominator != 1:
            continue
        value = int(each.value.value)
        if name not in found:
            found[name] = (value, each)
        elif (known := found[name]) is not None and known[0] != value:
            found[name] = None
    return {name: known for name, known in found.items() if known is not None and known[0] > 0}


def _value(size: Dimension, told: Told) -> int | None:
    """What a size is worth: 4d where d = 2."""
    total = 0
    for monomial, factor in size.terms:
        product = factor
        for letter, power in monomial:
            if letter not in told or not isinstance(power, int):
                return None
            product *= (told[letter][0]) ** power if power > 0 else 1
            if power < 0:
                product /= told[letter][0] ** -power
        if product.denominator != 1:
            return None
        total += int(product)
    return total


def _instances(model: SemanticModel) -> Iterator[_Instance]:
    declared: dict[str, list[Declaration]] = {}
    for each in model.table.declarations:
        if each.sizes and len(each.sizes) == 2 and (name := exact_key(each.symbol)) is not None:
            declared.setdefault(name, []).append(each)
    for shaped in model.shapes:
        term = shaped.statement.term
        if shaped.statement.stance != "asserted" or not isinstance(term, Relation):
            continue
        left = term.sides[0]
        name = exact_key(left) if isinstance(left, Symbol | Index) else None
        told = declared.get(name or "", [])
        if name is None or len({each.sizes for each in told}) != 1:
            continue
        declaration = told[0]
        sizes = [dimension_of(size) for size in declaration.sizes or ()]
        known = tuple(size for size in sizes if size is not None and size.letters)
        for relation, side in zip(term.relations, term.sides[1:], strict=False):
            if len(known) != 2 or relation not in EQUAL or isinstance(side, Space | Transpose):
                continue
            if (numbers := _numbers(infer(side, shaped.environment).shape)) is not None:
                yield _Instance(left, known, numbers, declaration, shaped, side)


def _numbers(shape: Shape | None) -> tuple[int, ...] | None:
    if shape is None or shape.rank != 2 or any(size.number is None for size in shape.sizes):
        return None
    return tuple(int(size.number or 0) for size in shape.sizes)
