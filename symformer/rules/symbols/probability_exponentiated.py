"""An exponential where the logarithm of a probability is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.exponentiated import exponentiated_problems
from symformer.judging.symbols.logs_left_out import logs_left_out_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def probability_exponentiated(note: JudgedNote) -> Iterator[Problem]:
    r"""The exponential is taken of a probability, where its logarithm is meant.

    ## Why it matters
    A log-likelihood adds up logarithms; the exponential of a probability lies between 1 and e and is of no use.
    A reader who computes with it gets another loss.

    It is told of conditional probabilities, and of those whose logarithm the note takes elsewhere.

    Told as well is an equation with a logarithm on one side only, p(x) = log ∫ p(x | z) p(z) dz, and a loss that adds
    up the probabilities of what was seen without their logarithms.

    ## Examples
    ```md bad
    The loss is $L = -\sum_t \exp p(x_t \mid x_{<t})$.
    ```
    ```md good
    The loss is $L = -\sum_t \log p(x_t \mid x_{<t})$.
    ```
    """
    yield from exponentiated_problems(note)
    yield from logs_left_out_problems(note)
