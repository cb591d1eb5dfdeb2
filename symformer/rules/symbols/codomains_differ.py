"""One map told with two codomains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.mappings import codomains_at_odds
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def codomains_differ(note: JudgedNote) -> Iterator[Problem]:
    r"""A map is told twice, from the same set into two different ones.

    ## Why it matters
    What the map gives is read from its codomain: parameters in the one place, data in the other.

    ## Examples
    ```md bad
    The cook is a map $c : \mathcal{L} \to \mathcal{B}$ from leaves to brews.

    We look for the best $c : \mathcal{L} \to \mathcal{P}$.
    ```
    ```md good
    The cook is a map $c : \mathcal{L} \to \mathcal{B}$ from leaves to brews.

    We look for the best $c : \mathcal{L} \to \mathcal{B}$.
    ```
    """
    yield from codomains_at_odds(note)
