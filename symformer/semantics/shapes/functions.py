"""What functions do to shapes, by the laws named in ``functions/``."""

from __future__ import annotations

from symformer.algebra.dimension import number
from symformer.algebra.shape import Shape
from symformer.algebra.shape_laws import Clash, match_sizes
from symformer.functions import Function, lookup
from symformer.semantics.shapes.activations import undashed
from symformer.semantics.shapes.families import concatenation, diagonal_of
from symformer.semantics.shapes.gradients import gradient_shapes
from symformer.semantics.shapes.products import sum_shapes
from symformer.semantics.shapes.records import NUMBER, Known, Run, ShapeConflict, known, unknown
from symformer.terms.term import Apply, Ellipsis, Product, Symbol, Term
from symformer.text.span import cover_all


def apply_shapes(term: Apply, run: Run) -> Known:
    """A function at its arguments."""
    declared = run.environment.shape_of(term)
    if declared is None and (gradient := gradient_shapes(term, run)) is not None:
        return gradient
    if term.function == "contraction":
        for argument in term.arguments:
            run.of(argument)
        return unknown("its axes have names, and no order")
    function = lookup(term.function) or _derived(term.function)
    if function is None and declared is None and _is_density(term):
        for argument in term.arguments:
            run.of(argument)
        return NUMBER
    if function is None or (declared is not None and not term.arguments):
        inside = _aside(run) if _formal_parameters(term.arguments) else run
        for argument in term.arguments:
            inside.of(argument)
        return known(declared) if declared is not None else unknown(f"unknown function: {term.function}")
    if not term.arguments:
        return unknown(f"{term.function} of nothing")
    if function.law in ("concat", "stack"):
        columns = run.environment.vectors == "columns"
        return concatenation(term.arguments, run, either=columns or Symbol(";") in term.labels)
    if function.law == "attention" and len(term.arguments) >= 3:
        return _attention(term, run)
    found = [run.of(argument) for argument in term.arguments]
    by_law = _by_law(function, term, found, run)
    return known(declared) if declared is not None and not by_law.shapes else by_law


_DENSITIES = frozenset({"calligraphic(N)", "N", "p", "q", "pi"})


def _is_density(term: Apply) -> bool:
    r"""``\mathcal{N}(x \mid \mu, \Sigma)``, ``p(x \mid y)``, ``q(z; \phi)``: the density at a point, a number."""
    name = term.function.partition("_")[0]
    marks = {each.function for each in term.arguments if isinstance(each, Apply)}
    return name in _DENSITIES and not marks.isdisjoint({"given", "parameters"})


def _derived(name: str) -> Function | None:
    """The derivative of what acts entry by entry does so too: σ'(z) has the shape of z."""
    base = undashed(name)
    function = lookup(base) if base != name else None
    return function if function is not None and (function.elementwise or function.id == "activation") else None


def _by_law(function: Function, term: Apply, found: list[Known], run: Run) -> Known:
    first = found[0]
    match function.law:
        case "elementwise":
            return _root_of_letter(term) if function.id == "sqrt" and not first.shapes else first
        case "same":
            return first
        case "scalar" if function.id == "norm" and _is_along_an_axis(term, first):
            return _of_each_line(term, first)
        case "scalar":
            return NUMBER
        case "scalars":
            return NUMBER if len(found) == 2 and not any(_is_array(each) for each in found) else unknown("an encoding")
        case "reduce" | "argument":
            return _reduced(first, function)
        case "extremum" if len(found) > 1 and not any(isinstance(each, Ellipsis) for each in term.arguments):
            return sum_shapes(term.arguments, run, lenient=True)
        case "extremum":
            return _reduced(first, function)
        case "multi-head" if len(found) == 1 or len(set(term.arguments[:3])) == 1:
            return first
        case "diagonal" if len(found) > 1:
            return diagonal_of(term.arguments, run)
        case "diagonal":
            shape = first.sole
            return known(Shape((shape.first, shape.first))) if shape and shape.rank == 1 else unknown("a diagonal")
        case "transpose":
            return known(*(shape.transposed for shape in first.shapes)) if first.shapes else first
    return unknown(f"the shape of {term.function}")


