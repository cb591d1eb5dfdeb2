r"""What a name is by the way it is told or written, where no size is told: a number, a vector, a matrix.

A word tells it ("the weight vector $w$"), or a bold letter in a note that sets its arrays in bold.  From the
products of such names, and from the numbers that some of them have to be, one sees how vectors lie: ``W x`` and
``w^\top x + b`` stand them upright, ``x W`` and ``x w^\top + b`` lay them down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from symformer.algebra.shape import Orientation
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.inference import ScopedEnvironment, StatementShape
from symformer.semantics.symbols import name_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)

FEWEST_BOLD = 2  # bold small letters beside a plain one: the note sets its vectors in bold
NUMBERS_OF = frozenset(
    {"exp", "sigmoid", "logistic", "sigma", "sign", "sgn", "cos", "sin", "arccos", "sqrt", "log", "ln"}
)
ORDERS = frozenset({"<", ">", "≤", "≥", "<=", ">="})
FEWEST_VOTES, MOST_AGAINST = 2, 3


@dataclass(frozen=True, slots=True)
class Styles:
    """The names that words call vectors and matrices, and whether bold letters are arrays."""

    vectors: frozenset[str]
    matrices: frozenset[str]
    bold: bool

    @staticmethod
    def of(model: SemanticModel) -> Styles:
        """Gather them from a note."""
        roles: dict[str, set[str]] = {}
        for declaration in model.table.declarations:
            if declaration.role != "unknown" and (name := name_of(declaration.symbol)) is not None:
                roles.setdefault(name, set()).add(declaration.role)
        for name, role in _called(model):
            roles.setdefault(name, set()).add(role)
        vectors = {name for name, told in roles.items() if told == {"vector"}}
        matrices = {name for name, told in roles.items() if told == {"matrix"}}
        matrices |= {name for each in model.statements for name in _displayed(each.term)}
        names = {part.name for each in model.statements for part in walk(each.term) if isinstance(part, Symbol)}
        letters = {taken_apart(name).letter for name in names if name.startswith("bold(")}
        return Styles(
            frozenset(vectors), frozenset(matrices), sum(letter[:1].islower() for letter in letters) >= FEWEST_BOLD
        )

    def rank(self, term: Term, environment: ScopedEnvironment) -> int | None:
        """0 for a number, 1 for a vector, 2 for a matrix; None where nothing tells."""
        match term:
            case Number():
                return 0
            case Transpose(operand):
                return self.rank(operand, environment)
            case Symbol() | Index():
                return self._of_name(term, environment)
            case Sum(terms=terms):
                ranks = {self.rank(each, environment) for each in terms}
                return ranks.pop() if len(ranks) == 1 else None
            case Product(factors=(left, right), sign="·") if self._are_dotted(left, right, environment):
                return 0
            case IndexedSum(kind="sum", body=body):
                return self.rank(body, environment)
            case Product(factors=factors, sign="" | "·"):
                ranks = {self.rank(each, environment) for each in factors} - {0}
                return 0 if not ranks else ranks.pop() if self._is_multiple(factors, environment) else None
            case Quotient(numerator, denominator):
                below = self.rank(denominator, environment)
                return self.rank(numerator, environment) if below == 0 else None
            case Power(base=base, exponent=Number()):
                rank = self.rank(base, environment)
                return rank if rank in (0, 2) else None
            case Apply(function="norm" | "absolute" | "inner"):
                return 0
            case Apply(function=function, arguments=(inside,)) if function in NUMBERS_OF:
                return 0 if self.rank(inside, environment) == 0 else None
            case Apply(function=function) if self.bold and taken_apart(function).font == "bold":
                return 1 if taken_apart(function).letter[:1].islower() else None
        return None

    def _are_dotted(self, left: Term, right: Term, environment: ScopedEnvironment) -> bool:
        """u · v of two vectors as they stand."""
        if isinstance(left, Transpose) or isinstance(right, Transpose):
            return False
        return self.rank(left, environment) == self.rank(right, environment) == 1

    def _is_multiple(self, factors: tuple[Term, ...], environment: ScopedEnvironment) -> bool:
        """Whether all factors but one are numbers."""
        return sum(self.rank(each, environment) != 0 for each in factors) == 1

    def _of_name(self, term: Symbol | Index, environment: ScopedEnvironment) -> int | None:
        shape = environment.shape_of(term)
        if shape is not None and (environment.is_told(term) or shape.shown or not shape.rank):
            return shape.rank if all(size.number != 1 for size in shape.sizes) else None
        base = unindexed(term)
        if not isinstance(base, Symbol) or environment.is_index(base.name):
            return None
        if isinstance(term, Index) and (environment.shape_of(base) is not None or not _is_member(term)):
            return None
        if base.name in self.vectors or base.name in self.matrices:
            return 1 if base.name in self.vectors else 2
        spelling = taken_apart(base.name)
        if not self.bold or not spelling.is_letter or not spelling.letter[:1].isalpha():
            return None
        small = spelling.letter[:1].islower()
        if spelling.font == "bold":
            return 1 if small else 2
        return 0 if small and not spelling.font and "vec" not in spelling.accents else None


_CALLED = re.compile(
    r"(?:\b(?P<vector>vectors?)|\b(?P<matrix>matrix|matrices)|(?P<zh_vector>向量)|(?P<zh_matrix>矩阵))[ ~]*[$\\(`]*\Z",
    re.IGNORECASE,
)


def _called(model: SemanticModel) -> Iterator[tuple[str, str]]:
    """The names that stand right behind "vector" or "matrix": the weight vector $w$."""
    text = model.document.source.text
    for statement in model.statements:
        name = name_of(statement.term) if isinstance(statement.term, Symbol | Index) else None
        if name is None or statement.carrier != "formula":
            continue
        found = _CALLED.search(text[max(0, statement.span.start - 16) : statement.span.start])
        if found is not None:
            yield name, "vector" if found["vector"] or found["zh_vector"] else "matrix"


def _displayed(term: Term) -> Iterator[str]:
    """The name that an equation gives rows and columns."""
    if not isinstance(term, Relation) or term.relations[0] not in EQUAL:
        return
    name = name_of(term.sides[0])
    side = term.sides[1]
    if name is not None and isinstance(side, Matrix) and side.style == "matrix":
        if len(side.rows) > 1 and len(side.rows[0]) > 1:
            yield name


def _is_member(term: Index) -> bool:
    """One of several, and no entry: one index below."""
    return len(term.indices) == 1 and not term.upper


Turned = Literal["first", "second"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A product of two vectors, one of them transposed, and of numbers."""

    product: Product
    turned: Turned
    left: Term
    right: Term


