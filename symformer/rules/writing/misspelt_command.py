"""Commands that are one slip away from a common one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import misspelt_commands
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def misspelt_command(note: JudgedNote) -> Iterator[Problem]:
    r"""A command is not known, and a common one differs from it in one letter.

    ## Why it matters
    The formula is not shown.
    A note that uses several commands of its own has them defined elsewhere, and is left alone.

    ## Examples
    ```md bad
    The angle is $\aplha = 2 b$.
    ```
    ```md good
    The angle is $\alpha = 2 b$.
    ```
    """
    yield from misspelt_commands(note)
