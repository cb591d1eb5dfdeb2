"""One letter for two things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.symbols.overloaded import overload_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def symbol_overloaded(note: JudgedNote) -> Iterator[Problem]:
    r"""One spelling is declared to be two things: a number of heads and the index of a head, a size and a matrix.

    ## Why it matters
    The reader takes the letter for what it was before, and formulas that hold both meanings cannot be read.
    Letters that only a font keeps apart are told once for the whole note, as information.

    ## Examples
    ```md bad
    - $h$: index of the attention head.
    - $d_k = D/H$: dimension of the keys.

    Later, $h$ is the number of attention heads.
    ```
    ```md good
    - $h$: index of the attention head.
    - $d_k = D/H$: dimension of the keys.

    Later, $H$ is the number of attention heads.
    ```
    """
    yield from overload_problems(note)
