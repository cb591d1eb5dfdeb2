"""Values of terms: a number in an interval, a rectangular array of them, or the identity matrix.

Vectors are tolerant of their orientation: notes write ``xW``, ``Wx`` and ``q \\cdot k`` for the
same three numbers, and all are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import ONE, ZERO, Interval, NotEvaluated

MOST_CELLS = 10_000
MOST_MULTIPLICATIONS = 200_000


@dataclass(frozen=True, slots=True)
class Array:
    """Rows of numbers, all of one length. ``rank`` 1 is a vector (held as one row), 2 a matrix."""

    rows: tuple[tuple[Interval, ...], ...]
    rank: int = 2

    @staticmethod
    def vector(cells: tuple[Interval, ...] | list[Interval]) -> Array:
        """A vector of the given entries."""
        return Array((tuple(cells),), 1)

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes: ``(rows, columns)``, or ``(entries,)`` for a vector."""
        columns = len(self.rows[0])
        return (columns,) if self.rank == 1 else (len(self.rows), columns)

    @property
    def linear(self) -> bool:
        """Whether it is a vector, or a matrix of one row or one column."""
        return self.rank == 1 or len(self.rows) == 1 or len(self.rows[0]) == 1

    @property
    def cells(self) -> tuple[Interval, ...]:
        """All entries, row by row."""
        return tuple(cell for row in self.rows for cell in row)

    def map(self, function: Callable[[Interval], Interval | NotEvaluated]) -> Array | NotEvaluated:
        """The array of ``function`` at each entry."""
        rows: list[tuple[Interval, ...]] = []
        for row in self.rows:
            made: list[Interval] = []
            for cell in row:
                found = function(cell)
                if isinstance(found, NotEvaluated):
                    return found
                made.append(found)
            rows.append(tuple(made))
        return Array(tuple(rows), self.rank)


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity matrix of whatever size stands beside it, or so many times that one."""

    factor: Interval | None = None

    def of_size(self, size: int) -> Array:
        """The matrix with ``size`` rows."""
        one = ONE if self.factor is None else self.factor
        return Array(tuple(tuple(one if r == c else ZERO for c in range(size)) for r in range(size)))

    def times(self, number: Interval) -> Identity:
        """So many times this matrix."""
        return Identity(number if self.factor is None else self.factor * number)


IDENTITY = Identity()
Value = Interval | Array | Identity
Result = Value | NotEvaluated

DO_NOT_FIT = NotEvaluated("the sizes do not fit")


def transpose(value: Value) -> Value:
    """Rows become columns; a bare vector keeps no orientation."""
    match value:
        case Array(rank=2):
            return Array(tuple(zip(*value.rows, strict=True)))
    return value


def add(left: Value, right: Value) -> Result:
    """Sum, with scalars and biases broadcast over rows, or over columns where they stand upright."""
    match left, right:
        case Interval(), Interval():
            return left + right
        case Array(), Interval():
            return left.map(lambda cell: cell + right)
        case Interval(), Array():
            return right.map(lambda cell: left + cell)
        case Array(), Array():
            return entrywise(left, right, lambda a, b: a + b)
        case Identity(), Array(rank=2) if len(right.rows) == len(right.rows[0]):
            return add(left.of_size(len(right.rows)), right)
        case Array(rank=2), Identity() if len(left.rows) == len(left.rows[0]):
            return add(left, right.of_size(len(left.rows)))
    return NotEvaluated("a sum of unlike things")


def _widened(column: Array, width: int) -> Array:
    """A column stood side by side with itself."""
    return Array(tuple(row * width for row in column.rows))


def entrywise(left: Value, right: Value, function: Callable[[Interval, Interval], Interval | NotEvaluated]) -> Result:
    """``function`` at each pair of entries; one row is broadcast over many, and one column."""
    if isinstance(left, Interval) and isinstance(right, Interval):
        return function(left, right)
    match left, right:
        case Interval() as one, Array() as many:
            return many.map(lambda cell: function(one, cell))
        case Array() as many, Interval() as one:
            return many.map(lambda cell: function(cell, one))
    if not isinstance(left, Array) or not isinstance(right, Array):
        return NotEvaluated("an entry-by-entry operation on unlike things")
    if left.shape != right.shape:
        if left.linear and right.linear and len(left.cells) == len(right.cells):
            right = Array(left.rows, left.rank) if right is left else _in_form(right, left)
        elif len(right.rows) == 1 and len(right.rows[0]) == len(left.rows[0]):
            right = Array(right.rows * len(left.rows))
        elif len(left.rows) == 1 and len(left.rows[0]) == len(right.rows[0]):
            left = Array(left.rows * len(right.rows))
        elif len(right.rows[0]) == 1 and len(right.rows) == len(left.rows):
            right = _widened(right, len(left.rows[0]))
        elif len(left.rows[0]) == 1 and len(left.rows) == len(right.rows):
            left = _widened(left, len(right.rows[0]))
        else:
            return DO_NOT_FIT
    pairs = zip(left.cells, right.cells, strict=True)
    made: list[Interval] = []
    for a, b in pairs:
        found = function(a, b)
        if isinstance(found, NotEvaluated):
            return found
        made.append(found)
    return _in_form(Array.vector(made), left)


def _in_form(value: Array, model: Array) -> Array:
    """The entries of ``value`` in the rows and columns of ``model``."""
    cells, width = value.cells, len(model.rows[0])
    return Array(tuple(cells[at : at + width] for at in range(0, len(cells), width)), model.rank)


def multiply(left: Value, right: Value, sign: str = "") -> Result:
    """Scalar, dot, matrix-vector or matrix product, as the sizes decide."""
    match left, right:
        case Interval(), Interval():
            return left * right
        case Identity() as one, (Interval() | Identity() | Array()) as other:
            return _times_identity(one, other)
        case (Interval() | Array()) as other, Identity() as one:
            return _times_identity(one, other)
        case Interval(), Array():
            return right.map(lambda cell: left * cell)
        case Array(), Interval():
            return left.map(lambda cell: cell * right)
        case Array(), Array():
            return _array_product(left, right, sign)
    return NotEvaluated("a product of unlike things")


def _times_identity(one: Identity, other: Value) -> Result:
    """What is multiplied by an identity stays what it is, a number of times over; a number makes a multiple of it."""
    match other:
        case Interval():
            return one.times(other)
        case Identity(factor=factor):
            return one if factor is None else one.times(factor)
        case Array() if one.factor is not None:
            factor = one.factor
            return other.map(lambda cell: cell * factor)
    return other


def is_diagonal(value: Array) -> bool:
    """Whether a square matrix is zero beside its diagonal."""
    square = value.rank == 2 and len(value.rows) == len(value.rows[0])
    return square and all(cell == ZERO for r, row in enumerate(value.rows) for c, cell in enumerate(row) if r != c)


def moved_over(image: Array, kernel: Array, *, turned: bool) -> Result:
    """The products of a kernel with each place of an image that it fits on, added up; ``turned`` by half a turn first.

    Shapes: (m, n), (h, w) -> (m - h + 1, n - w + 1).
    """
    height, width = len(kernel.rows), len(kernel.rows[0])
    down, across = len(image.rows) - height, len(image.rows[0]) - width
    if image.rank != 2 or kernel.rank != 2 or down < 0 or across < 0 or (down + 1) * (across + 1) > MOST_CELLS:
        return DO_NOT_FIT
    weights = tuple(row[::-1] for row in kernel.rows[::-1]) if turned else kernel.rows
    made: list[tuple[Interval, ...]] = []
    for top in range(down + 1):
        cells: list[Interval] = []
        for left in range(across + 1):
            parts = [weights[r][c] * image.rows[top + r][left + c] for r in range(height) for c in range(width)]
            cells.append(sum(parts[1:], parts[0]))
        made.append(tuple(cells))
    return Array(tuple(made))


def _array_product(left: Array, right: Array, sign: str) -> Result:
    if left.rank == 1 and right.rank == 1:
        if sign == "×":
            return NotEvaluated("a cross product")
        return dot(left.cells, right.cells) if len(left.cells) == len(right.cells) else DO_NOT_FIT
    if left.rank == 1:
        if len(left.cells) == len(right.rows):
            made = _matrix_product(left.rows, right.rows)
            return made if isinstance(made, NotEvaluated) else Array(made, 1)
        if len(right.rows) == 1:  # a column beside a row
            made = _matrix_product(tuple((cell,) for cell in left.cells), right.rows)
            return made if isinstance(made, NotEvaluated) else Array(made)
        return DO_NOT_FIT
    if right.rank == 1:
        if len(left.rows[0]) == len(right.cells):
            made = _matrix_product(left.rows, tuple((cell,) for cell in right.cells))
            if isinstance(made, NotEvaluated):
                return made
            return Array((tuple(row[0] for row in made),), 1)
        return DO_NOT_FIT
    if len(left.rows[0]) == len(right.rows):
        made = _matrix_product(left.rows, right.rows)
        if isinstance(made, NotEvaluated):
            return made
        return made[0][0] if len(made) == 1 and len(made[0]) == 1 else Array(made)
    return _tolerant_product(left, right, sign)


def _tolerant_product(left: Array, right: Array, sign: str) -> Result:
    """Two rows or two columns side by side are a dot product; a vector beside a matrix turns."""
    if left.linear and right.linear and len(left.cells) == len(right.cells):
        return NotEvaluated("a cross product") if sign == "×" else dot(left.cells, right.cells)
    if right.linear and len(right.cells) == len(left.rows[0]):
        return _array_product(left, Array.vector(right.cells), sign)
    if left.linear and len(left.cells) == len(right.rows):
        return _array_product(Array.vector(left.cells), right, sign)
    return DO_NOT_FIT


def dot(left: tuple[Interval, ...], right: tuple[Interval, ...]) -> Interval:
    """The sum of products of entries.

    >>> dot((ONE, ONE), (ONE, ZERO)).lo
    Fraction(1, 1)
    """
    return bounds.sum_of_products(left, right)


Rows = tuple[tuple[Interval, ...], ...]


def _matrix_product(left: Rows, right: Rows) -> Rows | NotEvaluated:
    if len(left) * len(right) * len(right[0]) > MOST_MULTIPLICATIONS:
        return NotEvaluated("the product is too large to work out")
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(dot(row, column) for column in columns) for row in left)


def softmax(value: Value, axis: str) -> Result:
    """Softmax over each row, or over each column; over all entries of a vector."""
    if not isinstance(value, Array):
        return ONE if isinstance(value, Interval) else NotEvaluated("the softmax of an identity of open size")
    if value.linear:
        shares = bounds.softmax(list(value.cells))
        return shares if isinstance(shares, NotEvaluated) else _in_form(Array.vector(shares), value)
    turned = transpose(value) if axis == "columns" else value
    assert isinstance(turned, Array)
    made = by_row(turned, lambda row: bounds.softmax(list(row)))
    return transpose(made) if axis == "columns" and isinstance(made, Array) else made


def by_row(
    value: Array, function: Callable[[tuple[Interval, ...]], list[Interval] | NotEvaluated]
) -> Array | NotEvaluated:
    """``function`` at each row (at all entries of a vector, whichever way it stands)."""
    if value.linear:
        made = function(value.cells)
        return made if isinstance(made, NotEvaluated) else _in_form(Array.vector(made), value)
    rows: list[tuple[Interval, ...]] = []
    for row in value.rows:
        found = function(row)
        if isinstance(found, NotEvaluated):
            return found
        rows.append(tuple(found))
    return Array(tuple(rows), value.rank)


def normalised(cells: tuple[Interval, ...]) -> list[Interval] | NotEvaluated:
    """Entries less their mean, over their standard deviation (of the whole population)."""
    average, spread = mean(cells), variance(cells)
    root = bounds.sqrt(spread)
    if isinstance(root, NotEvaluated):
        return root
    made: list[Interval] = []
    for cell in cells:
        found = bounds.divide(cell - average, root)
        if isinstance(found, NotEvaluated):
            return NotEvaluated("the entries do not vary")
        made.append(found)
    return made


def scaled_to_unit(cells: tuple[Interval, ...]) -> list[Interval] | NotEvaluated:
    """Entries over their root mean square."""
    squares = Array.vector(cells).map(lambda cell: bounds.integer_power(cell, 2))
    root = squares if isinstance(squares, NotEvaluated) else bounds.sqrt(mean(squares.cells))
    if isinstance(root, NotEvaluated):
        return root
    made = Array.vector(cells).map(lambda cell: bounds.divide(cell, root))
    return made if isinstance(made, NotEvaluated) else list(made.cells)


def mean(cells: tuple[Interval, ...]) -> Interval:
    """The average.

    >>> mean((ONE, ZERO)).lo
    Fraction(1, 2)
    """
    return total(cells) * Interval.point(Fraction(1, len(cells)))


def variance(cells: tuple[Interval, ...], *, sample: bool = False) -> Interval:
    """The mean squared distance from the mean (over n - 1 for a sample)."""
    average = mean(cells)
    squares = [bounds.integer_power(cell - average, 2) for cell in cells]
    whole = total(tuple(square for square in squares if isinstance(square, Interval)))
    return whole * Interval.point(Fraction(1, max(1, len(cells) - 1 if sample else len(cells))))


def total(cells: tuple[Interval, ...]) -> Interval:
    """The sum of all."""
    return bounds.sum_of_products(cells, (ONE,) * len(cells))


def concatenate(values: list[Value]) -> Result:
    """Side by side: vectors end to end, matrices of equally many rows column after column."""
    arrays = [Array.vector([value]) if isinstance(value, Interval) else value for value in values]
    if not arrays or any(not isinstance(array, Array) for array in arrays):
        return NotEvaluated("a concatenation of unlike things")
    known = [array for array in arrays if isinstance(array, Array)]
    if all(array.rank == 1 for array in known):
        return Array.vector([cell for array in known for cell in array.cells])
    height = len(known[0].rows)
    if any(len(array.rows) != height for array in known):
        return DO_NOT_FIT
    return Array(tuple(tuple(c for array in known for c in array.rows[row]) for row in range(height)))


def stack(blocks: list[list[Value]]) -> Result:
    """A matrix of cells; a cell may itself be a row, a column or a block."""
    if all(isinstance(cell, Interval) for row in blocks for cell in row):
        if len({len(row) for row in blocks}) != 1:
            return NotEvaluated("rows of different lengths")
        return Array(tuple(tuple(cell for cell in row if isinstance(cell, Interval)) for row in blocks))
    rows: list[tuple[Interval, ...]] = []
    for row in blocks:
        if all(isinstance(cell, Array) and cell.rank == 1 for cell in row) and len(row) > 1:
            columns = [cell.cells for cell in row if isinstance(cell, Array)]
            if len({len(column) for column in columns}) != 1:
                return DO_NOT_FIT
            # vectors side by side are columns
            rows.extend(zip(*columns, strict=True))
            continue
        joined = concatenate(list(row))
        if not isinstance(joined, Array):
            return joined
        rows.extend(joined.rows)
    if len({len(row) for row in rows}) != 1:
        return NotEvaluated("rows of different lengths")
    return Array(tuple(rows))


def pairs(left: Value, right: Value) -> list[tuple[tuple[int, ...], Interval, Interval]] | NotEvaluated:
    """Corresponding entries with their place (row and column from 0), where the forms agree.

    A vector agrees with a row and with a column of as many entries.
    """
    match left, right:
        case Interval(), Interval():
            return [((), left, right)]
        case Identity(), Array(rank=2) if len(right.rows) == len(right.rows[0]):
            return pairs(left.of_size(len(right.rows)), right)
        case Array(rank=2), Identity() if len(left.rows) == len(left.rows[0]):
            return pairs(left, right.of_size(len(left.rows)))
        case Array(), Array() if left.shape == right.shape or (
            left.linear and right.linear and len(left.cells) == len(right.cells)
        ):
            return list(_matched(left, right))
        case (Interval(), Array()) | (Array(), Interval()):
            cells = left.cells if isinstance(left, Array) else right.cells if isinstance(right, Array) else ()
            if len(cells) == 1:
                one = left if isinstance(left, Interval) else cells[0]
                other = right if isinstance(right, Interval) else cells[0]
                return [((0, 0), one, other)]
    return NotEvaluated("the two sides differ in form")


def _matched(left: Array, right: Array) -> Iterator[tuple[tuple[int, ...], Interval, Interval]]:
    width = len(right.rows[0])
    for at, (one, other) in enumerate(zip(left.cells, right.cells, strict=True)):
        yield (at // width, at % width), one, other
