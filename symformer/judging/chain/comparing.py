"""A stage beside the reference: whether it agrees, departs by itself, or carries on what departed before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symformer.judging.chain.names import (
    Family,
    Key,
    scripts_of,
)
from symformer.judging.chain.plan import (
    ChainEquation,
    Planned,
    scaled_later,
)
from symformer.judging.chain.stage import Outcome, Stage
from symformer.judging.equations.around import VARIES, words_after, words_before
from symformer.terms.term import Apply, Index, Number, Relation, Space, Symbol, walk

if TYPE_CHECKING:
    pass

from symformer.judging.chain.expected import forms_of
from symformer.judging.chain.running import result_of
from symformer.judging.chain.state import State

CLOSE = 1e-10
OTHER_FORMS = frozenset({
    "linear-attention", "linear-bias", "relative-bias", "relative-keys", "bilinear-attention", "bilinear-scores",
    "attention-at-temperature", "additive-attention", "additive-score", "kernel-regression",
    "grouped-query-head", "multi-query-head", "cached-attention", "causal-weight", "sampling-temperature",
})  # fmt: skip


def compared_stage(state: State, stage: Stage, planned: Planned, later: list[ChainEquation]) -> Stage:
    """What became of a stage whose inputs are all there."""
    from symformer.reasoning.running.compiled import NotRun, difference

    key, equation = planned.equation.key, planned.equation
    assert key is not None
    ours = result_of(state, equation, state.ours, "ours")
    own = result_of(state, equation, state.theirs, "theirs")
    state.values.axes[key] = (
        len(scripts_of(equation.left)) if isinstance(key, Family) and isinstance(equation.left, Index) else 0
    )
    if isinstance(own, NotRun) or isinstance(ours, NotRun):
        state.lost.add(key)
        if isinstance(own, NotRun):
            return replace(stage, outcome="not run", reason=own.reason)
        return replace(stage, outcome="not reached")
    state.ours[key] = ours
    state.lost.discard(key)
    forms = forms_of(state, planned, state.theirs)
    if forms is None:
        state.theirs[key] = own
        state.own.add(key)
        return replace(stage, outcome="given", shape=own.shape)
    # P_{i, 2j} has the position first, also where vectors are columns
    by_rows = planned.kind == "positions" and own.shape == next(iter(forms.values())).shape

    def laid(array: Any) -> Any:
        return array if by_rows else state.values.turned(array, key)

    rows = laid(own)
    told = {form: difference(*_both_told(rows, value)).difference for form, value in forms.items()}
    form, apart = min(told.items(), key=lambda each: each[1])
    said = _shape_said(state, planned) if _is_told(state, planned) else None
    if said is not None and said != ours.shape[state.values.axes[key] :] and apart <= CLOSE:
        state.theirs[key] = own
        reason = f"{_told(ours.shape[state.values.axes[key] :])}, where the note says {_told(said)}"
        return replace(stage, outcome="departs", shape=ours.shape, reason=reason)
    accepted = apart <= CLOSE and _is_accepted(state, form, planned, key, later)
    if not accepted and apart != float("inf") and _is_variant(state, planned, key):
        state.theirs[key] = own
        state.own.add(key)
        return replace(stage, outcome="given", shape=own.shape, own=apart)
    chosen = form if accepted else next(iter(forms))
    state.theirs[key] = laid(forms[chosen])
    if planned.kind == "positions":
        state.theirs[key] = _with_told_columns(own, laid(forms[chosen]))
        state.ours[key] = _with_told_columns(ours, laid(forms[chosen]))
    along = difference(*_both_told(laid(ours), forms[chosen])).difference
    outcome: Outcome = "departs" if not accepted else "agrees" if along <= CLOSE else "follows"
    reason = "" if accepted or ours.shape == state.theirs[key].shape else _shapes(ours, state.theirs[key])
    state.forms[key] = form if accepted and planned.kind == "sublayer" else ""
    by_itself = apart if accepted else told[chosen]
    return replace(stage, outcome=outcome, difference=along, own=by_itself, shape=ours.shape, reason=reason,
                   form=form if accepted else "")  # fmt: skip


def _is_told(state: State, planned: Planned) -> bool:
    """Whether the shapes of all that a stage takes are the note's own, in letters."""
    keys = state.keys(planned.equation.right)
    inputs = [key for key in keys if key not in state.results and key in state.ours]
    return not state.values.guessed and all(key in state.values.shapes for key in inputs)


def _shape_said(state: State, planned: Planned) -> tuple[int, ...] | None:
    """The shape that a note gives a result where it stands: ∈ ℝ^(n × d)."""
    statement = planned.equation.shaped.statement
    space = statement.term.sides[-1] if isinstance(statement.term, Relation) else None
    if not isinstance(space, Space) or planned.kind == "positions":
        return None
    sizes = [state.values.sizes.get(each.name) if isinstance(each, Symbol) else None for each in space.sizes]
    told = tuple(each for each in sizes if each is not None)
    return told if len(told) == len(sizes) else None


def _with_told_columns(found: Any, encoded: Any) -> Any:
    """Positions of which the note has told the even columns, or the odd ones, so far."""
    import numpy as np

    return np.where(np.isnan(found), encoded, found)


def _is_accepted(state: State, form: str, planned: Planned, key: Key, later: list[ChainEquation]) -> bool:
    if form == "not scaled yet":
        return scaled_later(key, iter(later)) or _is_said_to_vary(state, planned)
    return True


def _is_variant(state: State, planned: Planned, key: Key) -> bool:
    """Whether a form that is not the reference's is one of the field's others, or said to be another."""
    from symformer.reasoning.recognise import recognised

    if _is_said_to_vary(state, planned) or planned.gated or _is_scaled_by_a_number(planned):
        return True
    if planned.kind not in ("attention", "scores", "weights", "feed-forward"):
        return False
    found = recognised(planned.equation.shaped.statement.term)
    return any(each.equation.id in OTHER_FORMS for each in found)


def _is_scaled_by_a_number(planned: Planned) -> bool:
    """Whether a root is of a number, as in an example with sizes of its own."""
    calls = [each for each in walk(planned.equation.right) if isinstance(each, Apply)]
    return any(each.function == "sqrt" and isinstance(each.arguments[0], Number) for each in calls)


def _is_said_to_vary(state: State, planned: Planned) -> bool:
    statement = planned.equation.shaped.statement
    return any(VARIES.search(words(state.model, statement)) for words in (words_before, words_after))


def _shapes(ours: Any, theirs: Any) -> str:
    return f"{_told(ours.shape)}, not {_told(theirs.shape)}"


def _told(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) or "a number"


def _both_told(found: Any, expected: Any) -> tuple[Any, Any]:
    """Both where the note tells something: it may tell the even columns only."""
    import numpy as np

    if found.shape != expected.shape:
        return found, expected
    told = ~np.isnan(found) | np.isnan(expected)
    return (
        (found, expected) if told.all() or not told.any() else (np.where(told, found, 0), np.where(told, expected, 0))
    )
