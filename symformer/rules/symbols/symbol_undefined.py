"""A symbol that nothing in the note tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.undefined import undefined_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def symbol_undefined(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula uses a symbol that is defined nowhere, in a note that tells its other symbols.

    ## Why it matters
    Most often a letter was exchanged: the symbol of another draft, a label in the wrong case, another
    accent.  Where a symbol that is told differs by such a slip only, it is named.  Another font, an accent
    more or less, a label above instead of below count as a slip where they stand once in the note.

    A definition may come after the use.  Constants, indices by custom, functions and the names that
    everybody uses for queries, keys, values and their weights need none, and a note that leaves
    most of its symbols undeclared is not bothered.

    ## Examples
    ```md bad
    Let $m$ be the number of cups and $r$ the number of spoons. The orders are
    $T \in \mathbb{R}^{m \times r}$, the prices are $P_c \in \mathbb{R}^{r \times 1}$, and

    $$ S = T P_C $$
    ```
    ```md good
    Let $m$ be the number of cups and $r$ the number of spoons. The orders are
    $T \in \mathbb{R}^{m \times r}$, the prices are $P_c \in \mathbb{R}^{r \times 1}$, and

    $$ S = T P_c $$
    ```
    """
    yield from undefined_problems(note)
