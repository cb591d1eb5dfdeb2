"""What the reference gives for a stage, from its own earlier results, in each form that is as legitimate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from symformer.judging.chain import standard
from symformer.judging.chain.names import (
    Key,
    key_of,
    names_in,
    part_of,
)
from symformer.judging.chain.plan import (
    SOURCES,
    Planned,
)

if TYPE_CHECKING:
    pass

from symformer.judging.chain.running import part_at, position_sizes
from symformer.judging.chain.state import State


def forms_of(state: State, planned: Planned, known: Mapping[Key, Any]) -> standard.Forms | None:
    """What the reference gives in rows, in each of its forms; None where it has no such stage."""
    takes = planned.takes

    def row(part: str) -> Any:
        return state.values.turned(known[takes[part]], takes[part])

    def maybe(part: str) -> Any:
        return row(part) if part in takes and takes[part] in known else None

    try:
        return _standard_forms(state, planned, known, row, maybe)
    except KeyError:
        return None
    except ValueError:
        return None


def _standard_forms(
    state: State, planned: Planned, known: Mapping[Key, Any], row: Callable[[str], Any], maybe: Callable[[str], Any]
) -> standard.Forms | None:
    takes = planned.takes
    match planned.kind:
        case "embedding":
            tokens = maybe("tokens") if "tokens" in takes else maybe("one-hot")
            other = next((part for part in takes if part not in ("embedding", "tokens", "one-hot")), "")
            return {"look-up": (tokens if tokens is not None else row(other)) @ row("embedding")}
        case "positions":
            return _position_forms(state, planned)
        case "input":
            return _input_forms(state, planned, known)
        case "queries" | "keys" | "values":
            if takes["weights"] not in known:
                return {"its own weights": row("source") @ _some_weights(state, planned, known)}
            return {"projection": standard.projected(row("source"), row("weights"), maybe("bias"))}
        case "scores" | "weights" | "output" | "attention":
            return _attention_forms(state, planned, known, row, maybe)
        case "concat":
            return {"joined": _heads_joined(state, planned, known)}
        case "projection":
            made = "concatenated" if "concatenated" in takes else "head-output"
            weights = next(part for part in takes if part not in (made,))
            return {"projection": row(made) @ row(weights)}
        case "multi-head":
            weights = "output-weights" if "output-weights" in takes else next(p for p in takes if p != "head-output")
            if planned.summed and row(weights).ndim > 2:
                return {"sum over heads": (row("head-output") @ row(weights)).sum(axis=0)}
            return {"joined and projected": _heads_joined(state, planned, known) @ row(weights)}
        case "hidden":
            first = standard.projected(row("source"), row("first-weights"), maybe("first-bias"))
            return {"hidden": standard.activation_of(planned.function)(first)}
        case "feed-forward":
            if planned.gated:
                return None
            if "hidden" in takes:
                return {"second layer": standard.projected(row("hidden"), row("second-weights"), maybe("second-bias"))}
            return {"network": standard.feed_forward(
                row("source"), row("first-weights"), maybe("first-bias"), row("second-weights"), maybe("second-bias"),
                planned.function,
            )}  # fmt: skip
        case "sublayer":
            return _sublayer_forms(state, planned, known)
        case "norm":
            return _norm_forms(state, planned, known)
        case "attention call" | "feed-forward call":
            call = planned.calls[-1]
            given = [known[takes[part]] for part in ("residual", "memory") if part in takes]
            inside = part_at(state, call, given, known, "theirs")
            return None if _is_not_run(inside) else {"called": state.values.turned(inside, None)}
        case "logits":
            other = next(part for part in takes if part != "unembedding")
            return {"logits": row(other) @ row("unembedding")}
        case "probabilities":
            if "logits" not in takes:
                return None
            return {"shares": standard.weights_of_scores(row("logits"))}
    return None


def _heads_joined(state: State, planned: Planned, known: Mapping[Key, Any]) -> Any:
    """The heads of a stage side by side."""
    import numpy as np

    names = [state.known_as(each) for each in names_in(planned.equation.right) if key_of(each) is not None]
    keys = dict.fromkeys(key for key in names if part_of(key, state.parts) == "head-output")
    heads = [state.values.turned(known[key], key) for key in keys]
    return np.concatenate([standard.joined(each) for each in heads], axis=-1)


def _position_forms(state: State, planned: Planned) -> standard.Forms | None:
    n, d = position_sizes(state, planned.equation)
    return {"from 0": standard.encoded(n, d, 0), "from 1": standard.encoded(n, d, 1)} if d % 2 == 0 else None


def _input_forms(state: State, planned: Planned, known: Mapping[Key, Any]) -> standard.Forms:
    rows = {part: state.values.turned(known[key], key) for part, key in planned.takes.items()}
    positions = rows.pop("positions")
    (words,) = rows.values()
    return {"sum": words + positions, "scaled": words * words.shape[-1] ** 0.5 + positions}


def _some_weights(state: State, planned: Planned, known: Mapping[Key, Any]) -> Any:
    """Weights that the note has not, where it takes those of another projection."""
    import numpy as np

    names = [key_of(name) for name in names_in(planned.equation.right)]
    there = next(
        (known[key] for key in names if key is not None and key in known and key != planned.takes["source"]), None
    )
    if there is None:
        raise KeyError(planned.takes["weights"])
    return state.values.turned(np.random.default_rng(state.values.seed + 1).normal(size=there.shape), None)


def _attention_forms(
    state: State, planned: Planned, known: Mapping[Key, Any], row: Callable[[str], Any], maybe: Callable[[str], Any]
) -> standard.Forms:
    takes = planned.takes

    def worked(part: str) -> Any:
        if SOURCES[part] in takes and f"{part} weights" in takes:
            return standard.projected(row(SOURCES[part]), row(f"{part} weights"), None)
        return row(part)

    mask = maybe("mask")
    own = [key for key in state.keys(planned.equation.right) if key in state.own and key in known]
    if own and planned.kind != "scores":  # scores or weights in a form of the note's own
        shares = state.values.turned(known[own[0]], own[0])
        if part_of(own[0], state.parts) == "scores":
            shares = standard.weights_of_scores(shares)
        return {"shares": shares} if planned.kind == "weights" else {"mixed": shares @ worked("values")}
    match planned.kind:
        case "scores":
            return standard.scores(worked("queries"), worked("keys"), mask)
        case "weights":
            return {"shares": standard.weights(worked("queries"), worked("keys"), mask)}
    return {"mixed": standard.weights(worked("queries"), worked("keys"), mask) @ worked("values")}


def _sublayer_forms(state: State, planned: Planned, known: Mapping[Key, Any]) -> standard.Forms | None:
    takes = planned.takes
    norm = standard.norm_of(planned.function)
    if not planned.calls:
        made = state.values.turned(known[takes["made"]], takes["made"])
        source = state.made_from.get(takes["made"])
        base = state.normed.get(source, source) if source is not None else takes.get("residual")
        if base is None or base not in known:
            base = takes["residual"]
        X = state.values.turned(known[base], base)
        if source in state.normed:
            return {"pre-norm": X + made, "norm of the sublayer": X + norm(made)}
        return {"post-norm": norm(X + made), "sum": X + made, "norm of the sublayer": X + norm(made)}
    call = planned.calls[-1]
    X = state.values.turned(known[takes["residual"]], takes["residual"])
    memory = [known[takes["memory"]]] * 2 if "memory" in takes else []

    def inside(rows: Any) -> Any:
        found = part_at(state, call, [state.values.turned(rows, None), *memory], known, "theirs")
        if _is_not_run(found):
            raise ValueError("the sublayer cannot be run")
        return state.values.turned(found, None)

    return standard.sublayer_forms(X, inside, planned.function)


def _norm_forms(state: State, planned: Planned, known: Mapping[Key, Any]) -> standard.Forms:
    source = next(iter(planned.takes.values()))
    X = state.values.turned(known[source], source)
    norm = standard.norm_of(planned.function)
    return {"norm": norm(X)}


def _is_not_run(found: Any) -> bool:
    from symformer.reasoning.running.compiled import NotRun

    return isinstance(found, NotRun)
