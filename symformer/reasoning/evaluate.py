"""The value of a term, where every symbol in it has one.

``lookup`` gives the values of symbols, ``literal`` the interval a printed number stands for.  What a
note leaves open (which logarithm, which unit of angle, from where indices count) is a ``Readings``;
whoever accuses must have tried them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from symformer.algebra import interval as bounds
from symformer.algebra.interval import INFINITE, ONE, Interval, NotEvaluated
from symformer.reasoning import arrays
from symformer.reasoning.arrays import IDENTITY, MOST_CELLS, Array, Identity, Result, Value
from symformer.reasoning.constants import EULER_NAMES, IDENTITY_NAMES, INFINITY_NAMES, PI_NAMES
from symformer.reasoning.linear_algebra import inverse
from symformer.reasoning.named import apply_named, canonical
from symformer.reasoning.readings import PLAIN, Readings, is_log_of_quotient, is_mixed
from symformer.terms import term as terms
from symformer.terms.parts import matrix_of_entry
from symformer.terms.term import (
    Apply,
    Elementwise,
    Index,
    IndexedSum,
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
    Unknown,
)

Lookup = Callable[[Term], Value | None]
Literal = Callable[[Number], Interval]

MOST_STEPS = 40_000
DEEPEST = 120
LONGEST_RANGE = 512
MOST_GROUPED = 6  # factors of a product whose neighbours are looked up together
JOINED = frozenset({"sum", "product", "max", "min"})  # the big operators that are worked out term by term


def exactly(number: Number) -> Interval:
    """A literal taken at its word."""
    return Interval.point(number.value)


def nothing(term: Term) -> Value | None:
    """A lookup that knows no symbol."""
    return None


@dataclass(slots=True)
class _Run:
    """One evaluation: what is known, and how much work is left."""

    lookup: Lookup
    literal: Literal
    readings: Readings
    steps: int = MOST_STEPS


def evaluate(term: Term, lookup: Lookup = nothing, literal: Literal = exactly, readings: Readings = PLAIN) -> Result:
    """The value of ``term``, or why it has none.

    >>> evaluate(Sum((Number(Fraction(1)), Number(Fraction(2))))).lo
    Fraction(3, 1)
    >>> evaluate(Symbol("x"))
    NotEvaluated(reason='the value of x is not known', missing=('x',))
    """
    return _value(term, _Run(lookup, literal, readings), 0)


def _value(term: Term, run: _Run, depth: int) -> Result:
    run.steps -= 1
    if run.steps < 0 or depth > DEEPEST:
        return NotEvaluated("too long to work out")
    match term:
        case Number():
            return run.literal(term)
        case Symbol():
            return _symbol(term, run)
        case Sum():
            return _fold(term.terms, run, depth, arrays.add)
        case Product():
            return _product(term, run, depth)
        case Elementwise():
            return _elementwise(term, run, depth)
        case Quotient():
            return _quotient(term, run, depth)
        case Power():
            return _power(term, run, depth)
        case Transpose():
            known = run.lookup(term)
            if known is not None:
                return known
            if isinstance(term.operand, Index) and not term.operand.upper and len(term.operand.indices) > 1:
                return NotEvaluated("the transpose of an entry, or a product with a row")
            inner = _value(term.operand, run, depth + 1)
            return inner if isinstance(inner, NotEvaluated) else arrays.transpose(inner)
        case Apply():
            return _apply(term, run, depth)
        case IndexedSum():
            return _indexed_sum(term, run, depth)
        case Index():
            return _index(term, run, depth)
        case Matrix():
            return _matrix(term, run, depth)
        case Relation():
            return _value(term.sides[-1], run, depth + 1)
        case terms.Cases():
            return NotEvaluated("a definition by cases")
        case terms.Ellipsis():
            return NotEvaluated("dots stand for something")
        case Unknown():
            return NotEvaluated(term.reason or "not read")
    return NotEvaluated("not a number")


def _symbol(term: Symbol, run: _Run) -> Result:
    known = run.lookup(term)
    if known is not None:
        return known
    if term.name in PI_NAMES:
        return bounds.pi()
    if term.name in INFINITY_NAMES:
        return Interval.point(INFINITE)
    if term.name in IDENTITY_NAMES:
        return IDENTITY
    return NotEvaluated(f"the value of {term.name} is not known", (term.name,))


def _fold(parts: tuple[Term, ...], run: _Run, depth: int, join: Callable[[Value, Value], Result]) -> Result:
    """All parts, joined from left to right; every missing symbol is named."""
    values = _values(parts, run, depth)
    if isinstance(values, NotEvaluated):
        return values
    found: Value = values[0]
    for value in values[1:]:
        joined = join(found, value)
        if isinstance(joined, NotEvaluated):
            return joined
        found = joined
    return found


def _values(parts: tuple[Term, ...], run: _Run, depth: int) -> list[Value] | NotEvaluated:
    results: list[Result] = []
    for part in parts:
        results.append(_value(part, run, depth + 1))
        if run.steps < 0 and isinstance(results[-1], NotEvaluated):
            break
    return _all_of(results)


def _all_of(results: list[Result]) -> list[Value] | NotEvaluated:
    """The values, or why not all of them are there; every missing symbol is named."""
    found = [result for result in results if not isinstance(result, NotEvaluated)]
    failures = [result for result in results if isinstance(result, NotEvaluated)]
    if not failures:
        return found if found else NotEvaluated("nothing stands here")
    # a part that cannot be read weighs more than one that is merely not known
    hard = [failure for failure in failures if not failure.missing]
    if hard:
        return hard[0]
    missing = tuple(dict.fromkeys(name for failure in failures for name in failure.missing))
    return NotEvaluated(failures[0].reason, missing)


def _product(term: Product, run: _Run, depth: int) -> Result:
    known = run.lookup(term)
    if known is not None:
        return known
    if run.readings.mixed and is_mixed(term):
        return _fold(term.factors, run, depth, arrays.add)
    if (grouped := _with_known_part(term, run)) is not None:
        return _value(grouped, run, depth + 1)
    if any(isinstance(part, Matrix) and len(part.rows) == 1 and len(part.rows[0]) == 1 for part in term.factors):
        return NotEvaluated("brackets around one number: an index or a factor")
    if term.sign == "*" and len(term.factors) == 2:
        return _starred(term, run, depth)
    if term.sign == "⋅" or term.sign == "*":
        return _fold(term.factors, run, depth, lambda a, b: arrays.multiply(a, b, "·"))
    if _is_complemented(term):  # h (1 - h) is h_i (1 - h_i) for each entry: nobody means a sum by it
        return _fold(term.factors, run, depth, lambda a, b: arrays.entrywise(a, b, lambda x, y: x * y))
    if len(term.factors) > 2 and not any(isinstance(part, Transpose) for part in term.factors):
        lists = [value for part in term.factors if isinstance(value := _value(part, run, depth + 1), Array)]
        if len(lists) > 2 and all(each.rank == 1 for each in lists):
            return NotEvaluated("which of the lists lie down is not told")
    return _fold(term.factors, run, depth, lambda a, b: arrays.multiply(a, b, term.sign))


def _with_known_part(term: Product, run: _Run) -> Product | None:
    r"""A product in which neighbours are one that has a value as a whole: $\frac1N X^\top X$, where $X^\top X$ is shown."""
    factors = term.factors
    if not 2 < len(factors) <= MOST_GROUPED or not any(isinstance(each, Transpose) for each in factors):
        return None
    for size in range(len(factors) - 1, 1, -1):
        for at in range(len(factors) - size + 1):
            part = Product(factors[at : at + size], term.sign)
            if any(isinstance(each, Transpose) for each in part.factors) and run.lookup(part) is not None:
                return Product((*factors[:at], part, *factors[at + size :]), term.sign, term.origin)
    return None


def _is_complemented(term: Product) -> bool:
    """Whether a name stands right beside one less itself, as in the derivative of the sigmoid."""
    match term:
        case Product(
            factors=(
                Symbol() | Apply() as name,
                Sum(terms=(Number(value=1), Product(factors=(Number(value=-1), other)))),
            )
        ):
            return name == other
        case Product(factors=(Number(value=-1), *rest)) if len(rest) == 2:
            return _is_complemented(Product(tuple(rest)))
    return False


def _starred(term: Product, run: _Run, depth: int) -> Result:
    """A product with a star; of arrays that do not fit, a small one moved over a large one."""
    values = _values(term.factors, run, depth)
    if isinstance(values, NotEvaluated):
        return values
    made = arrays.multiply(values[0], values[1], "·")
    match made, values:
        case NotEvaluated(), [Array() as image, Array() as kernel]:
            return arrays.moved_over(image, kernel, turned=run.readings.turned)
    return made


def _elementwise(term: Elementwise, run: _Run, depth: int) -> Result:
    if term.sign == "⊕":
        return NotEvaluated("what ⊕ means is not known")
    if term.sign in ("⊙", "∘"):
        return _fold(term.factors, run, depth, lambda a, b: arrays.entrywise(a, b, lambda x, y: x * y))
    return NotEvaluated(f"what {term.sign} means is not known")


def _quotient(term: Quotient, run: _Run, depth: int) -> Result:
    if run.readings.whole and is_log_of_quotient(term) and isinstance(log := term.numerator, Apply):
        inside = Quotient(log.arguments[0], term.denominator, origin=term.origin)
        return _value(replace(log, arguments=(inside,)), run, depth + 1)
    values = _values((term.numerator, term.denominator), run, depth)
    if isinstance(values, NotEvaluated):
        return values
    top, bottom = values
    if isinstance(bottom, Array) and not isinstance(top, Array):
        return NotEvaluated("a division by an array")
    return arrays.entrywise(top, bottom, bounds.divide)


def is_variance(term: Term) -> bool:
    """Whether a term is the square of a deviation, which has a name of two signs: σ², σ_B².

    >>> two = Number(Fraction(2))
    >>> is_variance(Power(Symbol("sigma"), two)), is_variance(Power(Symbol("x"), two))
    (True, False)
    """
    match term:
        case Power(base=Symbol(name=name) | Index(base=Symbol(name=name)), exponent=Number(value=value)):
            return value == 2 and ("sigma" in name or "σ" in name)
    return False


def _power(term: Power, run: _Run, depth: int) -> Result:
    known = run.lookup(term) if is_variance(term) else None
    if known is not None:
        return known
    exponent = _value(term.exponent, run, depth + 1)
    if isinstance(term.base, Symbol) and term.base.name in EULER_NAMES and run.lookup(term.base) is None:
        if isinstance(exponent, NotEvaluated):
            return exponent
        return bounds.exp(exponent) if isinstance(exponent, Interval) else NotEvaluated("an exponential of a matrix")
    values = _all_of([_value(term.base, run, depth + 1), exponent])
    if isinstance(values, NotEvaluated):
        known = run.lookup(term)  # a variance has a value where nobody took its root
        return known if known is not None else values
    base, exponent = values
    if isinstance(base, Interval) and isinstance(exponent, Interval):
        return bounds.power(base, exponent)
    if isinstance(base, Array) and isinstance(exponent, Interval) and exponent == -ONE:
        return inverse(base)
    if isinstance(base, Array) and isinstance(exponent, Interval) and arrays.is_diagonal(base):
        return _diagonal_power(base, exponent)
    return NotEvaluated("a power of an array")


def _diagonal_power(base: Array, exponent: Interval) -> Result:
    """A power of a diagonal matrix, D^{-1/2}: that of each entry on the diagonal, where all are positive."""
    if exponent.exact and exponent.lo.denominator == 1:
        return NotEvaluated("a power of an array")  # of the matrix, or entry by entry
    powers: list[Interval] = []
    for at, row in enumerate(base.rows):
        found = bounds.power(row[at], exponent) if row[at].lo > 0 else NotEvaluated("a root of what is not positive")
        if isinstance(found, NotEvaluated):
            return found
        powers.append(found)
    zero = Interval.point(0)
    size = range(len(powers))
    return Array(tuple(tuple(powers[r] if r == c else zero for c in size) for r in size))


def _apply(term: Apply, run: _Run, depth: int) -> Result:
    known = run.lookup(term)
    if known is not None:
        return known
    name = canonical(term.function)
    if name in ("tuple", "list"):
        entries = _values(term.arguments, run, depth)
        return entries if isinstance(entries, NotEvaluated) else _listed(entries)
    if name == "quantity" and len(term.arguments) == 2 and isinstance(term.arguments[1], Symbol):
        amount = _value(term.arguments[0], run, depth + 1)
        if isinstance(amount, NotEvaluated):
            return amount
        return apply_named(name, [amount], [], [term.arguments[1].name], run.readings)
    values = _values(term.arguments, run, depth)
    if isinstance(values, NotEvaluated):
        return values
    if name == "softmax" and isinstance(values[0], Interval) and len(values) == 1 and not _numeral(term.arguments[0]):
        return NotEvaluated("one score of a softmax")
    labels = [_value(label, run, depth + 1) for label in term.labels]
    numbers = [label for label in labels if isinstance(label, Interval)]
    words = [label.name for label in term.labels if isinstance(label, Symbol)]
    result = apply_named(name, values, numbers, words, run.readings)
    if name in ("layernorm", "rmsnorm") and isinstance(result, Array):
        return _scaled_and_shifted(result, run)
    return result


def _scaled_and_shifted(normalised: Array, run: _Run) -> Result:
    """What a normalisation gives with the gain and the shift that the note gives their values, entry by entry."""
    gain, shift = (run.lookup(Symbol(name)) for name in ("gamma", "beta"))
    if isinstance(gain, NotEvaluated) or isinstance(shift, NotEvaluated):
        return gain if isinstance(gain, NotEvaluated) else shift
    if gain is None or shift is None and not isinstance(gain, Array):
        return normalised  # γ alone may be a discount
    scaled = arrays.entrywise(normalised, gain, lambda x, y: x * y)
    return scaled if shift is None or isinstance(scaled, NotEvaluated) else arrays.add(scaled, shift)


def _numeral(term: Term) -> bool:
    return not any(isinstance(part, Symbol | Index) and part != Symbol("e") for part in terms.walk(term))


def _listed(entries: list[Value]) -> Result:
    if all(isinstance(entry, Interval) for entry in entries):
        return Array.vector([entry for entry in entries if isinstance(entry, Interval)])
    return arrays.stack([[entry] for entry in entries])


def _matrix(term: Matrix, run: _Run, depth: int) -> Result:
    if sum(len(row) for row in term.rows) > MOST_CELLS:
        return NotEvaluated("the matrix is too large")
    blocks: list[list[Value]] = []
    missing: list[str] = []
    for row in term.rows:
        values = _values(row, run, depth) if row else []
        if isinstance(values, NotEvaluated):
            if not values.missing:
                return values
            missing.extend(values.missing)
            continue
        blocks.append(values)
    if missing:
        return NotEvaluated(f"the value of {missing[0]} is not known", tuple(dict.fromkeys(missing)))
    if not blocks or not all(blocks):
        return NotEvaluated("an empty matrix")
    if term.style == "tuple" and len(blocks) == 1:
        return _listed(blocks[0])
    return arrays.stack(blocks)


def _indexed_sum(term: IndexedSum, run: _Run, depth: int) -> Result:
    if term.kind not in JOINED:
        return NotEvaluated(f"a big operator over {term.kind}")
    if term.index is None or term.condition is not None:
        return NotEvaluated("the range of the sum is not known")
    ends = _range(term, run, depth)
    if isinstance(ends, NotEvaluated):
        return ends
    first, last = (whole(end) for end in ends)
    if first is None or last is None:
        return NotEvaluated("the range of the sum is not whole")
    if last - first >= LONGEST_RANGE or last < first:
        return NotEvaluated("the range of the sum is too long" if last >= first else "the range of the sum is empty")
    found: Value | None = None
    for at in range(first, last + 1):
        inner = _Run(_bound(run.lookup, term.index.name, at), run.literal, run.readings, run.steps)
        value = _value(term.body, inner, depth + 1)
        run.steps = inner.steps
        if isinstance(value, NotEvaluated):
            return value
        joined = value if found is None else _join(term.kind, found, value)
        if isinstance(joined, NotEvaluated):
            return joined
        found = joined
    return found if found is not None else NotEvaluated("an empty sum")


def _range(term: IndexedSum, run: _Run, depth: int) -> list[Value] | NotEvaluated:
    """Where a sum begins and ends; where it is not told in numbers, as far as the array goes that it runs along."""
    open_range = NotEvaluated("the range of the sum is not known")
    first: Result = Interval.point(run.readings.first_index)
    if term.lower is not None:
        first = _value(term.lower, run, depth + 1)
    last: Result = open_range if term.upper is None else _value(term.upper, run, depth + 1)
    if isinstance(last, NotEvaluated) and (term.upper is None or isinstance(term.upper, Symbol)):
        length = _length_along(term, run, depth)
        if length is not None and not isinstance(first, NotEvaluated) and whole(first) == run.readings.first_index:
            last = Interval.point(run.readings.first_index + length - 1)
    return _all_of([first, last])


def _length_along(term: IndexedSum, run: _Run, depth: int) -> int | None:
    """How long the arrays are that the letter of a sum runs along; None where they are not known or differ."""
    lengths: set[int] = set()
    for part in terms.walk(term.body):
        if not isinstance(part, Index) or term.index not in part.indices:
            continue
        base = _value(part.base, run, depth + 1)
        if not isinstance(base, Array) or part.upper or len(part.indices) > len(base.shape):
            return None
        axis = part.indices.index(term.index)
        lengths.add(base.shape[axis] if not base.linear or base.rank == 1 else len(base.cells))
    return lengths.pop() if len(lengths) == 1 else None


def _join(kind: str, left: Value, right: Value) -> Result:
    match kind:
        case "sum":
            return arrays.add(left, right)
        case "product":
            return arrays.multiply(left, right)
        case "max" | "min" if isinstance(left, Interval) and isinstance(right, Interval):
            return (bounds.largest if kind == "max" else bounds.smallest)([left, right])
    return NotEvaluated(f"a big operator over {kind}")


def _bound(lookup: Lookup, name: str, at: int) -> Lookup:
    number = Interval.point(at)

    def inner(term: Term) -> Value | None:
        if isinstance(term, Symbol) and term.name == name:
            return number
        return lookup(substituted(term, name, at)) if isinstance(term, Index | Apply) else lookup(term)

    return inner


def substituted(term: Term, name: str, at: int) -> Term:
    """``term`` with a bound index replaced by a number, within its scripts and arguments."""

    def swap(part: Term) -> Term:
        return Number(Fraction(at)) if isinstance(part, Symbol) and part.name == name else part

    match term:
        case Index():
            return replace(term, indices=tuple(map(swap, term.indices)), upper=tuple(map(swap, term.upper)))
        case Apply():
            return replace(term, arguments=tuple(map(swap, term.arguments)))
    return term


def whole(value: Value) -> int | None:
    """The integer a value is, if it is one."""
    if isinstance(value, Interval) and value.exact and value.lo.denominator == 1:
        return int(value.lo)
    return None


def _index(term: Index, run: _Run, depth: int) -> Result:
    known = run.lookup(term)
    if known is not None:
        return known
    if term.upper:
        return NotEvaluated("a member of a family", (_spelled(term),))
    places: list[int | None] = []
    for index in term.indices:
        if isinstance(index, Slice):
            if index.start is not None or index.stop is not None:
                return NotEvaluated("a part of an axis")
            places.append(None)
            continue
        value = _value(index, run, depth + 1)
        at = None if isinstance(value, NotEvaluated) else whole(value)
        if at is None:
            return NotEvaluated(f"the value of {_spelled(term)} is not known", (_spelled(term),))
        places.append(at)
    numbered = Index(term.base, tuple(Slice() if p is None else Number(Fraction(p)) for p in places))
    known = run.lookup(numbered) if numbered != term else None
    if known is not None:
        return known
    base = _value(term.base, run, depth + 1)
    if isinstance(base, NotEvaluated) and (whole_matrix := matrix_of_entry(term)) is not None:
        base = _value(whole_matrix, run, depth + 1)  # r_{12} is an entry of R
        if not isinstance(base, Array) or base.rank != 2:
            base = NotEvaluated("no matrix")
    if isinstance(base, NotEvaluated):
        return NotEvaluated(f"the value of {_spelled(term)} is not known", (_spelled(term),))
    return _entry(base, [None if p is None else p - run.readings.first_index for p in places])


def _entry(base: Value, places: list[int | None]) -> Result:
    match base, places:
        case Identity(), [int() as size]:
            return base.of_size(size + 1) if 0 < size < 100 else NotEvaluated("an identity of open size")
        case Array(rank=1), [int() as at] | [int() as at, None]:
            return base.cells[at] if 0 <= at < len(base.cells) else OUTSIDE
        case Array(), [int() as at] if base.linear and len(base.rows[0]) == 1 and len(base.rows) > 1:
            return base.cells[at] if 0 <= at < len(base.cells) else OUTSIDE
        case Array(), [int() as at] if len(base.rows) == 1:
            return base.cells[at] if 0 <= at < len(base.cells) else OUTSIDE
        case Array(rank=2), [int()]:
            return NotEvaluated("a row, or a member of a family")
        case Array(rank=2), [int() as at, None]:
            if len(base.rows[0]) == 1 and 0 <= at < len(base.rows):
                return base.rows[at][0]
            return Array((base.rows[at],), 1) if 0 <= at < len(base.rows) else OUTSIDE
        case Array(rank=2), [None, int() as at]:
            if 0 <= at < len(base.rows[0]):
                return Array((tuple(row[at] for row in base.rows),), 1)
            return OUTSIDE
        case Array(rank=2), [int() as row, int() as column]:
            if 0 <= row < len(base.rows) and 0 <= column < len(base.rows[0]):
                return base.rows[row][column]
            return OUTSIDE
    return NotEvaluated("an index into something that has none")


OUTSIDE = NotEvaluated("an index outside the array")


def _spelled(term: Term) -> str:
    """A short name for an index term, to say what is missing."""
    match term:
        case Symbol():
            return term.name
        case Number():
            return term.printed.text if term.printed is not None else str(term.value)
        case Index():
            return "_".join((_spelled(term.base), *map(_spelled, term.indices), *map(_spelled, term.upper)))
        case Apply():
            return f"{term.function}({', '.join(map(_spelled, term.arguments))})"
        case Slice():
            return ":"
    return "…"
