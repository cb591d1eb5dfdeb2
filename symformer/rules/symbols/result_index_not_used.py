"""Entries told by an index that nothing they are made of has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.unused_slots import unused_slot_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def result_index_not_used(note: JudgedNote) -> Iterator[Problem]:
    r"""The entry at i and j is a product of two things that are both taken at i.

    ## Why it matters
    As it stands, the entry is the same for every j; most often one of the two letters was repeated.

    ## Examples
    ```md bad
    The score of query $i$ and key $j$ is $e_{ij} = q_i^\top k_i / \sqrt{d}$.
    ```
    ```md good
    The score of query $i$ and key $j$ is $e_{ij} = q_i^\top k_j / \sqrt{d}$.
    ```
    """
    yield from unused_slot_problems(note)
