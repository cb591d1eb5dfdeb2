"""Products of derivatives that do not make a chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.steps.bound_denominators import bound_denominators
from symformer.judging.steps.chain_links import chain_rule_problems
from symformer.judging.steps.layers_back import layers_back
from symformer.judging.steps.telescoped import telescoped_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def chain_rule_broken(note: JudgedNote) -> Iterator[Problem]:
    r"""A product of derivatives does not go on where it stopped, or differentiates by what is not there.

    ## Why it matters
    Of two units with like names the gradient of the one is easily written with a factor of the other, and is zero.

    ## Examples
    ```md bad
    The units are $z_1 = w_1 x_1 + w_2 x_2$ and $z_2 = w_3 x_1 + w_4 x_2$, so

    $$ \frac{\partial L}{\partial w_3} = \frac{\partial L}{\partial z_1} \frac{\partial z_1}{\partial w_3} $$
    ```
    ```md good
    The units are $z_1 = w_1 x_1 + w_2 x_2$ and $z_2 = w_3 x_1 + w_4 x_2$, so

    $$ \frac{\partial L}{\partial w_3} = \frac{\partial L}{\partial z_2} \frac{\partial z_2}{\partial w_3} $$
    ```
    """
    yield from chain_rule_problems(note)
    yield from telescoped_problems(note)
    yield from layers_back(note)
    yield from bound_denominators(note)
