"""Entries, rows, columns, slices, and members of families."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.algebra.dimension import Dimension, number
from symformer.algebra.shape import SCALAR, Shape
from symformer.semantics.declaring.drawn import identity_size
from symformer.semantics.shapes.records import Known, Run, known, unknown
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.term import Apply, Ellipsis, Index, Matrix, Number, Product, Slice, Symbol, Term


def index_shapes(term: Index, run: Run) -> Known:
    """A declared member of a family, or what the indices leave of the base."""
    declared = run.environment.shape_of(term)
    cuts = [each for each in term.indices if isinstance(each, Slice)]
    if declared is not None and not (cuts and all(each == Slice() for each in cuts)):
        return known(declared)
    if any(_counts_blocks(each, run) for each in cuts):
        return unknown("a slice that may count rows or blocks")
    computed = _computed(term, run)
    # What is said of a row X_{i,:} is checked against X, not believed.
    return computed if computed.shapes or declared is None else known(declared)


def identity_shape(term: Symbol | Index, run: Run) -> Known | None:
    """n × n for the identity ``I_n``, where n is a size of the note."""
    named = identity_size(term)
    size = dimension_of(named) if named is not None else None
    if size is None or not all(_is_only_a_size(letter, run) for letter in size.letters):
        return None
    return known(Shape((size, size)))


def _filled(term: Index) -> Shape | None:
    r"""n × d for zeros or ones with their sizes below, ``0_{n \times d}``."""
    match term:
        case Index(base=Number() | Symbol(name="bold(0)" | "bold(1)" | "blackboard(1)" | "0" | "1"), indices=(inner,)):
            pass
        case _:
            return None
    sizes = [dimension_of(each) for each in inner.factors] if isinstance(inner, Product) and inner.sign == "×" else []
    rows, *others = sizes or [None]
    columns = others[0] if len(others) == 1 else None
    return Shape((rows, columns)) if rows is not None and columns is not None else None


def _is_only_a_size(name: str, run: Run) -> bool:
    declared_at = run.environment.declared_at(Symbol(name))
    return (declared_at is not None and not declared_at.length) or run.environment.theory.speaks_of(name)


def _counts(base: Symbol, run: Run) -> bool:
    """h counts the heads, so h_i is something else that is called h."""
    return _is_only_a_size(base.name, run) or run.environment.is_index(base.name)


def _counts_blocks(part: Slice, run: Run) -> bool:
    """K_{:j}: the first j rows, or the first j blocks of rows."""
    return part.start is None and isinstance(part.stop, Symbol) and run.environment.is_index(part.stop.name)


def _computed(term: Index, run: Run) -> Known:
    if term.upper:
        return _member(term, run)
    if (identity := identity_shape(term, run)) is not None:
        return identity
    if (filled := _filled(term)) is not None:
        return known(filled)
    if (row := _row_of_small_letter(term, run)) is not None:
        return known(row)
    base = run.of(term.base)
    if isinstance(term.base, Symbol) and base.is_scalar and _counts(term.base, run):
        base = unknown(f"undeclared symbol: {term.base.name} with an index")
    if not base.shapes:
        run.missing.append(term)
        return base
    if len(term.indices) == 1 and isinstance(along := term.indices[0], Symbol) and base.sole is not None:
        if runs_along_first(along.name, base.sole):
            return known(Shape(base.sole.sizes[1:]))
    results = [shape for each in base.shapes for shape in _index(each, term.indices, isinstance(term.base, Symbol))]
    return known(*results) if results else unknown("an index that the shape has no axis for")


def runs_along_first(index: str, shape: Shape) -> bool:
    """Whether an index is the small letter of the first of three sizes or more: the g of V_g, where V is G × S × d.

    >>> from symformer.algebra.shape import shape
    >>> runs_along_first("g", shape("G", "S", "d")), runs_along_first("s", shape("G", "S", "d"))
    (True, False)
    """
    first = shape.first.letter if shape.rank > 2 else None
    if first is None:
        return False
    base, _, label = first.partition("_")
    counted = label if base in ("n", "N") and label else base
    small = counted.casefold() == index.casefold() and counted != index or counted.casefold().startswith(index + "ead")
    return small and all(size.letter is None or size.letter.casefold() != index for size in shape.sizes[1:])


def _member(term: Index, run: Run) -> Known:
    """Q^{(i)}_{j,:}: the member Q^{(i)} must be declared; that Q is, says nothing about it."""
    if (row := _row_of_small_letter(term, run)) is not None:
        return known(row)
    if not term.indices:
        run.missing.append(term)
        return unknown("an undeclared member of a family")
    member = run.environment.shape_of(Index(term.base, (), term.upper, term.origin))
    if member is None:
        run.missing.append(term)
        return unknown("an undeclared member of a family")
    return known(*_index(member, term.indices, False)) if member.rank >= len(term.indices) else unknown("an index")


def _row_of_small_letter(term: Index, run: Run) -> Shape | None:
    """The patch x_p^i of a sequence x_p of N patches: what has a small letter and two axes has rows of that letter."""
    if isinstance(term.base, Symbol) and not term.upper and "^" in term.base.name:
        base, _, last = term.base.name.rpartition("^")  # the N of x_p^N was taken for a label
        term = Index(Symbol(base), term.indices, (Symbol(last),), term.origin)
    if (
        len(term.upper) != 1
        or not isinstance(term.base, Symbol)
        or any(isinstance(each, Slice) for each in term.indices)
    ):
        return None
    whole = Index(term.base, term.indices, (), term.origin) if term.indices else term.base
    shape = run.environment.shape_of(whole)
    small = taken_apart(term.base.name).letter[:1].islower()
    if shape is None or shape.rank != 2 or shape.shown or not small or any(size.number == 1 for size in shape.sizes):
        return None
    return Shape((shape.last,))


def _index(base: Shape, indices: Sequence[Term], named: bool) -> list[Shape]:
    """The readings of indices on a shape; a named base may also be a family of that shape."""
    if any(isinstance(each, Ellipsis | Matrix) for each in indices):
        return []  # X[…, i]: as many axes as there are; X[:, (3, 5)]: as many columns as are listed
    slices = sum(isinstance(each, Slice) for each in indices)
    if len(indices) == base.rank:
        kept = [_width(each, size) for each, size in zip(indices, base.sizes, strict=True) if isinstance(each, Slice)]
        told = [size for size in kept if size is not None]
        if len(told) < len(kept):
            return []
        # x_i of a declared vector x: its entry, or the i-th of several such vectors
        return [Shape(tuple(told)), base] if named and base.rank == 1 and not slices else [Shape(tuple(told))]
    if base.rank == 0:
        return [] if slices else [SCALAR]
    if base.rank == 2 and len(indices) == 1 and not slices and named and isinstance(indices[0], Symbol | Apply):
        return []  # X_i, X_{g(i)}: a row, a column, a member of a family or a block of unknown size
    if base.rank == 2 and len(indices) == 1 and not slices:
        rows_and_columns = [Shape((base.last,)), Shape((base.first,))]
        return [*rows_and_columns, base] if named else rows_and_columns
    if base.rank == 2 and len(indices) == 1:
        width = _width(indices[0], base.first)
        return [Shape((width, base.last))] if width is not None else []
    if base.rank == 3 and len(indices) == 1 and not slices and named:
        if any(size.letter is None and len(size.letters) > 1 for size in base.sizes):
            return []  # Q_i of B × T × Hd: a head, of the size H·d
        # V_g of G × S × d: what is left of it, whichever axis g runs along
        return [Shape((*base.sizes[:at], *base.sizes[at + 1 :])) for at in range(base.rank)]
    return []


def _width(part: Term, size: Dimension) -> Dimension | None:
    """How many places a slice takes, None where it may or may not count its end.

    >>> from symformer.algebra.dimension import letter
    >>> i, d = Symbol("i"), Symbol("d_q")
    >>> from symformer.terms.term import Number, Product, Sum
    >>> str(_width(Slice(Product((i, d)), Product((Sum((i, Number(1))), d))), letter("D")))
    'd_q'
    """
    if not isinstance(part, Slice):
        return None
    if part.start is None and part.stop is None:
        return size
    start = dimension_of(part.start) if part.start is not None else number(0)
    stop = dimension_of(part.stop) if part.stop is not None else size
    if start is None or stop is None or start.number or _has_constant(start) or _has_constant(stop):
        return None
    width = stop - start
    return width if width.terms and any(factor > 0 for _, factor in width.terms) else None


def _has_constant(place: Dimension) -> bool:
    """i·d + 1 or n − 1: written for ends that count, or that do not; that is not ours to guess."""
    return place.number is None and any(not monomial for monomial, _ in place.terms)
