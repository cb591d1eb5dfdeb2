"""Numbers put in the place of a symbol that is known to be something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.judging.worked.operands import operand_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def value_contradicts_symbol(note: JudgedNote) -> Iterator[Problem]:
    r"""A number or matrix takes the place of a symbol, but the symbol has another value above.

    ## Why it matters
    The line computes something else than it announces.
    It is reported only where the other numbers of the line agree, so that a new example is never mistaken for a slip.
    In scores of pairs, ``score(cat, sat) = [1, 0] · [2, 1]``, it is enough that all other scores put another vector
    in for the same word, or that the note shows one under its name that differs in one entry.

    ## Examples
    ```md bad
    $$ X = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}, \quad W = \begin{bmatrix} 2 & 0 \\ 1 & 1 \end{bmatrix} $$

    $$
    X W = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}
    \begin{bmatrix} 2 & 1 \\ 1 & 1 \end{bmatrix}
    = \begin{bmatrix} 4 & 2 \\ 10 & 4 \end{bmatrix}
    $$
    ```
    ```md good
    $$ X = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}, \quad W = \begin{bmatrix} 2 & 0 \\ 1 & 1 \end{bmatrix} $$

    $$
    X W = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}
    \begin{bmatrix} 2 & 0 \\ 1 & 1 \end{bmatrix}
    = \begin{bmatrix} 4 & 2 \\ 10 & 4 \end{bmatrix}
    $$
    ```
    """
    yield from problems_of(note, "value-contradicts-symbol")
    yield from operand_problems(note.document, note.statements)
