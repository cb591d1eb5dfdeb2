"""One file as it is read: a text to work on, and the way back to places in the file."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field

from symformer.text.mapped import MappedText
from symformer.text.span import Span

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Cell:
    """A notebook cell: its number among all cells (from 0) and its span in the joined text."""

    index: int
    kind: str  # "markdown", "code" or "raw"
    span: Span


@dataclass(frozen=True, slots=True)
class IncludedFile:
    """A file that is part of a note: its name, and where its text stands in the raw text."""

    uri: str
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character stands, as authors count: lines and columns from 1.

    ``line`` and ``column`` are those of the raw file; in a notebook, ``cell`` counts all cells
    from 0 and ``cell_line``, ``cell_column`` count within the joined source of the cell.
    ``uri`` is the file it stands in, where that is one which the note includes.
    """

    line: int
    column: int
    cell: int | None = None
    cell_line: int | None = None
    cell_column: int | None = None
    uri: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A file: ``raw`` as decoded, and ``mapped``, the repaired and joined text everything reads.

    Every span in the program is into ``source.text``; ``place`` leads back to the raw file.  Where
    the note includes other ``files``, their raw texts stand one after the other behind its own.
    """

    uri: str
    raw: str
    mapped: MappedText
    cells: tuple[Cell, ...] = ()
    files: tuple[IncludedFile, ...] = ()
    _raw_lines: tuple[int, ...] = field(default=(), repr=False, compare=False)
    _text_lines: tuple[int, ...] = field(default=(), repr=False, compare=False)

    @staticmethod
    def of(
        uri: str,
        raw: str,
        mapped: MappedText | None = None,
        cells: tuple[Cell, ...] = (),
        files: tuple[IncludedFile, ...] = (),
    ) -> Source:
        """A source whose text is ``mapped``, or ``raw`` itself."""
        made = mapped if mapped is not None else MappedText.identity(raw)
        lines = _line_starts(raw) if not files else _line_starts_of_files(raw, files)
        return Source(uri, raw, made, cells, files, lines, _line_starts(made.text))

    @property
    def text(self) -> str:
        """The text that is parsed."""
        return self.mapped.text

    def raw_span(self, span: Span) -> Span:
        """The range of the raw file that ``span`` was made from."""
        return self.mapped.origin_span(span)

    def written(self, text: str) -> str:
        r"""``text`` as it is written into the raw file: a notebook is JSON, and its strings have escapes.

        >>> Source.of("n.ipynb", "", cells=(Cell(0, "markdown", Span(0, 0)),)).written(r"\frac")
        '\\\\frac'
        """
        return json.dumps(text, ensure_ascii=False)[1:-1] if self.cells else text

    def raw_edit(self, span: Span, text: str, raw: str) -> tuple[Span, str] | None:
        """``text`` in the place of ``span`` as an edit of the raw file ``raw``.

        None where what is read there is not what the file holds there: it stands in a file that is included, or
        is made of something else.
        """
        place = self.raw_span(span)
        written, read = place.slice(raw), span.slice(self.text)
        if place.end > len(raw):
            return None
        if not self.cells:
            return (place, text) if written == read else None
        try:
            return (place, self.written(text)) if json.loads(f'"{written}"') == read else None
        except ValueError:
            return None

    def place(self, offset: int) -> Place:
        """Where the character at ``offset`` of the text stands."""
        return self._place(offset, self.mapped.origin_span(Span(offset, offset)).start)

    def places(self, span: Span) -> tuple[Place, Place]:
        """Where ``span`` begins and where it ends (exclusive); it ends in the file in which it begins."""
        within = self._within_file(span) if self.files else span
        raw = self.raw_span(within)
        return self._place(within.start, raw.start), self._place(within.end, raw.end)

    def _within_file(self, span: Span) -> Span:
        """``span`` up to where another file begins."""
        file = self._file(self.mapped.origin_span(Span(span.start, span.start)).start)
        segments = self.mapped.segments
        index = max(0, bisect_right(segments, span.start, key=lambda s: s.start) - 1)
        while index < len(segments) and segments[index].start < span.end:
            segment = segments[index]
            if segment.start > span.start and self._file(segment.origin_start) != file:
                return Span(span.start, segment.start)
            index += 1
        return span

    def _file(self, raw_offset: int) -> int:
        """The number of the file that holds an offset of the raw text; the note's own is -1."""
        return bisect_right(self.files, raw_offset, key=lambda file: file.span.start) - 1

    def line_at(self, offset: int) -> Span:
        """The line of the text (without its line end) that holds ``offset``."""
        index = bisect_right(self._text_lines, offset) - 1
        start = self._text_lines[index]
        end = self._text_lines[index + 1] if index + 1 < len(self._text_lines) else len(self.text)
        return Span(start, start + len(self.text[start:end].rstrip("\r\n")))

    def _place(self, offset: int, raw_offset: int) -> Place:
        line = bisect_right(self._raw_lines, raw_offset) - 1
        column = raw_offset - self._raw_lines[line] + 1
        if self.files and (number := self._file(raw_offset)) >= 0:
            file = self.files[number]
            first = bisect_right(self._raw_lines, file.span.start) - 1
            return Place(line - first + 1, column, uri=file.uri)
        cell = self._cell(offset)
        if cell is None:
            return Place(line + 1, column)
        first = bisect_right(self._text_lines, cell.span.start) - 1
        here = bisect_right(self._text_lines, offset) - 1
        start = max(self._text_lines[here], cell.span.start)
        return Place(line + 1, column, cell.index, here - first + 1, offset - start + 1)

    def _cell(self, offset: int) -> Cell | None:
        index = bisect_right(self.cells, offset, key=lambda c: c.span.start) - 1
        return self.cells[index] if index >= 0 else None


def _line_starts_of_files(raw: str, files: tuple[IncludedFile, ...]) -> tuple[int, ...]:
    spans = [Span(0, files[0].span.start), *(file.span for file in files)]
    return tuple(span.start + start for span in spans for start in _line_starts(span.slice(raw)))


def _line_starts(text: str) -> tuple[int, ...]:
    # what editors, CommonMark and language servers count: the return of the old Mac is a line end too, also among others
    if "\r" in text:
        return (0, *(found.end() for found in _LINE_END.finditer(text)))
    starts = [0]
    at = text.find("\n")
    while at != -1:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return tuple(starts)
