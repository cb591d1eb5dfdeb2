"""Chances of what is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.outcomes import outcome_problems
from symformer.judging.indices.own_letters import outcomes_that_stand_still
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def outcome_given_itself(note: JudgedNote) -> Iterator[Problem]:
    r"""A conditional probability asks for what is given.

    ## Why it matters
    What is given is certain: each factor of such a product is one. The list goes one too far.

    ## Examples
    ```md bad
    $$ p(y) = \prod_{s=1}^{m} p(y_s \mid y_1, \dots, y_s) $$
    ```
    ```md good
    $$ p(y) = \prod_{s=1}^{m} p(y_s \mid y_1, \dots, y_{s-1}) $$
    ```
    ```md bad
    Each word is drawn by $p(w_t \mid w_{1:t})$.
    ```
    ```md good
    Each word is drawn by $p(w_t \mid w_{1:t-1})$.
    ```
    """
    yield from outcome_problems(note)
    yield from outcomes_that_stand_still(note)
