"""A note's equations run as one model, each on the note's own earlier results, beside the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from symformer.judging.chain.kinds import (
    FEEDING,
    RESULTS,
    TITLES,
    kind_of,
    seen,
)
from symformer.judging.chain.names import (
    Family,
    Key,
    Name,
    base_of,
    function_id,
    key_of,
    names_in,
    part_of,
    parts_played,
    plain,
)
from symformer.judging.chain.plan import (
    PAIR,
    ChainEquation,
    Planned,
    equations_of,
    parts_by_projection,
)
from symformer.judging.chain.stage import Chain, Stage
from symformer.judging.chain.values import Values, values_of
from symformer.terms.show import show_styled
from symformer.terms.term import Index, Product, walk

if TYPE_CHECKING:
    from symformer.semantics.model import SemanticModel

from symformer.judging.chain.comparing import compared_stage
from symformer.judging.chain.expected import forms_of
from symformer.judging.chain.inputs import draw_inputs
from symformer.judging.chain.planning import learn, plan_of, record
from symformer.judging.chain.state import Found, State

FEWEST = 3  # stages that make a model
MOST_EQUATIONS = 400
MOST_LOOKED_AT = 60  # to find one that need not wait


def chain(model: SemanticModel, seed: int = 0) -> Chain | None:
    """The stages of a note's model; None where it has too few that take one another's results."""
    equations = equations_of(model.shapes)[:MOST_EQUATIONS]
    parts = parts_played(model)
    parts |= parts_by_projection(equations, parts)
    columns = _columns(equations, parts)
    values = values_of(model, model.shapes, parts, columns, seed) if equations else None
    if values is None:
        return None
    state = State(model, values, parts, equations, frozenset().union(*(each.takes for each in equations)))
    import numpy as np

    with np.errstate(all="ignore"):
        _run(state)
    taken = {key for each in state.found for key in state.keys(each.planned.equation.right)}
    linked_stages = [
        stage
        for stage, each in zip(state.stages, state.found, strict=True)
        if each.links or each.planned.equation.key in taken or each.planned.kind in ("positions", "feed-forward")
    ]
    stages = tuple(_numbered(_with_one_form(linked_stages)))
    linked = sum(each.links for each in state.found)
    if len(stages) < FEWEST or linked < FEWEST - 1:
        return None
    return Chain(stages, tuple(sorted(_shown(values, state).items())), seed, columns)


def _shown(values: Values, walked: State) -> dict[str, int]:
    """The sizes of the letters that the stages speak of."""
    used = {
        letter
        for each in walked.found
        for name in (*names_in(each.planned.equation.left), *names_in(each.planned.equation.right))
        if (shape := each.planned.equation.shaped.environment.shape_of(name)) is not None
        for size in shape.sizes
        for letter in size.letters
    }
    return {name: size for name, size in values.sizes.items() if name in used}


def _columns(equations: Iterable[ChainEquation], parts: Mapping[Key, str]) -> bool:
    """Whether vectors are columns: weights stand before what they are multiplied with."""
    votes = 0
    for each in equations:
        for product in (part for part in walk(each.right) if isinstance(part, Product)):
            weighing = [part_of(key_of(name), parts).endswith("-weights") for name in product.factors]
            if any(weighing) and len(weighing) > 1:
                votes += 1 if weighing[0] and not weighing[-1] else -1 if weighing[-1] and not weighing[0] else 0
    return votes > 0


def _numbered(found: Iterable[Stage]) -> Iterator[Stage]:
    """Stages in the order in which they run; the sines and the cosines of the positions are one."""
    last: Stage | None = None
    number = 0
    for each in found:
        if (
            last is not None
            and each.title == last.title == TITLES["positions"]
            and each.outcome == last.outcome == "agrees"
        ):
            continue
        number += 1
        last = replace(each, number=number)
        yield last


def _with_one_form(found: Iterable[Stage]) -> list[Stage]:
    """Sublayers of one note have one form: where one norms what the others do not, it departs."""
    stages = list(found)
    formed = [each for each in stages if each.title == TITLES["sublayer"] and each.form]
    counted = [each.form for each in formed]
    if len(set(counted)) < 2 or any(each.outcome not in ("agrees", "follows") for each in formed):
        return stages
    usual = max(dict.fromkeys(counted), key=lambda form: (counted.count(form), form == "post-norm"))
    return [
        replace(each, outcome="departs", reason=f"{each.form}, where the other sublayers are {usual}")
        if each in formed and each.form != usual
        else each
        for each in stages
    ]


def _run(state: State) -> None:
    """All equations, each when what it takes is there."""
    waiting = list(state.equations)
    while waiting:
        ready = _first_ready(state, waiting)
        waiting.remove(ready)
        _run_stage(state, ready, waiting)


def _first_ready(state: State, waiting: list[ChainEquation]) -> ChainEquation:
    """The first equation that need not wait for another one; where all do, the first."""
    given = Counter(each.key for each in waiting if not each.is_wave)
    waves = Counter((each.key, each.section) for each in waiting if each.is_wave)
    keys: set[Key | None] = set()  # of those before it
    scored: set[int] = set()  # sections in which queries, scores or weights are still to come
    taken: set[Key] = set()
    for each in waiting[:MOST_LOOKED_AT]:
        renewed = each.key in state.ours and each.key in taken  # an earlier one takes what it was until now
        unnamed = each.section in scored and _mixes_by_untold_weights(state, each, given)
        if not renewed and not unnamed and not keys & each.takes and not _waits(state, each, given, waves):
            return each
        keys.add(each.key)
        if part_of(each.key, state.parts) in ("queries", "scores", "weights"):
            scored.add(each.section)
        taken |= each.takes
    return waiting[0]


def _mixes_by_untold_weights(state: State, equation: ChainEquation, given: Counter[Key | None]) -> bool:
    """Whether values are mixed by weights that no equation gives: they are those of the scores above."""
    names = list(names_in(equation.right)) if isinstance(equation.right, Product) else []
    if len(names) != PAIR or part_of(key_of(names[1]), state.parts) != "values":
        return False
    weights = key_of(names[0])
    return weights is not None and weights not in state.ours and not given[weights]


def _run_stage(state: State, equation: ChainEquation, later: list[ChainEquation]) -> None:
    found = seen(equation.left, equation.right, lambda name: part_of(key_of(name), state.parts))
    left = part_of(equation.key, state.parts)
    kind = kind_of(found, left)
    if kind is None or equation.key is None:
        return
    missing = draw_inputs(state, equation, kind, found)
    found = seen(equation.left, equation.right, lambda name: part_of(key_of(name), state.parts))
    planned = plan_of(state, equation, kind, found, later)
    learn(state, planned)
    stage = Stage(len(state.stages) + 1, TITLES[kind], equation.shaped.statement, "not run")
    links = any(key in state.results for key in state.keys(equation.right))
    state.found.append(Found(planned, links))
    behind = any(key in state.lost for key in state.keys(equation.right)) or _calls_what_is_lost(state, planned)
    if behind:
        state.lost.add(equation.key)
        state.stages.append(replace(stage, outcome="not reached"))
    elif missing:
        supposed = _suppose(state, planned)
        state.stages.append(replace(stage, reason=_why_missing(state, missing), supposed=supposed))
    else:
        state.stages.append(compared_stage(state, stage, planned, later))
    record(state, planned)


def _suppose(state: State, planned: Planned) -> bool:
    """Let the reference's value stand for a result that something is missing for: whether it knows one."""
    key, forms = planned.equation.key, forms_of(state, planned, state.theirs)
    assert key is not None
    if not forms:
        state.lost.add(key)
        return False
    state.ours[key] = state.theirs[key] = state.values.turned(next(iter(forms.values())), key)
    state.lost.discard(key)
    state.supposed.add(key)
    return True


