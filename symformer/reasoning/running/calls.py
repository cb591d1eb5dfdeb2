"""Named functions on arrays: by the value that their record in ``functions`` names."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache, reduce
from importlib import import_module
from typing import Any

import numpy as np

from symformer.functions import Function, lookup
from symformer.reasoning.running.laid import CannotRun, Identity, Laid, Value, blocks, described, entrywise, multiply

LOGARITHMS = {"log2": np.log2, "lb": np.log2, "log10": np.log10, "lg": np.log10}
LISTS = frozenset({"tuple", "list"})


def call(
    name: str,
    arguments: list[Value],
    words: tuple[str, ...],
    numbers: tuple[float, ...],
    *,
    columns: bool,
    one_based: bool,
) -> Value:
    """A function at its arguments; ``words`` and ``numbers`` are marks on its name.

    ``columns``: positions run along columns, so that a softmax goes down.  ``one_based``: places count from 1.

    Raises:
        CannotRun: the function has no value, or not for such arguments.

    >>> call("softmax", [Laid(np.zeros((2, 4)))], (), (), columns=False, one_based=True).array[0]
    array([0.25, 0.25, 0.25, 0.25])
    """
    if name in LISTS:
        return blocks([arguments])
    arrays = [_array(each, name) for each in arguments]
    if name == "inner" and len(arrays) == 2 and not words:
        return multiply(Laid(arrays[0]), Laid(arrays[1]), "·")
    if name == "absolute" and len(arrays) == 1:
        return _like(arguments[0], np.abs(arrays[0]))
    if name in LOGARITHMS and len(arrays) == 1 and not numbers:
        return _like(arguments[0], LOGARITHMS[name](arrays[0]))
    function = lookup(name)
    if function is None or function.value is None:
        raise CannotRun(f"what {name} does is not known", (name,))
    with np.errstate(all="ignore"):
        return _called(function, arguments, arrays, words, numbers, columns, one_based)


def _called(
    function: Function,
    arguments: list[Value],
    arrays: list[np.ndarray],
    words: tuple[str, ...],
    numbers: tuple[float, ...],
    columns: bool,
    one_based: bool,
) -> Value:
    work = resolved(function.value or "")
    first = arrays[0]
    match function.law:
        case "elementwise" if len(arrays) == 1:
            return _like(arguments[0], _marked(function, work, first, numbers))
        case "extremum" if len(arrays) > 1:
            join = {"max": np.maximum, "min": np.minimum}[function.id]
            return reduce(lambda left, right: entrywise(left, right, join), arguments)
        case "concat":
            axis = -2 if columns and all(each.ndim > 1 for each in arrays) else -1
            return Laid(_tried(function, work, [arrays], {"axis": axis}))
        case "stack":
            return Laid(_tried(function, work, [arrays], {}))
        case "reduce" | "extremum" | "argument":
            return _reduced(function, work, first, len(arrays), one_based)
        case "same" if len(arrays) > 1 and first.ndim == 0:
            return Laid(_along(function, work, arrays, words, columns))
        case "same":
            return _like(arguments[0], _along(function, work, arrays, words, columns))
        case "scalar":
            found = _tried(function, work, [*arrays, *numbers[:1]], {})
            if found.ndim:
                raise CannotRun(f"over which axis {function.name} goes is not said")
            return Laid(found)
    return Laid(_tried(function, work, arrays, {}))


def _marked(function: Function, work: Callable[..., Any], array: np.ndarray, numbers: tuple[float, ...]) -> np.ndarray:
    """An entry-by-entry function, perhaps with a mark: a base of a logarithm, the degree of a root."""
    if not numbers:
        return _tried(function, work, [array], {})
    if function.id == "log" and len(numbers) == 1:
        return np.asarray(np.log(array) / np.log(numbers[0]))
    if function.id == "sqrt" and len(numbers) == 1:
        return np.asarray(array ** (1.0 / numbers[0]))
    raise CannotRun(f"{function.name} with the mark {numbers[0]:g}")


def _reduced(function: Function, work: Callable[..., Any], array: np.ndarray, count: int, one_based: bool) -> Laid:
    if count != 1 or array.ndim > 1:
        raise CannotRun(f"over which axis {function.name} goes is not said")
    if array.ndim == 0:
        raise CannotRun(f"{function.name} of one number")
    found = _tried(function, work, [array], {})
    return Laid(found + one_based if function.law == "argument" else found)


def _along(
    function: Function, work: Callable[..., Any], arrays: list[np.ndarray], words: tuple[str, ...], columns: bool
) -> np.ndarray:
    """A function that works along the features of each position."""
    first = arrays[0]
    if first.ndim == 0 and len(arrays) == 1:
        raise CannotRun(f"{function.name} of one number")
    marks = {word.casefold()[:3] for word in words}
    down = first.ndim > 1 and ("col" in marks or (columns and "row" not in marks))
    if _takes_axis(work):
        if len(arrays) > 1 and all(each.ndim == 0 for each in arrays):
            return _tried(function, work, [np.array(arrays)], {})
        if len(arrays) > 1:
            raise CannotRun(f"{function.name} with several arguments")
        return _tried(function, work, arrays, {"axis": -2 if down else -1})
    if not down:
        return _tried(function, work, arrays, {})
    turned = _tried(function, work, [np.swapaxes(first, -1, -2), *arrays[1:]], {})
    return np.swapaxes(turned, -1, -2)


def _tried(function: Function, work: Callable[..., Any], arguments: list[Any], options: dict[str, Any]) -> np.ndarray:
    try:
        return np.asarray(work(*arguments, **options), dtype=np.float64)
    except (ValueError, IndexError, TypeError, np.linalg.LinAlgError) as error:
        shapes = ", ".join(described(Laid(np.asarray(each))) for each in arguments if isinstance(each, np.ndarray))
        raise CannotRun(f"{function.name} of {shapes or 'such arguments'}") from error


def _like(model: Value, array: np.ndarray) -> Laid:
    """An array that lies as another does."""
    assert isinstance(model, Laid)
    return Laid(array, model.lie, model.turned)


def _array(value: Value, name: str) -> np.ndarray:
    if isinstance(value, Identity):
        raise CannotRun(f"{name} of an identity matrix of open size")
    return value.array


@lru_cache(maxsize=256)
def resolved(value: str) -> Callable[..., Any]:
    """The function that a dotted name names.

    >>> resolved("numpy.tanh") is np.tanh
    True
    """
    module, _, name = value.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


@lru_cache(maxsize=256)
def _takes_axis(work: Callable[..., Any]) -> bool:
    try:
        return "axis" in inspect.signature(work).parameters
    except ValueError:  # a ufunc tells none
        return False
