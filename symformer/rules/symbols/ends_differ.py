"""Sums written out with other ends than their limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.begun_late import begun_late
from symformer.judging.indices.displayed_lengths import ends_beside_displays
from symformer.judging.indices.ends_astray import ends_astray
from symformer.judging.indices.ends_of_others import ends_of_others
from symformer.judging.indices.histories import history_problems
from symformer.judging.indices.list_ends import joined_head_problems, list_end_problems
from symformer.judging.indices.written_out import written_out_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def ends_differ(note: JudgedNote) -> Iterator[Problem]:
    r"""A sum begins or ends elsewhere than its limits, the terms written out, or what it is of say.

    Its last term has two ends, a list named $x_{<t}$ runs past $x_t$, a mean or a softmax leaves out the first or the last term,
    the list of a sequence has as many members as the embedding has dimensions.

    ## Why it matters
    The two sides have another number of terms; a reader who counts along takes one of them for the size.

    ## Examples
    ```md bad
    $$ u \cdot v = \sum_{j=1}^{n} u_j v_j = u_1 v_1 + u_2 v_2 + \dots + u_d v_d $$
    ```
    ```md good
    $$ u \cdot v = \sum_{j=1}^{d} u_j v_j = u_1 v_1 + u_2 v_2 + \dots + u_d v_d $$
    ```
    """
    yield from written_out_problems(note)
    yield from history_problems(note)
    yield from ends_astray(note)
    yield from begun_late(note)
    yield from ends_of_others(note)
    yield from list_end_problems(note)
    yield from joined_head_problems(note)
    yield from ends_beside_displays(note)
