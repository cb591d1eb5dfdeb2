"""Files that a document names and that were not read with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote


@rule(level="info", since="0.1")
def file_not_included(note: JudgedNote) -> Iterator[Problem]:
    r"""A document includes a file that is not there, or that is not read with it.

    ## Why it matters
    Nothing in the file was checked, and macros that it defines are unknown.
    Files are looked for in the folder of the document and beside the file that names them, within the project:
    the nearest folder above that holds `.git` or settings, else two folders above the document.

    ## Examples
    `\input{chapters/tea}` in a folder without `chapters/tea.tex`; a note held in memory includes nothing.
    """
    for notice in note.document.notices:
        if notice.kind == "file-not-included":
            yield Problem(notice.span, notice.message, help=notice.help, evidence={"kind": "text"})
