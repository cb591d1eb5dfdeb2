"""The values of named functions: softmax, LayerNorm, ReLU, norms, logarithms and the like."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb, floor
from typing import TYPE_CHECKING

from symformer.algebra import interval as bounds
from symformer.algebra.interval import ONE, ZERO, Interval, NotEvaluated
from symformer.reasoning import arrays
from symformer.reasoning.arrays import Array, Result, Value
from symformer.reasoning.linear_algebra import determinant, inverse, rank

if TYPE_CHECKING:
    from symformer.reasoning.readings import Readings

Scalar = Callable[[Interval], Interval | NotEvaluated]

SPELLINGS: dict[str, str] = {
    "exponential": "exp",
    "logarithm": "ln",
    "abs": "absolute",
    "modulus": "absolute",
    "ceiling": "ceil",
    "average": "mean",
    "avg": "mean",
    "variance": "var",
    "standarddeviation": "std",
    "logistic": "sigmoid",
    "lnnorm": "layernorm",
    "softmaxrow": "softmax",
    "concatenate": "concat",
    "cat": "concat",
    "maximum": "max",
    "minimum": "min",
    "lg": "log10",
    "lb": "log2",
    "ld": "log2",
    "squareroot": "sqrt",
    "root": "sqrt",
    "tr": "trace",
    "binom": "binomial",
    "swish": "silu",
    "l2norm": "norm",
    "dotproduct": "dot",
    "inner": "dot",
    "logsumexp": "logsumexp",
}


def canonical(name: str) -> str:
    """One spelling for each function, whatever its case, spaces and dashes.

    >>> canonical("LayerNorm"), canonical("layer-norm"), canonical("standard deviation")
    ('layernorm', 'layernorm', 'std')
    """
    plain = "".join(letter for letter in name.casefold() if letter not in " -_")
    return SPELLINGS.get(plain, plain)


def unknown_function(name: str) -> NotEvaluated:
    """Why a function that nobody knows has no value."""
    return NotEvaluated(f"what {name} does is not known")


def apply_named(name: str, values: list[Value], labels: list[Interval], words: list[str], readings: Readings) -> Result:
    """The function ``name`` (canonical) at ``values``; ``labels`` are numbers, ``words`` names on it."""
    if not values:
        return NotEvaluated(f"{name} of nothing")
    if name in REDUCTIONS:
        return _reduce(name, values, readings)
    if name == "softmax" or name == "logsoftmax":
        return _softmax(name, values, words, readings)
    if name == "layernorm" and len(values) == 1 and isinstance(values[0], Array):
        return _along(values[0], lambda row: _normalised(row, readings), readings)
    if name == "rmsnorm" and len(values) == 1 and isinstance(values[0], Array):
        return _along(values[0], arrays.scaled_to_unit, readings)
    if name == "logsumexp" and len(values) == 1 and isinstance(values[0], Array) and values[0].linear:
        return _log_sum_exp(values[0].cells)
    if name == "quantity" and len(values) == 1 and isinstance(values[0], Interval):
        return _quantity(values[0], words)
    if name == "attention" and len(values) == 3:
        return _attention(values, readings)
    if name == "concat":
        return arrays.concatenate(values)
    if name == "dot" and len(values) == 2:
        return arrays.multiply(_flat(values[0]), _flat(values[1]), "·")
    if name == "norm" and len(values) == 1:
        return _norm(values[0], labels, words)
    if name in COUNTING:
        return _count(name, values)
    if name in ("argmax", "argmin"):
        return _place_of_extreme(name, values, readings.first_index)
    if name == "trace" and len(values) == 1:
        return _trace(values[0])
    if name in ("det", "inv", "rank") and len(values) == 1:
        return _of_matrix(name, values[0])
    if name == "absolute" and len(values) == 1 and isinstance(values[0], Array) and _is_square(values[0]):
        return determinant(values[0])
    if name == "transpose" and len(values) == 1:
        return arrays.transpose(values[0])
    if name == "pow" and len(values) == 2 and isinstance(values[0], Interval) and isinstance(values[1], Interval):
        return bounds.power(values[0], values[1])
    scalar = _scalar(name, labels, readings)
    if scalar is None:
        return unknown_function(name)
    if len(values) > 1 and name in ENTRYWISE:
        entries = [value for value in values if isinstance(value, Interval)]
        values = [Array.vector(entries)] if len(entries) == len(values) else values
    if len(values) != 1:
        return NotEvaluated(f"{name} with several arguments")
    value = values[0]
    match value:
        case Interval():
            return scalar(value)
        case Array() if name not in ("absolute", "sin", "cos", "tan") or value.linear:
            return NotEvaluated("the size of an array") if name == "absolute" else value.map(scalar)
    return NotEvaluated(f"{name} of an array")


COUNTING = frozenset({"mod", "binomial"})
ENTRYWISE = frozenset({"relu", "gelu", "silu", "sigmoid", "tanh", "softplus"})  # ReLU(-1, 2) is ReLU of a list
REDUCTIONS = frozenset({"max", "min", "sum", "mean", "var", "std"})


def _scalar(name: str, labels: list[Interval], readings: Readings) -> Scalar | None:
    match name:
        case "log":
            if len(labels) == 1:
                return lambda x: bounds.logarithm(x, labels[0])
            bases = {"log10": Interval.point(10), "log2": Interval.point(2)}
            base = bases.get(readings.log)
            return bounds.ln if base is None else lambda x: bounds.logarithm(x, base)
        case "sin" | "cos" | "tan":
            wave = WAVES[name]
            return wave if readings.angle == "radians" else lambda x: _in_degrees(wave, x)
        case "gelu":
            return lambda x: _gelu(x, readings.gelu)
        case "sqrt" if len(labels) == 1:
            return lambda x: _nth_root(x, labels[0])
    return SCALARS.get(name)


def _in_degrees(wave: Scalar, angle: Interval) -> Interval | NotEvaluated:
    if angle.exact and angle.lo.denominator == 1 and (exact := _EXACT_DEGREES.get((wave, int(angle.lo) % 360))):
        return Interval.point(exact)
    return wave(angle * bounds.pi() * Interval.point(Fraction(1, 180)))


def _nth_root(value: Interval, degree: Interval) -> Interval | NotEvaluated:
    inverse = bounds.divide(ONE, degree)
    return inverse if isinstance(inverse, NotEvaluated) else bounds.power(value, inverse)


def _relu(value: Interval) -> Interval:
    return bounds.largest([value, ZERO])


def _silu(value: Interval) -> Interval | NotEvaluated:
    share = bounds.sigmoid(value)
    return share if isinstance(share, NotEvaluated) else value * share


def _gelu(value: Interval, kind: str) -> Interval | NotEvaluated:
    match kind:
        case "tanh":
            cubic = value + Interval.point(Fraction("0.044715")) * value * value * value
            ratio = bounds.divide(Interval.point(2), bounds.pi())
            factor = ratio if isinstance(ratio, NotEvaluated) else bounds.sqrt(ratio)
            part = factor if isinstance(factor, NotEvaluated) else bounds.tanh(factor * cubic)
        case "sigmoid":
            share = bounds.sigmoid(Interval.point(Fraction("1.702")) * value)
            return share if isinstance(share, NotEvaluated) else value * share
        case _:
            root = bounds.sqrt(Interval.point(2))
            scaled = root if isinstance(root, NotEvaluated) else bounds.divide(value, root)
            part = scaled if isinstance(scaled, NotEvaluated) else bounds.erf(scaled)
    return part if isinstance(part, NotEvaluated) else Interval.point(Fraction(1, 2)) * value * (ONE + part)


def _softplus(value: Interval) -> Interval | NotEvaluated:
    raised = bounds.exp(value)
    return raised if isinstance(raised, NotEvaluated) else bounds.ln(ONE + raised)


def _percent(value: Interval) -> Interval:
    return value * Interval.point(Fraction(1, 100))


def _degrees(value: Interval) -> Interval:
    return value * bounds.pi() * Interval.point(Fraction(1, 180))


def _floored(value: Interval) -> Interval:
    return Interval(Fraction(floor(value.lo)), Fraction(floor(value.hi)))


def _ceiled(value: Interval) -> Interval:
    return Interval(Fraction(ceil(value.lo)), Fraction(ceil(value.hi)))


def _log_sum_exp(cells: tuple[Interval, ...]) -> Result:
    raised = Array.vector(cells).map(bounds.exp)
    return raised if isinstance(raised, NotEvaluated) else bounds.ln(arrays.total(raised.cells))


MULTIPLES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def _quantity(value: Interval, words: list[str]) -> Result:
    if len(words) == 1 and (multiple := MULTIPLES.get(words[0].casefold())) is not None:
        return value * Interval.point(multiple)
    return NotEvaluated("a quantity with a unit")


def _rounded(value: Interval) -> Interval | NotEvaluated:
    if value.exact and value.lo.denominator == 2:
        return Interval(value.lo - Fraction(1, 2), value.lo + Fraction(1, 2))  # a tie goes either way
    low, high = round(value.lo), round(value.hi)
    return Interval.point(low) if low == high else NotEvaluated("a rounding that is not sure")


def _factorial(value: Interval) -> Interval | NotEvaluated:
    if not value.exact or value.lo.denominator != 1 or not 0 <= value.lo <= 170:
        return NotEvaluated("a factorial")
    found = 1
    for factor in range(2, int(value.lo) + 1):
        found *= factor
    return Interval.point(found)


def _count(name: str, values: list[Value]) -> Result:
    """The remainder of a division, or the number of choices, of two whole numbers."""
    whole = [int(v.lo) for v in values if isinstance(v, Interval) and v.exact and v.lo.denominator == 1]
    if len(whole) != 2 or len(values) != 2:
        return NotEvaluated(f"{name} of other than whole numbers")
    first, second = whole
    if name == "mod":
        return Interval.point(first % second) if second > 0 else NotEvaluated("a remainder by nothing")
    return Interval.point(comb(first, second)) if 0 <= second <= first <= 1000 else NotEvaluated("a binomial")


def _place_of_extreme(name: str, values: list[Value], first_index: int) -> Result:
    """Where the largest entry of a list stands, where one surely is the largest."""
    listed = values[0].cells if len(values) == 1 and isinstance(values[0], Array) and values[0].linear else values
    cells = [cell if name == "argmax" else -cell for cell in listed if isinstance(cell, Interval)]
    if len(cells) != len(listed) or len(cells) < 2:
        return NotEvaluated(f"{name} of something else than a list")
    at = max(range(len(cells)), key=lambda place: cells[place].lo)
    if any(cell.hi >= cells[at].lo for place, cell in enumerate(cells) if place != at):
        return NotEvaluated("two entries may both be the largest")
    return Interval.point(at + first_index)


def _of_matrix(name: str, value: Value) -> Result:
    """The determinant, inverse or rank of a matrix."""
    match name:
        case "det":
            return determinant(value)
        case "inv":
            return inverse(value)
    found = rank(value)
    return found if isinstance(found, NotEvaluated) else Interval.point(found)


def _is_square(value: Array) -> bool:
    return value.rank == 2 and len(value.rows) == len(value.rows[0]) > 1


def _normal_cdf(value: Interval) -> Interval | NotEvaluated:
    """The distribution function of the standard normal law: half of 1 + erf(x / √2)."""
    root = bounds.sqrt(Interval.point(2))
    scaled = bounds.divide(value, root) if isinstance(root, Interval) else root
    found = bounds.erf(scaled) if isinstance(scaled, Interval) else scaled
    half = Interval.point(Fraction(1, 2))
    return half + half * found if isinstance(found, Interval) else found


def _trace(value: Value) -> Result:
    if not isinstance(value, Array) or value.rank != 2 or len(set(value.shape)) != 1:
        return NotEvaluated("the trace of something else than a square matrix")
    return arrays.total(tuple(row[at] for at, row in enumerate(value.rows)))


WAVES: dict[str, Scalar] = {"sin": bounds.sin, "cos": bounds.cos, "tan": bounds.tan}
_EXACT_DEGREES: dict[tuple[Scalar, int], Fraction] = {
    (bounds.sin, 30): Fraction(1, 2),
    (bounds.sin, 90): Fraction(1),
    (bounds.sin, 150): Fraction(1, 2),
    (bounds.cos, 60): Fraction(1, 2),
    (bounds.cos, 180): Fraction(-1),
    (bounds.tan, 45): Fraction(1),
}
SCALARS: dict[str, Scalar] = {
    "exp": bounds.exp,
    "ln": bounds.ln,
    "log2": lambda x: bounds.logarithm(x, Interval.point(2)),
    "log10": lambda x: bounds.logarithm(x, Interval.point(10)),
    "sqrt": bounds.sqrt,
    "sigmoid": bounds.sigmoid,
    "tanh": bounds.tanh,
    "erf": bounds.erf,
    "normalcdf": _normal_cdf,
    "relu": _relu,
    "silu": _silu,
    "softplus": _softplus,
    "absolute": bounds.absolute,
    "floor": _floored,
    "ceil": _ceiled,
    "factorial": _factorial,
    "percent": _percent,
    "degrees": _degrees,
    "round": _rounded,
}


def _reduce(name: str, values: list[Value], readings: Readings) -> Result:
    if len(values) > 1:
        if not all(isinstance(value, Interval) for value in values):
            return _entrywise_extreme(name, values)
        cells = tuple(value for value in values if isinstance(value, Interval))
    elif isinstance(values[0], Array) and (values[0].linear or name in ("max", "min", "sum")):
        cells = values[0].cells
    else:
        return NotEvaluated(f"the {name} over which axis is not said")
    match name:
        case "max":
            return bounds.largest(list(cells))
        case "min":
            return bounds.smallest(list(cells))
        case "sum":
            return arrays.total(cells)
        case "mean":
            return arrays.mean(cells)
    spread = arrays.variance(cells, sample=readings.spread == "sample")
    return spread if name == "var" else bounds.sqrt(spread)


def _entrywise_extreme(name: str, values: list[Value]) -> Result:
    """max(0, x) with an array: entry by entry."""
    if name not in ("max", "min"):
        return NotEvaluated(f"the {name} of unlike things")
    choose = bounds.largest if name == "max" else bounds.smallest
    found = values[0]
    for value in values[1:]:
        joined = arrays.entrywise(found, value, lambda a, b: choose([a, b]))
        if isinstance(joined, NotEvaluated):
            return joined
        found = joined
    return found


def _along(
    value: Array, function: Callable[[tuple[Interval, ...]], list[Interval] | NotEvaluated], readings: Readings
) -> Result:
    """A function of one position's vector at each position: of each row, or of each column."""
    if readings.axis == "rows" or value.rank == 1:
        return arrays.by_row(value, function)
    turned = arrays.transpose(value)
    made = arrays.by_row(turned, function) if isinstance(turned, Array) else turned
    return arrays.transpose(made) if isinstance(made, Array) else made


