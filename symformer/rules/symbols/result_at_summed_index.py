"""Results taken at the index they were summed over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.summed_arguments import summed_arguments
from symformer.judging.indices.summed_members import results_at_the_summed_index
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def result_at_summed_index(note: JudgedNote) -> Iterator[Problem]:
    r"""A result is taken at the index that it was summed over.

    ## Why it matters
    What is summed over the rows has an entry for each column: under the index of the rows it is another array,
    or none.

    ## Examples
    ```md bad
    The mean is $u_j = \frac{1}{B} \sum_{i=1}^{B} x_{ij}$, and the spread $v_j = \frac{1}{B} \sum_{i=1}^{B} (x_{ij} - u_i)^2$.
    ```
    ```md good
    The mean is $u_j = \frac{1}{B} \sum_{i=1}^{B} x_{ij}$, and the spread $v_j = \frac{1}{B} \sum_{i=1}^{B} (x_{ij} - u_j)^2$.
    ```
    ```md bad
    The value of a state is $V(s) = \sum_{s} \pi(a \mid s) Q(s, a)$.
    ```
    ```md good
    The value of a state is $V(s) = \sum_{a} \pi(a \mid s) Q(s, a)$.
    ```
    """
    yield from results_at_the_summed_index(note)
    yield from summed_arguments(note)
