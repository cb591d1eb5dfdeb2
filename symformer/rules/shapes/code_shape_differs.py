"""Remarks in program code that say another shape than their line gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.code_shapes import code_shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def code_shape_differs(note: JudgedNote) -> Iterator[Problem]:
    r"""A remark beside a line of code says a shape that the line cannot give.

    ## Why it matters
    Readers follow such code by its remarks alone. Where a transposition is missing from the line, or two sizes are
    exchanged in the remark, every shape below it is in doubt.

    Only Python is looked at, and only lines whose names have shapes by earlier lines or remarks of the same function.
    Two letters are two sizes where they stand together in one shape of the code.

    ## Examples
    ```md bad
    ~~~python
    q = x @ W_q  # (B, T, d)
    k = x @ W_k  # (B, T, d)
    s = q @ k.transpose(-2, -1)  # (B, T, d)
    ~~~
    ```
    ```md good
    ~~~python
    q = x @ W_q  # (B, T, d)
    k = x @ W_k  # (B, T, d)
    s = q @ k.transpose(-2, -1)  # (B, T, T)
    ~~~
    ```
    """
    yield from code_shape_problems(note)
