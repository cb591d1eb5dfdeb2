"""The value of a stage by its own equation, or by the reference: the two sides of the comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symformer.judging.chain import standard
from symformer.judging.chain.kinds import (
    ATTENDING,
    FEEDING,
)
from symformer.judging.chain.names import (
    PROJECTED,
    Family,
    Key,
    base_of,
    function_id,
    key_of,
    names_in,
    scripts_of,
    spelled,
)
from symformer.judging.chain.plan import (
    ChainEquation,
    Planned,
    is_attention,
    is_call,
)
from symformer.terms.conventions import Conventions
from symformer.terms.term import Apply, Index, Relation, Symbol, walk

if TYPE_CHECKING:
    from symformer.reasoning.running.compiled import NotRun

from symformer.judging.chain.state import State


def result_of(state: State, equation: ChainEquation, known: Mapping[Key, Any], side: str) -> Any | NotRun:
    """What an equation gives, where its names have the values that are known."""
    from symformer.reasoning.running.compiled import NotRun, compiled, definitions_of

    bindings: dict[Any, Any] = {Symbol(name): size for name, size in _sizes_at(state, equation).items()}
    for name in names_in(equation.right):
        if spelled(name) in state.values.sizes and isinstance(name, Index):
            bindings[name] = state.values.sizes[spelled(name)]
    families: dict[str, Key] = {}
    for name in (*names_in(equation.right), *names_in(equation.left)):
        if key_of(name) is None:
            continue
        key = state.known_as(name)
        if key not in known:
            continue
        if isinstance(key, Family):
            families[key.name] = key
            bindings[Symbol(key.name)] = known[key]
        elif not isinstance(key, Symbol) or key.name not in families:
            bindings[key] = known[key]
    _count_heads(state, equation, bindings, families, known)
    for call in (each for each in reversed(list(walk(equation.right))) if isinstance(each, Apply) and is_call(each)):
        found = _called(state, call, bindings, known, side)
        if isinstance(found, NotRun):
            return found
        bindings[call] = found
    columns = state.values.columns
    conventions = Conventions("column" if columns else "row", "columns" if columns else "rows")
    left = equation.left
    if isinstance(left, Apply) and equation.is_wave:
        left = Index(Symbol(left.function), left.arguments)
    if equation.is_wave and isinstance(left, Index):
        return _waves(state, left, equation, bindings)
    if not isinstance(equation.key, Family):
        left = Symbol("the value")
    definitions = definitions_of(each.shaped.statement.term for each in state.equations if is_attention(each))
    return compiled(Relation(("=",), (left, equation.right)), conventions, definitions)(bindings)


def _sizes_at(state: State, equation: ChainEquation) -> dict[str, float]:
    """The sizes in force at an equation: an example may have numbers of its own."""
    from symformer.algebra.dimension import letter

    found: dict[str, float] = {}
    theory = equation.shaped.environment.theory
    names = {name.name for name in names_in(equation.right) if isinstance(name, Symbol)}
    for name in {*state.values.sizes, *names}:
        number = theory.reduce(letter(name))[0].number if theory.speaks_of(name) else None
        if number is not None and not state.values.speaks_of_shapes(name):
            found[name] = float(number)
        elif name in state.values.sizes:
            found[name] = state.values.sizes[name]
    return found


def position_sizes(state: State, equation: ChainEquation) -> tuple[int, int]:
    """How many positions there are, and how wide they are: by the note's shape of them, or its letter for the width."""
    left = equation.left
    base = left.base if isinstance(left, Index) else Symbol(left.function) if isinstance(left, Apply) else left
    told = equation.shaped.environment.shape_of(base)
    sizes = state.values.whole(told) if told is not None else None
    if sizes is not None and len(sizes) == len(("positions", "width")):
        return sizes[0], sizes[1]
    wide = [
        state.values.sizes[spelled(name)] for name in names_in(equation.right) if spelled(name) in state.values.sizes
    ]
    even = [each for each in wide if each % 2 == 0]
    return state.values.standard["n"], even[0] if even else state.values.standard["d"]


def _waves(state: State, left: Index, equation: ChainEquation, bindings: dict[Any, Any]) -> Any:
    """The positions, entry by entry."""
    import numpy as np

    from symformer.reasoning.running.compiled import NotRun, compiled

    sizes = position_sizes(state, equation)
    running = {part for script in scripts_of(left) for part in walk(script) if isinstance(part, Symbol)}
    bindings = {name: value for name, value in bindings.items() if name not in running}
    bindings[left.base] = np.zeros(sizes)
    for name in names_in(equation.right):
        if name not in running and isinstance(name, Symbol):
            bindings[name] = sizes[-1]  # the one letter of the formula that does not run is the width
    found = compiled(Relation(("=",), (left, equation.right)), Conventions(first_index=0))(bindings)
    return found if isinstance(found, NotRun) else np.asarray(found)


