"""Displays inside displays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import misplaced_environments
from symformer.judging.writing.malformed import loose_columns
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def misplaced_environment(note: JudgedNote) -> Iterator[Problem]:
    r"""An environment that opens a display stands inside a display, or an & outside of one that aligns.

    ## Why it matters
    LaTeX stops with an error; some renderers of Markdown accept it.

    ## Examples
    ````md bad
    \[
    \begin{align*}
    a &= b \\
    c &= d
    \end{align*}
    \]
    ````
    ````md good
    \[
    \begin{aligned}
    a &= b \\
    c &= d
    \end{aligned}
    \]
    ````
    """
    yield from misplaced_environments(note)
    yield from loose_columns(note)
