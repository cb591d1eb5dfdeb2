"""Plain text: nothing in it is markup, neither ``#`` nor ``*`` nor an indent.

What is mathematics is told by delimiters, where the author uses some, and by what the lines hold:
lines of arithmetic and of matrices are worksheets, all others running text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from symformer.documents.clean import formula_of
from symformer.documents.delimiters import delimited
from symformer.documents.document import Annotation, Code, Document, Formula, Prose, ProseKind, Reader, Worksheet
from symformer.documents.lines import Lines, joined
from symformer.documents.parts import Heading, Parts, document
from symformer.documents.wording import plain_words
from symformer.documents.worksheets import is_worksheet
from symformer.text.source import Source
from symformer.text.span import Span

_ANNOTATION = re.compile(
    r"(?:\#+|%+|//|;+|--|\.\.|<!--)?[ \t]*symformer[ \t]*:(?!:)[ \t]*+(?P<said>.*?)[ \t]*(?:-->)?\Z", re.I
)
_FENCE = re.compile(r"(?P<mark>`{3,})[ \t]*(?P<info>[^`]*)\Z")
_RULE = re.compile(r"([=~_*#-])\1{2,}\Z")
_BANNER = re.compile(r"([=*#-])\1{1,}[ \t]+(?P<title>\S.*?)[ \t]+\1{2,}\Z")
_ITEM = re.compile(r"(?:[-•*–][ \t]+(?=\S)|(?P<ordinal>\d{1,3})[.)][ \t]+(?=\S))")
_LEVELS = "=*#~-_"  # the underlines of titles, the heaviest first
_LONGEST_TITLE = 100
_WORDS_OF_A_SENTENCE = 4
_LABEL = re.compile(r"[^=≈\d\[]{0,60}[:：]?\Z")
_SENTENCE = re.compile(r"[A-Za-z][a-z]*,? [a-z]+\b")
_MATHEMATICS = re.compile(r"[=≈∈\d\[\]]")


def read(uri: str, raw: str) -> Document:
    """The document that a plain text is."""
    parts = Parts()
    _Text(raw, parts).read()
    return document(parts, Source.of(uri, raw), "plain")


class _Text:
    """Goes through the lines of a text, block by block."""

    def __init__(self, text: str, parts: Parts) -> None:
        self.text = text
        self.parts = parts
        self.lines = Lines(text)
        self.found = [formula_of(text, found) for found in delimited(text)]
        self.spans = [formula.span for formula in self.found]
        self.dropped: set[int] = set()
        self.unclosed = len(text) + 1  # the shortest fence known to have no closing line

    def read(self) -> None:
        """All parts of the text."""
        at = 0
        while at < len(self.lines):
            at = self.block(at)
        self.parts.formulas = [f for k, f in enumerate(self.found) if k not in self.dropped]

    def block(self, at: int) -> int:
        """Take in what begins on line ``at``; the line after it."""
        lines = self.lines
        if lines.blank(at):
            return at + 1
        content = lines.content(at)
        if (said := _ANNOTATION.match(content)) is not None:
            self.parts.annotations.append(Annotation(lines.span(at), said["said"]))
            return at + 1
        if (fence := _FENCE.match(content)) is not None and (close := self.closing(at, fence["mark"])) is not None:
            self.code(at, close, fence["info"])
            return close + 1
        if (banner := _BANNER.match(content)) is not None:
            start = lines.first[at] + banner.start("title")
            self.heading(Span(start, start + len(banner["title"])), lines.span(at), content[0])
            return at + 1
        stop = self.paragraph_end(at)
        if stop == at + 1 and _RULE.match(content):
            self.parts.thematic_breaks.append(lines.span(at))
        elif stop >= at + 2 and self.is_title(at):
            self.heading(lines.span(at), Span(lines.first[at], lines.end[at + 1]), lines.content(at + 1)[0])
            return at + 2
        else:
            self.paragraph(at, stop)
        return stop

    def closing(self, at: int, mark: str) -> int | None:
        """The line that closes a fence."""
        if self.unclosed <= len(mark):
            return None
        for number in range(at + 1, len(self.lines)):
            content = self.lines.content(number)
            if content.startswith(mark) and not content.strip("`"):
                return number
        self.unclosed = len(mark)
        return None

    def paragraph_end(self, at: int) -> int:
        """The line after the last one of a paragraph; a blank line within a formula ends none."""
        lines, stop = self.lines, at + 1
        while stop < len(lines):
            inside = self.formula_around(lines.start[stop])
            if inside is None and (lines.blank(stop) or "\f" in self.text[lines.start[stop] : lines.first[stop]]):
                break
            if inside is None and (_ANNOTATION.match(lines.content(stop)) or _FENCE.match(lines.content(stop))):
                break
            stop += 1
        return stop

    def formula_around(self, offset: int) -> Formula | None:
        index = bisect_left(self.spans, offset, key=lambda span: span.start) - 1
        return self.found[index] if index >= 0 and self.spans[index].end > offset else None

    def is_title(self, at: int) -> bool:
        """Whether a line is underlined."""
        title, under = self.lines.content(at), self.lines.content(at + 1)
        if not _RULE.match(under) or len(title) > _LONGEST_TITLE or not re.search(r"\w", title):
            return False
        return len(under) >= min(4, len(title)) and not re.search(r"[=≈]|\d\s*[+×*]\s*\d", title)

    def heading(self, title: Span, span: Span, mark: str) -> None:
        text = joined(self.text, [title])
        self.parts.headings.append(Heading(span, _LEVELS.index(mark) + 1, text.text))
        self.parts.prose.append(Prose(title, text, "heading", self.inside(title)))

    def inside(self, span: Span) -> tuple[Formula, ...]:
        """The formulas within a span."""
        first = bisect_left(self.spans, span.start, key=lambda s: s.start)
        last = bisect_right(self.spans, span.end, key=lambda s: s.end)
        return tuple(self.found[first : max(first, last)])

    def code(self, at: int, close: int, info: str) -> None:
        """What stands between two lines of backquotes."""
        span = Span(self.lines.first[at], self.lines.end[close])
        first = bisect_left(self.spans, span.start, key=lambda s: s.start)
        while first < len(self.spans) and self.spans[first].end <= span.end:
            self.dropped.add(first)
            first += 1
        text = joined(self.text, [self.lines.from_column(k, 0) for k in range(at + 1, close)])
        if is_worksheet(text.text, info):
            self.parts.worksheets.append(Worksheet(span, text))
            return
        self.parts.code.append(Code(span, info.split()[0] if info.split() else None, text.text))
        self.parts.skip("code")

    def paragraph(self, at: int, stop: int) -> None:
        """Lines without a blank one between: running text, arithmetic, or some of each."""
        whole = Span(self.lines.first[at], self.lines.end[stop - 1])
        if self.inside(whole):
            self.prose(at, stop)
            return
        for first, last, calculated in self.runs(at, stop):
            if calculated and self.worksheet(first, last):
                continue
            self.prose(first, last)

    def runs(self, at: int, stop: int) -> Iterator[tuple[int, int, bool]]:
        """Lines of one kind that follow each other: first, after the last, whether they may be a worksheet."""
        first = at
        kind = _calculates(self.lines.content(at))
        for number in range(at + 1, stop):
            here = _calculates(self.lines.content(number))
            if here != kind:
                yield first, number, kind
                first, kind = number, here
        yield first, stop, kind

    def worksheet(self, at: int, stop: int) -> bool:
        """Take lines as a worksheet, if they are one."""
        spans = [self.lines.from_column(k, 0) for k in range(at, stop)]
        text = joined(self.text, spans)
        if not is_worksheet(text.text):
            return False
        self.parts.worksheets.append(Worksheet(Span(spans[0].start, spans[-1].end), text))
        return True

    def prose(self, at: int, stop: int) -> None:
        """Running text; lines that each begin with the same sign are items of a list."""
        marks = [_ITEM.match(self.lines.content(number)) for number in range(at, stop)]
        firsts = [
            at + k
            for k, mark in enumerate(marks)
            if mark is not None and self.formula_around(self.lines.start[at + k]) is None
        ]
        if len(firsts) < 2:
            self.running(at, stop, "paragraph")
            return
        if firsts[0] > at:
            self.running(at, firsts[0], "paragraph")
        for first, last in zip(firsts, [*firsts[1:], stop], strict=True):
            mark = marks[first - at]
            self.lines.consume(first, self.lines.first[first] + (mark.end() if mark else 0))
            self.running(first, last, "item", mark["ordinal"] if mark else None)

    def running(self, at: int, stop: int, kind: ProseKind, ordinal: str | None = None) -> None:
        spans = [self.lines.span(k) for k in range(at, stop)]
        whole = Span(spans[0].start, spans[-1].end)
        formulas = self.inside(whole)
        if re.search(r"\w", self.outside(whole, formulas)) or any(f.display == "inline" for f in formulas):
            depth = 1 if kind == "item" else 0
            self.parts.prose.append(Prose(whole, joined(self.text, spans), kind, formulas, depth, ordinal))

    def outside(self, span: Span, formulas: tuple[Formula, ...]) -> str:
        """The text of a span between its formulas."""
        edges = [
            span.start,
            *(edge for formula in formulas for edge in (formula.span.start, formula.span.end)),
            span.end,
        ]
        return " ".join(self.text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))


def _calculates(line: str) -> bool:
    """Whether a line may belong to a worksheet: it holds mathematics and is no sentence.

    >>> _calculates("S = [0.1 0.2]   (cat to dog)"), _calculates("We then add 3 and get 5 in the end.")
    (True, False)
    """
    if not _MATHEMATICS.search(line):
        return _LABEL.match(line) is not None and len(plain_words(line)) <= _WORDS_OF_A_SENTENCE
    before = re.split(r"[=≈\[(#]", line, maxsplit=1)[0]
    if len(plain_words(before)) >= _WORDS_OF_A_SENTENCE:
        return False
    return ":" in before or not _SENTENCE.match(line) or len(plain_words(line)) < 3


READER = Reader("plain", (".txt", ".text"), read)
