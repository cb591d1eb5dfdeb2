"""Two vectors multiplied as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.inner_outer import lone_turns, turned_products
from symformer.judging.shapes.outer_scores import outer_scores
from symformer.judging.shapes.own_products import own_product_problems
from symformer.judging.shapes.transposes_with_numbers import transposes_with_numbers
from symformer.judging.shapes.vectors import turned_elsewhere
from symformer.judging.shapes.vectors import vectors_side_by_side as found_in
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def vectors_side_by_side(note: JudgedNote) -> Iterator[Problem]:
    r"""A product of vectors has none of them transposed, or the wrong one for what is meant.

    ## Why it matters
    Whether vectors are rows or columns, one of the two has to be turned for the product to be a number;
    as it stands it does not exist, or a reader takes it for an outer product.
    Nor is a vector raised to a power: $w^{T+1} x$ is a transpose that holds a number besides.
    In a note whose vectors are columns, $u^\top v$ is a number and $u v^\top$ a matrix, and no $u^\top$ stands behind
    a matrix; what is meant is seen from what stands around.

    ## Examples
    ```md bad
    The wishes are $u \in \mathbb{R}^n$, the teas $v \in \mathbb{R}^n$, and $M \in \mathbb{R}^{n \times n}$ compares them:

    $$ s = u M v $$
    ```
    ```md good
    The wishes are $u \in \mathbb{R}^n$, the teas $v \in \mathbb{R}^n$, and $M \in \mathbb{R}^{n \times n}$ compares them:

    $$ s = u^\top M v $$
    ```
    """
    told = [*found_in(note), *outer_scores(note)]
    yield from told
    for problem in (
        *turned_products(note),
        *lone_turns(note),
        *own_product_problems(note),
        *transposes_with_numbers(note),
        *turned_elsewhere(note),
    ):
        if not any(problem.span.start < each.span.end and each.span.start < problem.span.end for each in told):
            yield problem
