"""Pairs that leave columns out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.pairs import pairs_of_another_axis
from symformer.judging.indices.pairs import pairs_out_of_range as problems
from symformer.judging.indices.positions import positions_cut_short
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def pairs_out_of_range(note: JudgedNote) -> Iterator[Problem]:
    r"""The letter of entries in pairs runs so that entries are left undefined, or lie beyond the last.

    ## Why it matters
    With entries 2i and 2i + 1 among d, i runs from 0 to d/2 − 1; the positions beside them run over the whole length.

    ## Examples
    ```md bad
    The code is $c_{t, 2i} = \sin(t / 90^{2i/d})$ and $c_{t, 2i+1} = \cos(t / 90^{2i/d})$ for $i = 0, \dots, d - 1$.
    ```
    ```md good
    The code is $c_{t, 2i} = \sin(t / 90^{2i/d})$ and $c_{t, 2i+1} = \cos(t / 90^{2i/d})$ for $i = 0, \dots, d/2 - 1$.
    ```
    """
    yield from problems(note)
    yield from pairs_of_another_axis(note)
    yield from positions_cut_short(note)