def _count_heads(
    state: State,
    equation: ChainEquation,
    bindings: dict[Any, Any],
    families: Mapping[str, Key],
    known: Mapping[Key, Any],
) -> None:
    """The letter that ends a list of heads is their number."""
    for name in names_in(equation.right):
        last = scripts_of(name)[-1] if isinstance(name, Index) and scripts_of(name) else None
        key = Family(base_of(key_of(name) or Symbol(""))) if isinstance(last, Symbol) else None
        if key is not None and key in known and isinstance(last, Symbol) and last not in bindings:
            concat = any(isinstance(each, Apply) and each.function == "Concat" for each in walk(equation.right))
            stacked = any(type(each).__name__ == "Matrix" for each in walk(equation.right))
            if concat or stacked:
                bindings[last] = len(known[key])


def _called(
    state: State, call: Apply, bindings: Mapping[Any, Any], known: Mapping[Key, Any], side: str
) -> Any | NotRun:
    """What a part of the model gives for its arguments: by the note's own stages, or some such function."""
    from symformer.reasoning.running.compiled import NotRun, compiled

    columns = state.values.columns
    conventions = Conventions("column" if columns else "row", "columns" if columns else "rows")
    arguments = []
    for each in call.arguments:
        found = compiled(each, conventions)(bindings)
        if isinstance(found, NotRun):
            return found
        arguments.append(found)
    return part_at(state, call, arguments, known, side)


def part_at(state: State, call: Apply, arguments: list[Any], known: Mapping[Key, Any], side: str) -> Any | NotRun:
    """A part of the model at arguments in the note's form."""
    if function_id(call) in FEEDING and state.network is not None:
        return _run_again(state, [state.network], {"source": arguments[0]}, known, side)
    group = state.group_of(call)
    if group is not None and function_id(call) in ATTENDING:
        other = arguments[1] if len(arguments) > 1 else arguments[0]
        crossing = function_id(call) == "cross-attention" and len(arguments) == 1
        given = {"query": arguments[0], "key": other, "value": arguments[2] if len(arguments) > 2 else other}
        if not crossing:
            return _run_again(state, group.stages, given, known, side)
    turned = [state.values.turned(each, None) for each in arguments]
    if function_id(call) in ATTENDING:
        X, Y, V = (turned * 3)[:3] if len(turned) == 1 else (turned[0], turned[1], turned[-1])
        try:
            return state.values.turned(standard.some_attention(X, Y, V), None)
        except ValueError:
            return _not_run("its arguments do not fit")
    return state.values.turned(standard.some_network(turned[0]), None)


def _run_again(
    state: State, stages: list[Planned], given: Mapping[str, Any], known: Mapping[Key, Any], side: str
) -> Any | NotRun:
    """Stages once more, with other inputs."""
    from symformer.reasoning.running.compiled import NotRun

    again = dict(known)
    last: Any = _not_run("it has no stages")
    for each in stages:
        own = dict(again)
        for part, value in given.items():
            for name in (
                ("source", f"{part}-source") if each.kind in ("feed-forward", *PROJECTED) else (f"{part}-source",)
            ):
                if name in each.takes and (
                    each.kind == "feed-forward" or each.kind.startswith(part) or name != "source"
                ):
                    own[each.takes[name]] = value
            whole = {"query": "queries", "key": "keys", "value": "values"}[part] if part != "source" else ""
            if whole in each.takes and each.takes[whole] not in state.results:
                own[each.takes[whole]] = value
        if side == "ours" and each.equation.key not in state.supposed:
            last = result_of(state, each.equation, own, side)
        else:
            from symformer.judging.chain.expected import forms_of  # which runs parts of the model itself

            forms = forms_of(state, each, own)
            if forms is None:
                last = result_of(state, each.equation, own, side)
            else:
                last = state.values.turned(next(iter(forms.values())), each.equation.key)
        if isinstance(last, NotRun) or each.equation.key is None:
            return last
        again[each.equation.key] = last
    return last


def _not_run(reason: str) -> NotRun:
    from symformer.reasoning.running.compiled import NotRun

    return NotRun(reason)
