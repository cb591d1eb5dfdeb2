"""A causal mask that hides the past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.causal import causal_mask_problems
from symformer.judging.indices.mask_code import mask_code_problems
from symformer.judging.indices.mask_displays import mask_display_problems
from symformer.judging.indices.mask_signs import mask_sign_problems, masks_taken_away
from symformer.judging.indices.weights_summed import weights_summed_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def mask_turned(note: JudgedNote) -> Iterator[Problem]:
    r"""A mask lets each position see those that follow it, where the words call it causal.

    ## Why it matters
    With rows for the queries, the entry of row i and column j decides whether position i sees position j.
    A mask with zeros above the diagonal hands each position the very tokens that it is to predict.
    Where the words speak of the other direction, or of keys along the rows, nothing is said.

    Told as well are masks written out with one entry astray, masks of program code that hide the other half,
    masks whose infinity reaches the softmax with a plus, and sums of weights over other positions than those over which they sum to one.

    ## Examples
    ```md bad
    The causal mask has $M_{ij} = 0$ for $j \ge i$ and $M_{ij} = -\infty$ otherwise.
    ```
    ```md good
    The causal mask has $M_{ij} = 0$ for $j \le i$ and $M_{ij} = -\infty$ otherwise.
    ```
    """
    yield from causal_mask_problems(note)
    yield from mask_display_problems(note)
    yield from mask_code_problems(note)
    yield from mask_sign_problems(note)
    yield from masks_taken_away(note)
    yield from weights_summed_problems(note)
