"""Parts of NumPy source, with what is known of their shapes: sums, products, brackets where they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from symformer.printing.identifiers import identifier
from symformer.terms.conventions import Conventions, Lie
from symformer.terms.term import Symbol

Size = str | None  # the name of a size, where it is known
Sizes = tuple[Size, ...]
Shapes = Mapping[str, Sizes]
COMPARISON, SUM, PRODUCT, SIGNED, POWER, ATOM = range(6)  # how tightly a piece binds


class CannotWrite(Exception):
    """Why a term has no source."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the source; ``shape`` is None where it is not known."""

    text: str
    binds: int = ATOM
    shape: Sizes | None = ()
    lie: Lie = "row"

    @property
    def rank(self) -> int | None:
        """The number of axes, where it is known."""
        return None if self.shape is None else len(self.shape)

    def at(self, level: int) -> str:
        """The text where something that binds so tightly is wanted."""
        return f"({self.text})" if self.binds < level else self.text


@dataclass(frozen=True, slots=True)
class Writer:
    """What the source is written for, and what it will import."""

    shapes: Shapes
    conventions: Conventions
    imports: dict[str, str] = field(default_factory=dict)  # name to module
    sizes: dict[str, None] = field(default_factory=dict)  # the names of sizes that the source uses, in order
    counted: Mapping[Symbol, str] = field(default_factory=dict)  # bound indices that the source counts from 0

    def name(self, symbol: Symbol) -> Piece:
        """A symbol by its identifier; a bound index where the formula counts otherwise than the source."""
        if symbol in self.counted:
            first = self.conventions.first_index
            text = self.counted[symbol]
            return Piece(f"{text} + {first}", SUM) if first else Piece(text)
        sizes = self.shapes.get(symbol.name, ())
        return Piece(identifier(symbol.name), ATOM, sizes, self.conventions.vectors)

    def size(self, name: str) -> str:
        """A size by its identifier; that it is used is remembered."""
        self.sizes[name] = None
        return identifier(name)

    def counting(self, index: Symbol) -> Writer:
        """The writer within a loop over an index."""
        return replace(self, counted={**self.counted, index: identifier(index.name)})


def sum_of(left: Piece, right: Piece, sign: str) -> Piece:
    """``left + right`` or ``left - right``.

    >>> sum_of(Piece("X", ATOM, ("n", "d")), Piece("b", ATOM, ("d",)), "+").shape
    ('n', 'd')
    """
    left, right = stretched(left, right), stretched(right, left)
    text = f"{left.at(SUM)} {sign} {right.at(PRODUCT)}"
    return Piece(text, SUM, broadcast(left.shape, right.shape), _lie(left, right))


def entrywise(left: Piece, right: Piece, sign: str) -> Piece:
    """``left * right`` or ``left / right``, entry by entry."""
    left, right = stretched(left, right), stretched(right, left)
    text = f"{left.at(PRODUCT)} {sign} {right.at(SIGNED)}"
    return Piece(text, PRODUCT, broadcast(left.shape, right.shape), _lie(left, right))


def product_of(left: Piece, right: Piece, sign: str = "") -> Piece:
    """Two factors side by side: a scaling, or an inner, outer or matrix product.

    >>> q, K = Piece("q", ATOM, ("d",)), Piece("K", ATOM, ("m", "d"))
    >>> product_of(K, q).text, product_of(q, q).text, product_of(Piece("2"), q).text
    ('K @ q', 'q @ q', '2 * q')
    """
    if left.rank == 0 or right.rank == 0:
        return entrywise(left, right, "*")
    if left.rank == right.rank == 1:
        assert left.shape is not None and right.shape is not None
        if sign not in ("·", "⋅") and (left.lie, right.lie) == ("column", "row"):
            return Piece(f"np.outer({left.text}, {right.text})", ATOM, (*left.shape, *right.shape))
    text = f"{left.at(PRODUCT)} @ {right.at(SIGNED)}"
    if left.shape is None or right.shape is None:
        return Piece(text, PRODUCT, None)
    lie: Lie = "row" if left.rank == 1 else "column"
    batch = left.shape[:-2] if len(left.shape) >= len(right.shape) else right.shape[:-2]
    kept = left.shape[-2:-1] if left.rank != 1 else ()
    return Piece(text, PRODUCT, (*batch, *kept, *(right.shape[-1:] if right.rank != 1 else ())), lie)


def transposed(operand: Piece) -> Piece:
    """A matrix by its ``.T``; a vector is written alike either way.

    >>> transposed(Piece("K", ATOM, ("m", "d_k"))).text, transposed(Piece("q", ATOM, ("d_k",))).text
    ('K.T', 'q')
    """
    if operand.rank == 0:
        return operand
    if operand.rank == 1:
        lie: Lie = "column" if operand.lie == "row" else "row"
        return Piece(operand.text, operand.binds, operand.shape, lie)
    if operand.shape is None or operand.rank == 2:
        turned = None if operand.shape is None else operand.shape[::-1]
        return Piece(f"{operand.at(ATOM)}.T", ATOM, turned)
    *batch, rows, columns = operand.shape
    return Piece(f"np.swapaxes({operand.text}, -1, -2)", ATOM, (*batch, columns, rows))


def stretched(part: Piece, beside: Piece) -> Piece:
    """A vector that meets the columns of a matrix is written as one."""
    if part.rank != 1 or beside.rank is None or beside.rank < 2 or part.shape is None or beside.shape is None:
        return part
    (size,) = part.shape
    if size == beside.shape[-1] and (part.lie == "row" or size != beside.shape[-2]):
        return part
    if size == beside.shape[-2]:
        return Piece(f"{part.at(ATOM)}[:, None]", ATOM, (size, None), part.lie)
    return part


def broadcast(left: Sizes | None, right: Sizes | None) -> Sizes | None:
    """The shape of two parts entry by entry.

    >>> broadcast(("n", "d"), ("d",)), broadcast((), ("d",))
    (('n', 'd'), ('d',))
    """
    if left is None or right is None:
        return None
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    ahead = len(longer) - len(shorter)
    return (*longer[:ahead], *(a or b for a, b in zip(longer[ahead:], shorter, strict=True)))


def _lie(left: Piece, right: Piece) -> Lie:
    return left.lie if left.rank else right.lie
