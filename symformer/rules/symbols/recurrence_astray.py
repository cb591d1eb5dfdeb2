"""Recurrences that reach for what is not there yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.corrected_by_others import correction_problems
from symformer.judging.symbols.own_steps import made_of_themselves, neighbours_in_words
from symformer.judging.symbols.recurrences_astray import recurrence_problems
from symformer.judging.symbols.steps_ahead import steps_ahead
from symformer.judging.symbols.steps_astray import steps_astray
from symformer.judging.symbols.updates_of_others import updates_of_others
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def recurrence_astray(note: JudgedNote) -> Iterator[Problem]:
    r"""An equation of a recurrence takes what is only worked out from its own result, or what belongs to the next step.

    ## Why it matters
    No order of the steps gives such a value; the index of the step before was meant.

    Of several equations of one step, told is the one that reaches two steps back, takes what nothing makes, or leaves
    the state just worked out without a use.  Of two moving averages, one that is corrected by the rate of the other is told as well,
    and a step from one value on that is kept as another.

    ## Examples
    ```md bad
    $$ u'_l = \mathrm{Attn}(u_l) + u_{l-1}, \qquad u_l = \mathrm{FFN}(u'_l) + u'_l $$
    ```
    ```md good
    $$ u'_l = \mathrm{Attn}(u_{l-1}) + u_{l-1}, \qquad u_l = \mathrm{FFN}(u'_l) + u'_l $$
    ```
    """
    told = set()
    for problem in (
        *recurrence_problems(note),
        *steps_ahead(note),
        *made_of_themselves(note),
        *neighbours_in_words(note),
        *correction_problems(note),
        *steps_astray(note),
        *updates_of_others(note),
    ):
        if problem.span not in told:
            told.add(problem.span)
            yield problem
