"""Results of a layer that the activation behind it passes over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.results_passed_over import results_passed_over
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def result_passed_over(note: JudgedNote) -> Iterator[Problem]:
    r"""An activation is taken of what a layer took, and what the layer gives is of no use.

    ## Why it matters
    The layer was computed for the activation behind it. Without it the network is one layer short.

    ## Examples
    ```md bad
    The hidden layer is $s = \tanh(A x)$, the logits are $u = C s + b$, and the shares $r = \mathrm{softmax}(s)$.
    ```
    ```md good
    The hidden layer is $s = \tanh(A x)$, the logits are $u = C s + b$, and the shares $r = \mathrm{softmax}(u)$.
    ```
    """
    yield from results_passed_over(note)
