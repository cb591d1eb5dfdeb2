"""An index that one side of a definition has and the other has not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.binding import index_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def index_free_on_one_side(note: JudgedNote) -> Iterator[Problem]:
    r"""An entry is defined by something that depends on another index than its own.

    ## Why it matters
    The reader cannot tell which entry is meant; most often a letter was exchanged.

    ## Examples
    ```md bad
    For each token $i$ and each key $j$ the query is $q_i = W x_j$.
    ```
    ```md good
    For each token $i$ the query is $q_i = W x_i$.
    ```
    """
    yield from index_problems(note, "free-on-one-side", "loose", "dangling", "escaped", "strange", "stray-power")
