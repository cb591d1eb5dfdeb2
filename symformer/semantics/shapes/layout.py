r"""How vectors lie in a note, seen from its own products: ``W x`` stands a vector upright, ``x W`` lays it down.

Where a note keeps to one way, a vector that turns round is worth a word; where it does not, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from symformer.algebra.shape import Orientation, Shape
from symformer.algebra.unify import Equal, Theory
from symformer.semantics.convention import Convention
from symformer.semantics.shapes.expressions import Inferred, infer
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.symbols import exact_key
from symformer.terms.parts import untransposed
from symformer.terms.term import Apply, Index, Product, Symbol, Term, Transpose, walk
from symformer.text.span import Span

FEWEST = 2  # products that tell
MOST_AGAINST = 3  # so many products for each one that says otherwise


@dataclass(frozen=True, slots=True)
class LaidEnvironment:
    """What a note has said up to one place, its vectors all lying one way."""

    scoped: ScopedEnvironment
    lying: Orientation
    turned: dict[str, Shape] = field(default_factory=dict)  # what equations gave their left sides
    strictly: bool = False

    @property
    def theory(self) -> Theory:
        """The facts about dimensions."""
        return self.scoped.theory.strict if self.strictly else self.scoped.theory

    @property
    def vectors(self) -> Literal["rows", "columns"]:
        """How vectors lie."""
        return "rows" if self.lying == "row" else "columns"

    @property
    def gradients(self) -> Literal["same", "turned"] | None:
        """How gradients are laid out."""
        return self.scoped.gradients

    def shape_of(self, term: Term) -> Shape | None:
        """The shape of a symbol; a vector lies as all of them do, or as its definition laid it."""
        found = self.scoped.shape_of(term)
        if found is None or found.rank != 1:
            return found
        if self.scoped.is_told(term):
            return Shape(found.sizes, self.lying, found.shown, fixed=True)
        key = exact_key(term)
        laid = self.turned.get(key) if key is not None else None
        return laid if laid is not None and laid.sizes == found.sizes else found

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
        return self.scoped.declared_at(term)


@dataclass(frozen=True, slots=True)
class Vote:
    """What one product of a matrix and a vector says of how the vector lies.

    ``natural``: the vector was declared, not worked out; ``transposed``: it stands under a transpose.
    """

    lying: Orientation
    natural: bool
    transposed: bool


def settled_layout(shapes: Sequence[StatementShape], conventions: Iterable[Convention]) -> Orientation | None:
    """How the vectors of a note lie, where its products (nearly) all agree on it, or its words say so."""
    told = {each.value for each in conventions if each.name == "vectors"}
    votes = [vote for shaped in shapes for vote in _votes(shaped.statement.term, shaped.environment)]
    columns = [vote for vote in votes if vote.lying == "column"]
    rows = [vote for vote in votes if vote.lying == "row"]
    many, few = (columns, rows) if len(columns) >= len(rows) else (rows, columns)
    lying: Orientation = "column" if many is columns else "row"
    if told and told != {f"{lying}s"}:
        return None
    crude = bool(few) and all(vote.transposed for vote in few)
    if not (crude or any(vote.natural for vote in many)) or len(many) + bool(told) < FEWEST:
        return None
    # y = x W^T beside y = W x is another way of writing; W x^T beside it is none
    against = 2 if crude else MOST_AGAINST
    return lying if len(few) * against <= len(many) else None


def only_layout(shapes: Sequence[StatementShape]) -> Orientation | None:
    """How vectors lie in every product that tells, be there only one."""
    lying = {vote.lying for shaped in shapes for vote in _votes(shaped.statement.term, shaped.environment)}
    return lying.pop() if len(lying) == 1 else None


def _votes(term: Term, environment: ScopedEnvironment) -> Iterator[Vote]:
    """What each product of a matrix and a vector says of how the vector lies."""
    for part in walk(term):
        if not isinstance(part, Product) or part.sign not in ("", "·", "@"):
            continue
        for left, right in pairwise(part.factors):
            one, two = _plain(left, environment), _plain(right, environment)
            if one is None or two is None or {one.shape.rank, two.shape.rank} != {1, 2}:
                continue
            if isinstance(environment.theory.compare(one.shape.last, two.shape.first), Equal):
                vector, upright = (two, True) if two.shape.rank == 1 else (one, False)
                lying: Orientation = "column" if upright != vector.transposed else "row"
                yield Vote(lying, vector.natural, vector.transposed)


@dataclass(frozen=True, slots=True)
class _Plain:
    shape: Shape
    transposed: bool
    natural: bool


def _plain(term: Term, environment: ScopedEnvironment) -> _Plain | None:
    """A matrix or vector by its name, or the transpose of one."""
    transposed = isinstance(term, Transpose)
    name = untransposed(term)
    if not isinstance(name, Symbol | Index | Apply):
        return None
    shape = environment.shape_of(name)
    if shape is None or any(size.number == 1 for size in shape.sizes):
        return None
    return _Plain(shape.transposed if transposed else shape, transposed, shape.orientation is None)


def laid_out(
    shapes: Sequence[StatementShape], lying: Orientation, *, strictly: bool = False
) -> Iterator[tuple[StatementShape, Inferred]]:
    """Every statement with its shapes inferred anew, no vector turning to please a product.

    ``strictly``: what is not known to be equal counts as different.
    """
    turned: dict[str, Shape] = {}
    for shaped in shapes:
        inferred = shaped.inferred  # where there are numbers only, no vector lies in any way
        if inferred.sized:
            inferred = infer(shaped.statement.term, LaidEnvironment(shaped.environment, lying, turned, strictly))
        for derived in inferred.derived:
            key = exact_key(derived.symbol)
            if key is None:
                continue
            turned.pop(key, None)
            if derived.shape.rank == 1 and derived.shape.fixed:
                turned[key] = derived.shape
        yield shaped, inferred
