"""How much of one note is checked: work is bounded by a count, and what is left out is said."""

from __future__ import annotations

from dataclasses import replace

from symformer.documents.document import Document, Notice

MOST_FORMULAS = 20_000  # some 1.5 MB of dense mathematics; a book is many notes


def within_limits(document: Document, most_formulas: int = MOST_FORMULAS) -> Document:
    """The document up to the formula after which no more is checked, with a notice where that cuts it.

    >>> from symformer.documents.reading import read_document
    >>> cut = within_limits(read_document("long.md", b"$a$ and $b$ and $c$"), most_formulas=2)
    >>> len(cut.formulas), cut.notices[0].message
    (2, 'only the first 2 of 3 formulas are checked')
    """
    total = len(document.formulas)
    if total <= most_formulas:
        return document
    first_left_out = document.formulas[most_formulas]
    end = first_left_out.span.start
    message = f"only the first {most_formulas:,} of {total:,} formulas are checked"
    notice = Notice("too-long", first_left_out.span, message, "try splitting the note into several files")
    return replace(
        document,
        formulas=document.formulas[:most_formulas],
        prose=tuple(each for each in document.prose if each.span.end <= end),
        tables=tuple(each for each in document.tables if each.span.end <= end),
        worksheets=tuple(each for each in document.worksheets if each.span.end <= end),
        notices=(*document.notices, notice),
        skipped={**document.skipped, "formula beyond the limit": total - most_formulas},
    )
