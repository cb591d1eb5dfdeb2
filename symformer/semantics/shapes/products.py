"""Products and sums: what may be multiplied by what, and what may be added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product

from symformer.algebra.dimension import number
from symformer.algebra.shape import SCALAR, Orientation, Shape
from symformer.algebra.shape_laws import (
    MAX_CHAIN,
    MAX_READINGS,
    ChainClash,
    Clash,
    broadcast,
    multiply,
)
from symformer.algebra.unify import Theory
from symformer.semantics.shapes.families import concatenation
from symformer.semantics.shapes.half import half_told_vector
from symformer.semantics.shapes.records import (
    NUMBER,
    ONES_UNTOLD,
    ConflictKind,
    Factor,
    Known,
    Run,
    ShapeConflict,
    ShapeEnvironment,
    known,
    unknown,
)
from symformer.semantics.shapes.tensors import tensor_product
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    Apply,
    Ellipsis,
    Index,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Slice,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.text.span import cover_all

MAX_COMBINATIONS = 48
DATA_LETTERS = frozenset("xyzhXYZH")


def product_shapes(term: Product, run: Run) -> Known:
    """A product: numbers multiply anything, the rest must fit in order."""
    if any(isinstance(factor, Ellipsis) for factor in term.factors):
        return unknown("elided factors")
    factors: list[Factor] = [(at, factor, _as_factor(factor, at, run)) for at, factor in enumerate(term.factors)]
    rest = [each for each in factors if not each[2].is_scalar]
    if not rest:
        return NUMBER
    if len(rest) == 1:
        return unknown("an entry or a block of a matrix") if _has_blocks(term, rest, run) else rest[0][2]
    if (copies := _copies(rest, run)) is not None:
        return copies
    open_factor = next((found for _, _, found in rest if not found.shapes), None)
    if open_factor is not None or len(rest) > MAX_CHAIN:
        _check_neighbours(term, rest, run)
        _check_displays(term, rest, run)
        partial = _beside_data(term, rest, run)
        return partial or unknown(open_factor.reason if open_factor and open_factor.reason else "too many factors")
    if _has_blocks(term, rest, run):
        return unknown("an entry or a block of a matrix")
    if any(shape.rank > 2 for _, _, found in rest for shape in found.shapes):
        return tensor_product(term, rest, run)
    if term.sign in ("×", "*"):
        return _loosely_signed(term, rest, run)
    if term.sign == "" and _has_plain_vectors(rest):
        return unknown("two vectors side by side")
    return _chain(term, rest, run)


def _copies(rest: Sequence[Factor], run: Run) -> Known | None:
    """``1 b^T`` and ``b 1^T``, with ones of a length that nobody told: a vector as often as there have to be rows."""
    if len(rest) != 2:
        return None
    (_, first, left), (_, second, _) = rest
    if not isinstance(second, Transpose):
        return None
    if left.reason == ONES_UNTOLD and isinstance(first, Symbol):
        vector = run.of(second.operand).sole
        return known(Shape((run.free_size(), vector.first))) if vector is not None and vector.rank == 1 else None
    if isinstance(second.operand, Symbol) and run.of(second.operand).reason == ONES_UNTOLD:
        vector = left.sole
        return known(Shape((vector.first, run.free_size()))) if vector is not None and vector.rank == 1 else None
    return None


def _as_factor(term: Term, at: int, run: Run) -> Known:
    r"""``[A_1, …, A_h] W``: a list of matrices that is multiplied stands side by side; behind W it may stand upright."""
    if at and isinstance(term, Apply) and term.function == "Concat":
        return concatenation(term.arguments, run, either=True)
    found = run.of(term)
    several = not at and isinstance(term, Matrix) and term.style == "tuple" and len(found.shapes) > 1
    return known(found.shapes[0]) if several and all(shape.rank > 1 for shape in found.shapes) else found


def _chain(term: Product, rest: Sequence[Factor], run: Run) -> Known:
    if term.sign == "·" and len(rest) == 2 and all(s.rank == 1 and s.fixed for _, _, each in rest for s in each.shapes):
        return NUMBER  # a dot joins two vectors however they lie
    if term.sign == "·" and len(rest) == 2 and _are_alike_vectors([found.sole for _, _, found in rest]):
        return NUMBER
    result = multiply(
        [found.shapes for _, _, found in rest],
        run.environment.theory,
        vectors=orientation(run),
        outer=term.sign == "",
    )
    if result.clash is None:
        return known(*result.shapes)
    if _two_examples(rest):
        return unknown("two displays of different lengths")
    alike = {found.sole for _, _, found in rest}
    if term.sign == "·" and len(alike) == 1 and _joined_by_entries(alike, run):
        return unknown("whether · joins matrices or their entries")
    _report(term, rest, result.clash, run)
    return unknown("conflict")


def _are_alike_vectors(shapes: Sequence[Shape | None]) -> bool:
    """Whether two factors are rows, or columns, of one length: 1 × d and 1 × d."""
    one, other = shapes
    if one is None or one != other or one.rank != 2:
        return False
    return sorted(size.number == 1 for size in one.sizes) == [False, True]


def _joined_by_entries(shapes: set[Shape | None], run: Run) -> bool:
    """Whether a "·" may join the entries of these shapes; asked only where a product does not fit."""
    return run.within is not None and shapes <= set(joined_by_entries(run.within, run.environment))


def joined_by_entries(term: Term, environment: ShapeEnvironment) -> Iterator[Shape]:
    """The shapes of which g · c may be meant entry by entry: 1 - g is so, or the result has that shape too."""
    for part in walk(term):
        match part:
            case Relation(sides=sides):
                beside = [side for side in sides if isinstance(side, Symbol | Index)]
            case Sum(terms=terms) if any(isinstance(each, Number) for each in terms):
                beside = [each for other in terms for each in walk(other) if isinstance(each, Symbol | Index)]
            case _:
                continue
        for each in beside:
            shape = environment.shape_of(each)
            if shape is not None and shape.rank == 2:
                yield shape


def _two_examples(rest: Sequence[Factor]) -> bool:
    """v · w of two names that once stood for displayed vectors: perhaps in two examples."""
    return len(rest) == 2 and all(
        isinstance(factor, Symbol) and all(shape.shown and shape.rank == 1 for shape in found.shapes)
        for _, factor, found in rest
    )


def _has_blocks(term: Product, rest: Sequence[Factor], run: Run) -> bool:
    """P_{ij} V_j with a matrix V_j: P_{ij} may be a block of P, and no number."""
    blocks = {
        index
        for _, factor, found in rest
        if isinstance(factor, Index) and any(_is_matrix(each) for each in found.shapes)
        for index in factor.slots
    }
    return bool(blocks) and any(
        isinstance(factor, Index) and len(factor.indices) == 2 and isinstance(factor.base, Symbol)
        and not blocks.isdisjoint(factor.indices)
        and run.environment.shape_of(factor) is None and run.of(factor).is_scalar
        for factor in term.factors
    )  # fmt: skip


def orientation(run: Run) -> Orientation:
    """How an undecided vector is laid out first."""
    return "row" if run.environment.vectors == "rows" else "column"


def _report(term: Product, rest: Sequence[Factor], clash: ChainClash, run: Run) -> None:
    left, right = _part(term, rest, clash.start, clash.split), _part(term, rest, clash.split, clash.stop)
    run.report(
        ShapeConflict(
            "inner-dimensions-differ",
            cover_all((left.origin, right.origin)),
            left,
            right,
            clash.left,
            clash.right,
            (clash.clash.left, clash.clash.right),
            clash.clash.reason,
            clash.clash.trail,
        )
    )


def _part(term: Product, rest: Sequence[Factor], start: int, stop: int) -> Term:
    if stop - start == 1:
        return rest[start][1]
    factors = term.factors[rest[start][0] : rest[stop - 1][0] + 1]
    return Product(factors, term.sign, cover_all(factor.origin for factor in factors))


def _check_displays(term: Product, rest: Sequence[Factor], run: Run) -> None:
    """Two displays side by side: as many columns as there are rows, whatever their letters stand for."""
    if term.sign not in ("", "·"):
        return
    for at in range(len(rest) - 1):
        (left_at, left, _), (right_at, right, _) = rest[at], rest[at + 1]
        if right_at != left_at + 1 or not isinstance(left, Matrix) or not isinstance(right, Matrix):
            continue
        one, two = _counted(left), _counted(right)
        if one is None or two is None or one.last == two.first:
            continue
        clash = Clash(one.last, two.first, "the columns of one display, and the rows of the other")
        _report(term, rest, ChainClash(at, at + 1, at + 2, one, two, clash), run)


def _counted(display: Matrix) -> Shape | None:
    """The rows and columns of a display that shows all of its entries, each a plain letter or a number."""
    cells = [cell for row in display.rows for cell in row]
    if (
        display.style != "matrix"
        or not cells
        or len({len(row) for row in display.rows}) > 1
        or not all(map(_is_plain_cell, cells))
    ):
        return None
    return Shape((number(len(display.rows)), number(len(display.rows[0]))), None, True)


def _is_plain_cell(cell: Term) -> bool:
    base = unindexed(cell)
    return isinstance(base, Number) or isinstance(base, Symbol) and len(base.name) == 1


def _beside_data(term: Product, rest: Sequence[Factor], run: Run) -> Known | None:
    """x W + b with an undeclared x: as wide as W, whatever the rows are; and so for W x."""
    last = rest[-1][2]
    if term.sign not in ("", "·") or sum(not found.shapes for _, _, found in rest) != 1:
        return None
    if not rest[0][2].shapes and _is_data(rest[0][1], run):
        weights = multiply([found.shapes for _, _, found in rest[1:]], run.environment.theory)
        kept, axis = weights.shapes, 1
    elif not last.shapes and _is_data(rest[-1][1], run):
        weights = multiply([found.shapes for _, _, found in rest[:-1]], run.environment.theory)
        kept, axis = weights.shapes, 0
    else:
        return None
    if len(kept) != 1 or not _is_matrix(kept[0]):
        return None
    size, free = kept[0].sizes[axis], run.free_size()
    whole = (free, size) if axis == 1 else (size, free)
    vector = Shape((size,), "row" if axis == 1 else "column", kept[0].shown)
    if is_member_of_vectors(rest[0][1] if axis == 1 else rest[-1][1]):
        return known(vector)
    return known(vector, Shape(whole, None, kept[0].shown))


def is_member_of_vectors(term: Term) -> bool:
    """h_{t-1}, x_i: one of several vectors, by its small letter and its one index; no matrix is written so."""
    match term:
        case Index(base=Symbol(name=name), indices=(index,), upper=()) if not isinstance(index, Slice | Number):
            letter = name.rpartition("(")[2].partition("_")[0].rstrip(")'")
            return len(letter) == 1 and letter.islower()
    return False


def _is_data(factor: Term, run: Run) -> bool:
    """Whether a factor that nobody declared is surely a vector or matrix of data, by its letter."""
    base = unindexed(factor)
    if not isinstance(base, Symbol) or run.environment.is_index(base.name):
        return False
    letter_of = base.name.removeprefix("bold(").partition("_")[0].rstrip("')")
    return letter_of in DATA_LETTERS


def _check_neighbours(term: Product, rest: Sequence[Factor], run: Run) -> None:
    """Beside an unknown factor, two matrices must still fit; a vector only at the chain's end."""
    for at in range(len(rest) - 1):
        (left_at, _, left), (right_at, _, right) = rest[at], rest[at + 1]
        if not left.shapes or not right.shapes or term.sign in ("×", "*"):
            continue
        between = term.factors[left_at + 1 : right_at]
        safe_left = all(_is_matrix(shape) or (shape.rank == 1 and at == 0) for shape in left.shapes)
        ends = at + 2 == len(rest) or _is_row(rest[at + 2][2], run)  # B (G x^T): nothing but B meets G
        safe_right = all(_is_matrix(shape) or (shape.rank == 1 and ends) for shape in right.shapes)
        if not safe_left or not safe_right or any(shape.rank == 1 for shape in left.shapes + right.shapes if between):
            continue
        if all(shape.rank == 1 for shape in left.shapes + right.shapes):
            continue
        result = multiply((left.shapes, right.shapes), run.environment.theory, vectors=orientation(run))
        if result.clash is not None:
            _report(term, rest[at : at + 2], result.clash, run)


