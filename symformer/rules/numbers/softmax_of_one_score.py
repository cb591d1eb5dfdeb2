"""A softmax of a single number that is not one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def softmax_of_one_score(note: JudgedNote) -> Iterator[Problem]:
    r"""The softmax of a single number is one, whatever the number.

    ## Why it matters
    A weight is a share among several scores: alone, a score takes all of it.
    Often the sigmoid was meant, or the other scores were left out.
    Only numerals are judged: softmax(z_1) is a common short form.

    ## Examples
    ```md bad
    $$ \text{softmax}(1.25) = 0.78 $$
    ```
    ```md good
    $$ \text{softmax}(1.25, 0) = (0.78, 0.22) $$
    ```
    """
    yield from problems_of(note, "softmax-of-one-score")
