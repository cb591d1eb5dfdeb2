"""References to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.labels import missing_labels, missing_numbers
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def missing_label(note: JudgedNote) -> Iterator[Problem]:
    r"""A reference names a label or a number that the document does not give.

    ## Why it matters
    Readers see two question marks.
    A page or chapter may refer to its neighbours: there, only a label that is one slip away is taken as evidence.

    ## Examples
    ```md bad
    $$ a = b \label{eq:infusion} $$

    By \eqref{eq:infusoin} the cups are equal.
    ```
    ```md good
    $$ a = b \label{eq:infusion} $$

    By \eqref{eq:infusion} the cups are equal.
    ```
    """
    yield from missing_labels(note)
    yield from missing_numbers(note)
