"""An equation written a second time with one name changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.complements import complement_problems
from symformer.judging.symbols.restated import restated_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def restated_equation_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""One section gives the same left side two right sides that differ in a single name or number.

    ## Why it matters
    A restatement is read as the same equation; where a letter differs, one of the two is a slip, and the
    reader cannot tell which.

    Words such as "now", "instead" or "when" before the second announce a change, and so does a new name
    that is told between the two.

    A letter that parts something in two, and stands with 1 - β elsewhere, is told of where it once stands with 1 + β.

    ## Examples
    ```md bad
    $$ S = A B C D $$

    To repeat it:

    $$ S = A B E D $$
    ```
    ```md good
    $$ S = A B C D $$

    To repeat it:

    $$ S = A B C D $$
    ```
    """
    yield from restated_problems(note)
    yield from complement_problems(note)
