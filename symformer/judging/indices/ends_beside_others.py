"""Sums that end elsewhere than their siblings do, than what they are of is counted to, or than its axis is long."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from symformer.algebra.dimension import Dimension
from symformer.findings.finding import Problem, Related
from symformer.judging.indices.runs import (
    Family,
    Run,
    end_problem,
    families_in,
    has_last,
    is_shifted,
    is_weighed,
    leading_letters,
    letter_of,
    named_by_zero,
    run_of,
    says_so,
    stands_beside_one,
)
from symformer.judging.indices.told_counts import counted_things
from symformer.judging.steps.step_faults import refuted_steps
from symformer.semantics.asserted import asserted_formulas
from symformer.semantics.declaration import Declaration
from symformer.semantics.indices.axes import sums_one_off
from symformer.semantics.indices.ranges import Counted, counted
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.statement import Statement
from symformer.terms.show import show, spell
from symformer.terms.term import (
    EQUAL,
    EXACTLY_EQUAL,
    IndexedSum,
    Relation,
    Sum,
    Symbol,
    Term,
)
from symformer.text.span import Span


def ends_beside_others(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each sum of a family whose last term is not the last there is."""
    yield from _siblings(model)
    yield from _in_one_chain(model)
    yield from _counted(model)
    yield from _along_axes(model)


# -- siblings ----------------------------------------------------------------------------------------------


def _siblings(model: SemanticModel) -> Iterator[Problem]:
    """The one sum over a family that ends a step before, or behind, where the others end."""
    runs: dict[tuple[Family, int, Dimension], list[tuple[Statement, Run]]] = defaultdict(list)
    leading = once(model, leading_letters)
    for statement, parts in once(model, asserted_formulas):
        for part in parts:
            if not isinstance(part, IndexedSum) or (run := run_of(part)) is None or run.size.letter in leading:
                continue
            letter = run.total.index
            for family in families_in(run.total.body, letter) if letter is not None else ():
                if not has_last(statement, family, run) and not stands_beside_one(run.total, parts):
                    runs[family, run.first, run.size].append((statement, run))
    for (family, _, size), found in runs.items():
        by_last: dict[Dimension, list[tuple[Statement, Run]]] = defaultdict(list)
        for each in found:
            by_last[each[1].last].append(each)
        if len(by_last) != 2:
            continue
        usual, odd = sorted(by_last.values(), key=lambda each: (len(each), each[0][1].last == size), reverse=True)
        if len(odd) > 1 or len(usual) == 1 and usual[0][1].last != size:
            continue
        (statement, run), (beside, other) = odd[0], usual[0]
        if says_so(model, statement):
            continue
        yield end_problem(
            statement,
            run,
            f"{letter_of(run)} runs to {run.last} here, and {spell(family[0])} is summed to {other.last} elsewhere",
            f"try {other.last} as the last",
            Related(beside.place(other.total.origin), f"summed to {other.last} here"),
        )


def _in_one_chain(model: SemanticModel) -> Iterator[Problem]:
    """The one sum of a chain of equations that runs to another letter than the others over the same family."""
    for statement, parts in once(model, asserted_formulas):
        if not isinstance(statement.term, Relation) or not set(statement.term.relations) <= EQUAL:
            continue
        exact = set(statement.term.relations) <= EXACTLY_EQUAL
        found: dict[Family, list[Run]] = defaultdict(list)
        if _is_split(parts):
            continue
        for part in parts:
            run = run_of(part) if isinstance(part, IndexedSum) and part.kind == "sum" else None
            if run is not None and run.total.index is not None and run.first == 1 and run.last == run.size:
                for family in families_in(run.total.body, run.total.index):
                    found[family].append(run)
        for family, runs in found.items():
            ends = Counter(run.last for run in runs)
            if len(ends) != 2 or min(ends.values()) != 1:
                continue
            (usual, times), (odd, _) = ends.most_common()
            if times == 1:  # of two alone, the end that is what is summed: \sum_{t=1}^{m} m_t
                own = [end for end in ends if end.letter is not None and end.letter == family[0]]
                if len(own) != 1:
                    continue
                (odd,) = own
                (usual,) = ends.keys() - {odd}
            elif not exact:
                continue
            if any(step.statement is statement for step in once(model, refuted_steps)):
                continue  # told as a step
            run = next(each for each in runs if each.last == odd)
            if times > 1 and all(each.total.body != run.total.body for each in runs if each is not run):
                continue  # of other terms: those that are zero may be left out
            yield end_problem(
                statement,
                run,
                f"{letter_of(run)} runs to {odd} here, and {spell(family[0])} is summed to {usual} in the same chain",
                f"try {usual} as the last",
            )


