"""Blocks counted from 0 of heads counted from 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.slices import slices_from_another_base
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def slice_counts_from_another_base(note: JudgedNote) -> Iterator[Problem]:
    r"""A slice takes block i as if blocks were counted from 0, and the note counts from 1, or the other way round.

    ## Why it matters
    The first block is left out, and the last lies beyond the end.

    ## Examples
    ```md bad
    For $i = 1, \dots, h$ the queries of head $i$ are $Q_i = Q[:, i w : (i + 1) w]$.
    ```
    ```md good
    For $i = 1, \dots, h$ the queries of head $i$ are $Q_i = Q[:, (i - 1) w : i w]$.
    ```
    """
    yield from slices_from_another_base(note)
