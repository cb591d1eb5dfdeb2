"""Things compared with themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.indices.self_comparisons import self_comparisons
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def compared_with_itself(note: JudgedNote) -> Iterator[Problem]:
    r"""A distance, a square or the logarithm of a ratio is taken of a thing and itself, or an equation says that it is itself.

    ## Why it matters
    The value is zero or one whatever is put in: one of the two was copied and not changed.

    A chain that ends in zero or one says so itself, and is left alone.

    ## Examples
    ```md bad
    The map is contractive: $\|g(u) - g(u)\| \le c \, \|u - v\|$ for all $u, v$.
    ```
    ```md good
    The map is contractive: $\|g(u) - g(v)\| \le c \, \|u - v\|$ for all $u, v$.
    ```
    """
    yield from self_comparisons(note)
