"""The inputs of a stage: drawn where nothing gives them, or missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from symformer.judging.chain.kinds import (
    RESULTS,
    Seen,
)
from symformer.judging.chain.names import (
    PROJECTED,
    Family,
    Name,
    base_of,
    key_of,
    scripts_of,
    spelled,
)
from symformer.judging.chain.plan import (
    SOURCES,
    ChainEquation,
    by_part,
    in_place,
)
from symformer.judging.chain.values import is_constant
from symformer.terms.term import Apply, Index, IndexedSum, Number, Sum, Symbol, Term, walk
from symformer.text.cued import Cued

if TYPE_CHECKING:
    pass

from symformer.judging.chain.state import State

MEMORY = Cued(r"enc(?:oder)?\b|enc|memory|source|context", re.IGNORECASE)


def draw_inputs(state: State, equation: ChainEquation, kind: str, found: Seen) -> list[Name]:
    """The names of an equation that have no value and can be drawn none; the others are drawn."""
    bound = _bound(equation)
    placed = in_place(found, state.parts)
    sources = {placed[part] for part in SOURCES.values() if part in placed}
    missing: list[Name] = []
    for name, part in found.names:
        if kind not in ("concat", "multi-head"):
            _take_member(state, name)
        key = state.known_as(name) if key_of(name) is not None else None
        if equation.is_wave:
            continue
        if key is None or key in state.lost or name in bound or is_constant(name):
            continue
        formal = isinstance(equation.left, Apply) and name in equation.left.arguments and key not in state.results
        if (
            key in state.ours
            and not formal
            and (key in state.results or not state.values.is_told_anew(name, equation.shaped.environment))
        ):
            continue
        if state.values.is_size(name) and part not in RESULTS.values():
            continue
        if isinstance(name, Symbol) and equation.shaped.environment.is_index(name.name):
            continue
        if kind == "output" and part in ("", "weights"):
            part = "weights"
        if _ought_to_be_known(state, part) and not isinstance(equation.left, Apply):
            missing.append(name)
            continue
        if _is_number(name, found) and isinstance(name, Symbol):
            state.ours[key] = state.theirs[key] = _width_under_root(state, name)
            continue
        if key in sources:
            part = "stream"
        if isinstance(equation.left, Apply) and not part and name in equation.left.arguments:
            part = state.parts[key] = "stream"
        if kind in PROJECTED and MEMORY.search(base_of(key)):
            part = "memory"
        drawn = state.values.draw(
            name, part, equation.shaped.environment, _fitting_shape(state, kind, part, found, name)
        )
        if drawn is None:
            missing.append(name)
            continue
        state.ours[key] = state.theirs[key] = drawn
    return missing


def _take_member(state: State, name: Name) -> None:
    """One member of a family that is known: W_Q^{(1)}."""
    key = key_of(name)
    if not isinstance(key, Index) or key in state.ours:
        return
    family, scripts = Family(base_of(key)), scripts_of(key)
    if family in state.ours and len(scripts) == 1 and isinstance(scripts[0], Number):
        at = int(scripts[0].value) - 1
        if state.values.axes.get(family) == 1 and 0 <= at < len(state.ours[family]):
            state.ours[key], state.theirs[key] = state.ours[family][at], state.theirs[family][at]


def _fitting_shape(state: State, kind: str, part: str, found: Seen, name: Name) -> tuple[int, ...] | None:
    """The shape that something of which nothing is told has by what it is added to."""
    if kind in PROJECTED and isinstance(found.right, Sum) and any(each is name for each in found.right.terms):
        weighing = [
            key for other, each in found.names if each.endswith("-weights") and (key := key_of(other)) in state.ours
        ]
        arrays = [state.values.turned(state.ours[key], key) for key in weighing]
        return (arrays[0].shape[-1],) if arrays else None
    if kind == "input":
        known = [state.ours[key] for name, _ in found.names if (key := key_of(name)) in state.ours]
        return known[0].shape if known else None
    if part != "mask":
        return None
    names = state.groups[-1].names
    told = [by_part(found, each) or names.get(each) for each in ("queries", "keys")]
    arrays = [state.values.turned(state.ours[key], key) for key in told if key in state.ours]
    if len(arrays) < len(told) or any(array.ndim < 2 for array in arrays):
        return None  # one query at a time
    lengths = (arrays[0].shape[-2], arrays[1].shape[-2])
    return lengths[::-1] if state.values.columns else lengths


def _ought_to_be_known(state: State, part: str) -> bool:
    """Whether something is a result of the model, of which the stages before it are there."""
    group = state.groups[-1]
    kinds = {each.kind for each in group.stages}
    before = {
        "weights": {"scores", *PROJECTED},
        "scores": {*PROJECTED},
        "head-output": {"weights", "scores", *PROJECTED},
    }
    return bool(before.get(part, set()) & kinds)


def _width_under_root(state: State, name: Name) -> Any:
    """A size of which no number is told, under a root: the width of the keys, unless it is said to be another."""
    import numpy as np

    plain = state.values.meant.get(spelled(name), "d_k")
    keys = state.groups[-1].names.get("keys")
    if plain in ("d_k", "d_v") and keys in state.ours and keys is not None:
        rows = state.values.turned(state.ours[keys], keys)
        return np.asarray(float(rows.shape[-1]))
    return np.asarray(float(state.values.standard[plain]))


def _bound(equation: ChainEquation) -> set[Term]:
    """The indices that an equation binds."""
    found: set[Term] = {each.index for each in walk(equation.right) if isinstance(each, IndexedSum) and each.index}
    left = equation.left
    for script in scripts_of(left) if isinstance(left, Index) else left.arguments if isinstance(left, Apply) else ():
        if equation.is_wave or isinstance(left, Index):
            found |= {part for part in walk(script) if isinstance(part, Symbol)}
    return found


def _is_number(name: Name, found: Seen) -> bool:
    """Whether a name stands under a root alone, as a size does."""
    return any(call.function == "sqrt" and call.arguments == (name,) for call, _ in found.calls)
