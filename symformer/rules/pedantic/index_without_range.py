"""Indices without a range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.pedantry import indices_without_range
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def index_without_range(note: JudgedNote) -> Iterator[Problem]:
    r"""Entries are defined by their indices, and nothing says from where to where these run.

    ## Why it matters
    Readers cannot tell whether the first entry has index 0 or 1. It is off unless the group `pedantic`, or this rule, is asked for.

    ## Examples
    ```md bad
    For each position $i$ and each head $j$ the share is $s_{i, j} = a_i b_j$.
    ```
    ```md good
    For $i = 1, \dots, n$ and $j = 1, \dots, m$ the share is $s_{i, j} = a_i b_j$.
    ```
    """
    yield from indices_without_range(note)