def _root_of_letter(term: Apply) -> Known:
    """√d_k is a number even where nobody said what d_k is."""
    return NUMBER if isinstance(term.arguments[0], Symbol) else unknown("the root of something unknown")


_OF_WHOLE_MATRICES = frozenset("f fro p q infty ∞ inf infinity * ∗ ast op max nuc tr sp spec hs s s_p schatten".split())


def _is_along_an_axis(term: Apply, operand: Known) -> bool:
    r"""Whether a norm of a matrix has a label of its own, ``\|W\|_c``: it may be that of each column."""
    if len(term.labels) != 1 or not any(shape.rank == 2 for shape in operand.shapes):
        return False
    label = term.labels[0]
    return isinstance(label, Symbol) and label.name.rpartition("(")[2].rstrip(")").lower() not in _OF_WHOLE_MATRICES


def _of_each_line(term: Apply, operand: Known) -> Known:
    """The norms of the columns or of the rows, kept as one row or one column; of another label nobody knows."""
    label = term.labels[0]
    letter = label.name[:1].lower() if isinstance(label, Symbol) else ""
    shape = operand.sole
    if shape is None or letter not in ("c", "r"):
        return unknown("along which axis the norm is taken")
    return known(Shape((number(1), shape.last) if letter == "c" else (shape.first, number(1))))


def _is_array(found: Known) -> bool:
    return bool(found.shapes) and not found.is_scalar


def _reduced(first: Known, function: Function) -> Known:
    if first.shapes and all(shape.rank <= 1 for shape in first.shapes):
        return NUMBER
    return first if not first.shapes else unknown(f"over which axis {function.name} goes")


def _attention(term: Apply, run: Run) -> Known:
    """Rows of the queries × columns of the values; or the other way round for column vectors."""
    if _formal_parameters(term.arguments):
        run = _aside(run)
    queries, keys, values = (run.of(argument).sole for argument in term.arguments[:3])
    if queries is None or keys is None or values is None:
        return unknown("the shapes of queries, keys or values")
    if keys.rank != 2 or values.rank != 2 or queries.rank not in (1, 2):
        return unknown("attention over tensors")
    readings: list[Shape] = []
    clashes: list[tuple[Clash, Term, Term, Shape, Shape]] = []
    for features, positions in _layouts(queries, keys, run):
        width = match_sizes(queries.sizes[features], keys.sizes[features], run.environment.theory).clash
        length = match_sizes(keys.sizes[positions], values.sizes[positions], run.environment.theory).clash
        if width is not None:
            clashes.append((width, term.arguments[0], term.arguments[1], queries, keys))
        elif length is not None:
            clashes.append((length, term.arguments[1], term.arguments[2], keys, values))
        else:
            result = [values.sizes[features]]
            if queries.rank == 2:
                result.insert(0 if positions == 0 else 1, queries.sizes[positions])
            readings.append(Shape(tuple(result)))
    if readings:
        return known(readings[0])
    clash, left, right, left_shape, right_shape = clashes[0]
    run.report(
        ShapeConflict(
            "attention-shapes-differ",
            cover_all((left.origin, right.origin)),
            left,
            right,
            left_shape,
            right_shape,
            (clash.left, clash.right),
            clash.reason,
            clash.trail,
        )
    )
    return unknown("conflict")


def _aside(run: Run) -> Run:
    """A run whose conflicts are dropped."""
    return Run(run.environment, run.dispatch, depth=run.depth, steps=run.steps)


def _layouts(queries: Shape, keys: Shape, run: Run) -> list[tuple[int, int]]:
    """The (feature, position) axes: rows, unless only columns make the widths agree."""
    rows, columns = (-1, 0), (0, -1)
    theory = run.environment.theory
    by_rows, by_columns = (
        match_sizes(queries.sizes[features], keys.sizes[features], theory).grade for features, _ in (rows, columns)
    )
    if by_rows == "yes":
        return [rows]
    return [columns] if by_rows == "no" and by_columns == "yes" else [rows, columns]


def _formal_parameters(arguments: tuple[Term, ...]) -> bool:
    """Attention(Q W, K W, V W): three names of what is passed in, each before a weight."""
    names = [each.factors[0] for each in arguments if isinstance(each, Product) and len(each.factors) == 2]
    return len(names) == 3 and len(set(names)) == 3 and all(isinstance(name, Symbol) for name in names)