def _is_row(found: Known, run: Run) -> bool:
    """Whether a factor is a vector that was laid down: x^T, where vectors stand."""
    return (
        orientation(run) == "column" and bool(found.shapes) and all(each.orientation == "row" for each in found.shapes)
    )


def _is_matrix(shape: Shape) -> bool:
    return shape.rank == 2 and all(size.number != 1 for size in shape.sizes)


def _has_plain_vectors(rest: Sequence[Factor]) -> bool:
    """Two vectors side by side that nobody transposed: a dot product, an outer one, a list …"""
    for (_, _, one), (_, _, two) in pairwise(rest):
        if all(shape.rank == 1 and shape.orientation is None for shape in one.shapes + two.shapes):
            return True
    return False


def _loosely_signed(term: Product, rest: Sequence[Factor], run: Run) -> Known:
    """× and * join matrices, but also entries, or windows: a clash needs all of these to fail."""
    theory = run.environment.theory
    result = multiply([found.shapes for _, _, found in rest], theory, vectors=orientation(run))
    entries = _fold([found.shapes for _, _, found in rest], theory)
    entrywise = not isinstance(entries, Clash)
    if result.clash is None and term.sign == "*" and not _fit_as_told([found.shapes for _, _, found in rest]):
        return unknown("what * means here")  # a Khatri-Rao product has the same sign
    if result.clash is None:
        all_vectors = all(shape.rank == 1 for _, _, found in rest for shape in found.shapes)
        return unknown("two vectors with a cross between") if all_vectors else known(*result.shapes)
    if entrywise or term.sign == "*":
        return unknown(f"what {term.sign} means here")
    _report(term, rest, result.clash, run)
    return unknown("conflict")


