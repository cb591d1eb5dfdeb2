"""Formulas that are shown as code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.latex import formulas_in_code
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def formula_in_code_block(note: JudgedNote) -> Iterator[Problem]:
    r"""A paragraph with formulas is indented so far that it is shown as program code.

    ## Why it matters
    The dollars and commands are printed as they stand.
    A fence says that code is meant; in an indented block of whole sentences it is not.

    ## Examples
    ````md bad
    - The kettle holds $v$ litres.

            Each of the cups takes a part $w$ of what is in the kettle, so that $v / w$ cups can be filled.
    ````
    ````md good
    - The kettle holds $v$ litres.

      Each of the cups takes a part $w$ of what is in the kettle, so that $v / w$ cups can be filled.
    ````
    """
    yield from formulas_in_code(note)
