"""What may be added to, set equal to, or multiplied by what.

Readers of notes are generous: a vector lies as a row or stands as a column as the product needs,
a bias goes along either axis, a 1 × 1 matrix is a number.  A clash is reported only where every
such reading is known to fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.dimension import Dimension, is_free
from symformer.algebra.shape import SCALAR, Orientation, Shape
from symformer.algebra.unify import Different, Equal, Theory, Trail

Grade = Literal["yes", "open", "no"]
MAX_CHAIN = 12
MAX_READINGS = 6


@dataclass(frozen=True, slots=True)
class Clash:
    """Two sizes that ought to be one and are known not to be (None: the axis is missing)."""

    left: Dimension | None
    right: Dimension | None
    reason: str
    trail: Trail = ()


@dataclass(frozen=True, slots=True)
class Match:
    """How far two shapes agree; ``clash`` says why not, where they do not."""

    grade: Grade
    clash: Clash | None = None


def match_sizes(left: Dimension, right: Dimension, theory: Theory, *, shown: bool = False) -> Match:
    """Compare one axis of two shapes.

    ``shown``: one of them belongs to a displayed example, whose numbers stand in for letters that
    may have other values in general.
    """
    match theory.compare(left, right):
        case Equal():
            return Match("yes")
        case Different() if shown and (left.number is None) != (right.number is None):
            return Match("open")
        case Different(reason, trail):
            return Match("no", Clash(left, right, reason, trail))
        case _:
            return Match("open")


def match_shapes(left: Shape, right: Shape, theory: Theory) -> Match:
    """Whether two quantities can be equal.

    >>> from symformer.algebra.shape import shape
    >>> match_shapes(shape(1, "d"), shape("d"), Theory()).grade
    'yes'
    >>> match_shapes(shape("n", 4), shape("n", 8), Theory()).grade
    'no'
    """
    if left.is_scalar and right.is_scalar:
        return Match("yes")
    if left.rank == right.rank:
        return _axes(left, right, theory)
    if max(left.rank, right.rank) > 2:
        return Match("open")
    one, two = _squeeze(left, theory), _squeeze(right, theory)
    if one.rank == two.rank:
        return _axes(one, two, theory)
    if any(size.number is None and size.letter is None for size in (*left.sizes, *right.sizes)):
        return Match("open")
    return Match("no", Clash(None, None, f"{_kind(left)} is no {_kind(right)}"))


def _axes(left: Shape, right: Shape, theory: Theory) -> Match:
    if lie_across(left, right):
        return Match("no", _across(left, right))
    shown = left.shown or right.shown
    return _worst([match_sizes(a, b, theory, shown=shown) for a, b in zip(left.sizes, right.sizes, strict=True)])


def lie_across(left: Shape, right: Shape) -> bool:
    """Whether one is a row and the other a column, in a note that writes its vectors one way only."""
    told = left.rank == right.rank == 1 and left.fixed and right.fixed
    return told and None not in (left.orientation, right.orientation) and left.orientation != right.orientation


def _across(left: Shape, right: Shape) -> Clash:
    return Clash(left.first, right.first, f"a {left.orientation} is no {right.orientation}")


def _kind(given: Shape) -> str:
    return ("number", "vector", "matrix", "tensor")[min(given.rank, 3)]


def _squeeze(given: Shape, theory: Theory) -> Shape:
    return Shape(tuple(size for size in given.sizes if theory.value(size) != 1), given.orientation, given.shown)


def _worst(matches: Sequence[Match]) -> Match:
    for grade in ("no", "open"):
        for each in matches:
            if each.grade == grade:
                return each
    return Match("yes")


def broadcast(left: Shape, right: Shape, theory: Theory) -> Shape | Clash | None:
    """The shape of a sum or an entry-by-entry product; None where it is not known.

    >>> from symformer.algebra.shape import shape
    >>> str(broadcast(shape("n", "d"), shape("d"), Theory()))
    '(n × d)'
    """
    if left.is_scalar or right.is_scalar:
        return right if left.is_scalar else left
    if left.rank == right.rank:
        return _broadcast_axes(left, right, theory)
    if left.rank < right.rank:
        return _turned(broadcast(right, left, theory))
    if left.rank > 2:
        return left if _along_last(left, right, theory) else None
    return _add_vector(left, right, theory)


def _turned(result: Shape | Clash | None) -> Shape | Clash | None:
    if isinstance(result, Clash):
        return Clash(result.right, result.left, result.reason, result.trail)
    return result


def _along_last(left: Shape, right: Shape, theory: Theory) -> bool:
    return all(
        match_sizes(a, b, theory).grade == "yes" for a, b in zip(left.sizes[-right.rank :], right.sizes, strict=True)
    )


def _add_vector(matrix: Shape, vector: Shape, theory: Theory) -> Shape | Clash | None:
    """A bias goes along the last axis, or down the first in notes with column vectors."""
    if 1 in (theory.value(matrix.first), theory.value(matrix.last)):
        squeezed = _squeeze(matrix, theory)
        found = _broadcast_axes(squeezed, vector, theory) if squeezed.rank == 1 else None
        return found if isinstance(found, Shape) else None  # a row and a column may span a matrix
    shown = matrix.shown or vector.shown
    along, down = (
        # A bias runs along the axis whose size is known: x W + b with nothing said of x.
        Match("no") if is_free(size) else match_sizes(size, vector.first, theory, shown=shown)
        for size in (matrix.last, matrix.first)
    )
    if along.grade == "no" and down.grade == "no":
        return along.clash or down.clash
    return matrix


def _broadcast_axes(left: Shape, right: Shape, theory: Theory) -> Shape | Clash | None:
    sizes = []
    shown = left.shown or right.shown
    if lie_across(left, right) and not (left.is_scalar or right.is_scalar):
        return _across(left, right)
    for one, two in zip(left.sizes, right.sizes, strict=True):
        if 1 in (one.number, two.number):
            sizes.append(two if one.number == 1 else one)
            continue
        match = match_sizes(one, two, theory, shown=shown)
        if match.grade == "no":
            return match.clash if left.rank <= 2 else None
        sizes.append(two if one.number is not None and two.number is None else one)
    oriented = left if left.orientation else right
    return Shape(tuple(sizes), oriented.orientation, shown, oriented.fixed)


@dataclass(frozen=True, slots=True)
class _Grid:
    """A factor laid out: rows and columns, None for the axis that a vector does not have."""

    rows: Dimension | None
    columns: Dimension | None
    sure: bool = True
    shown: bool = False
    fixed: bool = False

    @property
    def is_scalar(self) -> bool:
        return all(size is None or size.number == 1 for size in (self.rows, self.columns))


@dataclass(frozen=True, slots=True)
class ChainClash:
    """Factors ``start`` to ``split`` cannot multiply those from ``split`` to ``stop``."""

    start: int
    split: int
    stop: int
    left: Shape
    right: Shape
    clash: Clash


@dataclass(frozen=True, slots=True)
class ChainResult:
    """The shapes a product may have, the likeliest first; none where it clashes, or a factor has more than two axes."""

    shapes: tuple[Shape, ...]
    clash: ChainClash | None = None


def multiply(
    factors: Sequence[Sequence[Shape]], theory: Theory, *, vectors: Orientation = "column", outer: bool = True
) -> ChainResult:
    """A product of matrices and vectors, under every bracketing and every layout of the vectors.

    Each factor comes with the shapes it may have, none of them a number.  ``vectors`` is how
    vectors lie where the product leaves it open; without ``outer`` two vectors that nobody
    transposed give a number.

    >>> from symformer.algebra.shape import shape
    >>> str(multiply([[shape("m", "n")], [shape("n")]], Theory()).shapes[0])
    '(m)'
    """
    count = len(factors)
    table: dict[tuple[int, int], tuple[_Grid, ...]] = {
        (at, at + 1): _layouts(shapes, vectors) for at, shapes in enumerate(factors)
    }
    for width in range(2, count + 1):
        for start in range(count - width + 1):
            found: list[_Grid] = []
            for split in range(start + 1, start + width):
                left, right = table[start, split], table[split, start + width]
                plain = not outer and split - start == 1 and width == 2 and _both_vectors(factors, start)
                found.extend(_pairs(left, right, theory, inner_only=plain))
            table[start, start + width] = _best(found)
    if not table[0, count]:
        narrowest = min((each for each, found in table.items() if not found), key=lambda at: (at[1] - at[0], at[0]))
        if narrowest[1] - narrowest[0] == 1:
            return ChainResult(())  # a factor that is neither matrix nor vector
        return ChainResult((), _explain(factors, table, narrowest, theory))
    shapes = tuple(dict.fromkeys(_collapse(grid) for grid in table[0, count]))
    return ChainResult(shapes)


def _both_vectors(factors: Sequence[Sequence[Shape]], at: int) -> bool:
    return all(shape.rank == 1 for shapes in factors[at : at + 2] for shape in shapes)


def _layouts(shapes: Sequence[Shape], vectors: Orientation) -> tuple[_Grid, ...]:
    grids: list[_Grid] = []
    for each in shapes:
        if each.rank == 0:
            grids.append(_Grid(None, None))
        elif each.rank == 2:
            grids.append(_Grid(each.first, each.last, shown=each.shown, fixed=True))
        elif each.rank == 1 and each.fixed and each.orientation is not None:
            along, down = (each.first, None) if each.orientation == "row" else (None, each.first)
            grids.append(_Grid(down, along, shown=each.shown, fixed=True))
        elif each.rank == 1:
            row, column = _Grid(None, each.first, shown=each.shown), _Grid(each.first, None, shown=each.shown)
            grids.extend((row, column) if (each.orientation or vectors) == "row" else (column, row))
    return tuple(dict.fromkeys(grids))


def _pairs(
    left: Sequence[_Grid], right: Sequence[_Grid], theory: Theory, *, inner_only: bool = False
) -> Iterator[_Grid]:
    for one in left:
        for two in right:
            sure, shown = one.sure and two.sure, one.shown or two.shown
            if one.is_scalar or two.is_scalar:
                other = two if one.is_scalar else one
                yield _Grid(other.rows, other.columns, sure, shown, other.fixed)
                continue
            grade = _inner(one.columns, two.rows, theory, shown=shown)
            if grade == "no" or (inner_only and one.columns is None):
                continue
            yield _Grid(one.rows, two.columns, sure and grade == "yes", shown, one.fixed and two.fixed)


def _inner(left: Dimension | None, right: Dimension | None, theory: Theory, *, shown: bool) -> Grade:
    if left is None or right is None:
        # The missing axis of a vector has size 1; no letter is introduced to stand for 1.
        present = left if right is None else right
        return "yes" if present is None or theory.value(present) == 1 else "no"
    return match_sizes(left, right, theory, shown=shown).grade


def _best(found: Sequence[_Grid]) -> tuple[_Grid, ...]:
    sure = [grid for grid in found if grid.sure]
    return tuple(dict.fromkeys(sure or found))[:MAX_READINGS]


def _collapse(grid: _Grid) -> Shape:
    if grid.is_scalar:
        return SCALAR
    if grid.rows is None and grid.columns is not None:
        return Shape((grid.columns,), "row", grid.shown, grid.fixed)
    if grid.columns is None and grid.rows is not None:
        return Shape((grid.rows,), "column", grid.shown, grid.fixed)
    assert grid.rows is not None and grid.columns is not None
    return Shape((grid.rows, grid.columns), None, grid.shown)


def _explain(
    factors: Sequence[Sequence[Shape]],
    table: dict[tuple[int, int], tuple[_Grid, ...]],
    failing: tuple[int, int],
    theory: Theory,
) -> ChainClash:
    start, stop = failing
    split = stop - 1
    left = factors[start][0] if split - start == 1 else _collapse(table[start, split][0])
    right = factors[split][0]
    return ChainClash(start, split, stop, left, right, _inner_clash(left, right, theory))


def _inner_clash(left: Shape, right: Shape, theory: Theory) -> Clash:
    inner_left = left.last if left.rank else None
    inner_right = right.first if right.rank else None
    if inner_left is None or inner_right is None:
        return Clash(inner_left, inner_right, "the sizes that touch differ")
    match = match_sizes(inner_left, inner_right, theory)
    if match.clash is not None:
        return match.clash
    return Clash(inner_left, inner_right, "no way to lay out the vectors makes the product exist")
