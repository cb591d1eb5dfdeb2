"""Delimiters of formulas that have no partner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.judging.writing.lone_marks import lone_dollars
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="error", since="0.1")
def delimiters_out_of_step(note: JudgedNote) -> Iterator[Problem]:
    r"""A formula is opened and never closed, so that what follows is shown inside out.

    ## Why it matters
    From there on the text is set as mathematics and the mathematics as text.
    The lines that are not read are named; from the next heading on all is read again.

    ## Examples
    ````md bad
    The area is

    $$ A = a b

    for sides a and b.

    # Next

    The end.
    ````
    ````md good
    The area is

    $$ A = a b $$

    for sides $a$ and $b$.
    ````
    """
    for notice in note.document.notices:
        if notice.kind == "delimiters-out-of-step":
            yield Problem(notice.span, notice.message, help=notice.help, evidence={"kind": "text"})
    yield from lone_dollars(note)
