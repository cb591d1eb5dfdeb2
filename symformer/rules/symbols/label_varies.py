"""One label in two ways of writing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.overloaded import idle_problems, label_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def label_varies(note: JudgedNote) -> Iterator[Problem]:
    r"""The weights of a head are named by one form in one place and by another further on: `W_h^q` and `W_i^{(q)}`.

    ## Why it matters
    A bracket around a label, or its place above or below, is how other notes tell two things apart.
    Only weights that words call by the same name in both places are compared, and names that are declared and
    then stand nowhere, right before one letter with another label that is declared nowhere.

    ## Examples
    ```md bad
    $W_h^q$ is the query weight matrix of head $h$. The model splits the width of each token among all heads, so that
    every head looks at a narrow part of the row only. What the heads find is joined again and mixed by one more
    matrix, which lets each column of the result depend on all heads at once. Without it the parts of the
    row that belong to different heads would never meet, and the next layer would see them side by side only.

    $W_h^{(q)}$ is the query weight matrix of head $h$.
    ```
    ```md good
    $W_h^q$ is the query weight matrix of head $h$. The model splits the width of each token among all heads, so that
    every head looks at a narrow part of the row only. What the heads find is joined again and mixed by one more
    matrix, which lets each column of the result depend on all heads at once. Without it the parts of the
    row that belong to different heads would never meet, and the next layer would see them side by side only.

    $W_h^q$ is the query weight matrix of head $h$.
    ```
    """
    yield from label_problems(note)
    yield from idle_problems(note)
