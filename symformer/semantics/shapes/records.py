"""What shape inference is asked with and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from symformer.algebra.dimension import FREE, Dimension, is_free, letter
from symformer.algebra.shape import SCALAR, Shape
from symformer.algebra.unify import Theory, Trail
from symformer.terms.term import Term
from symformer.text.span import Span

ONES_UNTOLD = "ones or zeros, as many as there have to be"

ConflictKind = Literal[
    "inner-dimensions-differ",  # a product that does not exist
    "sum-shapes-differ",  # a sum of two shapes
    "entries-differ",  # an entry-by-entry product of two shapes
    "declared-shape-differs",  # an expression against a declaration, or against ∈ R^{…}
    "result-shape-differs",  # an expression on its own against ∈ R^{…}
    "sides-differ",  # the sides of an equation
    "concat-shapes-differ",  # parts that do not fit side by side
    "attention-shapes-differ",  # queries, keys and values that do not fit
    "gradient-shape-differs",  # a gradient that has not the shape of what it is taken by
    "sizes-not-equated",  # two sizes that have to be one, and nothing says so
    "vector-turned",  # a row in a note of columns, or the other way round
]


class ShapeEnvironment(Protocol):
    """What the note has said so far."""

    @property
    def theory(self) -> Theory:
        """The facts about dimensions."""

    @property
    def vectors(self) -> Literal["rows", "columns"] | None:
        """How vectors lie in this note, where it is known."""

    @property
    def gradients(self) -> Literal["same", "turned"] | None:
        """Whether a gradient has the shape of what it is taken by, or of its transpose, where it is known."""

    def shape_of(self, term: Term) -> Shape | None:
        """The declared shape of a Symbol, of an Index (any member of a declared family), or of an
        Apply that the note declared; None where nothing was declared."""

    def is_index(self, name: str) -> bool:
        """Whether a letter ranges over positions, heads, features …: a number."""

    def is_told(self, term: Term) -> bool:
        """Whether words or a membership gave the shape of a symbol, and not an equation."""

    def defined_as(self, term: Term) -> Term | None:
        """The product or call that the section gives a name last, before this place."""

    def declared_at(self, term: Term) -> Span | None:
        """Where the shape of a term was declared; an empty span for a letter that is a number only
        because it stands as a size somewhere."""


@dataclass(frozen=True, slots=True)
class ShapeConflict:
    """Two things whose shapes are known not to fit.

    ``left`` and ``right`` are the terms (their origins say where they stand); ``sizes`` the two
    sizes that ought to be one; ``reason`` why they are two, with the facts in ``trail``.
    """

    kind: ConflictKind
    origin: Span
    left: Term
    right: Term
    left_shape: Shape
    right_shape: Shape
    sizes: tuple[Dimension | None, Dimension | None]
    reason: str
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class Derived:
    """A shape that an equation gives to its left side."""

    symbol: Term
    shape: Shape
    span: Span


@dataclass(frozen=True, slots=True)
class Inferred:
    """The shape of a term, or the reason why it is not known.

    ``shape`` is the likeliest of ``candidates``; use it as a fact only where ``certain``.
    ``missing`` are the symbols whose shape would have been needed, ``disputed`` the names that the
    note defines with one shape and declares with another: what follows from either is an echo.
    """

    shape: Shape | None
    reason: str | None = None
    candidates: tuple[Shape, ...] = ()
    conflicts: tuple[ShapeConflict, ...] = ()
    derived: tuple[Derived, ...] = ()
    missing: tuple[Term, ...] = ()
    disputed: tuple[Term, ...] = ()
    sized: bool = True  # whether some part is, or may be, more than a number: else no sizes meet

    @property
    def certain(self) -> bool:
        """Whether one shape only is possible."""
        return len(self.candidates) == 1


@dataclass(frozen=True, slots=True)
class Known:
    """The shapes that a term may have, the likeliest first; none, with a reason, where unknown."""

    shapes: tuple[Shape, ...] = ()
    reason: str | None = None

    @property
    def sole(self) -> Shape | None:
        """The shape, where only one is possible."""
        return self.shapes[0] if len(self.shapes) == 1 else None

    @property
    def is_scalar(self) -> bool:
        """Whether the term is a number under every reading."""
        return bool(self.shapes) and all(each.is_scalar for each in self.shapes)


def has_free_size(shape: Shape) -> bool:
    """Whether a size of the shape was never told."""
    return any(is_free(size) for size in shape.sizes)


NUMBER = Known((SCALAR,))


Factor = tuple[int, Term, Known]  # of a product: the position among the factors as written, and what it is


def known(*shapes: Shape) -> Known:
    """One or several possible shapes."""
    return Known(tuple(dict.fromkeys(shapes)))


def unknown(reason: str) -> Known:
    """No shape, and why."""
    return Known((), reason)


@dataclass(slots=True)
class Run:
    """One walk over one term: what was found on the way, and how much work is left."""

    environment: ShapeEnvironment
    dispatch: Callable[[Term, Run], Known]
    conflicts: list[ShapeConflict] = field(default_factory=list)
    derived: list[Derived] = field(default_factory=list)
    missing: list[Term] = field(default_factory=list)
    disputed: list[Term] = field(default_factory=list)
    within: Term | None = None  # the whole term that is walked over
    depth: int = 0
    steps: int = 0
    free: int = 0
    sized: bool = False  # whether a part was found to be more than a number
    reported: set[tuple[ConflictKind, Span]] = field(default_factory=set)

    def of(self, term: Term) -> Known:
        """The shapes of a part."""
        self.steps += 1
        if self.depth > 60 or self.steps > 20_000:
            return unknown("too large to follow")
        self.depth += 1
        try:
            found = self.dispatch(term, self)
            self.sized = self.sized or any(shape.sizes for shape in found.shapes)
            return found
        finally:
            self.depth -= 1

    def free_size(self) -> Dimension:
        """A size that nobody told; no two are known to be one."""
        self.free += 1
        return letter(f"{FREE}{self.free}")

    def report(self, conflict: ShapeConflict) -> None:
        """Note a conflict, once for each place."""
        place = conflict.kind, conflict.origin
        if place not in self.reported:
            self.reported.add(place)
            self.conflicts.append(conflict)
