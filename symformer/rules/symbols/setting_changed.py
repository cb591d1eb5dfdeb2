"""One setting with two values in one section."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.settings_kept import settings_changed
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def setting_changed(note: JudgedNote) -> Iterator[Problem]:
    r"""A section gives a size, a count or a rate of its model one value, and another one below.

    ## Why it matters
    One of the two is a slip, and every number below holds for one of them only.
    What is told as another case, another model or in a list of settings is left alone.

    ## Examples
    ```md bad
    Our tea model uses $h = 8$ heads and a width of $d = 64$.

    Since $d = 128$, the scores are scaled. A head has 8 of the 64 entries.
    ```
    ```md good
    Our tea model uses $h = 8$ heads and a width of $d = 64$.

    Since $d = 64$, the scores are scaled. A head has 8 of the 64 entries.
    ```
    """
    yield from settings_changed(note)
