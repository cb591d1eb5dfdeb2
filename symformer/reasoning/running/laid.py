"""Arrays as formulas mean them: a vector knows whether it lies as a row or stands as a column.

Side by side, ``x W`` and ``W x``, ``xᵀ y`` and ``x yᵀ`` mean different products; which, the shapes decide,
and for two vectors how they lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symformer.terms.conventions import Lie

Array = NDArray[Any]
MOST_CELLS = 20_000_000


class CannotRun(Exception):
    """Why a term has no value here; ``missing`` names what would have to be given."""

    def __init__(self, reason: str, missing: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.missing = missing


@dataclass(frozen=True, slots=True)
class Laid:
    """An array; a vector also says how it lies, and whether somebody turned it on purpose."""

    array: Array
    lie: Lie = "row"
    turned: bool = False

    @property
    def rank(self) -> int:
        """The number of axes."""
        return self.array.ndim


@dataclass(frozen=True, slots=True)
class Identity:
    """A multiple of the identity matrix, whose size its surroundings decide."""

    scale: float = 1.0


Value = Laid | Identity


def scalar(number: float) -> Laid:
    """A number as a value.

    >>> scalar(2).rank
    0
    """
    return Laid(np.asarray(number, dtype=np.float64))


def described(value: Value) -> str:
    """The shape of a value, for messages.

    >>> described(Laid(np.zeros((2, 3)))), described(scalar(1))
    ('2 × 3', 'a number')
    """
    if isinstance(value, Identity):
        return "an identity matrix"
    return " × ".join(map(str, value.array.shape)) or "a number"


def transpose(value: Value) -> Value:
    """The last two axes exchanged; a vector turns.

    >>> transpose(Laid(np.zeros((2, 3)))).array.shape, transpose(Laid(np.zeros(3))).lie
    ((3, 2), 'column')
    """
    if isinstance(value, Identity) or value.rank == 0:
        return value
    if value.rank == 1:
        return Laid(value.array, "column" if value.lie == "row" else "row", turned=True)
    return Laid(np.swapaxes(value.array, -1, -2))


def multiply(left: Value, right: Value, sign: str = "") -> Value:
    """Two factors side by side, or with a sign: scaling, an inner, outer or matrix product.

    >>> x, W = Laid(np.array([1.0, 2.0])), Laid(np.ones((2, 3)))
    >>> multiply(x, W).array, float(multiply(x, transpose(x)).array), multiply(transpose(x), x).array.shape
    (array([3., 3., 3.]), 5.0, (2, 2))
    """
    if isinstance(left, Identity) or isinstance(right, Identity):
        return _with_identity(left, right)
    if left.rank == 0 or right.rank == 0:
        lie, turned = (left.lie, left.turned) if left.rank else (right.lie, right.turned)
        return Laid(left.array * right.array, lie, turned)
    if left.rank == right.rank == 1:
        return _of_vectors(left, right, sign)
    if sign == "×":
        raise CannotRun("the sign × between arrays")
    return _of_matrices(left, right)


def _with_identity(left: Value, right: Value) -> Value:
    if isinstance(left, Identity) and isinstance(right, Identity):
        return Identity(left.scale * right.scale)
    known, identity = (right, left) if isinstance(left, Identity) else (left, right)
    assert isinstance(known, Laid) and isinstance(identity, Identity)
    if known.rank == 0:
        return Identity(identity.scale * float(known.array))
    return Laid(identity.scale * known.array, known.lie, known.turned)


def _of_vectors(left: Laid, right: Laid, sign: str) -> Laid:
    if sign == "×":
        raise CannotRun("a cross product")
    if sign not in ("·", "⋅") and left.lie == "column" and right.lie == "row":
        return Laid(np.outer(left.array, right.array))
    if left.array.shape != right.array.shape:
        raise CannotRun(f"a product of vectors of {described(left)} and {described(right)} entries")
    if left.lie == right.lie and left.turned != right.turned and sign == "":
        raise CannotRun("a product of two vectors that lie the same way")
    return Laid(left.array @ right.array)


def _of_matrices(left: Laid, right: Laid) -> Laid:
    """A product in which one factor has two axes or more; a vector nobody turned may turn to fit."""
    if left.rank == 1 and right.rank == 2:
        if left.array.shape[0] == right.array.shape[0] and (left.lie == "row" or not left.turned):
            return Laid(left.array @ right.array, "row")
        if right.array.shape[0] == 1 and left.lie == "column":
            return Laid(np.outer(left.array, right.array[0]))
    elif right.rank == 1 and left.rank == 2:
        if left.array.shape[1] == right.array.shape[0] and (right.lie == "column" or not right.turned):
            return Laid(left.array @ right.array, "column")
        if left.array.shape[1] == 1 and right.lie == "row":
            return Laid(np.outer(left.array[:, 0], right.array))
    elif left.rank > 1 and right.rank > 1 and left.array.shape[-1] == right.array.shape[-2]:
        return Laid(_guarded(lambda: left.array @ right.array))
    raise CannotRun(f"a product of {described(left)} and {described(right)}")


def entrywise(left: Value, right: Value, join: Callable[[Array, Array], Array]) -> Value:
    """Entry by entry; a number meets every entry, a vector every row or column that it fits.

    >>> entrywise(Laid(np.ones((2, 3))), Laid(np.array([1.0, 2.0, 3.0])), np.add).array
    array([[2., 3., 4.],
           [2., 3., 4.]])
    """
    if isinstance(left, Identity) or isinstance(right, Identity):
        left, right = _sized(left, right)
    if left.rank == 0 or right.rank == 0:
        lie, turned = (left.lie, left.turned) if left.rank else (right.lie, right.turned)
        return Laid(join(left.array, right.array), lie, turned)
    if left.array.shape == right.array.shape:
        return Laid(join(left.array, right.array), left.lie, left.turned)
    if left.rank == 1 and right.rank > 1:
        return Laid(join(_stretched(left, right), right.array))
    if right.rank == 1 and left.rank > 1:
        return Laid(join(left.array, _stretched(right, left)))
    if left.rank != right.rank or _fits_with_ones(left.array.shape, right.array.shape):
        return Laid(_guarded(lambda: join(left.array, right.array)))
    raise CannotRun(f"{described(left)} and {described(right)} entry by entry")


def _fits_with_ones(left: tuple[int, ...], right: tuple[int, ...]) -> bool:
    return all(a == b or 1 in (a, b) for a, b in zip(left, right, strict=True))


def _stretched(vector: Laid, onto: Laid) -> Array:
    """The vector along the axis that its lie says, or the one it fits where nobody turned it."""
    size = vector.array.shape[0]
    along = {"row": -1, "column": -2}
    fits = [lie for lie, axis in along.items() if onto.array.shape[axis] == size]
    if vector.lie in fits:
        lie: str = vector.lie
    elif fits and not vector.turned:
        lie = fits[0]
    else:
        raise CannotRun(f"{described(vector)} and {described(onto)} entry by entry")
    return vector.array if lie == "row" else vector.array[:, None]


def _sized(left: Value, right: Value) -> tuple[Laid, Laid]:
    """An identity matrix in the size of what it meets."""
    known = right if isinstance(left, Identity) else left
    if isinstance(known, Identity) or known.rank < 2 or known.array.shape[-1] != known.array.shape[-2]:
        raise CannotRun("an identity matrix of open size")
    parts = [
        Laid(each.scale * np.eye(known.array.shape[-1])) if isinstance(each, Identity) else each
        for each in (left, right)
    ]
    return parts[0], parts[1]


def power(base: Value, exponent: Value) -> Value:
    """Numbers; an array entry by entry; a square matrix with a whole exponent by products.

    >>> float(power(scalar(2), scalar(-1)).array), power(Laid(2 * np.eye(2)), scalar(-1)).array.tolist()
    (0.5, [[0.5, 0.0], [0.0, 0.5]])
    """
    if isinstance(base, Identity) or isinstance(exponent, Identity):
        raise CannotRun("a power of an identity matrix")
    if exponent.rank == 0 and base.rank == 2 and float(exponent.array).is_integer():
        if base.array.shape[0] == base.array.shape[1]:
            return Laid(_guarded(lambda: np.linalg.matrix_power(base.array, int(exponent.array))))
        if exponent.array < 0:
            raise CannotRun(f"an inverse of {described(base)}")
    with np.errstate(all="ignore"):
        return entrywise(base, exponent, np.power)


def blocks(rows: Iterable[Iterable[Value]]) -> Value:
    """A matrix from numbers, vectors and matrices; one row or column of numbers is a vector.

    >>> blocks([[scalar(1), scalar(2)]]).array, blocks([[scalar(1)], [scalar(2)]]).lie
    (array([1., 2.]), 'column')
    """
    made = _guarded(lambda: np.block([[_as_matrix(part) for part in row] for row in rows]))
    if made.shape[0] == 1:
        return Laid(made[0], "row", turned=True)
    if made.shape[1] == 1:
        return Laid(made[:, 0], "column", turned=True)
    return Laid(made)


def _as_matrix(value: Value) -> Array:
    if isinstance(value, Identity):
        raise CannotRun("an identity matrix of open size")
    if value.rank == 1:
        return value.array[None, :] if value.lie == "row" else value.array[:, None]
    if value.rank > 2:
        raise CannotRun("a matrix of tensors")
    return value.array


def _guarded(work: Callable[[], Array]) -> Array:
    """What NumPy refuses cannot be run, in its own words."""
    try:
        return work()
    except (ValueError, IndexError, np.linalg.LinAlgError) as error:
        raise CannotRun(str(error).split("\n")[0]) from error
