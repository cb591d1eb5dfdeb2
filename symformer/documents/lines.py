"""The lines of a text: where each begins, how far it is indented, and several of them as one text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from symformer.text.mapped import MappedText
from symformer.text.span import Span

BLANKS = " \t\v\f\r"
_LINE = re.compile(r"[^\n]*+\n?+")
_TAB = 8


class Lines:
    """The lines of a text, without their line ends.

    ``first`` is the offset of the first character of a line that is no blank and belongs to no mark
    around it, ``column`` its column (from 0, a tab leads to the next multiple of eight).  Who reads
    the mark of a list, or an option, moves them.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.start: list[int] = []
        self.end: list[int] = []
        self.first: list[int] = []
        self.column: list[int] = []
        for found in _LINE.finditer(text):
            if found.end() == found.start():
                break
            line = found.group()
            begins, ends = found.start(), found.start() + len(line.rstrip("\n" + BLANKS))
            blank = len(line) - len(line.lstrip(BLANKS))
            self.start.append(begins)
            self.end.append(ends)
            self.first.append(min(begins + blank, ends))
            self.column.append(column_of(line[:blank]))

    def __len__(self) -> int:
        return len(self.start)

    def blank(self, number: int) -> bool:
        """Whether a line holds nothing (more)."""
        return self.first[number] >= self.end[number]

    def content(self, number: int) -> str:
        """A line without its indent and what was read of it."""
        return self.text[self.first[number] : self.end[number]]

    def span(self, number: int) -> Span:
        """Where the content of a line stands."""
        return Span(self.first[number], max(self.first[number], self.end[number]))

    def from_column(self, number: int, column: int) -> Span:
        """A line from a column on, or from its first character where that stands before."""
        if self.blank(number):
            return Span(self.end[number], self.end[number])
        prefix = self.text[self.start[number] : self.first[number]]
        if "\t" in prefix or self.column[number] <= column:
            return self.span(number)
        return Span(self.first[number] - (self.column[number] - column), self.end[number])

    def consume(self, number: int, offset: int) -> None:
        """The line now begins at the first character from ``offset`` on."""
        rest = self.text[offset : self.end[number]] if offset < self.end[number] else ""
        self.first[number] = min(offset + len(rest) - len(rest.lstrip(BLANKS)), self.end[number])
        self.column[number] = column_of(self.text[self.start[number] : self.first[number]])


def column_of(prefix: str) -> int:
    r"""How wide the blanks (or a mark and blanks) at the start of a line are.

    >>> column_of("  "), column_of("\t"), column_of("- \t")
    (2, 8, 8)
    """
    return len(prefix.expandtabs(_TAB)) if "\t" in prefix else len(prefix)


def joined(text: str, lines: Sequence[Span], without: Sequence[Span] = ()) -> MappedText:
    r"""Lines of ``text`` as one text, joined by line ends, without the spans ``without`` (in order).

    >>> joined("- a\n  b", [Span(2, 3), Span(6, 7)]).text
    'a\nb'
    """
    pieces: list[Span] = []
    for number, line in enumerate(lines):
        at = line.start
        first = bisect_right(without, line.start, key=lambda s: s.end)
        for hidden in without[first : bisect_left(without, line.end, key=lambda s: s.start)]:
            if hidden.start > at:
                pieces.append(Span(at, hidden.start))
            at = max(at, hidden.end)
        if at < line.end:
            pieces.append(Span(at, line.end))
        newline = text.find("\n", line.end)
        if number + 1 < len(lines) and newline != -1 and newline < lines[number + 1].start:
            pieces.append(Span(newline, newline + 1))
    return MappedText.join(text, pieces) if pieces else MappedText.identity("", lines[0].start if lines else 0)
