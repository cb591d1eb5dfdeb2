"""A weighted input or a bias that is subtracted, where layers add."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.subtracted_inputs import subtracted_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def weighted_input_subtracted(note: JudgedNote) -> Iterator[Problem]:
    r"""One of the weighted inputs of a layer, or its bias, is subtracted, and the other layers of the note add theirs.

    ## Why it matters
    The sign of what is learned is a matter of custom, so that nothing fails; but whoever writes the code from the
    note, or loads weights into it, gets another layer.

    Where no other layer shows the custom of the note, it is told at info; a note that subtracts more than once has
    its own custom.

    ## Examples
    ```md bad
    $$ r = \sigma(W_r x + U_r h + b_r), \qquad z = \sigma(W_z x - U_z h + b_z) $$
    ```
    ```md good
    $$ r = \sigma(W_r x + U_r h + b_r), \qquad z = \sigma(W_z x + U_z h + b_z) $$
    ```
    """
    yield from subtracted_problems(note)
