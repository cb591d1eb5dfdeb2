"""A formula that claims to be a standard equation, and differs from it by one small edit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.equations.attention_transpose import untransposed_scores
from symformer.judging.equations.costs import cost_problems
from symformer.judging.equations.near_standard import near_miss_problems
from symformer.judging.steps.step_faults import broken_chains
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def cited_equation_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula says by its left side or by the words before it which standard equation it is, and is not quite that.

    ## Why it matters
    Who writes `GELU(x) = …` or "scaled dot-product attention is" means the equation of that name.  What is
    printed gives other values, so that whoever computes with it gets something else.

    Beside the equations of the catalogue these are the formulas that notes cite by name and write in many ways:
    losses, measures, optimisers, gates, bounds.  Known variants are none, and neither is what the words around it call simplified, modified or a variant.

    Scores of attention are told of wherever they stand, where queries and keys are multiplied untransposed.
    So is a cost of attention in which the width is squared, and not the number of tokens.

    ## Examples
    ```md bad
    $$ \operatorname{GELU}(x) = \frac{x}{2}\left(1 + \operatorname{erf}\left(\frac{x}{2}\right)\right) $$
    ```
    ```md good
    $$ \operatorname{GELU}(x) = \frac{x}{2}\left(1 + \operatorname{erf}\left(\frac{x}{\sqrt{2}}\right)\right) $$
    ```
    """
    told = list(near_miss_problems(note, "warning", broken_chains(note)))
    yield from told
    for problem in untransposed_scores(note):
        if not any(each.span.start < problem.span.end and problem.span.start < each.span.end for each in told):
            yield problem
    yield from cost_problems(note)