def _why_missing(state: State, missing: list[Name]) -> str:
    told = ", ".join(dict.fromkeys(show_styled(plain(each)) for each in missing))
    verb = "is" if len(set(missing)) == 1 else "are"
    if any(key_of(each) in state.values.too_large for each in missing):
        return f"{told} {verb} too large"
    return f"nothing says what {told} {verb}"


def _calls_what_is_lost(state: State, planned: Planned) -> bool:
    """Whether a function is called whose stages could not be run."""
    for call in planned.calls:
        group = state.group_of(call)
        if group is not None and any(each.equation.key in state.lost for each in group.stages):
            return True
        network = function_id(call) in FEEDING and state.network is not None
        if network and state.network is not None and state.network.equation.key in state.lost:
            return True
    return False


def _waits(
    state: State, equation: ChainEquation, given: Counter[Key | None], waves: Counter[tuple[Key | None, int]]
) -> bool:
    """Whether an equation takes what one further on is to give."""
    for key in equation.takes:
        for one in (key, Family(base_of(key)) if isinstance(key, Index) else key):
            if one == equation.key:
                continue
            half_told = waves[one, equation.section] > 0  # the sines, and not yet the cosines
            missing = one not in state.ours and one not in state.lost
            if (half_told or missing and given[one]) and _is_result(one, state.parts):
                return True
    return False


def _is_result(key: Key, parts: Mapping[Key, str]) -> bool:
    """Whether a name is that of something worked out, and not what a sequence is called in general."""
    return (
        part_of(key, parts) in RESULTS.values()
        and part_of(key, parts) != "stream"
        or (isinstance(key, Family) or len(base_of(key).partition("_")[2]) > 2 or " " in base_of(key))
    )
