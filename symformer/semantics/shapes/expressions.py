r"""What shape every expression has, and where two shapes do not fit.

``infer`` walks a term once.  It is generous: a conflict is reported only where every reading
that a fair reader would try (vectors as rows or columns, biases along either axis, …) is known to
fail; what is not known is unknown, with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from symformer.algebra.dimension import number
from symformer.algebra.shape import SCALAR, Shape
from symformer.semantics.shapes.families import Part, joined, matrix_shapes
from symformer.semantics.shapes.functions import apply_shapes
from symformer.semantics.shapes.indices import identity_shape, index_shapes, runs_along_first
from symformer.semantics.shapes.products import ONES, product_shapes, sum_shapes
from symformer.semantics.shapes.records import (
    NUMBER,
    ONES_UNTOLD,
    ConflictKind,
    Derived,
    Inferred,
    Known,
    Run,
    ShapeConflict,
    ShapeEnvironment,
    has_free_size,
    known,
    unknown,
)
from symformer.semantics.shapes.relations import relation_shapes
from symformer.semantics.shapes.sizes import dimension_of, shape_of_sizes
from symformer.terms.parts import unindexed
from symformer.terms.term import (
    Apply,
    Cases,
    Elementwise,
    Ellipsis,
    Index,
    IndexedSum,
    Matrix,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sign,
    Slice,
    Space,
    Sum,
    Symbol,
    Term,
    Transpose,
    walk,
)
from symformer.terms.term import Unknown as Unread

RATES = frozenset({"eta", "lambda", "tau", "epsilon", "varepsilon"})  # numbers where nothing else is said of them
TIMES = frozenset({"t", "tau"})
COEFFICIENTS = frozenset({"alpha", "beta", "gamma", "lambda", "pi", "omega", "a", "w", "p", "c"})


def infer(term: Term, environment: ShapeEnvironment) -> Inferred:
    """The shape of a term, with all conflicts inside it and the shapes its equations define."""
    run = Run(environment, _shapes, within=term)
    found = run.of(term)
    if any(has_free_size(shape) for shape in found.shapes):
        found = unknown(_first_missing(run))
    return Inferred(
        found.shapes[0] if found.shapes else None,
        None if found.shapes else found.reason or "unknown",
        found.shapes,
        tuple(run.conflicts),
        tuple(run.derived),
        tuple(dict.fromkeys(run.missing)),
        tuple(dict.fromkeys(run.disputed)),
        run.sized,
    )


def infer_parts(term: Term, environment: ShapeEnvironment, parts: Iterable[Term]) -> dict[int, Known]:
    """What ``infer`` finds of each part on its way, by the identity of the part.

    It does not need the shape of every part (one member of a family speaks for all): the others of
    ``parts`` are looked at by themselves.
    """
    found: dict[int, Known] = {}

    def noted(part: Term, run: Run) -> Known:
        known_shapes = _shapes(part, run)
        found[id(part)] = known_shapes
        return known_shapes

    run = Run(environment, noted, within=term)
    run.of(term)
    for part in parts:
        if id(part) not in found:
            Run(environment, noted, steps=run.steps).of(part)
    return found


def _first_missing(run: Run) -> str:
    names = (each.name for each in run.missing if isinstance(each, Symbol))
    return f"undeclared symbol: {next(names, 'one with an index')}"


def _shapes(term: Term, run: Run) -> Known:
    match term:
        case Symbol():
            return _symbol(term, run)
        case Number():
            return NUMBER
        case Sum(terms):
            return sum_shapes(terms, run)
        case Product():
            return product_shapes(term, run)
        case Elementwise():
            return _elementwise(term, run)
        case Quotient():
            return _quotient(term, run)
        case Power():
            return _power(term, run)
        case Transpose(operand):
            return _transposed(run.of(operand), run)
        case Apply():
            return apply_shapes(term, run)
        case IndexedSum():
            return _indexed_sum(term, run)
        case Index():
            return index_shapes(term, run)
        case Matrix():
            return matrix_shapes(term, run)
        case Cases(branches):
            return _cases([value for value, _ in branches], run)
        case Relation():
            return relation_shapes(term, run)
        case Space() | Slice() | Ellipsis() | Sign():
            return unknown("no quantity")
        case Unread(reason, _, alternatives):
            _certain_conflicts(alternatives, run)
            return _at_a_time(alternatives, run) or unknown(reason)


def _certain_conflicts(readings: tuple[Term, ...], run: Run) -> None:
    """Report what clashes in each of several readings: the product in ``norm(X W)``, whatever norm is meant."""
    if len(readings) < 2:
        return
    trials = []
    for reading in readings:
        trial = Run(run.environment, run.dispatch, depth=run.depth, steps=run.steps)
        trial.of(reading)
        run.steps = max(run.steps, trial.steps)
        trials.append(trial.conflicts)
    places = set.intersection(*({(each.kind, each.origin) for each in trial} for trial in trials))
    for conflict in trials[0]:
        if (conflict.kind, conflict.origin) in places:
            run.report(conflict)


def _at_a_time(readings: tuple[Term, ...], run: Run) -> Known | None:
    """``h(t)`` where h is a family of arrays, h_k, the same in continuous time; ``u(1 - v)`` where u is an array."""
    match readings:
        case (Apply(arguments=(Symbol() as time,), labels=()) as call, Product(factors=(_, other))) if other == time:
            shape = run.environment.shape_of(Index(Symbol(call.function), (time,)))
            return known(shape) if shape is not None and (time.name in TIMES or run.of(time).is_scalar) else None
        case (Apply(function=name), Product() as product) | (Product() as product, Apply(function=name)):
            shape = run.environment.shape_of(Symbol(name))
            return run.of(product) if shape is not None and shape.rank else None  # no one calls a vector
    return None


def _symbol(term: Symbol, run: Run) -> Known:
    declared = run.environment.shape_of(term)
    if declared is not None:
        return known(declared)
    if (member := _by_its_axis(term, run)) is not None:
        return member
    if run.environment.is_index(term.name):
        return NUMBER
    if term.name in RATES:
        return NUMBER
    if (identity := identity_shape(term, run) or _last_member(term, run)) is not None:
        return identity
    if term.name.partition("_")[0] in ONES:
        return unknown(ONES_UNTOLD)
    run.missing.append(term)
    return unknown(f"undeclared symbol: {term.name}")


def _by_its_axis(term: Symbol, run: Run) -> Known | None:
    """``V_g`` of a tensor V of ``G × S × d``: the label runs along the first axis, so the others are left."""
    base, _, label = term.name.rpartition("_")
    whole = run.environment.shape_of(Symbol(base)) if base and len(label) == 1 else None
    return known(Shape(whole.sizes[1:])) if whole is not None and runs_along_first(label, whole) else None


def _elementwise(term: Elementwise, run: Run) -> Known:
    if term.sign == "∘" and any(not run.of(factor).shapes for factor in term.factors):
        return unknown("what ∘ means here: it may join")  # [memory ∘ state], one below the other
    if term.sign in ("⊙", "∘"):
        return sum_shapes(term.factors, run, "entries-differ", lenient=term.sign == "∘")
    found = [run.of(factor) for factor in term.factors]
    if all(each.is_scalar for each in found):
        return NUMBER
    return unknown(f"what {term.sign} means here")


def _quotient(term: Quotient, run: Run) -> Known:
    above, below = run.of(term.numerator), run.of(term.denominator)
    if below.is_scalar:
        # α/r: a vector would not be called so
        return NUMBER if not above.shapes and _is_coefficient(term.numerator) else above
    if not above.shapes or not below.shapes:
        return above if not above.shapes else below
    return sum_shapes((term.numerator, term.denominator), run, lenient=True)


def _power(term: Power, run: Run) -> Known:
    if (member := _last_member(term, run)) is not None:
        return member
    base, exponent = run.of(term.base), run.of(term.exponent)
    if isinstance(term.base, Symbol | Index) and isinstance(term.exponent, Number) and not base.is_scalar:
        if term.exponent.value in (0, 1):
            return unknown("a layer or a power")  # A^0 is rarely a power
    if isinstance(term.base, Symbol) and term.base.name == "e" and not base.shapes:
        return exponent
    if exponent.is_scalar or (base.sole is not None and _is_count(term.exponent, run)):
        return base
    if base.is_scalar:
        return exponent
    return unknown("an exponent of unknown shape")


LAYERS = frozenset("LMN")  # how many layers there are, where nothing else is said of the letter


def _last_member(term: Term, run: Run) -> Known | None:
    """``H^N`` where only the members H^l have a shape: no power of anything, but what comes out of the last layer."""
    match term:
        case Power(base=Symbol() as base, exponent=Symbol() as last):
            pass
        case Symbol(name=name) if "^" in name:
            base, last = (Symbol(part) for part in name.split("^", 1))
        case _:
            return None
    counts = run.environment.shape_of(last)
    if run.environment.shape_of(base) is not None or (
        counts != SCALAR if counts is not None else last.name not in LAYERS
    ):
        return None
    shape = run.environment.shape_of(Index(base, (), (last,)))
    return known(shape) if shape is not None and shape.rank else None


def _is_count(exponent: Term, run: Run) -> bool:
    """k - j, where the letters count something in this very formula: the powers of a matrix."""
    letters = [part for part in walk(exponent) if not isinstance(part, Number | Sum | Product)]
    if run.within is None or not letters or not all(isinstance(each, Symbol) for each in letters):
        return False
    return all(each in _counting(run.within) for each in letters)


def _counting(term: Term) -> frozenset[Term]:
    """The letters that a term counts by: what a sum runs over, and the indices of its families."""
    return frozenset(
        letter
        for part in walk(term)
        for letter in ((part.index,) if isinstance(part, IndexedSum) else part.slots if isinstance(part, Index) else ())
        if isinstance(letter, Symbol)
    )


def _transposed(found: Known, run: Run) -> Known:
    """A transposed vector lies the other way than vectors do in this note."""
    lying = "row" if run.environment.vectors == "rows" else "column"
    shapes = []
    for each in found.shapes:
        if each.rank == 1 and each.orientation is None:
            each = Shape(each.sizes, "column" if lying == "row" else "row", each.shown, each.fixed)
            shapes.append(each)
        else:
            shapes.append(each.transposed)
    return known(*shapes) if shapes else found


def _indexed_sum(term: IndexedSum, run: Run) -> Known:
    if term.kind in ("concat", "parallel", "⊕", "∥"):
        return _joined(term, run)
    body = run.of(_without_coefficients(term, run))
    if body.is_scalar or term.kind == "sum":
        return body
    return unknown(f"a big {term.kind} of arrays") if body.shapes else body


def _is_coefficient(term: Term) -> bool:
    base = unindexed(term)
    return isinstance(base, Symbol) and base.name in COEFFICIENTS


def _without_coefficients(term: IndexedSum, run: Run) -> Term:
    """In Σ α_t h_t the undeclared α_t are numbers, where the h_t are known to be more."""
    body = term.body
    if term.index is None or not isinstance(body, Product) or body.sign not in ("", "·"):
        return body
    first, rest = body.factors[0], body.factors[1:]
    if not isinstance(first, Index) or not _is_coefficient(first) or term.index not in first.slots:
        return body
    if run.environment.shape_of(first) is not None or run.environment.shape_of(first.base) is not None:
        return body
    left = rest[0] if len(rest) == 1 else Product(rest, body.sign, body.origin)
    return left if run.of(left).shapes else body


def _joined(term: IndexedSum, run: Run) -> Known:
    """Heads side by side, written with a big operator."""
    if term.lower is None or term.upper is None:
        return unknown("a family without bounds")
    lower, upper = dimension_of(term.lower), dimension_of(term.upper)
    if lower is None or upper is None:
        return unknown("a family whose bounds are no sizes")
    return joined((Part(term.body, run.of(term.body), upper - lower + number(1)),), run)


def _cases(values: list[Term], run: Run) -> Known:
    found = [run.of(value) for value in values]
    told = [each for each, value in zip(found, values, strict=True) if not isinstance(value, Number)]
    if not told:
        return NUMBER
    return told[0] if all(each == told[0] for each in told) else unknown("cases of several shapes")


__all__ = [
    "SCALAR",
    "ConflictKind",
    "Derived",
    "Inferred",
    "ShapeConflict",
    "ShapeEnvironment",
    "dimension_of",
    "infer",
    "infer_parts",
    "shape_of_sizes",
]
