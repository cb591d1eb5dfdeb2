"""Files whose letters were converted wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symformer.findings.finding import Problem
from symformer.rules.rule import rule

if TYPE_CHECKING:
    from symformer.judging.note import JudgedNote

KINDS = frozenset({"garbled-encoding", "not-utf-8"})


@rule(level="warning", since="0.1")
def garbled_encoding(note: JudgedNote) -> Iterator[Problem]:
    r"""The file was saved or converted in another encoding than UTF-8, so that letters are garbled.

    ## Why it matters
    Readers see signs instead of letters and quotes.
    The note is checked as it was meant; places are those of the file as it stands.

    ## Examples
    ```md bad
    The caf√© serves cr√®me br√ªl√©e; the na√Øve waiter says ‚Äúvoil√†‚Äù and ‚Äúd√©j√† vu‚Äù.
    ```
    ```md good
    The café serves crème brûlée; the naïve waiter says “voilà” and “déjà vu”.
    ```
    """
    for notice in note.document.notices:
        if notice.kind in KINDS:
            yield Problem(notice.span, notice.message, help=notice.help, evidence={"kind": "text"})