def _is_split(parts: tuple[Term, ...]) -> bool:
    """Whether a chain has sums that go on where others end: from n + 1."""
    return any(
        isinstance(part, IndexedSum) and isinstance(part.lower, Sum) and isinstance(part.upper, Symbol)
        for part in parts
    )


# -- what is counted ---------------------------------------------------------------------------------------


def _counted(model: SemanticModel) -> Iterator[Problem]:
    """A sum over h_i that goes one past the last of ``h_1, …, h_N``, over ``i = 1, …, N``, or past the number of things."""
    shown = {
        (each.kind, each.name): each
        for each in reversed(once(model, counted))
        if each.kind in ("family", "letter") and each.slots == 1 and each.within is None and each.last.letter
    }
    things = once(model, counted_things)
    leading = once(model, leading_letters) if shown or things else frozenset()
    for statement, parts in once(model, asserted_formulas) if shown or things else ():
        for part in parts:
            run = run_of(part) if isinstance(part, IndexedSum) else None
            if run is None or run.total.index is None or run.last == run.size or run.size.letter in leading:
                continue
            if is_shifted(run.total.body, run.total.index) or stands_beside_one(run.total, parts):
                continue
            if (run.last - run.size).number == -1 and not is_weighed(run.total.body, run.total.index):
                continue
            if (told := _told_end(run, shown, things)) is None or says_so(model, statement):
                continue
            if not any(has_last(statement, family, run) for family in families_in(run.total.body, run.total.index)):
                yield end_problem(
                    statement,
                    run,
                    f"{letter_of(run)} runs to {run.last} here, and {told[0]}",
                    f"try {run.size} as the last",
                    Related(told[1], "told here"),
                )


def _told_end(
    run: Run, shown: Mapping[tuple[str, str], Counted], things: Mapping[str, Declaration]
) -> tuple[str, Span] | None:
    """What tells that a sum has as many terms as the size says, and where."""
    assert run.total.index is not None
    families = families_in(run.total.body, run.total.index)
    names = [("family", name) for name, _, slots in families if slots == 1] + [("letter", run.total.index.name)]
    for name in names:
        beside = shown.get(name)
        if beside is not None and beside.last == run.size and beside.first.number == run.first:
            return f"{spell(beside.name)} to {beside.last}", beside.span
    thing = things.get(run.size.letter or "")
    if thing is not None and run.first == 1 and families:
        return f"{run.size} is the {thing.concept}", thing.evidence
    return None


def _along_axes(model: SemanticModel) -> Iterator[Problem]:
    """``Σ_{k=1}^{n-1} A_{ik} B_{kj}`` where both arrays have the length n there."""
    for shaped in model.shapes:
        statement = shaped.statement
        if statement.carrier != "formula" or statement.stance != "asserted" or not isinstance(statement.term, Relation):
            continue
        for total, use in sums_one_off(shaped):
            run = run_of(total)
            if run is None or total.index is None or is_shifted(total.body, total.index):
                continue
            if run.first == 0 and not families_in(total.body, total.index).isdisjoint(once(model, named_by_zero)):
                continue
            if has_last(statement, (show(use.entry.base), 0, 1), run) or says_so(model, statement):
                continue
            yield end_problem(
                statement,
                run,
                f"{letter_of(run)} runs from {run.first} to {run.last} here, and {show(use.entry.base)} has the length {use.size}",
                f"try from 1 to {use.size}",
            )