def _softmax(name: str, values: list[Value], words: list[str], readings: Readings) -> Result:
    if len(values) > 1:
        if not all(isinstance(value, Interval) for value in values):
            return NotEvaluated("softmax with several arguments")
        value: Value = Array.vector([each for each in values if isinstance(each, Interval)])
    else:
        value = values[0]
    axis = readings.axis
    if any(word.startswith("row") for word in words):
        axis = "rows"
    elif any(word.startswith("col") for word in words):
        axis = "columns"
    made = arrays.softmax(value, axis)
    if name == "softmax" or isinstance(made, NotEvaluated):
        return made
    return made.map(bounds.ln) if isinstance(made, Array) else NotEvaluated("the logarithm of a softmax of one number")


def _attention(values: list[Value], readings: Readings) -> Result:
    """softmax(Q K^T / √d_k) V, over rows."""
    queries, keys, taken = values
    if not all(isinstance(value, Array) and value.rank == 2 for value in values) or not isinstance(keys, Array):
        return NotEvaluated("attention over something else than matrices")
    scores = arrays.multiply(queries, arrays.transpose(keys))
    root = bounds.sqrt(Interval.point(keys.shape[-1]))
    if isinstance(scores, NotEvaluated) or isinstance(root, NotEvaluated):
        return scores if isinstance(scores, NotEvaluated) else root
    scaled = scores if readings.scaling == "none" else arrays.entrywise(scores, root, bounds.divide)
    weights = scaled if isinstance(scaled, NotEvaluated) else arrays.softmax(scaled, "rows")
    return weights if isinstance(weights, NotEvaluated) else arrays.multiply(weights, taken)


