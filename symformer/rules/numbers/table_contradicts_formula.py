"""Tables that disagree with the formula they are made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def table_contradicts_formula(note: JudgedNote) -> Iterator[Problem]:
    r"""A table or matrix of a function's values disagrees with the function's formula.

    ## Why it matters
    Readers check their own code against such tables.
    Each entry is recomputed at its position and column.

    ## Examples
    ```md bad
    $$ \text{PE}(pos, 2i) = \sin(pos / 10000^{2i/d}), \quad \text{PE}(pos, 2i+1) = \cos(pos / 10000^{2i/d}) $$

    | Position | PE (d=4) |
    |---|---|
    | 0 | [0.00, 1.00, 0.00, 1.00] |
    | 1 | [0.84, 0.54, 0.10, 1.00] |
    ```
    ```md good
    $$ \text{PE}(pos, 2i) = \sin(pos / 10000^{2i/d}), \quad \text{PE}(pos, 2i+1) = \cos(pos / 10000^{2i/d}) $$

    | Position | PE (d=4) |
    |---|---|
    | 0 | [0.00, 1.00, 0.00, 1.00] |
    | 1 | [0.84, 0.54, 0.01, 1.00] |
    ```
    """
    yield from problems_of(note, "table-contradicts-formula")
