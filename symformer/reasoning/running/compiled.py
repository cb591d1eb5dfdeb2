"""Terms made into functions of arrays, and two of them compared at random values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symformer.reasoning.constants import EULER, IDENTITY_NAMES
from symformer.reasoning.running.laid import CannotRun, Identity, Laid, Value, scalar
from symformer.reasoning.running.run import CONSTANTS, places, value
from symformer.reasoning.running.state import Definition, Run, whole
from symformer.terms.conventions import ROWS, Conventions
from symformer.terms.term import EQUAL, Apply, Index, IndexedSum, Power, Relation, Slice, Symbol, Term, children, walk

Bindings = Mapping[str | Term, ArrayLike]
Compiled = Callable[[Bindings], "np.ndarray | NotRun"]


@dataclass(frozen=True, slots=True)
class NotRun:
    """Why a term could not be run; ``missing`` names what would have to be given."""

    reason: str
    missing: tuple[str, ...] = ()


def compiled(
    term: Term, conventions: Conventions = ROWS, definitions: Mapping[str, Definition] | None = None
) -> Compiled:
    """A function from the arrays of its symbols to the value of the term.

    A symbol is bound by its name, anything else by its term; sizes are bound too, as numbers.  A name that is
    not bound may have a definition.  An equation gives the value of its left side, worked out from its right.

    >>> from symformer.terms.term import Power, Quotient, Sum
    >>> half = compiled(Quotient(Symbol("x"), Symbol("n")))
    >>> half({"x": np.array([2.0, 4.0]), "n": 2}), half({"n": 2})
    (array([1., 2.]), NotRun(reason='the value of x is not known', missing=('x',)))
    """

    def run(bindings: Bindings) -> np.ndarray | NotRun:
        return _run(term, Run(known(bindings, conventions), conventions, definitions or {}))

    return run


def known(bindings: Bindings, conventions: Conventions = ROWS) -> dict[Term, Value]:
    """The values that bindings give, vectors lying as is the custom."""
    return {
        Symbol(name) if isinstance(name, str) else name: Laid(np.asarray(array, np.float64), conventions.vectors)
        for name, array in bindings.items()
    }


def _run(term: Term, run: Run) -> np.ndarray | NotRun:
    try:
        found = _equation(term, run) if isinstance(term, Relation) else value(term, run)
    except CannotRun as failure:
        return NotRun(failure.reason, failure.missing)
    except RecursionError:
        return NotRun("too deep to work out")
    return NotRun("an identity matrix of open size") if isinstance(found, Identity) else found.array


def _equation(term: Relation, run: Run) -> Value:
    """The left side of an equation by its right side; entry by entry where it tells entries."""
    if len(term.sides) < 2 or term.relations[0] not in EQUAL:
        raise CannotRun("no equation")
    left, right = term.sides[0], term.sides[1]
    variables = tuple(each for each in entry_variables(left) if each not in run.known)
    if not variables:
        return _scattered(left, right, run) or value(right, run)
    ranges = [_range_of(each, left, right, run) for each in variables]
    entries = [
        value(right, run.at({each: scalar(at) for each, at in zip(variables, chosen, strict=True)}))
        for chosen in product(*ranges)
    ]
    return Laid(_stacked(entries, tuple(map(len, ranges))), run.conventions.vectors)


def _stacked(entries: list[Value], shape: tuple[int, ...]) -> np.ndarray:
    if any(isinstance(each, Identity) for each in entries):
        raise CannotRun("an identity matrix of open size")
    arrays = np.array([each.array for each in entries if isinstance(each, Laid)])
    return arrays.reshape(*shape, *arrays.shape[1:])


def _scattered(left: Term, right: Term, run: Run) -> Value | None:
    """Entries at places that are worked out: P[t, 2r] = …; what is not told is left open (not a number)."""
    if not isinstance(left, Index) or left.base not in run.known:
        return None
    base, scripts = run.known[left.base], (*left.upper, *left.indices)
    names = [_only_letter(each, run) for each in scripts]
    if not isinstance(base, Laid) or base.rank != len(scripts) or None in names:
        return None
    letters = [each for each in names if each is not None]
    first = run.conventions.first_index
    found = np.full(base.array.shape, np.nan)
    for chosen in product(*(range(first, first + size) for size in base.array.shape)):
        inside = run.at({each: scalar(at) for each, at in zip(letters, chosen, strict=True)})
        places = tuple(whole(value(each, inside)) - first for each in scripts)
        if all(0 <= place < size for place, size in zip(places, base.array.shape, strict=True)):
            entry = value(right, inside)
            found[places] = entry.array if isinstance(entry, Laid) and not entry.rank else np.nan
    return Laid(found, run.conventions.vectors)


def _only_letter(script: Term, run: Run) -> Symbol | None:
    """The one letter without a value in an index such as 2r + 1."""
    letters = {each for each in walk(script) if isinstance(each, Symbol) and each not in run.known}
    return letters.pop() if len(letters) == 1 else None


def entry_variables(left: Term) -> tuple[Symbol, ...]:
    """The indices that the left side of an equation is told for: i and j of A_ij, j of softmax(z)_j.

    >>> [each.name for each in entry_variables(Index(Symbol("A"), (Symbol("i"), Symbol("j"))))]
    ['i', 'j']
    """
    found: list[Symbol] = []
    for part in walk(left):
        if isinstance(part, Index):
            scripts = [each for each in (*part.upper, *part.indices) if not isinstance(each, Slice)]
            if not all(isinstance(each, Symbol) for each in scripts):
                return ()
            found += [each for each in scripts if isinstance(each, Symbol)]
    return tuple(found) if len(set(found)) == len(found) else ()


def _range_of(index: Symbol, left: Term, right: Term, run: Run) -> list[int]:
    """Where an index of the left side runs: over the left side's own array where that is known."""
    try:
        return places(index, left, run)
    except CannotRun:
        return places(index, right, run)