def _normalised(row: tuple[Interval, ...], readings: Readings) -> list[Interval] | NotEvaluated:
    made = arrays.normalised(row)
    if isinstance(made, NotEvaluated) or readings.spread == "population" or len(row) < 2:
        return made
    shrink = bounds.sqrt(Interval.point(Fraction(len(row) - 1, len(row))))
    return shrink if isinstance(shrink, NotEvaluated) else [cell * shrink for cell in made]


FROBENIUS = frozenset(
    {"F", "Fro", "fro", "Frob", "HS", "text(F)", "rm(F)", "mathrm(F)"}
)  # ‖A‖_2 may be the largest singular value


def _flat(value: Value) -> Value:
    return Array.vector(value.cells) if isinstance(value, Array) and value.linear else value


def _norm(value: Value, labels: list[Interval], words: list[str]) -> Result:
    if isinstance(value, Interval):
        return bounds.absolute(value)
    if not isinstance(value, Array):
        return NotEvaluated("the norm of an identity of open size")
    if not value.linear and (labels or any(word not in FROBENIUS for word in words)):
        return NotEvaluated("a norm of a matrix, of which there are several")
    if labels and labels[0] == ONE:
        return arrays.total(tuple(bounds.absolute(cell) for cell in value.cells))
    if labels and labels[0].lo >= bounds.INFINITE:
        return bounds.largest([bounds.absolute(cell) for cell in value.cells])
    if labels and labels[0] != Interval.point(2):
        return NotEvaluated("an unusual norm")
    squares = [bounds.integer_power(cell, 2) for cell in value.cells]
    return bounds.sqrt(arrays.total(tuple(square for square in squares if isinstance(square, Interval))))