def _fit_as_told(factors: Sequence[tuple[Shape, ...]]) -> bool:
    """Whether matrices side by side have the very same size where they meet; one that is not a matrix fits anything."""
    return all(
        any(one.rank != 2 or other.rank != 2 or one.sizes[-1] == other.sizes[0] for one in left for other in right)
        for left, right in pairwise(factors)
    )


def sum_shapes(
    terms: Sequence[Term], run: Run, kind: ConflictKind = "sum-shapes-differ", *, lenient: bool = False
) -> Known:
    """A sum, or an entry-by-entry product: equal shapes, or one that broadcasts along the other."""
    terms = [term for term in terms if not isinstance(term, Ellipsis)]
    parts = [(term, run.of(term)) for term in [each for each in terms if not fits_any(each, run)] or terms]
    told = [(term, found) for term, found in parts if found.shapes]
    theory = run.environment.theory
    result = _fold([found.shapes for _, found in told], theory) if told else None
    if isinstance(result, Clash):
        if not lenient:
            _report_sum(told, run, kind)
        return unknown("conflict" if not lenient else "shapes that do not broadcast")
    if len(told) < len(parts):
        if result and all(each.rank == 1 for each in result) and not lenient:
            halves = [(term, known(half)) for term, _ in parts if (half := half_told_vector(term, run)) is not None]
            if halves and isinstance(_fold([found.shapes for _, found in (*told, *halves)], theory), Clash):
                _report_sum([*halves, *told], run, kind)
                return unknown("conflict")
        sole = result[0] if result and len(result) == 1 else None
        if sole is not None and (_is_matrix(sole) or sole.rank == 1 and _only_members_open(parts)):
            return known(sole)
        if (
            result
            and all(each.rank for each in result)
            and all(_is_bias(term) for term, found in parts if not found.shapes)
        ):
            return known(*result)
        return unknown(next((found.reason for _, found in parts if not found.shapes), None) or "unknown")
    return known(*result) if result else unknown("broadcasting of tensors")


