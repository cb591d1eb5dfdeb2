"""Formulas that their own worked lines contradict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.worked.aligned_lines import misaligned_formulas
from symformer.judging.worked.lines import contradicted_formulas
from symformer.judging.worked.tables import contradicted_by_tables
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def working_contradicts_formula(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula and the lines in which the note works it out put the same numbers together in another way.

    ## Why it matters
    Either the formula or its example is wrong.  Who copies the formula gets other results than the note shows.

    A line counts only where the note gives all letters a number, these numbers are those in the line, and the
    line's own arithmetic is right.  Where two lines or more agree against the formula it is an error.

    ## Examples
    ```md bad
    The output has side $m = \frac{n + p - k}{s} + 1$. For $n = 32$, $p = 2$, $k = 5$, $s = 1$ this is

    $$ m = \frac{32 + 2 \cdot 2 - 5}{1} + 1 = 32 $$
    ```
    ```md good
    The output has side $m = \frac{n + 2p - k}{s} + 1$. For $n = 32$, $p = 2$, $k = 5$, $s = 1$ this is

    $$ m = \frac{32 + 2 \cdot 2 - 5}{1} + 1 = 32 $$
    ```
    """
    found = [*contradicted_formulas(note), *contradicted_by_tables(note)]
    yield from found
    yield from misaligned_formulas(note, found)
