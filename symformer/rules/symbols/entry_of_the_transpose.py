"""Entries whose two vectors have each other's index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.contractions import contraction_problems
from symformer.judging.indices.entries_of_products import entry_problems, products_by_entries
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def entry_of_the_transpose(note: JudgedNote) -> Iterator[Problem]:
    r"""The entries of a product of two arrays are told with the indices of its transpose.

    ## Why it matters
    Whether row i belongs to query i or to key i decides over which index the softmax goes.

    ## Examples
    ```md bad
    The scores are $S = Q K^\top$, entry by entry $S_{ij} = q_j^\top k_i$.
    ```
    ```md good
    The scores are $S = Q K^\top$, entry by entry $S_{ij} = q_i^\top k_j$.
    ```
    ```md bad
    The outputs are $Y = X W$, and one of them is $Y_{ij} = \sum_k X_{ik} W_{jk}$.
    ```
    ```md good
    The outputs are $Y = X W$, and one of them is $Y_{ij} = \sum_k X_{ik} W_{kj}$.
    ```
    """
    found = [*entry_problems(note), *products_by_entries(note)]
    places = {each.span for each in found}
    yield from found
    yield from (each for each in contraction_problems(note) if each.span not in places)
