"""Families and arrays: ``x_1, …, x_n``, displayed matrices with dots, blocks, and parts side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import reduce
from operator import add

from symformer.algebra.dimension import Dimension, number
from symformer.algebra.shape import SCALAR, Orientation, Shape
from symformer.algebra.shape_laws import match_sizes
from symformer.algebra.unify import Theory
from symformer.semantics.shapes.records import Known, Run, ShapeConflict, known, unknown
from symformer.semantics.shapes.sizes import dimension_of
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.parts import unindexed
from symformer.terms.term import Apply, Ellipsis, Index, Matrix, Number, Power, Symbol, Term, is_term, walk
from symformer.terms.term import Unknown as Unread
from symformer.text.span import cover_all


@dataclass(frozen=True, slots=True)
class Part:
    """One shape, ``count`` times over."""

    term: Term
    shapes: Known
    count: Dimension


def family_count(first: Term, last: Term) -> Dimension | None:
    """How many members ``first, …, last`` has, from the one index in which the two differ.

    >>> x = Symbol("x")
    >>> str(family_count(Index(x, (Number(1),)), Index(x, (Symbol("n"),))))
    'n'
    """
    pairs = _differences(first, last)
    if not pairs or len(set(pairs)) != 1:
        return None
    start, stop = (dimension_of(each) for each in pairs[0])
    return None if start is None or stop is None else stop - start + number(1)


def _differences(one: Term, two: Term) -> list[tuple[Term, Term]] | None:
    """The index terms in which two terms differ; None where they differ in more than indices."""
    if one == two:
        return []
    if isinstance(two, Unread):  # a power, or an index
        two = next((each for each in two.alternatives if isinstance(each, Power) and each.base == one), two)
    match two:
        case Power(base=raised, exponent=exponent) if raised == one:
            return [(Number(Fraction(1)), exponent)]  # A, …, A^n
        case Symbol(name=name) if isinstance(one, Symbol) and name.startswith(f"{one.name}^"):
            return [(Number(Fraction(1)), Symbol(name.removeprefix(f"{one.name}^")))]  # taken for a label
    if isinstance(one, Symbol | Index) and isinstance(two, Symbol):
        return _label_difference(one, two)
    if type(one) is not type(two) or isinstance(one, Number | Unread):
        return None
    if isinstance(one, Index) and isinstance(two, Index):
        if one.upper and not two.upper and isinstance(two.base, Symbol) and "^" in two.base.name:
            base, _, last = two.base.name.rpartition("^")  # the N of x_p^N was taken for a label
            two = Index(Symbol(base), two.indices, (Symbol(last),), two.origin)
        if (len(one.indices), len(one.upper)) != (len(two.indices), len(two.upper)):
            return None
        inner = _differences(one.base, two.base)
        paired = zip(one.slots, two.slots, strict=True)
        return None if inner is None else [*inner, *((a, b) for a, b in paired if a != b)]
    found: list[tuple[Term, Term]] = []
    left, right = _shallow(one), _shallow(two)
    if left is None or right is None or left[0] != right[0] or len(left[1]) != len(right[1]):
        return None
    for a, b in zip(left[1], right[1], strict=True):
        deeper = _differences(a, b)
        if deeper is None:
            return None
        found.extend(deeper)
    return found


def _shallow(term: Term) -> tuple[list[object], list[Term]] | None:
    """The plain fields and the child terms of a node."""
    plain: list[object] = []
    parts: list[Term] = []
    for each in fields(term):
        value = getattr(term, each.name)
        if each.name in ("origin", "printed"):
            continue
        if is_term(value):
            parts.append(value)
        elif isinstance(value, tuple) and all(is_term(item) for item in value):
            parts.extend(value)
            plain.append(len(value))
        else:
            plain.append(value)
    return plain, parts


def _label_difference(one: Symbol | Index, two: Symbol) -> list[tuple[Term, Term]] | None:
    """``head_1`` and ``head_h``, where the reader took one subscript or both for a label."""
    match one:
        case Symbol(name):
            base, _, low = name.rpartition("_")
            first: Term | None = Number(Fraction(int(low))) if low.isdecimal() else None
        case Index(Symbol(base), (first,), ()):
            pass
        case _:
            return None
    other, _, high = two.name.rpartition("_")
    if not base or base != other or not high or not isinstance(first, Number):
        return None
    return [(first, Number(Fraction(int(high))) if high.isdecimal() else Symbol(high))]


def parts_of(items: Sequence[Term], run: Run) -> list[Part] | None:
    """The members of a list, with dots counted; None where the dots say too little."""
    dots = [at for at, item in enumerate(items) if isinstance(item, Ellipsis)]
    shown = [item for item in items if not isinstance(item, Ellipsis)]
    if not dots:
        return [Part(item, run.of(item), number(1)) for item in items]
    if len(dots) > 1 or len(shown) < 2 or isinstance(items[-1], Ellipsis):
        return None
    count = family_count(shown[0], shown[-1])
    if count is None:
        return _behind_others(items, dots[0], run)
    members = [(item, run.of(item)) for item in shown]
    if len({found.sole.sizes for _, found in members if found.sole is not None}) > 1:
        return None  # each has a size of its own: Z_i is n × q_i
    for item, found in members:
        if isinstance(item, Index) and found.sole is not None and found.sole == run.environment.shape_of(item.base):
            return None  # Z_1 has the shape of Z, in another case than that of several
        if found.shapes:
            return [Part(item, found, count)]
    return [Part(shown[0], run.of(shown[0]), count)]


def count_of(items: Sequence[Term], run: Run) -> Dimension | None:
    """How many members a list with dots has, where they count to a letter."""
    parts = parts_of(items, run) if any(isinstance(item, Ellipsis) for item in items) else None
    total = reduce(add, (part.count for part in parts)) if parts else None
    return total if total is not None and total.letters else None


def _behind_others(items: Sequence[Term], dots: int, run: Run) -> list[Part] | None:
    """``[x_cls; p_1 E; …; p_N E]``: others, each by itself, and then the family; one part more than the family has."""
    if dots + 2 != len(items):
        return None
    for at in range(1, dots):
        count = family_count(items[at], items[-1])
        if count is not None:
            before = [Part(item, run.of(item), number(1)) for item in items[:at]]
            return [*before, Part(items[at], run.of(items[at]), count)]
    return None


def concatenation(items: Sequence[Term], run: Run, *, either: bool = False) -> Known:
    """Parts side by side along the last axis (or below one another, where only that fits).

    ``either``: parts that fit in both ways may stand in both.
    """
    parts = parts_of(items, run)
    return joined(parts, run, either=either) if parts else unknown("dots that show too little")


def diagonal_of(items: Sequence[Term], run: Run) -> Known:
    """``diag(s_1, …, s_n)``: as many rows and columns as there are numbers."""
    parts = parts_of(items, run)
    if not parts or any(part.shapes.shapes and not part.shapes.is_scalar or _may_be_block(part) for part in parts):
        return unknown("a diagonal")
    size = reduce(add, (part.count for part in parts))
    return known(Shape((size, size)))


def _may_be_block(part: Part) -> bool:
    """Whether a part whose shape nobody told may be a matrix: R(θ_1), A_1."""
    term = unindexed(part.term)
    if part.shapes.shapes:
        return False
    return isinstance(term, Apply) or isinstance(term, Symbol) and taken_apart(term.name).letter[:1].isupper()


def joined(parts: Sequence[Part], run: Run, *, either: bool = False) -> Known:
    """Counted parts side by side."""
    shapes = [part.shapes.sole for part in parts]
    told = [shape for shape in shapes if shape is not None]
    if len(told) < len(shapes):
        return unknown(next((part.shapes.reason for part in parts if part.shapes.reason), "ambiguous"))
    ranks = {shape.rank for shape in told}
    if _are_tensors(told):
        return known(*found) if (found := _tensors(parts, told, run)) else unknown("parts that may or may not fit")
    if ranks == {1} and any(part.count.number is None for part in parts):
        return known(*_stacked(parts, told, run.environment.theory, upright=True, style="tuple"))
    if ranks <= {0, 1}:
        return known(Shape((_total(parts, told, 0),)))
    if ranks != {2}:
        return unknown("parts of several ranks side by side")
    theory = run.environment.theory
    beside, below = _joined(parts, told, 1, theory), _joined(parts, told, 0, theory)
    found = [shape for shape in (beside, below) if shape is not None]
    if len(found) == 2 and all(shape.last.number == 1 for shape in told):
        return known(found[1], found[0])  # columns are rather set below one another
    if either and len(found) == 2 and all(_surely_joined(told, axis, theory) for axis in (0, 1)):
        return known(*found)
    for axis, shape in ((1, beside), (0, below)):
        if shape is not None and _surely_joined(told, axis, theory):
            return known(shape)
    if found:
        return known(*found) if len(found) == 2 else unknown("parts that may or may not fit")
    _report_parts(parts, told, run)
    return unknown("conflict")


def _total(parts: Sequence[Part], shapes: Sequence[Shape], axis: int) -> Dimension:
    sizes = (
        part.count * (shape.sizes[axis] if shape.rank else number(1)) for part, shape in zip(parts, shapes, strict=True)
    )
    return reduce(add, sizes)


def _joined(parts: Sequence[Part], shapes: Sequence[Shape], axis: int, theory: Theory) -> Shape | None:
    """Matrices joined along one axis, unless the other axis is known to differ."""
    other = 1 - axis
    first = shapes[0].sizes[other]
    if any(match_sizes(first, shape.sizes[other], theory).grade == "no" for shape in shapes[1:]):
        return None
    total = _total(parts, shapes, axis)
    return Shape((first, total) if axis == 1 else (total, first))


def _are_tensors(shapes: Sequence[Shape]) -> bool:
    return len({shape.rank for shape in shapes}) == 1 and shapes[0].rank > 2


def _tensors(parts: Sequence[Part], shapes: Sequence[Shape], run: Run, *, stacked: bool = False) -> list[Shape]:
    """Arrays of three axes and more joined along one of them, the last one first, where all others are equal.

    Arrays that are all equal may be ``stacked`` as well: then a new axis counts them.
    """
    theory, sizes = run.environment.theory, shapes[0].sizes
    equal = [
        all(match_sizes(size, shape.sizes[axis], theory).grade == "yes" for shape in shapes[1:])
        for axis, size in enumerate(sizes)
    ]
    found = [
        Shape((*sizes[:axis], _total(parts, shapes, axis), *sizes[axis + 1 :]))
        for axis in reversed(range(len(sizes)))
        if all(equal[:axis]) and all(equal[axis + 1 :])
    ]
    if stacked and all(equal):
        found.append(Shape((reduce(add, (part.count for part in parts)), *sizes)))
    return found


def _surely_joined(shapes: Sequence[Shape], axis: int, theory: Theory) -> bool:
    other = 1 - axis
    return all(match_sizes(shapes[0].sizes[other], each.sizes[other], theory).grade == "yes" for each in shapes[1:])


def _report_parts(parts: Sequence[Part], shapes: Sequence[Shape], run: Run, *, axis: int = 0) -> None:
    theory = run.environment.theory
    for part, shape in zip(parts[1:], shapes[1:], strict=True):
        clash = match_sizes(shapes[0].sizes[axis], shape.sizes[axis], theory).clash
        if clash is None:
            continue
        run.report(
            ShapeConflict(
                "concat-shapes-differ",
                cover_all((parts[0].term.origin, part.term.origin)),
                parts[0].term,
                part.term,
                shapes[0],
                shape,
                (clash.left, clash.right),
                clash.reason,
                clash.trail,
            )
        )
        return


def matrix_shapes(term: Matrix, run: Run) -> Known:
    """A displayed array: of numbers, of blocks, or a family shown by its corners."""
    rows = [row for row in term.rows if not all(isinstance(cell, Ellipsis) for cell in row)]
    if not rows or any(isinstance(cell, Unread) for row in rows for cell in row):
        return unknown("an array with parts that were not read")
    dotted = len(rows) < len(term.rows) or any(isinstance(cell, Ellipsis) for row in rows for cell in row)
    if len(term.rows) == 1:
        return _line(term.rows[0], run, upright=False, style=term.style)
    if all(len(row) == 1 for row in term.rows):
        return _line([row[0] for row in term.rows], run, upright=True, style=term.style)
    if dotted:
        return _corners(rows, run)
    if len({len(row) for row in rows}) > 1:
        return unknown("rows of several lengths")
    return _grid(rows, run)


def _line(cells: Sequence[Term], run: Run, *, upright: bool, style: str) -> Known:
    parts = parts_of(cells, run)
    if not parts:
        return _uncounted(cells, run, upright=upright) if style == "matrix" else unknown("dots that show too little")
    if _all_numbers([part.shapes for part in parts], [part.term for part in parts]):
        total = reduce(add, (part.count for part in parts))
        if total.number == 1 and style == "matrix":
            return known(SCALAR)
        layout: Orientation | None = "column" if upright else "row" if style == "matrix" else None
        return known(Shape((total,), layout, _has_numbers(cells)))
    shapes = [part.shapes.sole for part in parts]
    told = [shape for shape in shapes if shape is not None]
    if len(told) < len(shapes):
        return unknown(next((part.shapes.reason for part in parts if part.shapes.reason), "ambiguous"))
    if {shape.rank for shape in told} == {2} and style == "matrix":
        axis = 0 if upright else 1
        joined = _joined(parts, told, axis, run.environment.theory)
        if joined is not None:
            return known(joined)
        _report_parts(parts, told, run, axis=1 - axis)
        return unknown("conflict")
    if {shape.rank for shape in told} == {2}:
        return known(*_listed(parts, told, run.environment.theory))
    if _are_tensors(told):
        return known(*_tensors(parts, told, run, stacked=True))
    if {shape.rank for shape in told} != {1}:
        return unknown("a list of things of several ranks")
    return known(*_stacked(parts, told, run.environment.theory, upright=upright, style=style))


def _uncounted(cells: Sequence[Term], run: Run, *, upright: bool) -> Known:
    """C, C A, …, C A^{n - 1} one below the other: as wide as each of them, whatever their number."""
    found = [run.of(cell).sole for cell in cells if not isinstance(cell, Ellipsis)]
    told = [shape for shape in found if shape is not None and shape.rank == 2]
    axis = 1 if upright else 0
    if not told or len(told) < len(found) or not _surely_joined(told, 1 - axis, run.environment.theory):
        return unknown("dots that show too little")
    size, free = told[0].sizes[axis], run.free_size()
    return known(Shape((free, size) if upright else (size, free)))


def _listed(parts: Sequence[Part], shapes: Sequence[Shape], theory: Theory) -> list[Shape]:
    """``[A_1, …, A_h]`` with commas: matrices side by side, one below the other, or one array of rank three."""
    found = [_joined(parts, shapes, 1, theory), _joined(parts, shapes, 0, theory)]
    sizes = shapes[0].sizes
    alike = all(
        match_sizes(one, other, theory).grade == "yes"
        for shape in shapes[1:]
        for one, other in zip(sizes, shape.sizes, strict=True)
    )
    if alike:
        found.append(Shape((reduce(add, (part.count for part in parts)), *sizes)))
    return [shape for shape in found if shape is not None]


def _stacked(
    parts: Sequence[Part], shapes: Sequence[Shape], theory: Theory, *, upright: bool, style: str
) -> list[Shape]:
    """Vectors one below the other are one long vector, or the rows of a matrix; and so on."""
    joined = Shape((_total(parts, shapes, 0),))
    size = shapes[0].first
    if any(match_sizes(size, shape.first, theory).grade != "yes" for shape in shapes[1:]):
        return [joined]
    count = reduce(add, (part.count for part in parts))
    as_rows, as_columns = Shape((count, size)), Shape((size, count))
    if style == "tuple":
        return [as_rows, as_columns, joined] if not upright else [joined, as_rows]
    return [joined, as_rows] if upright else [as_columns, joined]


def _all_numbers(found: Sequence[Known], cells: Sequence[Term]) -> bool:
    """Whether the entries are numbers: some are known to be, and none is known not to be."""
    if any(each.shapes and not each.is_scalar for each in found):
        return False
    return any(each.is_scalar for each in found) or all(
        isinstance(cell, Index) and len(cell.indices) > 1 for cell in cells
    )


def _has_numbers(cells: Sequence[Term]) -> bool:
    """Whether entries are printed numbers, as in a worked example."""
    return any(isinstance(part, Number) for cell in cells for part in walk(cell) if not isinstance(cell, Index))


def _corners(rows: Sequence[Sequence[Term]], run: Run) -> Known:
    """a_{1,1} … a_{1,n} above a_{m,1} … a_{m,n}: m × n."""
    top, bottom = _ends(rows[0]), _ends(rows[-1])
    if top is None or bottom is None or len(rows) < 2:
        return unknown("dots that show too little")
    across, down = family_count(top[0], top[1]), family_count(top[0], bottom[0])
    again, beside = family_count(bottom[0], bottom[1]), family_count(top[1], bottom[1])
    if across is None or down is None or across != again or down != beside:
        return unknown("corners that do not tell the size")
    if not _all_numbers([run.of(top[0])], [top[0]]):
        return unknown("an array of things that may be no numbers")
    return known(Shape((down, across)))


def _ends(row: Sequence[Term]) -> tuple[Term, Term] | None:
    shown = [cell for cell in row if not isinstance(cell, Ellipsis)]
    if len(shown) < 2 or isinstance(row[0], Ellipsis) or isinstance(row[-1], Ellipsis):
        return None
    return shown[0], shown[-1]


def _grid(rows: Sequence[Sequence[Term]], run: Run) -> Known:
    cells = [cell for row in rows for cell in row]
    found = [run.of(cell) for cell in cells]
    if _all_numbers(found, cells):
        return known(Shape((number(len(rows)), number(len(rows[0]))), None, _has_numbers(cells)))
    width = len(rows[0])
    heights = [_block_size(found[at * width : (at + 1) * width], 0) for at in range(len(rows))]
    widths = [_block_size(found[at::width], 1) for at in range(width)]
    told_heights = [size for size in heights if size is not None]
    told_widths = [size for size in widths if size is not None]
    if len(told_heights) < len(heights) or len(told_widths) < len(widths):
        return unknown("entries of unknown shape")
    return known(Shape((reduce(add, told_heights), reduce(add, told_widths))))


def _block_size(blocks: Sequence[Known], axis: int) -> Dimension | None:
    """The height of a row of blocks, or the width of a column; numbers stand for blocks of zeros."""
    for block in blocks:
        shape = block.sole
        if shape is not None and shape.rank == 2:
            return shape.sizes[axis]
    return None
