"""Results that merely carry on an earlier error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.judging.numbers.echoed_percents import echoed_percents
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def carried_on(note: JudgedNote) -> Iterator[Problem]:
    r"""A number repeats or follows from one that is reported as wrong above.

    ## Why it matters
    Once the root is put right, this number changes with it.
    The finding names the root it comes from.

    ## Examples
    ```md bad
    $$ e^{2} \approx 7.93 $$

    $$ 7.93 + 1 = 8.93 $$
    ```
    ```md good
    $$ e^{2} \approx 7.39 $$

    $$ 7.39 + 1 = 8.39 $$
    ```
    """
    yield from problems_of(note, "carried-on")
    yield from echoed_percents(note.document, note.judgements)
