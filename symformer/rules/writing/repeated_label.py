"""Two formulas with one label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.labels import repeated_labels
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def repeated_label(note: JudgedNote) -> Iterator[Problem]:
    r"""One label is given to two formulas.

    ## Why it matters
    A reference to it leads to one of the two, which one is left to the program.

    ## Examples
    ```md bad
    $$ a = b \label{eq:cups} $$

    $$ c = d \label{eq:cups} $$
    ```
    ```md good
    $$ a = b \label{eq:cups} $$

    $$ c = d \label{eq:pots} $$
    ```
    """
    yield from repeated_labels(note)
