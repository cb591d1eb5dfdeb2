"""How much of one note is checked: work is bounded by a count, and what is left out is said."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from symformer.documents.document import Document, Notice, Table, Worksheet
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

MOST_PARTS = 200_000  # a realistic note of 10 MB has fewer; they take minutes, and a gigabyte or two


def within_limits(document: Document, most: int | None = None) -> Document:
    """The document up to the formula or line after which no more is checked, with a notice where that cuts it.

    >>> from symformer.documents.reading import read_document
    >>> cut = within_limits(read_document("long.md", b"$a$ and $b$ and $c$"), most=2)
    >>> len(cut.formulas), cut.notices[0].message
    (2, 'only the first 2 of 3 formulas are checked')
    """
    most = MOST_PARTS if most is None else most
    lines = sum(_lines_of(sheet) for sheet in document.worksheets) + sum(len(table.rows) for table in document.tables)
    total = len(document.formulas) + lines
    if total <= most:
        return document
    first = sorted(_parts(document))[most]
    end = first.start
    formulas = bisect_left(document.formulas, end, key=lambda formula: formula.span.start)
    what = "formulas" if not lines else "formulas, lines of worksheets and rows of tables"
    message = f"only the first {most:,} of {total:,} {what} are checked"
    notice = Notice("too-long", first, message, "try splitting the note into several files")
    left_out = {
        "formula beyond the limit": len(document.formulas) - formulas,
        "line beyond the limit": total - most - (len(document.formulas) - formulas),
    }
    return replace(
        document,
        formulas=document.formulas[:formulas],
        prose=tuple(each for each in document.prose if each.span.end <= end),
        tables=tuple(_table_up_to(each, end) for each in document.tables if each.span.start < end),
        worksheets=tuple(_sheet_up_to(each, end) for each in document.worksheets if each.span.start < end),
        notices=(*document.notices, notice),
        skipped={**document.skipped, **{kind: count for kind, count in left_out.items() if count}},
    )


def _parts(document: Document) -> Iterator[Span]:
    """Where there is something to check: each formula, each line of a worksheet or a table."""
    yield from (formula.span for formula in document.formulas)
    for table in document.tables:
        for row in table.rows:
            yield Span(row[0].span.start, row[-1].span.end) if row else table.span
    for sheet in document.worksheets:
        lines = sheet.text.text.splitlines(keepends=True)
        for start, line in zip((0, *accumulate(map(len, lines))), lines, strict=False):
            yield sheet.text.origin_span(Span(start, start + len(line)))


def _lines_of(sheet: Worksheet) -> int:
    return len(sheet.text.text.splitlines())


def _table_up_to(table: Table, end: int) -> Table:
    return replace(table, rows=tuple(row for row in table.rows if row and row[0].span.start < end))


def _sheet_up_to(sheet: Worksheet, end: int) -> Worksheet:
    """The lines of a worksheet before an offset of the source."""
    if sheet.span.end <= end:
        return sheet
    kept: list[Segment] = []
    for segment in sheet.text.segments:
        if segment.origin_end > end:
            if segment.linear and segment.origin_start < end:
                stop = segment.start + end - segment.origin_start
                kept.append(Segment(segment.start, stop, segment.origin_start, end))
            break
        kept.append(segment)
    length = kept[-1].end if kept else 0
    return replace(sheet, text=MappedText(sheet.text.text[:length], tuple(kept) or (Segment(0, 0, end, end),)))


__all__ = ["MOST_PARTS", "within_limits"]
