r"""Recurrences written out: ``H^{(l+1)} = σ(A H^{(l)} W^{(l)})`` at the members that a note declares one by one.

The general equation says nothing of sizes that change from layer to layer; with ``W^{(0)}`` of C × H and
``W^{(1)}`` of H × F it can be followed from ``H^{(0)}`` on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Theory
from symformer.semantics.model import SemanticModel
from symformer.semantics.shapes.expressions import infer
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.shapes.records import ShapeConflict
from symformer.semantics.symbols import exact_key
from symformer.terms.parts import rebuilt
from symformer.terms.term import EXACTLY_EQUAL, Index, IndexedSum, Number, Relation, Sum, Symbol, Term, walk
from symformer.text.span import Span

MOST_STEPS = 8


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A conflict in one step of a recurrence: the general statement, its letter, and the number put in."""

    shaped: StatementShape
    conflict: ShapeConflict
    letter: str
    step: int


@dataclass(frozen=True, slots=True)
class _Step:
    """What a note has said, and what the steps before have given; a numbered member is no other member."""

    scoped: ScopedEnvironment
    reached: dict[str, tuple[Shape, Span]] = field(default_factory=dict)

    @property
    def theory(self) -> Theory:
        """The facts about dimensions."""
        return self.scoped.theory

    @property
    def vectors(self) -> Literal["rows", "columns"] | None:
        """How vectors lie."""
        return self.scoped.vectors

    @property
    def gradients(self) -> Literal["same", "turned"] | None:
        """How gradients are laid out."""
        return self.scoped.gradients

    def shape_of(self, term: Term) -> Shape | None:
        """The shape of a symbol, or of the very member that is asked for."""
        if not _is_numbered(term):
            return self.scoped.shape_of(term)
        key = exact_key(term)
        if key in self.reached:
            return self.reached[key][0]
        shapes = self.scoped.given.get(key) if key is not None else None
        found = shapes.in_force(self.scoped.at, self.scoped.document) if shapes is not None else None
        return found.shape if found is not None else None

    def is_index(self, name: str) -> bool:
        """Whether a letter ranges over something."""
        return self.scoped.is_index(name)

    def is_told(self, term: Term) -> bool:
        """Whether words or a membership gave the shape of a symbol."""
        return self.scoped.is_told(term)

    def defined_as(self, term: Term) -> Term | None:
        """The product or call that the section gives a name last, before this place."""
        return self.scoped.defined_as(term)

    def declared_at(self, term: Term) -> Span | None:
        """Where the shape of a symbol was given."""
        key = exact_key(term)
        return self.reached[key][1] if key in self.reached else self.scoped.declared_at(term)


def unrolled_conflicts(model: SemanticModel) -> tuple[Unrolled, ...]:
    """The conflicts that show only where the members of a recurrence are put in, the first of each equation."""
    numbered = _declared_members(model)
    found = (_first_conflict(shaped, numbered) for shaped in model.shapes if numbered)
    return tuple(each for each in found if each is not None)


def _declared_members(model: SemanticModel) -> dict[str, set[int]]:
    """Of each base, the numbers of the members that are declared with their sizes."""
    found: dict[str, set[int]] = {}
    for declaration in model.table.declarations:
        match declaration.symbol:
            case Index(base=Symbol(name=name)) as member if declaration.sizes:
                for slot in member.slots:
                    if isinstance(slot, Number) and slot.value.denominator == 1:
                        found.setdefault(name, set()).add(int(slot.value))
    return found


def _first_conflict(shaped: StatementShape, numbered: dict[str, set[int]]) -> Unrolled | None:
    statement, term = shaped.statement, shaped.statement.term
    if statement.carrier != "formula" or statement.stance != "asserted" or shaped.inferred.conflicts:
        return None
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL or len(term.sides) != 2:
        return None
    for letter in _running(term.sides[0]):
        if any(isinstance(part, IndexedSum) and part.index == Symbol(letter) for part in walk(term)):
            continue
        environment = _Step(shaped.environment)
        for step in _steps(term.sides[1], letter, numbered):
            stepped = _at(term, letter, step)
            inferred = infer(stepped, environment)
            if inferred.conflicts:
                return Unrolled(shaped, inferred.conflicts[0], letter, step)
            for derived in inferred.derived:
                if (key := exact_key(derived.symbol)) is not None and _is_numbered(derived.symbol):
                    environment.reached[key] = derived.shape, statement.span
    return None


def _running(left: Term) -> Iterator[str]:
    """The letters that count the members on the left: the l of ``H^{(l+1)}`` and of ``z_l``."""
    if isinstance(left, Index):
        for slot in left.slots:
            match slot:
                case Symbol(name=letter) | Sum(terms=(Symbol(name=letter), Number())):
                    yield letter


def _steps(right: Term, letter: str, numbered: dict[str, set[int]]) -> list[int]:
    """The numbers to put in for the letter: those at which a member of the right side is declared."""
    found: set[int] = set()
    for part in walk(right):
        if isinstance(part, Index) and isinstance(part.base, Symbol):
            for slot in part.slots:
                shift = _shift(slot, letter)
                if shift is not None:
                    found.update(number - shift for number in numbered.get(part.base.name, ()))
    return sorted(step for step in found if step >= 0)[:MOST_STEPS]


def _shift(slot: Term, letter: str) -> int | None:
    """How far a slot is from the letter: 0 for l, -1 for l - 1; None where it holds something else."""
    match slot:
        case Symbol(name=name) if name == letter:
            return 0
        case Sum(terms=(Symbol(name=name), Number(value=value))) if name == letter and value.denominator == 1:
            return int(value)
    return None


def _at(term: Term, letter: str, step: int) -> Term:
    """The term with a number for the letter, wherever it stands as an index."""
    if isinstance(term, Index):
        base = _at(term.base, letter, step)
        lower, upper = (tuple(_slot(slot, letter, step) for slot in slots) for slots in (term.indices, term.upper))
        return Index(base, lower, upper, term.origin)
    return rebuilt(term, lambda part: _at(part, letter, step))


def _slot(slot: Term, letter: str, step: int) -> Term:
    shift = _shift(slot, letter)
    return slot if shift is None else Number(Fraction(step + shift), None, slot.origin)


def _is_numbered(term: Term) -> bool:
    return isinstance(term, Index) and any(isinstance(slot, Number) for slot in term.slots)
