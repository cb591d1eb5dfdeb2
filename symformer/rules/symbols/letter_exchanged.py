"""A letter that stands once, where the same expression has another one elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.announced import announced_problems
from symformer.judging.symbols.exchanged import exchanged_problems
from symformer.judging.symbols.sizes_of_themselves import sizes_of_themselves
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def letter_exchanged(note: JudgedNote) -> Iterator[Problem]:
    r"""A letter stands once in the whole note and is told nowhere, where the same expression has another letter elsewhere.

    ## Why it matters
    Most often one Greek letter was typed for another.  The reader looks for what the new letter is, and finds
    nothing.

    Two letters of one alphabet and case are compared, under the same accents and labels.  A letter that words
    speak of, that is declared, or that stands in any other place of the note is left alone, and so are indices.
    What a sentence multiplies or divides by is held against the display that it leads to.

    ## Examples
    ```md bad
    The weights are $\alpha(q, k_i)$, and they sum to one over $i$. The output is

    $$ y = \sum_{i=1}^n \beta(q, k_i) v_i $$
    ```
    ```md good
    The weights are $\alpha(q, k_i)$, and they sum to one over $i$. The output is

    $$ y = \sum_{i=1}^n \alpha(q, k_i) v_i $$
    ```
    """
    exchanged = list(exchanged_problems(note))
    yield from exchanged
    yield from sizes_of_themselves(note)
    told = {each.span.start for each in exchanged}
    yield from (each for each in announced_problems(note) if each.span.start not in told)