def pair_of(term: Term, styles: Styles, environment: ScopedEnvironment) -> Pair | None:
    """The two vectors of a product, where one of them is transposed and all else in it are numbers."""
    if not isinstance(term, Product) or term.sign not in ("", "·"):
        return None
    arrays = [factor for factor in _flat(term) if styles.rank(factor, environment) != 0]
    if len(arrays) != 2 or any(styles.rank(factor, environment) != 1 for factor in arrays):
        return None
    left, right = arrays
    turned = isinstance(left, Transpose), isinstance(right, Transpose)
    if turned[0] == turned[1]:
        return None
    return Pair(term, "first" if turned[0] else "second", left, right)


def has_turned(term: Term) -> bool:
    """Whether anything is transposed in a formula: there is no pair in any other."""
    return any(isinstance(part, Transpose) for part in walk(term))


def _flat(term: Product) -> Iterator[Term]:
    for factor in term.factors:
        if isinstance(factor, Product) and factor.sign == "":
            yield from _flat(factor)
        else:
            yield factor


def as_numbers(term: Term, styles: Styles, environment: ScopedEnvironment) -> Iterator[Term]:
    """The parts of a formula that have to be numbers, by what stands around them."""
    for part in walk(term):
        match part:
            case Sum(terms=terms) if any(_is_offset(each, styles, environment) for each in terms):
                yield from terms
            case Apply(function=function, arguments=(inside,)) if function in NUMBERS_OF:
                yield from _summands(inside)
            case Quotient(_, denominator):
                yield denominator
            case Power(Symbol("e"), exponent):
                yield from _summands(exponent)
            case Relation(relations=relations, sides=sides):
                for at, sign in enumerate(relations):
                    pair = sides[at : at + 2]
                    if sign in ORDERS or sign == "=" and any(_is_number(each, styles, environment) for each in pair):
                        yield from (inner for each in pair for inner in _summands(each))


