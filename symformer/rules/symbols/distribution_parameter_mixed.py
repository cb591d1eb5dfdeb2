"""Normal distributions with a deviation here and a variance there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.distributions import spreads_at_odds
from symformer.judging.symbols.precisions import precision_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def distribution_parameter_mixed(note: JudgedNote) -> Iterator[Problem]:
    r"""A note writes one normal distribution with σ and another with σ² as its second parameter.

    ## Why it matters
    Either is in use, but within one note σ = 2 must not mean a variance of 2 here and of 4 there.

    A precision that stands where the note has the inverse of one elsewhere is told as well.

    ## Examples
    ```md bad
    The weight of a leaf is $w \sim \mathcal{N}(\mu, \sigma)$.

    All leaves together have the density $\prod_i \mathcal{N}(w_i \mid \mu, \sigma^2)$.
    ```
    ```md good
    The weight of a leaf is $w \sim \mathcal{N}(\mu, \sigma^2)$.

    All leaves together have the density $\prod_i \mathcal{N}(w_i \mid \mu, \sigma^2)$.
    ```
    """
    yield from spreads_at_odds(note)
    yield from precision_problems(note)
