"""A formula that is a standard equation but for one small edit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.near_standard import near_miss_problems
from symformer.judging.steps.step_faults import broken_chains
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def near_miss_of_standard(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula is one small edit away from a standard equation of the field, and gives other values.

    ## Why it matters
    A shape that fits can still be the wrong equation: a root, a sign or a transpose that went lost is seen by
    nobody who does not compare.  The help line shows the standard form in the letters of the note.

    Known variants (attention without scaling, a norm without its bias, another place of ε) are none, and neither
    is what the words around it call simplified, modified or a variant.  Where the formula claims to be the
    standard one, `cited-equation-differs` tells it.

    ## Examples
    ```md bad
    $$ S = \operatorname{softmax}\left(\frac{X Y^\top}{d_k}\right) Z $$
    ```
    ```md good
    $$ S = \operatorname{softmax}\left(\frac{X Y^\top}{\sqrt{d_k}}\right) Z $$
    ```
    """
    yield from near_miss_problems(note, "info", broken_chains(note))
