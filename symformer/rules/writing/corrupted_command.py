"""Commands that lost their backslash or their first letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import corrupted_commands
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def corrupted_command(note: JudgedNote) -> Iterator[Problem]:
    r"""A command of LaTeX was damaged, so that its letters are shown instead of what it stands for.

    ## Why it matters
    It happens where a program reads `\f` or `\t` as a control character, or where a macro is replaced inside a longer name.
    The formula is shown wrong, or not at all.

    ## Examples
    ```md bad
    The share of one cup is $s = rac{1}{n}$.
    ```
    ```md good
    The share of one cup is $s = \frac{1}{n}$.
    ```
    """
    yield from corrupted_commands(note)