def _is_number(side: Term, styles: Styles, environment: ScopedEnvironment) -> bool:
    """Whether a side is a number by what it is, or the value of a function that is set in plain letters: y(x)."""
    if isinstance(side, Apply) and styles.bold:
        spelling = taken_apart(side.function)
        if spelling.is_letter and not spelling.font and not spelling.accents and spelling.letter[:1].islower():
            return True
    return styles.rank(side, environment) == 0


def _is_offset(term: Term, styles: Styles, environment: ScopedEnvironment) -> bool:
    """Whether a summand is a number, or a bias of which nothing tells that it is more: b, w_0."""
    rank = styles.rank(term, environment)
    if rank is not None:
        return rank == 0
    match term:
        case Symbol(name="b") | Index(base=Symbol(name="w" | "theta" | "beta"), indices=(Number(value=0),), upper=()):
            return True
    return False


def _summands(term: Term) -> Iterator[Term]:
    if isinstance(term, Sum):
        yield from term.terms
    elif isinstance(term, Quotient):
        yield from _summands(term.numerator)
    else:
        yield term


def settled(model: SemanticModel, styles: Styles) -> Orientation | None:
    """How vectors lie, where (nearly) all of the products of a note that tell agree on it."""
    votes = [vote.lying for vote in once(model, votes_of)]
    columns, rows = votes.count("column"), votes.count("row")
    many, few = max(columns, rows), min(columns, rows)
    told = {each.value for each in model.conventions if each.name == "vectors"}
    lying: Orientation = "column" if columns >= rows else "row"
    if many < FEWEST_VOTES or few * MOST_AGAINST > many or told and told != {f"{lying}s"}:
        return None
    return lying


def votes_of(model: SemanticModel) -> tuple[Vote, ...]:
    """What each product of a note says of how vectors lie."""
    styles = once(model, Styles.of)
    return tuple(vote for shaped in model.shapes if _tells(shaped) for vote in _votes(shaped, styles))


@dataclass(frozen=True, slots=True)
class Vote:
    """What a product says of how vectors lie; ``beside`` is the matrix that the vector stands beside."""

    lying: Orientation
    shaped: StatementShape
    vector: Term
    beside: Term | None = None


def _tells(shaped: StatementShape) -> bool:
    return shaped.statement.carrier == "formula" and shaped.statement.stance == "asserted"


def _votes(shaped: StatementShape, styles: Styles) -> Iterator[Vote]:
    environment = shaped.environment
    for part in walk(shaped.statement.term):
        if isinstance(part, Product) and part.sign in ("", "·"):
            each = [styles.rank(factor, environment) for factor in part.factors]
            for (left, right), ranks in zip(pairwise(part.factors), pairwise(each), strict=True):
                if ranks == (2, 1):
                    yield Vote("row" if isinstance(right, Transpose) else "column", shaped, right, left)
                elif ranks == (1, 2):
                    yield Vote("column" if isinstance(left, Transpose) else "row", shaped, left, right)
    if not has_turned(shaped.statement.term):
        return
    numbers = {id(part): part for part in as_numbers(shaped.statement.term, styles, environment)}
    for part in numbers.values():
        if (pair := pair_of(part, styles, environment)) is not None:
            yield Vote("column" if pair.turned == "first" else "row", shaped, pair.left)
