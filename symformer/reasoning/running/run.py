"""The value of a term on arrays, where every symbol in it has one or a definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce

import numpy as np

from symformer.reasoning.constants import EULER, IDENTITY_NAMES
from symformer.reasoning.running import calls
from symformer.reasoning.running.dots import unrolled
from symformer.reasoning.running.laid import (
    CannotRun,
    Identity,
    Laid,
    Value,
    blocks,
    entrywise,
    multiply,
    power,
    scalar,
    transpose,
)
from symformer.reasoning.running.state import Run, not_known, whole
from symformer.terms.conventions import Lie
from symformer.terms.show import show
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
    Unknown,
    children,
    walk,
)

DEEPEST = 150
CONSTANTS = {"pi": np.pi, "infty": np.inf}
OTHERWISE = frozenset({"otherwise", "else"})
COMPARISONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "=": np.equal, "≠": np.not_equal, "<": np.less, ">": np.greater, "≤": np.less_equal, "≥": np.greater_equal,
}  # fmt: skip


def value(term: Term, run: Run) -> Value:
    """The value of a term.

    Raises:
        CannotRun: something in it is not known, or has no value.
    """
    run.steps[0] -= 1
    if run.steps[0] < 0 or run.depth > DEEPEST:
        raise CannotRun("too long to work out")
    if (known := run.known.get(term)) is not None:
        return known
    match term:
        case Number():
            return scalar(float(term.value))
        case Symbol():
            return _symbol(term, run)
        case Sum():
            return _sum(term, run)
        case Product():
            return reduce(lambda left, right: multiply(left, right, term.sign), _values(term.factors, run))
        case Elementwise():
            return _elementwise(term, run)
        case Quotient():
            return _quotient(term, run)
        case Power():
            return _power(term, run)
        case Transpose():
            return transpose(value(term.operand, run))
        case Apply():
            return _apply(term, run)
        case IndexedSum():
            return _indexed(term, run)
        case Index():
            return _index(term, run)
        case Matrix():
            return _matrix(term, run)
        case Cases():
            return _cases(term, run)
        case Relation():
            return Laid(np.asarray(_holds(term, run)))
        case Unknown() if term.alternatives:
            return _only_reading(term, run)
    raise CannotRun(_why(term))


def _only_reading(term: Unknown, run: Run) -> Value:
    """What could be read in several ways, where only one of them can be run: X (W + U) calls no X."""
    found: list[Value] = []
    failures: list[CannotRun] = []
    for each in term.alternatives:
        try:
            found.append(value(each, run))
        except CannotRun as failure:
            failures.append(failure)
    if len(found) == 1:
        return found[0]
    raise CannotRun(_why(term)) if found else failures[-1]


def _why(term: Term) -> str:
    match term:
        case Unknown():
            return term.reason or "a part that could not be read"
        case Ellipsis():
            return "dots whose rule is not seen"
        case Space():
            return "a set"
        case Sign():
            return "a sign that stands for nothing"
    return "a part without a value"


def _values(parts: Iterable[Term], run: Run) -> list[Value]:
    """The values of all parts; every missing name is told at once."""
    found: list[Value] = []
    failures: list[CannotRun] = []
    for part in parts:
        try:
            found.append(value(part, run))
        except CannotRun as failure:
            if not failure.missing:
                raise
            failures.append(failure)
    if len(failures) == 1:
        raise failures[0]
    if failures:
        raise not_known(*(name for failure in failures for name in failure.missing))
    return found


def _symbol(term: Symbol, run: Run) -> Value:
    definition = run.definitions.get(term.name)
    if definition is not None and not definition.parameters and not definition.indices:
        return value(definition.body, run.for_definition({}))
    if term.name in IDENTITY_NAMES:
        return Identity()
    if term.name in CONSTANTS:
        return scalar(CONSTANTS[term.name])
    raise not_known(show(term))


def _sum(term: Sum, run: Run) -> Value:
    parts = _written_out(term.terms, run)
    return reduce(lambda left, right: entrywise(left, right, np.add), _values(parts, run))


def _elementwise(term: Elementwise, run: Run) -> Value:
    factors = _values(term.factors, run)
    match term.sign:
        case "⊙" | "∘":
            return reduce(lambda left, right: entrywise(left, right, np.multiply), factors)
        case "⊘":
            return reduce(lambda left, right: entrywise(left, right, np.divide), factors)
        case "⊗" if all(isinstance(each, Laid) and each.rank == 1 for each in factors) and len(factors) == 2:
            left, right = (each for each in factors if isinstance(each, Laid))
            return Laid(np.outer(left.array, right.array))
    raise CannotRun(f"what {term.sign} means here is not known")


def _quotient(term: Quotient, run: Run) -> Value:
    above, below = _values((term.numerator, term.denominator), run)
    if isinstance(above, Identity):
        return multiply(above, _quotient_of(scalar(1.0), below))
    return _quotient_of(above, below)


def _quotient_of(above: Value, below: Value) -> Value:
    with np.errstate(all="ignore"):
        return entrywise(above, below, np.divide)


def _power(term: Power, run: Run) -> Value:
    if term.base in EULER and term.base not in run.known:
        exponent = value(term.exponent, run)
        if isinstance(exponent, Identity):
            raise CannotRun("an exponential of a matrix")
        return replace(exponent, array=np.exp(exponent.array))
    return power(*_values((term.base, term.exponent), run))


def _apply(term: Apply, run: Run) -> Value:
    definition = run.definitions.get(term.function)
    if definition is not None and len(definition.parameters) == len(term.arguments) and not term.labels:
        arguments = _values(term.arguments, run)
        return value(
            definition.body,
            run.with_known({Symbol(n): a for n, a in zip(definition.parameters, arguments, strict=True)}),
        )
    if (index := _index_label(term)) is not None:
        return _over_index(term, index, run) if index not in run.known else _along(term, index, run)
    arguments = _values(_written_out(_arguments(term), run), run)
    words = tuple(label.name for label in term.labels if isinstance(label, Symbol))
    numbers = tuple(_number_label(label, run) for label in term.labels if not isinstance(label, Symbol))
    one_based = run.conventions.first_index == 1
    columns = run.conventions.positions == "columns"
    return calls.call(term.function, arguments, words, numbers, columns=columns, one_based=one_based)


def _number_label(label: Term, run: Run) -> float:
    found = value(label, run)
    if isinstance(found, Identity) or found.rank:
        raise CannotRun(f"the mark {show(label)} on a function")
    return float(found.array)


def _arguments(term: Apply) -> tuple[Term, ...]:
    """What a function is applied to: the two sides of KL(p ‖ q), and what stands behind a semicolon."""
    return tuple(
        part
        for each in term.arguments
        for part in (each.arguments if isinstance(each, Apply) and each.function in GROUPS else (each,))
    )


GROUPS = frozenset({"versus", "parameters"})


def _index_label(term: Apply) -> Symbol | None:
    """The index that a function runs over: the j of softmax_j(e_ij), the i of max_i x_i."""
    if len(term.labels) == 1 and len(term.arguments) == 1 and isinstance(term.labels[0], Symbol):
        picks = any(isinstance(part, Index) and term.labels[0] in children(part) for part in walk(term.arguments[0]))
        return term.labels[0] if picks else None
    return None


def _over_index(term: Apply, index: Symbol, run: Run) -> Value:
    """A function of all values that its argument takes, one for each place of the index."""
    entries = [value(term.arguments[0], run.at({index: scalar(at)})) for at in places(index, term, run)]
    one_based = run.conventions.first_index == 1
    return calls.call(term.function, [_listed(entries)], (), (), columns=False, one_based=one_based)


def _along(term: Apply, index: Symbol, run: Run) -> Value:
    """One entry of what a function makes of the values along an index: softmax_j(e_ij), where j is known."""
    free = run.without(index)
    along = places(index, term.arguments[0], free)
    entries = [value(term.arguments[0], run.at({index: scalar(at)})) for at in along]
    found = calls.call(term.function, [_listed(entries)], (), (), columns=False, one_based=True)
    here = whole(run.known[index])
    if isinstance(found, Identity) or found.rank != 1 or here not in along:
        raise CannotRun(f"{term.function} along {show(index)}")
    return Laid(found.array[along.index(here)])


def _listed(entries: list[Value]) -> Laid:
    if any(isinstance(each, Identity) or each.rank for each in entries):
        raise CannotRun("a list of arrays")
    return Laid(np.array([each.array for each in entries if isinstance(each, Laid)]))


# -- big operators ----------------------------------------------------------------------------------------------------


def _indexed(term: IndexedSum, run: Run) -> Value:
    if term.index is None or term.kind not in JOINED:
        raise CannotRun(f"a big operator over {term.kind}" if term.index else "a sum without an index")
    entries = []
    for at in _range(term, run):
        inner = run.at({term.index: scalar(at)})
        if term.condition is None or bool(np.all(_holds(term.condition, inner))):
            entries.append(value(term.body, inner))
    if not entries:
        if term.kind in ("sum", "product"):
            return scalar(0.0 if term.kind == "sum" else 1.0)
        raise CannotRun(f"a {term.kind} of nothing")
    if term.kind == "concat":
        return calls.call("Concat", entries, (), (), columns=run.conventions.positions == "columns", one_based=True)
    return reduce(JOINED[term.kind], entries)


JOINED: dict[str, Callable[[Value, Value], Value]] = {
    "sum": lambda left, right: entrywise(left, right, np.add),
    "product": multiply,
    "max": lambda left, right: entrywise(left, right, np.maximum),
    "min": lambda left, right: entrywise(left, right, np.minimum),
    "concat": multiply,  # joined all at once
}


def _range(term: IndexedSum, run: Run) -> list[int]:
    """From where to where the index runs: as written, or over the axis it picks from."""
    assert term.index is not None
    first = run.conventions.first_index
    if term.lower is not None and term.upper is not None:
        start, stop = (whole(end) for end in _values((term.lower, term.upper), run))
        return list(range(start, stop + 1))
    if term.lower is not None or term.upper is not None and term.condition is not None:
        raise CannotRun(f"the range of {show(term.index)} is not known")
    free = run.without(term.index)
    if term.upper is not None:
        return list(range(first, whole(value(term.upper, run)) + 1))
    return places(term.index, term.body, free)


def places(index: Symbol, body: Term, run: Run) -> list[int]:
    """The places that an index can take, from an axis that it picks from in the body.

    Raises:
        CannotRun: it picks from nothing that is known.
    """
    for part in walk(body):
        if not isinstance(part, Index):
            continue
        axes = (*part.upper, *part.indices)
        if index not in axes:
            continue
        try:
            base = value(part.base, run)
        except CannotRun:
            continue
        at = axes.index(index)
        if isinstance(base, Laid) and at < base.rank:
            return list(range(run.conventions.first_index, run.conventions.first_index + base.array.shape[at]))
    raise CannotRun(f"the range of {show(index)} is not known")


# -- entries, slices and members of families --------------------------------------------------------------------------


def _index(term: Index, run: Run) -> Value:
    if (family := _family(term, run)) is not None:
        return family
    if term.upper and (known := run.known.get(Index(term.base, (), term.upper))) is not None:
        base, scripts = known, term.indices
    elif term.indices and (known := run.known.get(Index(term.base, term.indices))) is not None:
        base, scripts = known, term.upper
    else:
        base, scripts = _base(term, run), (*term.upper, *term.indices)
    if isinstance(base, Identity):
        raise CannotRun("an entry of an identity matrix")
    if len(scripts) > base.rank:
        raise CannotRun(f"{len(scripts)} indices into {' × '.join(map(str, base.array.shape)) or 'a number'}")
    return _picked(base, scripts, run)


def _base(term: Index, run: Run) -> Value:
    try:
        return value(term.base, run)
    except CannotRun as failure:
        if failure.missing == (show(term.base),):
            raise not_known(show(term)) from failure
        raise


def _picked(base: Laid, scripts: tuple[Term, ...], run: Run) -> Laid:
    chosen = tuple(_choice(script, size, run) for script, size in zip(scripts, base.array.shape, strict=False))
    picked = base.array[chosen]
    if picked.ndim != 1:
        return Laid(np.asarray(picked))
    stays = [axis for axis, each in enumerate(chosen) if isinstance(each, slice)] or [base.rank - 1]
    column = base.rank == 2 and stays == [0]
    lie: Lie = base.lie if base.rank == 1 else "column" if column else run.conventions.vectors
    return Laid(picked, lie)


def _choice(script: Term, size: int, run: Run) -> int | slice | np.ndarray:
    first = run.conventions.first_index
    if isinstance(script, Slice):
        start = None if script.start is None else whole(value(script.start, run)) - first
        stop = None if script.stop is None else whole(value(script.stop, run))
        if not 0 <= (start or 0) <= (size if stop is None else stop) <= size:
            raise CannotRun(f"the slice {show(script)} of an axis of {size}")
        return slice(start, stop)
    found = value(script, run)
    if isinstance(found, Laid) and found.rank == 1:  # a list of places picks several
        places = found.array.astype(np.int64) - first
        if not np.array_equal(places + first, found.array) or places.min() < 0 or places.max() >= size:
            raise CannotRun(f"the index {show(script)} outside an axis of {size}")
        return places
    at = whole(found) - first
    if not 0 <= at < size:
        raise CannotRun(f"the index {show(script)} outside an axis of {size}")
    return at


def _family(term: Index, run: Run) -> Value | None:
    """A member of a family that is defined member by member: head_i."""
    if not isinstance(term.base, Symbol) or term.base in run.known:
        return None
    definition = run.definitions.get(term.base.name)
    scripts = (*term.upper, *term.indices)
    if definition is None or not definition.indices or len(definition.indices) != len(scripts):
        return None
    names: list[Term] = [Symbol(name) for name in definition.indices]
    return value(definition.body, run.for_definition(dict(zip(names, _values(scripts, run), strict=True))))


# -- matrices, lists, dots, cases -------------------------------------------------------------------------------------


def _matrix(term: Matrix, run: Run) -> Value:
    rows = term.rows
    if all(len(row) == 1 for row in rows):
        cells = _written_out(tuple(row[0] for row in rows), run)
        return blocks([[each] for each in _values(cells, run)])
    made = [_values(_written_out(row, run), run) for row in rows]
    found = blocks(made)
    if term.style == "tuple" and isinstance(found, Laid) and found.rank == 1:
        return Laid(found.array, run.conventions.vectors)
    return found


def _written_out(parts: tuple[Term, ...], run: Run) -> tuple[Term, ...]:
    """A list without its dots."""
    return unrolled(parts, lambda term: whole(value(term, run)))


def _cases(term: Cases, run: Run) -> Value:
    """The first branch whose condition holds, entry by entry where conditions are arrays."""
    found: Value | None = None
    for branch, condition in reversed(term.branches):
        if condition is None or (isinstance(condition, Symbol) and condition.name.strip(" .,") in OTHERWISE):
            found = value(branch, run)
            continue
        holds = _holds(condition, run)
        if holds.ndim == 0:
            found = value(branch, run) if holds else found
            continue
        if found is None:
            raise CannotRun("cases that leave something open")
        here, there = value(branch, run), found
        chosen = np.where(holds, _array(here), _array(there))
        found = Laid(chosen, run.conventions.vectors)
    if found is None:
        raise CannotRun("cases of which none holds")
    return found


def _array(found: Value) -> np.ndarray:
    if isinstance(found, Identity):
        raise CannotRun("an identity matrix of open size")
    return found.array


def _holds(condition: Term, run: Run) -> np.ndarray:
    if not isinstance(condition, Relation) or any(sign not in COMPARISONS for sign in condition.relations):
        raise CannotRun(f"the condition {show(condition)}")
    sides = [_array(each) for each in _values(condition.sides, run)]
    pairs = zip(condition.relations, sides, sides[1:], strict=False)
    return reduce(np.logical_and, (COMPARISONS[sign](left, right) for sign, left, right in pairs))
