"""Results that do not have the shape the note gives them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.conflicts import shape_problems
from symformer.judging.shapes.declared_anew import declared_anew, told_before_result
from symformer.judging.shapes.instance_sizes import instance_size_problems
from symformer.judging.shapes.named_axes import other_axes_problems
from symformer.judging.shapes.norm_parameters import norm_parameter_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def declared_shape_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""An expression has another shape than the note declares for it.

    ## Why it matters
    Either the formula or the declaration is wrong, and what is built on it inherits the fault.

    ## Examples
    ```md bad
    With $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times k}$ we get $Y = X W \in \mathbb{R}^{k \times n}$.
    ```
    ```md good
    With $X \in \mathbb{R}^{n \times d}$ and $W \in \mathbb{R}^{d \times k}$ we get $Y = X W \in \mathbb{R}^{n \times k}$.
    ```
    """
    yield from shape_problems(note, "declared-shape-differs", "result-shape-differs")
    yield from declared_anew(note)
    yield from told_before_result(note)
    yield from norm_parameter_problems(note)
    yield from instance_size_problems(note)
    yield from other_axes_problems(note)
