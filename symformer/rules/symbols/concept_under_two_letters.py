"""Two letters for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.overloaded import synonym_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def concept_under_two_letters(note: JudgedNote) -> Iterator[Problem]:
    r"""A size of which a model has one, such as the number of heads, is declared under a second letter.

    ## Why it matters
    A reader looks for the difference between the two, and shapes that agree look as if they did not.
    Letters that are told side by side, as of source and target, are meant to be two.

    ## Examples
    ```md bad
    Let $H$ be the number of heads. The model splits the width of each token among all of them, so that every
    head looks at a narrow part of the row only. What the heads find is joined again and mixed by one more
    matrix, which lets each column of the result depend on all heads at once. Without it the parts of the
    row that belong to different heads would never meet, and the next layer would see them side by side only.

    Here $r$ is the number of heads.
    ```
    ```md good
    Let $H$ be the number of heads. The model splits the width of each token among all of them, so that every
    head looks at a narrow part of the row only. What the heads find is joined again and mixed by one more
    matrix, which lets each column of the result depend on all heads at once. Without it the parts of the
    row that belong to different heads would never meet, and the next layer would see them side by side only.

    Here $H$ is the number of heads.
    ```
    """
    yield from synonym_problems(note)
