"""Entries that a matrix does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.axes import beyond_sizes
from symformer.judging.shapes.map_lengths import results_too_long
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def index_beyond_size(note: JudgedNote) -> Iterator[Problem]:
    r"""An entry is named that a matrix of known size does not have.

    ## Why it matters
    Either the index or the size is wrong. Only written numbers are judged, and an index may be as large as the size.

    ## Examples
    ```md bad
    The weights are $W \in \mathbb{R}^{2 \times 4}$; the last one is $W_{3,1} = 0$.
    ```
    ```md good
    The weights are $W \in \mathbb{R}^{2 \times 4}$; the last one is $W_{2,4} = 0$.
    ```
    """
    yield from beyond_sizes(note)
    yield from results_too_long(note)
