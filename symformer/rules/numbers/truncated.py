"""Results that are cut off instead of rounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def truncated(note: JudgedNote) -> Iterator[Problem]:
    r"""A result is the right value with its further digits cut off, not rounded.

    ## Why it matters
    It does no harm where it is meant; it is told once for each note.

    ## Examples
    ```md bad
    $$ \frac{2}{3} \approx 0.66 $$
    ```
    ```md good
    $$ \frac{2}{3} \approx 0.67 $$
    ```
    """
    yield from problems_of(note, "truncated")
