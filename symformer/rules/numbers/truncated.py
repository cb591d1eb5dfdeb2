"""Results that are cut off instead of rounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem, Related
from symformer.judging.note import problems_of
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


MOST_PLACES = 8  # that are named beside the first


@rule(level="info", since="0.1")
def truncated(note: JudgedNote) -> Iterator[Problem]:
    r"""A result is the right value with its further digits cut off, not rounded.

    ## Why it matters
    It does no harm where it is meant; it is told once for each note, with the other places beside it.

    ## Examples
    ```md bad
    $$ \frac{2}{3} \approx 0.66 $$
    ```
    ```md good
    $$ \frac{2}{3} \approx 0.67 $$
    ```
    """
    found = sorted(problems_of(note, "truncated"), key=lambda each: each.span)
    if found:
        also = (Related(each.span, "cut off, too") for each in found[1 : MOST_PLACES + 1])
        yield replace(found[0], related=(*found[0].related, *also))
