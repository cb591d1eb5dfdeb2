"""Long numbers quoted again with another digit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def requoted_value_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A long number of one name is quoted again with a digit left out, put in, changed or exchanged.

    ## Why it matters
    One of the two was mistyped, and a reader cannot tell which.
    Numbers of six digits and more are compared where the note gives a name just two of them; what rounding
    explains, and a change of the last digit, is left alone.

    ## Examples
    ```md bad
    The loss is $L = 0.298371$.

    We start from the loss $L = 0.298731$ of the last section.
    ```
    ```md good
    The loss is $L = 0.298371$.

    We start from the loss $L = 0.298371$ of the last section.
    ```
    """
    return problems_of(note, "requoted-value-differs")
