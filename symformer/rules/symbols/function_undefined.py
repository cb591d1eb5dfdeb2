"""A function that nothing in the note tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.functions_untold import problems_of_functions
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def function_undefined(note: JudgedNote) -> Iterator[Problem]:
    r"""A function with a word below its letter is called, in a note that tells its other symbols, and told nowhere.

    ## Why it matters
    The reader cannot know what it takes and what it gives.  Functions that have a name in the field, and labels
    that the words of the note begin with (`enc` beside "the encoder"), need no telling.

    ## Examples
    ```md bad
    Let $m$ be the number of cups, $r$ the number of spoons, $s$ the number of pots, $T \in \mathbb{R}^{m \times r}$
    the orders, $D \in \mathbb{R}^{s \times s}$ the discounts, $P \in \mathbb{R}^{r \times s}$ the prices and $C \in \mathbb{R}^{m \times s}$ the costs.

    $$ C = T P D, \qquad f_{\text{brw}}(C) = T $$
    ```
    ```md good
    Let $m$ be the number of cups, $r$ the number of spoons, $s$ the number of pots, $T \in \mathbb{R}^{m \times r}$
    the orders, $D \in \mathbb{R}^{s \times s}$ the discounts, $P \in \mathbb{R}^{r \times s}$ the prices and $C \in \mathbb{R}^{m \times s}$ the costs.

    $$ C = T P D, \qquad f_{\text{brw}}(C) = T $$

    where $f_{\text{brw}}$ is the brewing function.
    ```
    """
    yield from problems_of_functions(note)
