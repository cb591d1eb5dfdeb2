"""Products of displayed matrices whose printed result is another matrix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def matrix_product_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""The product of the matrices as displayed is not the matrix printed after it.

    ## Why it matters
    One wrong cell spoils every row of what is computed next.
    There is one finding for each matrix; all wrong cells are listed in its evidence.

    ## Examples
    ```md bad
    $$
    \begin{bmatrix} 1 & 2 \\ 0 & 3 \end{bmatrix}
    \begin{bmatrix} 2 & 1 \\ 1 & 4 \end{bmatrix}
    = \begin{bmatrix} 4 & 9 \\ 3 & 11 \end{bmatrix}
    $$
    ```
    ```md good
    $$
    \begin{bmatrix} 1 & 2 \\ 0 & 3 \end{bmatrix}
    \begin{bmatrix} 2 & 1 \\ 1 & 4 \end{bmatrix}
    = \begin{bmatrix} 4 & 9 \\ 3 & 12 \end{bmatrix}
    $$
    ```
    """
    yield from problems_of(note, "matrix-product-differs")
