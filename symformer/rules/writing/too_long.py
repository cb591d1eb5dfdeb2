"""Notes that are too long to be checked to their end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="warning", since="0.1")
def too_long(note: JudgedNote) -> Iterator[Problem]:
    r"""The note holds more than is checked in one file.

    ## Why it matters
    What stands behind the limit was not looked at.
    Split the note, so that each part is checked.

    ## Examples
    The limit is two hundred thousand formulas, lines of worksheets and rows of tables, too many to show here.
    """
    for notice in note.document.notices:
        if notice.kind == "too-long":
            yield Problem(notice.span, notice.message, help=notice.help, evidence={"kind": "text"})
