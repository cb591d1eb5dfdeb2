"""Signs that stand twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.malformed import doubled_signs
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def doubled_sign(note: JudgedNote) -> Iterator[Problem]:
    r"""A sign of equality, a plus or a comma stands twice, with nothing between.

    ## Why it matters
    Either one of them is a slip of the hand, or what ought to stand between them is lost: a reader cannot tell.

    ## Examples
    ```md bad
    The total is $t = = a + b$.
    ```
    ```md good
    The total is $t = a + b$.
    ```
    """
    yield from doubled_signs(note)