def definitions_of(terms: Iterable[Term]) -> dict[str, Definition]:
    """What equations define: ``S = …``, ``head_i = …``, ``FFN(x) = …``; the first of each name.

    >>> made = definitions_of([Relation(("=",), (Apply("f", (Symbol("x"),)), Symbol("x")))])
    >>> made["f"].parameters
    ('x',)
    """
    found: dict[str, Definition] = {}
    for term in terms:
        if isinstance(term, Relation) and term.relations[0] in EQUAL:
            name_and_definition = _definition(term.sides[0], term.sides[1])
            if name_and_definition is not None:
                found.setdefault(*name_and_definition)
    return found


def _definition(left: Term, body: Term) -> tuple[str, Definition] | None:
    match left:
        case Symbol():
            return left.name, Definition(body)
        case Apply() if left.arguments and not left.labels and all(isinstance(a, Symbol) for a in left.arguments):
            return left.function, Definition(body, (), tuple(a.name for a in left.arguments if isinstance(a, Symbol)))
        case Index() if isinstance(left.base, Symbol) and (variables := entry_variables(left)):
            if len(variables) != len(left.upper) + len(left.indices):
                return None
            return left.base.name, Definition(body, tuple(each.name for each in variables))
    return None


def needed(term: Term, definitions: Mapping[str, Definition] | None = None) -> tuple[Term, ...]:
    """The names that must be bound to run a term, in the order in which they stand.

    Indices that a sum binds, and the constants π and e, are not among them.

    >>> from symformer.terms.term import Product, Transpose
    >>> [each.name for each in needed(Product((Symbol("Q"), Transpose(Symbol("K")))))]
    ['Q', 'K']
    """
    if isinstance(term, Relation) and len(term.sides) > 1 and term.relations[0] in EQUAL:
        bound = frozenset(entry_variables(term.sides[0]))
        return tuple(dict.fromkeys(_needed(term.sides[1], bound, definitions or {}, frozenset())))
    return tuple(dict.fromkeys(_needed(term, frozenset(), definitions or {}, frozenset())))


