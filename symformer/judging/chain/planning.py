"""What a stage is to take, with what is known at its place, and what the stages behind it need to know of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from symformer.judging.chain.kinds import (
    ACTIVATIONS,
    NORMS,
    RESULTS,
    Seen,
    kind_of,
    seen,
)
from symformer.judging.chain.names import (
    PROJECTED,
    Family,
    Key,
    function_id,
    key_of,
    names_in,
    part_of,
)
from symformer.judging.chain.plan import (
    PAIR,
    SOURCES,
    ChainEquation,
    Group,
    Planned,
    attention_takes,
    inner_layer,
    is_attention,
    is_call,
    network_takes,
    projection_takes,
    sublayer_takes,
)
from symformer.terms.term import Elementwise, Index, IndexedSum, walk

if TYPE_CHECKING:
    pass

from symformer.judging.chain.state import State


def plan_of(state: State, equation: ChainEquation, kind: str, found: Seen, later: list[ChainEquation]) -> Planned:
    """The stage that an equation is, with the names that it takes, or ought to take."""
    ranks = {key: array.ndim - state.values.axes.get(key, 0) for key, array in state.ours.items()}
    streams = {**state.parts, **{key: "stream" for key in ranks if state.is_stream(key)}}
    calls = tuple(call for call, _ in reversed(found.calls) if is_call(call))
    function = next((name for _, name in found.calls if name in NORMS), "")
    match kind:
        case "queries" | "keys" | "values":
            takes = projection_takes(kind, found, ranks, streams)
            takes = _from_the_norm(state, _from_one_source(state, kind, takes, equation, later))
        case "scores" | "weights" | "output" | "attention":
            takes = attention_takes(found, state.groups[-1], state.parts, ranks)
        case "hidden" | "feed-forward":
            activation = next((call for call, name in found.calls if name in ACTIVATIONS), None)
            function = function_id(activation) if activation is not None else ""
            inner = activation if activation is not None else inner_layer(equation.right)
            takes = network_takes(found, inner, ranks, streams)
            takes = _from_the_norm(state, takes)
        case "sublayer":
            takes = sublayer_takes(found, state.parts, calls)
        case "attention call" | "feed-forward call":
            given = list(dict.fromkeys(key for name in names_in(equation.right) if (key := key_of(name)) is not None))
            takes = dict(zip(("residual", "memory"), given, strict=False))
        case _:
            takes = {part or f"other {number}": state.known_as(name) for number, (name, part) in enumerate(found.names)
                     if key_of(name) is not None}  # fmt: skip
    gated = kind in ("feed-forward", "hidden") and any(isinstance(each, Elementwise) for each in walk(equation.right))
    summed = kind == "multi-head" and isinstance(equation.right, IndexedSum)
    takes = {part: (state.known_as(key) if isinstance(key, Index) else key) for part, key in takes.items()}
    return Planned(equation, kind, takes, calls, function, gated, summed)


def _from_the_norm(state: State, takes: dict[str, Key]) -> dict[str, Key]:
    """A norm that is worked out and taken nowhere is what the sublayer behind it ought to take."""
    source = takes.get("source")
    norm = next((key for key, stream in state.normed.items() if stream == source and key not in state.taken), None)
    return {**takes, "source": norm} if norm is not None else takes


def _from_one_source(
    state: State, kind: str, takes: dict[str, Key], equation: ChainEquation, later: list[ChainEquation]
) -> dict[str, Key]:
    """Keys and values are made from one stream; a query of the memory, answered by the text, is the wrong way round."""
    group = _group_for(state, kind, equation)
    before = {part: group.names[SOURCES[part]] for part in PROJECTED if SOURCES[part] in group.names}
    source = takes.get("source")
    if kind == "queries" and source is not None:
        others = {each for each in _sources_later(state, equation, later) if each != source}
        if len(others) == 1 and (other := others.pop()) and source in (state.normed.get(other), other):
            return {**takes, "source": other}
    if kind == "values" and "keys" in before and source is not None and source != before["keys"]:
        return {**takes, "source": before["keys"]}
    return takes


def _sources_later(state: State, equation: ChainEquation, later: list[ChainEquation]) -> Iterator[Key]:
    """What the keys and the values that follow are made of."""
    for each in later[:PAIR]:
        found = seen(each.left, each.right, lambda name: part_of(key_of(name), state.parts))
        if kind_of(found, part_of(each.key, state.parts)) in ("keys", "values"):
            for name, part in found.names:
                key = key_of(name)
                if key is not None and not part.endswith(("-weights", "-bias")) and key in state.results:
                    yield key


def _group_for(state: State, kind: str, equation: ChainEquation) -> Group:
    """The attention that a projection belongs to: a new one where the last has its own already."""
    group = state.groups[-1]
    heads = isinstance(equation.key, Family)
    if group.is_used or kind in group.names or group.stages and heads != group.has_heads:
        group = Group()
        state.groups.append(group)
    return group


def learn(state: State, planned: Planned) -> None:
    """What the stages after it need to know of this one."""
    key, group = planned.equation.key, state.groups[-1]
    assert key is not None
    match planned.kind:
        case "queries" | "keys" | "values":
            group.names[planned.kind] = key
            if "source" in planned.takes:
                group.names[SOURCES[planned.kind]] = planned.takes["source"]
            group.stages.append(planned)
        case "scores" | "weights" | "output" | "attention" | "concat" | "projection" | "multi-head":
            for part in (*PROJECTED, "mask", *SOURCES.values()):
                if part in planned.takes:
                    group.names[part] = planned.takes[part]
            if is_attention(planned.equation) and group.output is not None:
                return  # what a head does, told behind the heads
            group.stages.append(planned)
            if RESULTS[planned.kind] in ("head-output", "attended"):
                group.output = key
                source = group.names.get("query-source") or group.names.get("queries")
                if source is not None:
                    state.made_from[key] = source
        case "attention call" | "feed-forward call":
            if "residual" in planned.takes:
                state.made_from[key] = planned.takes["residual"]
        case "feed-forward":
            state.network = planned
            if "source" in planned.takes:
                state.made_from[key] = planned.takes["source"]
            elif "hidden" in planned.takes and planned.takes["hidden"] in state.made_from:
                state.made_from[key] = state.made_from[planned.takes["hidden"]]
        case "hidden":
            if "source" in planned.takes:
                state.made_from[key] = planned.takes["source"]


def record(state: State, planned: Planned) -> None:
    """What a stage has given."""
    key = planned.equation.key
    assert key is not None
    state.results[key] = planned
    state.parts[key] = RESULTS[planned.kind]
    if planned.kind == "norm":
        source = next(iter(planned.takes.values()), None)
        if source is not None and state.forms.get(source) == "sum":  # a norm behind the sum, in a step of its own
            at = next(at for at, each in enumerate(state.found) if each.planned.equation.key == source)
            state.stages[at] = replace(state.stages[at], form="post-norm")
        elif source is not None and state.parts.get(source, "stream") in ("stream", "memory", ""):
            state.normed[key] = source
