"""Rows of a table that do not keep to what all its other rows keep to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def row_breaks_relation(note: JudgedNote) -> Iterator[Problem]:
    r"""One row of a table breaks the relation between its columns that all its other rows keep to.

    ## Why it matters
    A table of results is worked out row by row: a column is the product, the difference, the ratio or
    the logarithm of others, whether or not the note says so.
    Where all rows but one agree on such a relation, and with more digits than chance would give them,
    the odd row holds a slip.  Two rows that agree are enough where the heads or labels tell the relation
    (cumulative, share, rest, new beside gradient, bits beside bytes, ``24 layers`` below ``one layer``).

    ## Examples
    ```md bad
    | word | count | share | idf | weight |
    |---|---|---|---|---|
    | tea | 3 | 0.150 | 1.386 | 0.208 |
    | pot | 5 | 0.250 | 0.693 | 0.173 |
    | cup | 4 | 0.200 | 0.288 | 0.058 |
    | jar | 2 | 0.100 | 2.079 | 0.280 |
    | lid | 6 | 0.300 | 0.470 | 0.141 |
    ```
    ```md good
    | word | count | share | idf | weight |
    |---|---|---|---|---|
    | tea | 3 | 0.150 | 1.386 | 0.208 |
    | pot | 5 | 0.250 | 0.693 | 0.173 |
    | cup | 4 | 0.200 | 0.288 | 0.058 |
    | jar | 2 | 0.100 | 2.079 | 0.208 |
    | lid | 6 | 0.300 | 0.470 | 0.141 |
    ```
    """
    return problems_of(note, "row-breaks-relation")