def _needed(
    term: Term, bound: frozenset[Symbol], definitions: Mapping[str, Definition], within: frozenset[str]
) -> Iterator[Term]:
    match term:
        case Symbol():
            yield from _needed_symbol(term, bound, definitions, within)
            return
        case Power() if term.base in EULER and term.base not in bound:
            yield from _needed(term.exponent, bound, definitions, within)
            return
        case IndexedSum() if term.index is not None:
            bound = bound | {term.index}
        case Apply() if term.function in definitions and term.function not in within:
            definition = definitions[term.function]
            inside = bound | {Symbol(name) for name in definition.parameters}
            yield from _needed(definition.body, inside, definitions, within | {term.function})
        case Index() if isinstance(term.base, Symbol) and term.base.name in definitions:
            definition = definitions[term.base.name]
            if definition.indices and term.base.name not in within:
                inside = bound | {Symbol(name) for name in definition.indices}
                yield from _needed(definition.body, inside, definitions, within | {term.base.name})
                for script in term.slots:
                    yield from _needed(script, bound, definitions, within)
                return
    labels = set(term.labels) if isinstance(term, Apply) else set()
    for part in children(term):
        if part not in labels:
            yield from _needed(part, bound, definitions, within)


def _needed_symbol(
    term: Symbol, bound: frozenset[Symbol], definitions: Mapping[str, Definition], within: frozenset[str]
) -> Iterator[Term]:
    definition = definitions.get(term.name)
    if term in bound or term.name in IDENTITY_NAMES or term.name in CONSTANTS or term.name == "otherwise":
        return
    if definition is not None and term.name not in within and not definition.parameters:
        inside = bound | {Symbol(name) for name in definition.indices}
        yield from _needed(definition.body, inside, definitions, within | {term.name})
    else:
        yield term


# -- two terms at random values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compared:
    """Two terms at the same random values: how far apart they are, at most, against the larger entry."""

    difference: float
    seed: int
    at: tuple[int, ...] = ()  # where they differ most
    left: float = 0.0
    right: float = 0.0


SHAPES_DIFFER = float("inf")


def compared(
    left: Term,
    right: Term,
    shapes: Mapping[str | Term, tuple[int, ...]],
    sizes: Mapping[str, float] | None = None,
    *,
    conventions: Conventions = ROWS,
    seeds: Iterable[int] = (0, 1, 2),
) -> Compared | NotRun:
    """Both terms at random arrays of the given shapes; the seed at which they differ most.

    >>> from symformer.terms.term import Product, Sum, Transpose
    >>> A, B = Symbol("A"), Symbol("B")
    >>> twisted = Product((Transpose(B), Transpose(A)))
    >>> compared(Transpose(Product((A, B))), twisted, {"A": (3, 5), "B": (5, 7)}).difference < 1e-12
    True
    >>> compared(Product((A, B)), Product((B, A)), {"A": (3, 3), "B": (3, 3)}).difference > 0.1
    True
    """
    worst: Compared | None = None
    for seed in seeds:
        bindings: dict[str | Term, Any] = random_bindings(shapes, seed)
        bindings.update(sizes or {})
        one, other = (compiled(each, conventions)(bindings) for each in (left, right))
        if isinstance(one, NotRun):
            return one
        if isinstance(other, NotRun):
            return other
        found = difference(one, other, seed)
        if worst is None or found.difference > worst.difference:
            worst = found
    return worst or NotRun("no seed was given")


def random_bindings(shapes: Mapping[str | Term, tuple[int, ...]], seed: int) -> dict[str | Term, Any]:
    """Normally distributed entries for each name.

    >>> random_bindings({"Q": (2, 3)}, 0)["Q"].shape
    (2, 3)
    """
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


def difference(left: Any, right: Any, seed: int = 0) -> Compared:
    """How far two arrays are apart, against the largest entry of both; infinite where their shapes differ.

    >>> difference(np.array([1.0, 2.0]), np.array([1.0, 4.0])).difference
    0.5
    """
    if left.shape != right.shape:
        return Compared(SHAPES_DIFFER, seed)
    if not left.size:
        return Compared(0.0, seed)
    with np.errstate(all="ignore"):
        apart = np.where((left == right) | (np.isnan(left) & np.isnan(right)), 0.0, np.abs(left - right))
    apart = np.where(np.isnan(apart), np.inf, apart)
    finite = [np.abs(each[np.isfinite(each)]) for each in (np.atleast_1d(left), np.atleast_1d(right))]
    scale = max((float(each.max()) for each in finite if each.size), default=1.0) or 1.0
    at = tuple(int(place) for place in np.unravel_index(int(apart.argmax()), apart.shape)) if apart.ndim else ()
    return Compared(float(apart.max()) / scale, seed, at, float(left[at]), float(right[at]))
