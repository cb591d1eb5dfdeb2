r"""Equations and memberships: sides that must have one shape, and what a definition tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symformer.algebra.dimension import Dimension
from symformer.algebra.shape import Shape
from symformer.algebra.shape_laws import Clash, Match, match_shapes
from symformer.algebra.unify import Theory
from symformer.functions import lookup
from symformer.semantics.shapes.families import concatenation, count_of
from symformer.semantics.shapes.gradients import gradient_of
from symformer.semantics.shapes.half import half_told, half_told_vector
from symformer.semantics.shapes.records import (
    ConflictKind,
    Derived,
    Known,
    Run,
    ShapeConflict,
    has_free_size,
    known,
    unknown,
)
from symformer.semantics.shapes.sizes import shape_of_sizes
from symformer.semantics.shapes.taken_apart import pieces
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    EQUAL,
    Apply,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Relation,
    Slice,
    Space,
    Symbol,
    Term,
    walk,
)
from symformer.text.span import cover_all

ASSIGNMENTS = frozenset({"←"})
COMPARED = (EQUAL - {"≅"}) | ASSIGNMENTS  # what is isomorphic need not have the same shape


@dataclass(frozen=True, slots=True)
class _Side:
    term: Term
    found: Known


def relation_shapes(term: Relation, run: Run) -> Known:
    """Check the sides of a chain against each other and against the space they lie in."""
    sides = [_side(each, run) for each in term.sides]
    if len(sides) > 1:
        sides = [_either_way(side, sides, run) for side in sides]
    result: Known | None = None
    for start, stop in _groups(term):
        group = sides[start:stop]
        signs = term.relations[start : stop - 1]
        space = _space_after(term, sides, stop)
        if isinstance(group[0].term, Space) and result is not None:
            continue
        result = _check_group(group, signs, space, run)
    return result or unknown("no equation")


def _side(term: Term, run: Run) -> _Side:
    if isinstance(term, Space):
        declared = shape_of_sizes(term.sizes)
        return _Side(term, known(declared) if declared is not None else unknown("a size that cannot be read"))
    return _Side(term, run.of(term))


def _either_way(side: _Side, sides: Sequence[_Side], run: Run) -> _Side:
    """Parts joined side by side or one below the other, where what stands beside them tells which."""
    term = side.term
    if not isinstance(term, Apply) or term.function != "Concat" or side.found.sole is None:
        return side
    if not any(other is not side and other.found.shapes for other in sides):
        return side
    return _Side(term, concatenation(term.arguments, run, either=True))


def _groups(term: Relation) -> Iterator[tuple[int, int]]:
    """Runs of sides joined by equality signs."""
    start = 0
    for at, sign in enumerate(term.relations):
        if sign not in COMPARED:
            yield start, at + 1
            start = at + 1
    yield start, len(term.sides)


def _space_after(term: Relation, sides: Sequence[_Side], stop: int) -> _Side | None:
    if stop < len(sides) and term.relations[stop - 1] == "∈" and isinstance(sides[stop].term, Space):
        return sides[stop] if sides[stop].found.shapes else None
    return None


def _check_group(group: Sequence[_Side], signs: Sequence[str], space: _Side | None, run: Run) -> Known:
    if isinstance(group[0].term, Space):
        return unknown("no quantity")
    before = len(run.conflicts)
    if space is not None:
        _check_space(group, space, run)
    elif not (signs and _only_defined(group[0])) and not _assignment(group, signs):
        _check_sides(group, run)
    if len(run.conflicts) > before:
        if signs and isinstance(group[0].term, Symbol | Index):
            run.disputed.append(group[0].term)
        return unknown("conflict")
    told = [space] if space is not None else [each for each in group[1:] or group if each.found.sole is not None]
    if len(signs) == 1 and len(group) == 2:
        run.derived.extend(pieces(group[0].term, group[1].term, run))
    defined = _defined(group[0].term, run) if signs and told else None
    if defined is not None:
        shape = told[0].found.sole
        if shape is not None and not has_free_size(shape) and not _is_zero_for_an_array(defined, told[0].term):
            run.derived.append(Derived(defined, shape, defined.origin))
    if space is not None and space.found.sole is not None:
        run.derived.extend(_named_on_the_way(group[1:], space.found.sole, run))
    return told[0].found if told else group[-1].found


def _named_on_the_way(sides: Sequence[_Side], shape: Shape, run: Run) -> Iterator[Derived]:
    r"""``\partial L/\partial V = B^T G = z_1 \in \mathbb{R}^{n \times d}``: the name at the end lies in the space as well."""
    for side in sides:
        if isinstance(side.term, Symbol | Index) and not side.found.shapes and _defined(side.term, run) is not None:
            yield Derived(side.term, shape, side.term.origin)


def _is_zero_for_an_array(defined: Symbol | Index, value: Term) -> bool:
    r"""``\\Delta W = 0``, ``B = 0``: all entries of what may well be a matrix, and no word on its shape.

    >>> from fractions import Fraction
    >>> zero = Number(Fraction(0))
    >>> _is_zero_for_an_array(Symbol("Delta(W)"), zero), _is_zero_for_an_array(Symbol("z"), zero)
    (True, False)
    """
    base = unindexed(defined)
    if not isinstance(value, Number) or value.value != 0 or not isinstance(base, Symbol):
        return False
    name = base.name.removeprefix("Delta(")
    return name.startswith("bold(") or taken_apart(name).letter[:1].isupper()


def _defined(left: Term, run: Run) -> Symbol | Index | None:
    """What an equation defines: the name on its left, or an undeclared one within: log σ² = W h, entry by entry."""
    if isinstance(left, Symbol | Index):
        return left
    name: Term = left
    while True:
        match name:
            case Apply(function=function, arguments=(inside,)) if (law := lookup(function)) and law.elementwise:
                name = inside
            case Power(base=base, exponent=Number()):
                name = base
            case Symbol() | Index():
                return name if run.environment.shape_of(name) is None else None
            case _:
                return None


def _only_defined(side: _Side) -> bool:
    """f(X, Y) = …: the function is being defined, its usual law says nothing about this one; of y(t) a shape is told."""
    left = side.term
    if isinstance(left, Apply) and lookup(left.function) is None and side.found.sole is not None:
        return False
    return (
        isinstance(left, Apply)
        and gradient_of(left) is None
        and all(isinstance(each, Symbol | Index) for each in left.arguments)
    )


def _assignment(group: Sequence[_Side], signs: Sequence[str]) -> bool:
    """x ← …, or x = x W: the symbol takes a new value, and with it a new shape."""
    left = group[0].term
    if any(sign in ASSIGNMENTS for sign in signs):
        return True
    return isinstance(left, Symbol) and any(left in walk(side.term) for side in group[1:])


def _check_space(group: Sequence[_Side], space: _Side, run: Run) -> None:
    """Every expression lies in the space; a bare symbol on the left is what is declared by it."""
    for at, side in enumerate(group):
        if at == 0 and (len(group) > 1 or _is_name(side.term)):
            continue
        named = at == 1 and _is_name(group[0].term)
        side = _counted(side, space, run, named=named) if _is_list(side.term) else _as_far_as_told(side, space, run)
        if not side.found.shapes:
            continue
        kind: ConflictKind = "declared-shape-differs" if at else "result-shape-differs"
        match = _agree(side, space, run.environment.theory)
        if match.grade == "no" and match.clash is not None and not _is_constant(side, space, run):
            _report(kind, side, space, match.clash, run)
            return


def _counted(side: _Side, space: _Side, run: Run, *, named: bool) -> _Side:
    r"""A list as one array: with dots, and some members more or fewer than it is said to: ``(a_0, …, a_n) \in \mathbb{R}^n``.

    So is what one name stands for, where some member cannot lie in the space by itself: ``z = [u, v] \in \mathbb{R}^{2d}``.
    Of any other list each member may be what lies in the space.
    """
    if named and _some_outside(side.term, space, run):
        return side
    whole = space.found.sole
    if isinstance(side.term, Matrix) and whole is not None and whole.rank == 1:
        count = count_of(side.term.rows[0], run) if len(side.term.rows) == 1 else None
        if count is not None and (count - whole.first).number not in (None, 0):
            return _Side(side.term, known(Shape((count,))))
    return _Side(side.term, unknown("a list"))


def _some_outside(term: Term, space: _Side, run: Run) -> bool:
    """Whether a member of a list is of another shape than what lies in the space."""
    whole = space.found.sole
    if not isinstance(term, Matrix) or whole is None:
        return False
    if whole.rank and all(_is_plain_number(cell) for row in term.rows for cell in row):
        return True
    shapes = [run.of(cell).sole for row in term.rows for cell in row]
    theory = run.environment.theory
    return any(
        shape is not None and shape.rank and match_shapes(shape, whole, theory).grade != "yes" for shape in shapes
    )


def _as_far_as_told(side: _Side, other: _Side, run: Run) -> _Side:
    """A product with the one size that is known of it, to be held against a matrix or a vector."""
    whole = other.found.sole
    if side.found.shapes or whole is None or whole.rank not in (1, 2) or whole.shown:
        return side
    half = half_told(side.term, run) if whole.rank == 2 else half_told_vector(side.term, run)
    return _Side(side.term, known(half)) if half is not None else side


def _is_name(term: Term) -> bool:
    return isinstance(term, Symbol) or (isinstance(term, Index) and not any(each == Slice() for each in term.indices))


def _is_list(term: Term) -> bool:
    """(Q, K, V) ∈ …: each of them lies in it."""
    return isinstance(term, Matrix) and term.style == "tuple"


def _check_sides(group: Sequence[_Side], run: Run) -> None:
    if len(group) == 2 and _is_name(group[0].term):
        group = (group[0], _as_far_as_told(group[1], group[0], run))
    if isinstance(group[-1].term, Number) and all(_is_name(side.term) for side in group[:-1]):
        return  # B = C = 1: numbers in an example
    known_sides = [(at, side) for at, side in enumerate(group) if side.found.shapes]
    for (at, left), (_, right) in itertools.pairwise(known_sides):
        if at == 0 and isinstance(left.term, Index) and run.environment.shape_of(left.term) is None:
            continue  # K_2 = … defines a member; that there is a matrix K says nothing about it
        match = _agree(left, right, run.environment.theory)
        if match.grade != "no" or match.clash is None:
            continue
        number = at == 0 and _is_number_of_a_matrix(left, right, run)
        if not number and (_is_constant(left, right, run) or _is_constant(right, left, run)):
            continue
        if _shown_anew(left, right):
            continue
        gradient = at == 0 and gradient_of(left.term) is not None and isinstance(right.term, Product | Symbol | Index)
        number = number or at == 0 and _is_column_for_a_matrix(left, right)
        if match.clash.left is None and match.clash.right is None and not gradient and not number:
            continue  # a number for a vector, one row for all of them: too often shorthand
        _report(_kind_of(left, first=at == 0), left, right, match.clash, run)
        return


def _kind_of(left: _Side, *, first: bool) -> ConflictKind:
    if first and gradient_of(left.term) is not None:
        return "gradient-shape-differs"
    return "declared-shape-differs" if first and _is_name(left.term) else "sides-differ"


MOST_WRITTEN_OUT = 8  # rows and columns of a matrix of an example by hand


def _is_column_for_a_matrix(left: _Side, right: _Side) -> bool:
    """Whether a name that was declared a small matrix of numbers of rows and columns is shown as one column of numbers."""
    declared, shown = left.found.sole, right.found.sole
    if declared is None or shown is None or declared.rank != 2 or declared.shown or shown.rank != 1:
        return False
    small = all(1 < (size.number or 0) <= MOST_WRITTEN_OUT for size in declared.sizes)
    match right.term:
        case Matrix(rows=rows) if small and len(rows) > 1:
            return all(len(row) == 1 and _is_plain_number(row[0]) for row in rows)
    return False


def _is_plain_number(term: Term) -> bool:
    return isinstance(term, Number) or isinstance(term, Product) and all(isinstance(x, Number) for x in term.factors)


def _shown_anew(left: _Side, right: _Side) -> bool:
    """A name that stood for one display now stands for another: the next example."""
    return isinstance(right.term, Matrix) and all(shape.shown for shape in left.found.shapes + right.found.shapes)


def _is_constant(side: _Side, other: _Side, run: Run) -> bool:
    """X = 0, b = 1/n: a number for every entry, legal shorthand."""
    if not side.found.is_scalar or other.found.is_scalar:
        return False
    parts = (run.of(each) for each in walk(side.term) if isinstance(each, Symbol | Index))
    return all(part.is_scalar or not part.shapes for part in parts)


def _is_number_of_a_matrix(left: _Side, right: _Side, run: Run) -> bool:
    """Whether a name told to be a number is said to be a column times a vector.

    A matrix times a vector may be all numbers of a batch: each y is a number, and y = X w are all of them.
    """
    if not isinstance(left.term, Symbol | Apply) or not left.found.is_scalar or not isinstance(right.term, Product):
        return False
    told = run.environment.shape_of(left.term) is not None
    if not told or isinstance(left.term, Symbol) and not run.environment.is_told(left.term):
        return False  # the error e is a number by custom only
    product = right.found.sole
    if product is None or product.rank != 2:
        return False
    whole = [run.of(factor).sole for factor in right.term.factors]
    return len(whole) == 2 and [shape.rank if shape is not None else 0 for shape in whole] == [2, 1]


def _agree(left: _Side, right: _Side, theory: Theory) -> Match:
    """Whether some reading of both agrees."""
    first: Match | None = None
    for one in left.found.shapes:
        for two in right.found.shapes:
            match = _match_instance(one, two) if _is_numeric(one) != _is_numeric(two) else None
            match = match or match_shapes(one, two, theory)
            if match.grade != "no":
                return match
            first = first or match
    return first or Match("open")


def _is_numeric(shape: Shape) -> bool:
    return all(size.number is not None for size in shape.sizes)


def _match_instance(left: Shape, right: Shape) -> Match | None:
    """A worked example of a general shape: each letter may take any one number."""
    if left.rank != right.rank or not left.rank:
        return None
    bound: dict[Dimension, Dimension] = {}
    symbolic_first = not _is_numeric(left)
    for one, two in zip(left.sizes, right.sizes, strict=True):
        symbolic, numeric = (one, two) if symbolic_first else (two, one)
        expected = symbolic if symbolic.number is not None else bound.setdefault(symbolic, numeric)
        if expected != numeric:
            return Match("no", Clash(one, two, f"{symbolic} would be both {expected} and {numeric}"))
    return Match("open")


def _report(kind: ConflictKind, left: _Side, right: _Side, clash: Clash, run: Run) -> None:
    run.report(
        ShapeConflict(
            kind,
            cover_all((left.term.origin, right.term.origin)),
            left.term,
            right.term,
            left.found.shapes[0],
            right.found.shapes[0],
            (clash.left, clash.right),
            clash.reason,
            clash.trail,
        )
    )
