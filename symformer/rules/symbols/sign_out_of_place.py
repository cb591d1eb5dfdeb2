"""A sign where the form of the formula allows the other one only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.ascents import ascent_problems
from symformer.judging.symbols.positions_subtracted import positions_subtracted_problems
from symformer.judging.symbols.quoted_divisors import quoted_divisor_problems
from symformer.judging.symbols.signs_astray import sign_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def sign_out_of_place(note: JudgedNote) -> Iterator[Problem]:
    r"""A term is subtracted that is to be added, or the other way round, as the form of the formula tells.

    ## Why it matters
    A share of a whole from which something is subtracted may be larger than one; an ε that is subtracted brings
    nearer what it was to keep away; a distance with a sum in one of its squares is none.  A layer that is subtracted
    from what it works on takes away what a residual connection keeps.  Positions are added to embeddings.

    ## Examples
    ```md bad
    $$ s = \frac{e^{a}}{e^{a} - e^{b}}, \qquad u = \frac{x - \mu}{\sqrt{\sigma^2 - \epsilon}} $$
    ```
    ```md good
    $$ s = \frac{e^{a}}{e^{a} + e^{b}}, \qquad u = \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} $$
    ```
    """
    yield from sign_problems(note)
    yield from positions_subtracted_problems(note)
    yield from ascent_problems(note)
    yield from quoted_divisor_problems(note)
