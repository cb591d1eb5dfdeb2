r"""Families that an equation defines by themselves: ``h_t = \tanh(W x_t + U h_{t-1} + b)`` is as long as W x_t.

The equation is inferred with the shape that its other terms have; what does not fit then, fits with no shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.shape import Shape
from symformer.algebra.unify import Theory
from symformer.functions import lookup
from symformer.semantics.shapes.expressions import Inferred, infer
from symformer.semantics.shapes.given import member_shape, running_member
from symformer.semantics.shapes.records import ShapeEnvironment
from symformer.terms.parts import is_numbered
from symformer.terms.term import EQUAL, Apply, Elementwise, Index, Relation, Sum, Symbol, Term, walk
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class _Assumed:
    """What the note has said, and a shape for all members of one family."""

    told: ShapeEnvironment
    left: Index
    shape: Shape

    @property
    def theory(self) -> Theory:
        """The facts about dimensions."""
        return self.told.theory

    @property
    def vectors(self) -> Literal["rows", "columns"] | None:
        """How vectors lie."""
        return self.told.vectors

    @property
    def gradients(self) -> Literal["same", "turned"] | None:
        """How gradients are laid out."""
        return self.told.gradients

    def shape_of(self, term: Term) -> Shape | None:
        """The shape of a symbol, or of a member of the family."""
        if _is_member(term, self.left.base):
            return member_shape(self.shape, running_member(self.left, self.shape), term)
        return self.told.shape_of(term)

    def is_index(self, name: str) -> bool:
        """Whether a letter ranges over something."""
        return self.told.is_index(name)

    def is_told(self, term: Term) -> bool:
        """Whether words or a membership gave the shape of a symbol."""
        return self.told.is_told(term)

    def defined_as(self, term: Term) -> Term | None:
        """The product or call that the section gives a name last, before this place."""
        return self.told.defined_as(term)

    def declared_at(self, term: Term) -> Span | None:
        """Where the shape of a symbol was given."""
        return self.told.declared_at(term)


def inferred_from_itself(term: Term, environment: ShapeEnvironment) -> Inferred | None:
    """What is inferred of an equation for an undeclared family that its right side has too; None for all others."""
    match term:
        case Relation(relations=(relation,), sides=(Index(base=Symbol() as family) as left, right)) if (
            relation in EQUAL
        ):
            pass
        case _:
            return None
    if environment.shape_of(left) is not None or environment.shape_of(family) is not None:
        return None
    shapes = {shape for each in _told_beside(right, family) if (shape := _certain(each, environment)) is not None}
    if len(shapes) != 1:
        return None
    (shape,) = shapes
    if shape.rank != 1:
        return None
    found = infer(term, _Assumed(environment, left, Shape(shape.sizes)))
    # two members by their numbers, δ_1 of δ_2, may be of layers that are not equally wide
    return None if found.conflicts and is_numbered(left) else found


def _told_beside(right: Term, family: Symbol) -> Iterator[Term]:
    """The terms of the sum that has a member of the family, without those; entry by entry all is as long as they are."""
    while isinstance(right, Apply) and len(right.arguments) == 1:
        function = lookup(right.function)
        if function is None or not function.elementwise:
            return
        right = right.arguments[0]
    if isinstance(right, Sum):
        own = [any(_is_member(part, family) for part in walk(each)) for each in right.terms]
        if any(own):
            yield from (each for each, is_own in zip(right.terms, own, strict=True) if not is_own)
    if isinstance(right, Elementwise):
        own = [any(_is_member(part, family) for part in walk(each)) for each in right.factors]
        if any(own):
            yield from (each for each, is_own in zip(right.factors, own, strict=True) if not is_own)


def _certain(term: Term, environment: ShapeEnvironment) -> Shape | None:
    inferred = infer(term, environment)
    return inferred.shape if inferred.certain and not inferred.conflicts else None


def _is_member(term: Term, family: Term) -> bool:
    return isinstance(term, Index) and term.base == family