def _only_members_open(parts: Sequence[tuple[Term, Known]]) -> bool:
    """Whether all that is not known are members of families of vectors, as long as the vectors they are added to."""
    return all(is_member_of_vectors(term) for term, found in parts if not found.shapes)


BIASES = frozenset({"b", "bold(b)", "bias", "vec(b)"})


def _is_bias(term: Term) -> bool:
    """Whether a summand is a bias by its letter, which is as wide as what it is added to."""
    base = unindexed(term)
    return isinstance(base, Symbol) and base.name in BIASES


ONES = frozenset({"bold(1)", "bold(0)", "blackboard(1)"})


def fits_any(term: Term, run: Run) -> bool:
    """Whether a term is as large as it has to be: a vector of ones or of zeros, an identity, or a multiple of one."""
    match term:
        case Symbol(name=name) if name.partition("_")[0] in ONES or name in IDENTITIES:
            return run.environment.shape_of(term) is None
        case Product(factors=(*multiples, rest)) if all(_is_multiple(each, run) for each in multiples):
            return fits_any(rest, run)
    return False


IDENTITIES = frozenset({"I", "bold(I)", "roman(I)", "blackboard(I)"})


def _is_multiple(term: Term, run: Run) -> bool:
    r"""Whether a factor before an identity is a number: 2, \lambda, \sigma^2."""
    match term:
        case Number():
            return True
        case Symbol(name=name):
            shape = run.environment.shape_of(term)
            return shape.is_scalar if shape is not None else name.islower()
        case Power(base=base, exponent=Number()):
            return _is_multiple(base, run)
        case Quotient(numerator=above, denominator=below):
            return _is_multiple(above, run) and _is_multiple(below, run)
    return False


