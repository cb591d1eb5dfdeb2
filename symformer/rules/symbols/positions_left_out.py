"""Attention over tokens without their positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.positions_left_out import problems_of_positions
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def positions_left_out(note: JudgedNote) -> Iterator[Problem]:
    r"""Queries, keys or values are projected from the tokens as they were before positions were added to them.

    ## Why it matters
    Taken at its word, the attention does not see the order of the tokens, and the sum that was to be its
    input is used nowhere.  Silent where the letter is told anew in between, as the input of any layer.

    ## Examples
    ```md bad
    $X_{\text{in}} = X + \text{PE}$ is the input to the first block, where $\text{PE}$ is the positional encoding.

    $$ Q = X W_Q $$
    ```
    ```md good
    $X_{\text{in}} = X + \text{PE}$ is the input to the first block, where $\text{PE}$ is the positional encoding.

    $$ Q = X_{\text{in}} W_Q $$
    ```
    """
    yield from problems_of_positions(note)
