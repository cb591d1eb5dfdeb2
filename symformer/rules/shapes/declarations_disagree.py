"""One symbol declared with two shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.redeclared import disagreeing_declarations, lone_sizes
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def declarations_disagree(note: JudgedNote) -> Iterator[Problem]:
    r"""A section declares an array twice, the second time with rows and columns exchanged, or with another size.

    ## Why it matters
    One of the two is a slip, and every product with the matrix fits only one of them.
    A note that announces another convention, or starts a new section, may turn its matrices round.
    Another size is a warning, and only where the note itself keeps the two sizes apart, or nothing else has that size.

    ## Examples
    ```md bad
    Each tea has a key, $K \in \mathbb{R}^{m \times d}$. The keys are learnt.

    The keys $K \in \mathbb{R}^{d \times m}$ are kept for later.
    ```
    ```md good
    Each tea has a key, $K \in \mathbb{R}^{m \times d}$. The keys are learnt.

    In the other convention the keys are columns, $K \in \mathbb{R}^{d \times m}$.
    ```
    """
    told = list(disagreeing_declarations(note))
    yield from told
    spans = {span for each in told for span in (each.span, *(related.span for related in each.related))}
    yield from (each for each in lone_sizes(note) if each.span not in spans)
