"""Means that divide by another count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.means import means_over_another_count, means_over_another_set
from symformer.judging.indices.weighted_means import weighted_mean_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def mean_over_another_count(note: JudgedNote) -> Iterator[Problem]:
    r"""A sum of so many things is divided by another number of them.

    ## Why it matters
    It is no mean then; where the divisor stands nowhere else in the note, it is a slip.
    A mean with weights is divided by the sum of the weights, as the other means with these weights are.

    ## Examples
    ```md bad
    For $B$ examples the loss is $\mathcal{L} = \frac{1}{K} \sum_{i=1}^{B} \ell_i$, where $B$ is a power of two.
    ```
    ```md good
    For $B$ examples the loss is $\mathcal{L} = \frac{1}{B} \sum_{i=1}^{B} \ell_i$, where $B$ is a power of two.
    ```
    """
    yield from means_over_another_count(note)
    yield from means_over_another_set(note)
    yield from weighted_mean_problems(note)
