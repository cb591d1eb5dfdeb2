"""Every equation of a note, run: beside the standard equation that it is, or on its own at random values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from symformer.algebra.dimension import Dimension
from symformer.catalogue.equation import Equation
from symformer.judging.equations.near_standard import near_by_statement
from symformer.judging.equations.one_hot import one_hot_reading
from symformer.reasoning.recognise import Recognition, recognised
from symformer.semantics.model import once
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.statement import Statement
from symformer.terms.conventions import Conventions
from symformer.terms.parts import letter_names
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
    Space,
    Sum,
    Symbol,
    Term,
    Unknown,
    children,
    walk,
)

if TYPE_CHECKING:
    from symformer.algebra.shape import Shape
    from symformer.semantics.model import SemanticModel

Outcome = Literal["agrees", "runs", "equal", "no identity", "not run"]
CLOSE, FAR = 1e-10, 1e-6
PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
SEEDS = (0, 1, 2)
MOST_CELLS = 250_000


@dataclass(frozen=True, slots=True)
class Verified:
    """What became of one equation.

    ``agrees``: with the standard ``equations`` (several where its form is that of several).  ``runs``: on
    its own, and gives an array of ``shape``.  ``equal``: two formulas of one chain, at three seeds.
    ``no identity``: they differ at such values; the note may mean values that it ties together elsewhere.  ``not run``: for ``reason``.  ``difference`` is the largest, relative to the largest entry.
    """

    statement: Statement
    outcome: Outcome
    equations: tuple[Equation, ...] = ()
    difference: float | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    seed: int = 0
    shape: tuple[int, ...] | None = None
    reason: str = ""
    assumed: tuple[str, ...] = ()  # functions that nothing tells, for which some function was taken
    near: str = ""  # the standard equation that it is but for one edit, and the edit, in words


def verified(model: SemanticModel, seed: int = 0) -> tuple[Verified, ...]:
    """The equations of a note in order, each recognised or run, or with the reason why not."""
    arrays, near, known = _arrays(model), near_by_statement(model), once(model, recognitions)
    found = (
        _verified(each, seed, arrays, known[id(each.statement)]) for each in model.shapes if is_equation(each.statement)
    )
    return tuple(replace(each, near=near.get(id(each.statement), "")) for each in found)


def recognitions(model: SemanticModel) -> dict[int, tuple[Recognition, ...]]:
    """The standard equations that each equation of a note is, by the identity of its statement."""
    return {id(each.statement): recognised(each.statement.term) for each in model.shapes if is_equation(each.statement)}


def _arrays(model: SemanticModel) -> frozenset[Term]:
    """The letters that stand for an array somewhere in the note: elsewhere they are no sizes."""
    found: set[Term] = set()
    for each in model.shapes:
        for part in walk(each.statement.term):
            if isinstance(part, Symbol) and part not in found:
                shape = each.environment.shape_of(part)
                if shape is not None and shape.rank > 1:
                    found.add(part)
    return frozenset(found)


def is_equation(statement: Statement) -> bool:
    """A formula that says what something is: no arithmetic, no range, no declaration, nothing called wrong."""
    term = statement.term
    if not isinstance(term, Relation) or term.relations[0] not in EXACTLY_EQUAL or statement.stance != "asserted":
        return False
    if statement.carrier != "formula" or isinstance(term.sides[1], Symbol | Number | Space):
        return False
    return any(isinstance(part, Symbol) for part in walk(term.sides[1]))


def _verified(shaped: StatementShape, seed: int, arrays: frozenset[Term], known: tuple[Recognition, ...]) -> Verified:
    from symformer.reasoning.running.agreement import agreement
    from symformer.reasoning.running.compiled import NotRun

    statement = shaped.statement
    assert isinstance(statement.term, Relation)
    standard: list[Equation] = []
    largest = 0.0
    sizes: tuple[tuple[str, int], ...] = ()
    for found in known:
        agreed = agreement(found, statement.term, seed)
        if isinstance(agreed, NotRun) or agreed.difference > CLOSE:
            continue
        standard.append(found.equation)
        largest, sizes = max(largest, agreed.difference), tuple(agreed.sizes.items())
    if standard:
        return Verified(statement, "agrees", tuple(standard), largest, sizes, seed)
    return _run_alone(shaped, seed, arrays)


# -- an equation on its own -------------------------------------------------------------------------------------------


def _run_alone(shaped: StatementShape, seed: int, arrays: frozenset[Term]) -> Verified:
    """The formulas of an equation at random values of the shapes that the note tells."""
    from symformer.reasoning.running.agreement import assumed
    from symformer.reasoning.running.compiled import NotRun, compiled, difference

    statement = shaped.statement
    assert isinstance(statement.term, Relation)
    formulas = _formulas(statement.term)
    some = {name: told for each in formulas for name, told in assumed(each).items()}
    names = list(dict.fromkeys(name for each in formulas for name in _names(each, shaped, frozenset())))
    fitting = _fitting(formulas, shaped)
    unknown = [name for name in names if name not in fitting and not _is_told(name, shaped, arrays)]
    if (reading := one_hot_reading(shaped, seed)) is not None:
        return Verified(statement, "not run", seed=seed, reason=reading.in_words())
    if unknown:
        spoken = ", ".join(show_styled(each) for each in unknown)
        return Verified(
            statement, "not run", reason=f"nothing says what {spoken} {'is' if len(unknown) == 1 else 'are'}"
        )
    shapes = {name: told for name in names if (told := shaped.environment.shape_of(name)) is not None} | fitting
    sizes = _sizes(names, shapes, shaped)
    if sizes is None:
        return Verified(statement, "not run", reason="its sizes do not come out whole")
    if any(size_value(size, sizes) < 1 for each in shapes.values() for size in each.sizes):
        return Verified(statement, "not run", reason="its sizes do not all come out positive")
    if any(_cells(each, sizes) > MOST_CELLS for each in shapes.values()):
        return Verified(statement, "not run", reason="its arrays are too large")
    conventions = Conventions("column" if shaped.environment.vectors == "columns" else "row")
    worst: tuple[float, int] | None = None
    shape: tuple[int, ...] = ()
    for at in range(seed, seed + len(SEEDS)):
        bindings = _bindings(names, shapes, shaped, sizes, at)
        values = [compiled(each, conventions, some)(bindings) for each in formulas]
        for each in values:
            if isinstance(each, NotRun):
                return Verified(statement, "not run", reason=each.reason)
        found: list[Any] = [each for each in values if not isinstance(each, NotRun)]
        shape = found[0].shape
        for other in found[1:]:
            apart = difference(found[0], other).difference
            worst = (apart, at) if worst is None or apart > worst[0] else worst
    listed = tuple(sizes.items())
    if worst is None:
        return Verified(statement, "runs", sizes=listed, seed=seed, shape=shape, assumed=tuple(some))
    if some:  # some function proves and refutes nothing
        return Verified(statement, "runs", sizes=listed, seed=seed, shape=shape, assumed=tuple(some))
    if worst[0] <= CLOSE:
        return Verified(statement, "equal", difference=worst[0], sizes=listed, seed=worst[1], shape=shape)
    if (
        len({frozenset(_names(each, shaped, frozenset())) for each in formulas}) > 1
    ):  # they say something of each other, as definitions do
        return Verified(statement, "runs", sizes=listed, seed=seed, shape=shape)
    if worst[0] < FAR:
        return Verified(statement, "not run", reason="its sides are too near to each other to tell")
    return Verified(statement, "no identity", difference=worst[0], sizes=listed, seed=worst[1], shape=shape)


def _fitting(formulas: list[Term], shaped: StatementShape) -> dict[Term, Shape]:
    """The shape of what is added to arrays of one shape, where the note tells no other: PE in Y + PE."""
    found: dict[Term, Shape] = {}
    shape_of = shaped.environment.shape_of
    for total in (each for each in formulas if isinstance(each, Sum)):
        told = {shape for each in total.terms if (shape := shape_of(each)) is not None}
        bare = [each for each in total.terms if isinstance(each, Symbol) and shape_of(each) is None]
        others = [each for each in total.terms if isinstance(each, Symbol | Index)]
        if len(told) == 1 and len(others) == len(total.terms):
            found |= dict.fromkeys(bare, told.pop())
    return {name: shape for name, shape in found.items() if shape.sizes and not _is_number(name, shaped)}


def _is_number(name: Term, shaped: StatementShape) -> bool:
    environment = shaped.environment
    return isinstance(name, Symbol) and (environment.is_index(name.name) or environment.theory.speaks_of(name.name))


def _cells(shape: Shape, sizes: Mapping[str, int]) -> int:
    """How many entries an array would have."""
    return prod(int(size_value(size, sizes)) for size in shape.sizes)


def _formulas(term: Relation) -> list[Term]:
    """The sides that can be worked out: all but what is defined, and displays of numbers."""
    sides = [term.sides[0]]
    for relation, side in zip(term.relations, term.sides[1:], strict=True):
        if relation not in EXACTLY_EQUAL:
            break
        sides.append(side)
    defined = isinstance(sides[0], Symbol | Index) or _is_call(sides[0])
    kept = sides[1:] if defined else sides
    return [each for each in kept if not _is_display(each)] or kept[:1]


def _is_call(term: Term) -> bool:
    """A function of letters, which an equation defines: FFN(x)."""
    return isinstance(term, Apply) and all(isinstance(each, Symbol | Index) for each in term.arguments)


def _is_display(term: Term) -> bool:
    """A side that is no formula: numbers put in, a display, a name, or what could not be read."""
    if isinstance(term, Number | Matrix | Symbol) or not letter_names(term):
        return True
    return any(isinstance(part, Unknown | Ellipsis) for part in walk(term))


def _names(term: Term, shaped: StatementShape, bound: frozenset[Term]) -> Iterator[Term]:
    """The names in a formula that stand for values: letters, and members of families as a whole."""
    environment = shaped.environment
    if isinstance(term, Symbol):
        if term not in bound and term.name not in CONSTANTS:
            yield term
        return
    if isinstance(term, IndexedSum) and term.index is not None:
        bound = bound | {term.index}
    if isinstance(term, Index) and isinstance(term.base, Symbol):
        whole, own = environment.shape_of(term.base), environment.shape_of(term)
        picks = whole is not None and own is not None and own.rank == whole.rank - len(term.indices) - len(term.upper)
        if own is not None and not picks and not any(part in bound for part in walk(term)):
            yield term  # a name of its own, X_0, or a member of a family
            return
    labels = set(term.labels) if isinstance(term, Apply) else set()
    for part in children(term):
        if part not in labels:
            yield from _names(part, shaped, bound)


CONSTANTS = frozenset({"pi", "infty", "e", "roman(e)", "I", "bold(I)", "otherwise"})


def _is_told(name: Term, shaped: StatementShape, arrays: frozenset[Term]) -> bool:
    environment = shaped.environment
    if environment.shape_of(name) is None and (name in arrays or _is_worded(name)):
        return False  # an array, of a shape that is not in force here
    if isinstance(name, Symbol) and (environment.is_index(name.name) or environment.theory.speaks_of(name.name)):
        return True
    return environment.shape_of(name) is not None


def _sizes(names: list[Term], shapes: Mapping[Term, Shape], shaped: StatementShape) -> dict[str, int] | None:
    """A prime for each size, all different, and whole numbers for those that follow from them."""
    theory = shaped.environment.theory
    dimensions = [size for shape in shapes.values() for size in shape.sizes]
    letters = {letter for size in dimensions for letter in size.letters}
    letters |= {name.name for name in names if isinstance(name, Symbol) and _is_size(name, shaped)}
    reduced = {letter: theory.reduce(_letter(letter))[0] for letter in sorted(letters)}
    free = sorted({each for size in reduced.values() for each in size.letters})
    if len(free) > len(PRIMES):
        return None
    for factor in (1, 2, 4):
        chosen = {letter: factor * prime for letter, prime in zip(free, PRIMES, strict=False)}
        values = {letter: size_value(size, chosen) for letter, size in reduced.items()}
        whole = {letter: int(value) for letter, value in values.items() if value.denominator == 1 and value > 0}
        if len(whole) == len(values) and all(size_value(size, whole).denominator == 1 for size in dimensions):
            return whole
    return None


def _is_worded(name: Term) -> bool:
    """Whether a name is a capital with a word, as those of arrays are: Z_encoder."""
    base, _, label = name.name.partition("_") if isinstance(name, Symbol) else ("", "", "")
    return base.isupper() and len(label) > 2


def _is_size(name: Symbol, shaped: StatementShape) -> bool:
    """Whether a letter stands for a size here, and not for an array that is called alike."""
    shape = shaped.environment.shape_of(name)
    return shaped.environment.theory.speaks_of(name.name) and (shape is None or not shape.sizes)


def _letter(name: str) -> Dimension:
    from symformer.algebra.dimension import letter

    return letter(name)


def size_value(size: Dimension, letters: Mapping[str, int]) -> Fraction:
    """The number that a size is, where its letters are known."""
    total = Fraction(0)
    for monomial, factor in size.terms:
        product = Fraction(factor)
        for name, power in monomial:
            product *= (
                Fraction(letters.get(name, 1)) ** int(power) if Fraction(power).denominator == 1 else Fraction(1, 2)
            )
        total += product
    return total


def _bindings(
    names: list[Term], shapes: Mapping[Term, Shape], shaped: StatementShape, sizes: dict[str, int], seed: int
) -> dict[Any, Any]:
    import numpy as np

    rng = np.random.default_rng(seed)
    environment = shaped.environment
    found: dict[Any, Any] = {}
    for name in names:
        shape = shapes.get(name)
        if isinstance(name, Symbol) and name.name in sizes and (shape is None or not shape.sizes):
            found[name] = sizes[name.name]
        elif isinstance(name, Symbol) and environment.is_index(name.name):
            found[name] = 1.0
        elif shape is None or not shape.sizes:
            found[name] = rng.uniform(0.2, 0.8)
        else:
            found[name] = rng.normal(size=tuple(int(size_value(size, sizes)) for size in shape.sizes))
    return found
