"""Residuals that add another member of a family than goes in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.residuals import (
    residuals_left_out,
    residuals_of_strangers,
    residuals_only_named,
    residuals_past_layers,
)
from symformer.judging.symbols.recurrences_astray import residual_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def residual_of_another(note: JudgedNote) -> Iterator[Problem]:
    r"""A residual adds another member of a family than the one that goes into the block, unlike the other residuals of its section.

    The same is told of letters of their own: behind `Z = LN(X + Att(X))` a block `LN(X + FFN(Z))` adds what went into that.
    So is a block that adds nothing right beside one of its kind that does, or below words that name its residual.

    ## Why it matters
    The path that is to carry a value unchanged then carries an older one, past a whole block.

    ## Examples
    ```md bad
    $$ X' = \mathrm{LN}(X + \mathrm{Att}(X)), \qquad X'' = \mathrm{LN}(X + \mathrm{FFN}(X')) $$
    ```
    ```md good
    $$ X' = \mathrm{LN}(X + \mathrm{Att}(X)), \qquad X'' = \mathrm{LN}(X' + \mathrm{FFN}(X')) $$
    ```
    """
    told = list(residual_problems(note))
    yield from told
    for found in (*residuals_past_layers(note), *residuals_of_strangers(note)):
        if not any(each.span.start == found.span.start for each in told):
            yield found
    yield from residuals_left_out(note)
    yield from residuals_only_named(note)
