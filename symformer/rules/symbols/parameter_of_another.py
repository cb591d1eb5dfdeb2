"""Labels of parameters that belong to another letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.parameter_labels import parameter_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def parameter_of_another(note: JudgedNote) -> Iterator[Problem]:
    r"""A network or a distribution carries the parameters of another, once, and its own everywhere else.

    ## Why it matters
    Which parameters a gradient reaches is told by these labels alone.

    ## Examples
    ```md bad
    The encoder is $q_\phi(z|x)$, the decoder $p_\theta(x|z)$, and $p_\theta(z) p_\theta(x|z)$ is the joint.
    We maximise $E_{q_\phi(z|x)}[\ln p_\phi(x|z)]$.
    ```
    ```md good
    The encoder is $q_\phi(z|x)$, the decoder $p_\theta(x|z)$, and $p_\theta(z) p_\theta(x|z)$ is the joint.
    We maximise $E_{q_\phi(z|x)}[\ln p_\theta(x|z)]$.
    ```
    """
    yield from parameter_problems(note)
