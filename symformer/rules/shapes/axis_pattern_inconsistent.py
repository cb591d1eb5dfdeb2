"""Patterns of axes, as einsum and einops take them, that are at odds with themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.shapes.code_shapes import axis_pattern_problems
from symformer.judging.shapes.pattern_shapes import pattern_shape_problems
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def axis_pattern_inconsistent(note: JudgedNote) -> Iterator[Problem]:
    r"""A pattern for einsum or einops has an axis in its result that comes from nowhere, or loses one.

    ## Why it matters
    Many notes give a sum over indices as such a pattern, and readers type it in: a letter too many or too few stops
    the program, or sums over what was to be kept.

    A shape told beside it that gives an axis the size of another one is as misleading.

    Patterns with dots for axes without names are left alone.

    ## Examples
    ```md bad
    The scores are `einsum("bqd,bkd->bqj", q, k)`.
    ```
    ```md good
    The scores are `einsum("bqd,bkd->bqk", q, k)`.
    ```
    """
    yield from axis_pattern_problems(note)
    yield from pattern_shape_problems(note)