def _fold(parts: Sequence[Sequence[Shape]], theory: Theory) -> tuple[Shape, ...] | Clash | None:
    """All shapes that broadcasting may give; the clash where every choice fails; None if open."""
    results: dict[Shape, None] = {}
    clash: Clash | None = None
    for choice in islice(product(*parts), MAX_COMBINATIONS):
        outcome: Shape | Clash | None = SCALAR
        for each in choice:
            outcome = broadcast(outcome, each, theory) if isinstance(outcome, Shape) else outcome
        match outcome:
            case Shape():
                results[outcome] = None
            case Clash():
                clash = clash or outcome
            case None:
                return None
    return clash if clash is not None and not results else tuple(results)[:MAX_READINGS]


def _report_sum(told: Sequence[tuple[Term, Known]], run: Run, kind: ConflictKind) -> None:
    for (left, left_known), (right, right_known) in _pairs(told):
        clash = _fold((left_known.shapes, right_known.shapes), run.environment.theory)
        if isinstance(clash, Clash):
            span = cover_all((left.origin, right.origin))
            shapes = (left_known.shapes[0], right_known.shapes[0])
            run.report(
                ShapeConflict(kind, span, left, right, *shapes, (clash.left, clash.right), clash.reason, clash.trail)
            )
            return


def _pairs(
    told: Sequence[tuple[Term, Known]],
) -> Iterator[tuple[tuple[Term, Known], tuple[Term, Known]]]:
    """Neighbours first."""
    for apart in range(1, len(told)):
        for at in range(len(told) - apart):
            yield told[at], told[at + apart]
