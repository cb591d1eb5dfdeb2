"""Annotations that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def bad_declaration(note: JudgedNote) -> Iterator[Problem]:
    r"""A comment tells symformer something that it cannot read.

    ## Why it matters
    What was declared there has no effect.

    ## Examples
    ```md bad
    <!-- symformer: let K: m by by d -->
    The matrix $K$ holds one key per row.
    ```
    ```md good
    <!-- symformer: let K: m × d -->
    The matrix $K$ holds one key per row.
    ```
    """
    for error in note.annotation_errors:
        yield Problem(error.span, error.message, help=error.help, evidence={"kind": "text"})
