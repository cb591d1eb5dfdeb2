"""Laws whose variable is another one than the left side asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.densities import densities_of_others
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def density_of_another(note: JudgedNote) -> Iterator[Problem]:
    r"""A density is told of one variable and written out as that of another.

    ## Why it matters
    What stands before the parameters of a law is what it is a density of. If it is what was given, nothing is said of
    what was asked.

    ## Examples
    ```md bad
    $$ p(z_{s-1} \mid z_s) = \mathcal{N}(z_s; \mu(z_s, s), \sigma_s^2 I) $$
    ```
    ```md good
    $$ p(z_{s-1} \mid z_s) = \mathcal{N}(z_{s-1}; \mu(z_s, s), \sigma_s^2 I) $$
    ```
    """
    yield from densities_of_others(note)
