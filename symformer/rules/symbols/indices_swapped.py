"""Two indices in each other's place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.paired_entries import paired_entry_problems
from symformer.judging.indices.swapped_slots import swapped_slots
from symformer.judging.indices.told_roles import told_role_problems
from symformer.judging.indices.transitions import transposed_transition_problems
from symformer.judging.indices.turned_differences import turned_difference_problems
from symformer.judging.indices.weights_turned import turned_weight_problems
from symformer.rules.rule import rule
from symformer.text.span import Span

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def indices_swapped(note: JudgedNote) -> Iterator[Problem]:
    r"""One entry of an array has its two indices the other way round than all others.

    ## Why it matters
    Where one index counts examples and the other classes, the entry belongs to another example, or does not exist.
    The chance of going from one state to another is that of going back.
    What is subtracted entry by entry, or weighs a logarithm in a loss, is the entry of the same place.
    So it is with a difference of two indices that is turned round from one side of a chain to the next,
    and with weights of attention that are used, or made, the other way round than they sum to one.

    ## Examples
    ```md bad
    The share of class $k$ for example $n$ is $y_{nk}$, with $\sum_{k=1}^{K} y_{nk} = 1$, and the loss is
    $E = - \sum_{n=1}^{N} \sum_{k=1}^{K} t_{nk} \ln y_{kn}$.
    ```
    ```md good
    The share of class $k$ for example $n$ is $y_{nk}$, with $\sum_{k=1}^{K} y_{nk} = 1$, and the loss is
    $E = - \sum_{n=1}^{N} \sum_{k=1}^{K} t_{nk} \ln y_{nk}$.
    ```
    """
    swapped = list(swapped_slots(note))
    yield from swapped
    told = {each.span for each in swapped}
    yield from (each for each in paired_entry_problems(note) if told.isdisjoint((each.span, *_beside(each))))
    yield from transposed_transition_problems(note)
    yield from turned_difference_problems(note)
    yield from told_role_problems(note)
    yield from turned_weight_problems(note)


def _beside(problem: Problem) -> Iterator[Span]:
    """Where the other one of two entries stands, which may be told of already."""
    yield from (each.span for each in problem.related)
