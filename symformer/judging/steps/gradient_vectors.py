r"""Gradients written out entry by entry, beside the function: ``f(x, y) = x^2 + y^3`` and ``\nabla f = (2x, 3y^2)``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.steps.derivations import step_between
from symformer.judging.steps.step_faults import at_values, likely_slip
from symformer.judging.steps.supposed import conditioned
from symformer.judging.worked.book import of_numbers
from symformer.semantics.statement import Statement
from symformer.terms.parts import put_in
from symformer.terms.show import show_styled
from symformer.terms.term import (
    EXACTLY_EQUAL,
    Apply,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Relation,
    Symbol,
    Term,
    Unknown,
    walk,
)

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

MOST_ENTRIES = 6


@dataclass(frozen=True, slots=True)
class _Function:
    """A function of several numbers: its letters in order, plain ones in the place of entries, and what it is."""

    told: Statement
    entries: tuple[Term, ...]
    letters: tuple[Symbol, ...]
    body: Term


def gradient_vector_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each entry of a gradient that is not the derivative by the letter in its place.

    One by some of the letters only, ``\\nabla_w L(w, b)``, is left alone: which letters its entries belong to is not said.
    """
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted":
            continue
        match statement.term:
            case Relation(
                relations=(sign,), sides=(Apply(function="gradient", arguments=(of,), labels=()), Matrix() as shown)
            ):
                pass
            case _:
                continue
        function = _defined(model, of, statement) if sign in EXACTLY_EQUAL else None
        cells = _cells(shown)
        if function is None or len(cells) != len(function.letters) or not _is_in_letters_of(cells, function):
            continue
        for letter, entry, cell in zip(function.letters, function.entries, cells, strict=True):
            claimed = put_in(of_numbers(cell), dict(zip(function.entries, function.letters, strict=True)))
            step = step_between(model, shaped, Apply("derivative", (function.body, letter)), claimed)
            point = step.found.counterexample
            if step.found.outcome != "refuted" or point is None or not point.point or conditioned(step, model):
                continue
            place = statement.place(cell.origin)
            yield Problem(
                place,
                f"{show_styled(cell)} is not the derivative by {show_styled(entry)}: {at_values(point)}",
                level="error",
                help=likely_slip(step),
                related=(Related(function.told.span, "what is differentiated"),),
                evidence={"kind": "step", "left": show_styled(function.body), "right": show_styled(cell)},
                key=f"gradient@{place.start}",
            )


def _is_in_letters_of(cells: Sequence[Term], function: _Function) -> bool:
    """Whether entries are formulas of the function's own letters: neither its values at a point nor names such as f_x."""
    told = dict(zip(function.entries, function.letters, strict=True))
    found = {part for each in cells for part in walk(put_in(of_numbers(each), told)) if isinstance(part, Symbol)}
    known = {part for part in walk(function.body) if isinstance(part, Symbol)}
    return not found.isdisjoint(function.letters) and found <= known.union(function.letters)


def _cells(shown: Matrix) -> tuple[Term, ...]:
    """The entries of a row or a column; none where it is neither, or holds what is no formula."""
    cells = shown.rows[0] if len(shown.rows) == 1 else tuple(row[0] for row in shown.rows if len(row) == 1)
    if len(cells) != sum(len(row) for row in shown.rows) or not 1 < len(cells) <= MOST_ENTRIES:
        return ()
    return (
        () if any(isinstance(part, Unknown | Ellipsis | Relation) for each in cells for part in walk(each)) else cells
    )


def _defined(model: SemanticModel, of: Term, at: Statement) -> _Function | None:
    """The last definition, above a gradient, of the function that it is of."""
    name = of.function if isinstance(of, Apply) else of.name if isinstance(of, Symbol) else ""
    found: _Function | None = None
    for statement in model.statements:
        if statement.span.start >= at.span.start:
            break
        match statement.term:
            case Relation(relations=(sign, *_), sides=(Apply(function=own, arguments=letters), body, *_)) if (
                own == name
            ):
                same = not isinstance(of, Apply) or of.arguments == letters
                told = statement.stance == "asserted" and sign in EXACTLY_EQUAL and same
                found = _function(statement, letters, body) if told else None
    return found


def _function(statement: Statement, arguments: Sequence[Term], body: Term) -> _Function | None:
    if any(isinstance(part, Unknown | Ellipsis | Relation | Matrix | IndexedSum) for part in walk(body)):
        return None
    if len(arguments) > 1:
        letters = tuple(each for each in arguments if isinstance(each, Symbol))
        return _Function(statement, letters, letters, of_numbers(body)) if len(letters) == len(arguments) else None
    found = {part for part in walk(body) if isinstance(part, Index) and part.base == arguments[0]}
    entries = sorted((each for each in found if _place(each)), key=_place)
    if list(map(_place, entries)) != list(range(1, len(entries) + 1)) or arguments[0] in _outside(body):
        return None
    letters = tuple(Symbol(f"{show_styled(each.base)}_{_place(each)}") for each in entries)
    told: dict[Term, Term] = dict(zip(entries, letters, strict=True))
    return _Function(statement, tuple(entries), letters, put_in(of_numbers(body), told))


def _place(entry: Index) -> int:
    """The number of an entry; 0 where its index is none."""
    slot = entry.indices[0] if len(entry.indices) == 1 and not entry.upper else None
    return int(slot.value) if isinstance(slot, Number) and slot.value.denominator == 1 else 0


def _outside(body: Term) -> set[Term]:
    """The names that stand as a whole somewhere, and not only with an index."""
    indexed = {id(part.base) for part in walk(body) if isinstance(part, Index)}
    return {part for part in walk(body) if isinstance(part, Symbol) and id(part) not in indexed}
