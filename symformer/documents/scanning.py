"""What the scan of a Markdown text finds, and what it remembers so that no text is searched twice."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Literal

from symformer.documents.document import Display, Notice
from symformer.documents.wording import display_cost
from symformer.text.span import Span

ZoneKind = Literal["fence", "comment", "html", "tag", "code", "blank", "name", "front matter"]

ENVIRONMENTS = ("equation", "align", "gather", "aligned", "multline", "eqnarray", "alignat", "flalign", "displaymath")
WRAPPERS = ("equation", "displaymath")  # environments without rows: only their inside is read

MOST_NOTICES = 50
MOST_RANGES = 5  # of unread lines named in one notice
_STRAY = 1.5  # what it costs to call a ``$$`` a stray, where words taken for a formula cost 1 to 4

BREAK = re.compile(
    r"\n(?=[ \t>]*+(?:\n|\r|\Z|\#{1,6}[ \t]|(?:[-*+]|1[.)]|(?P<number>\d{1,9}[.)]))[ \t]|\|(?=[^\n]*\|)|`{3}|~{3}|:{3}))"
)
_LISTED = re.compile(r"(?:[ \t]*>)*(?:[ \t]+|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])")
BLANK_LINE = re.compile(r"\n[ \t>]*+\r?\n")
_REGION_END = re.compile(r"\n[ \t>]*+\#{1,6}[ \t]")
_OUTSIDE = re.compile(r"^(?![ \t]*>)", re.M)
_DISPLAY_MARK = re.compile(
    r"(?P<passed>^[ \t>]*+(?:`{3}|~{3}).*?(?:^[ \t>]*+(?:`{3}|~{3})|\Z)|`[^`\n]*+`|<!--.*?(?:-->|\Z)|\\."
    r"|(?<!\$)\$(?!\$)[^$\n]*?[^$\s]\$)|\$\$",
    re.S | re.M,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A formula as it stands in the text: with and without its delimiters."""

    span: Span
    body: Span
    display: Display
    delimiter: str
    environment: str | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch of the text that is not read as mathematics, and why."""

    kind: ZoneKind
    span: Span
    body: Span


@dataclass(slots=True)
class Scan:
    """Everything the scan found, each list in the order of the text."""

    found: list[Found] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, kind: str, count: int = 1) -> None:
        """Count something that was not read."""
        if count:
            self.skipped[kind] = self.skipped.get(kind, 0) + count

    def add(self, found: Found) -> int:
        """Keep a formula; the offset behind it."""
        self.found.append(found)
        return found.span.end

    def zone(self, kind: ZoneKind, start: int, end: int, body: Span | None = None) -> int:
        """Keep a zone; the offset behind it."""
        self.zones.append(Zone(kind, Span(start, end), body or Span(start, end)))
        return end


@dataclass(slots=True)
class _Unread:
    """A mark without its partner, and the text that stays unread because of it."""

    mark: str
    start: int
    spans: list[Span]
    displays: int  # how many displays were found before it


@dataclass(slots=True)
class State:
    """What one pass remembers, so that no search is made twice over the same text."""

    text: str
    scan: Scan
    break_from: int = -1
    break_at: int = -1
    exhausted: dict[str, int] = field(default_factory=dict)  # closing mark -> no more of them before this offset
    next: dict[str, int] = field(default_factory=dict)  # where each closing mark was last found
    region_from: int = -1
    region_end: int = -1
    blank_from: int = -1
    blank_at: int = -1
    unclosed: dict[str, int] = field(default_factory=dict)  # fence character -> shortest run known to have no closer
    fences: dict[str, re.Match[str]] = field(default_factory=dict)  # the line last found to close each mark
    outside_from: int = -1
    outside_at: int | None = -1
    closers: dict[int, int] = field(default_factory=dict)  # closing lines of directives: start -> end
    ticks: dict[int, list[int]] | None = None  # runs of backquotes by their length
    planned_to: int = -1
    strays: set[int] = field(default_factory=set)
    unread: list[_Unread] = field(default_factory=list)
    paragraph: int = 0
    paragraph_to: int = 0
    counted: int = 0
    shown: int = 0

    def limit(self, at: int) -> int:
        """Where the paragraph around ``at`` ends."""
        if not self.break_from <= at <= self.break_at:
            found = BREAK.search(self.text, at)
            while found is not None and found["number"] and not self._in_list(at):
                found = BREAK.search(self.text, found.end())  # only a list that is there goes on with 2
            self.break_from, self.break_at = at, found.start() if found else len(self.text)
        return self.break_at

    def _in_list(self, at: int) -> bool:
        """Whether the lines before ``at``, from the last blank one on, begin as a list does."""
        apart = self.text.rfind("\n\n", max(self.paragraph_to - 1, 0), at)
        self.paragraph = apart + 2 if apart != -1 else self.paragraph
        self.paragraph_to = at
        return _LISTED.match(self.text, self.paragraph) is not None

    def blank(self, at: int) -> int:
        """Where the next blank line starts."""
        if not self.blank_from <= at <= self.blank_at:
            found = BLANK_LINE.search(self.text, at)
            self.blank_from, self.blank_at = at, found.start() if found else len(self.text)
        return self.blank_at

    def find(self, mark: str, at: int, limit: int) -> int:
        """The first ``mark`` in ``[at, limit)``, or -1; a search that failed is not repeated."""
        known = self.next.get(mark, -1)
        if at <= known:
            return known if known + len(mark) <= limit else -1
        at = max(at, self.exhausted.get(mark, 0) - len(mark) + 1)
        found = self.text.find(mark, at, limit) if at < limit else -1
        if found == -1:
            self.exhausted[mark] = max(limit, self.exhausted.get(mark, 0))
        else:
            self.next[mark] = found
        return found

    def region(self, at: int) -> int:
        """Where the next heading starts."""
        if not self.region_from <= at <= self.region_end:
            found = _REGION_END.search(self.text, at)
            self.region_from, self.region_end = at, found.start() if found else len(self.text)
        return self.region_end

    def fence(self, mark: str, at: int) -> re.Match[str] | None:
        """The first line from ``at`` on that closes a fence opened by ``mark``."""
        known = self.fences.get(mark)
        if known is not None and known.start() >= at:
            return known
        closing = re.compile(rf"^[ \t>]*+{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\r?$", re.M)
        found = closing.search(self.text, at)
        if found is not None:
            self.fences[mark] = found
        return found

    def outside(self, at: int) -> int | None:
        """Where the first line from ``at`` on begins that is not in a quote."""
        if self.outside_at is None or self.outside_from <= at <= self.outside_at:
            return self.outside_at
        found = _OUTSIDE.search(self.text, at)
        self.outside_from, self.outside_at = at, found.start() if found else None
        return self.outside_at

    def closing_ticks(self, length: int, at: int, limit: int) -> int:
        """The first run of exactly ``length`` backquotes in ``[at, limit)``, or -1."""
        if self.ticks is None:
            self.ticks = {}
            for run in re.compile(r"`++").finditer(self.text):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
        starts = self.ticks.get(length, [])
        k = bisect_right(starts, at - 1)
        return starts[k] if k < len(starts) and starts[k] < limit else -1

    def is_stray(self, at: int) -> bool:
        """Whether a ``$$`` is best taken for one without a partner, given all of them up to the next heading."""
        end = self.region(at)
        if self.planned_to < end:
            self.planned_to = end
            marks = [m.start() for m in _DISPLAY_MARK.finditer(self.text, at, end) if not m["passed"]]
            self.strays.update(_strays(self.text, marks))
        return at in self.strays

    def out_of_step(self, start: int, end: int, mark: str) -> None:
        """Note that the mark at ``start`` has no partner; the text up to ``end`` stays unread."""
        displays = self.displays()
        last = self.unread[-1] if self.unread else None
        if last is not None and mark == "$$" == last.mark and last.displays == displays:
            last.spans.append(Span(self._before(start, last.spans[-1].end), start + len(mark)))
        elif len(self.unread) < MOST_NOTICES:
            self.unread.append(_Unread(mark, start, [Span(start, max(end, start + len(mark)))], displays))

    def displays(self) -> int:
        """How many displays were found up to now."""
        while self.counted < len(self.scan.found):
            self.shown += self.scan.found[self.counted].display == "display"
            self.counted += 1
        return self.shown

    def _before(self, at: int, floor: int) -> int:
        """Where the lines begin that a closing mark at ``at`` would have ended."""
        blank = self.text.rfind("\n\n", floor, at)
        heading = max(
            (m.end() for m in re.compile(r"^[ \t>]*#{1,6}[ \t].*$", re.M).finditer(self.text, floor, at)), default=floor
        )
        start = max(blank, heading)
        return start + len(self.text[start:at]) - len(self.text[start:at].lstrip())

    def finish(self) -> Scan:
        """The scan, with a notice for each mark out of step."""
        displays = [found.span.start for found in self.scan.found if found.display == "display"]
        for unread in self.unread:
            self.scan.notices.append(
                _notice(self.text, replace(unread, spans=[_clipped(s, displays) for s in unread.spans]))
            )
        return self.scan


def _strays(text: str, marks: list[int]) -> set[int]:
    """Those of the ``$$`` at ``marks`` that pair with no other, so that the least words stand in formulas."""
    best = [0.0]
    dropped = [True]  # whether the cheapest way to account for the first k marks drops the last of them
    for k, mark in enumerate(marks, 1):
        alone = best[k - 1] + _STRAY
        paired = best[k - 2] + display_cost(text[marks[k - 2] + 2 : mark]) if k > 1 else float("inf")
        best.append(min(alone, paired))
        dropped.append(alone <= paired)  # of two equal ways, the one that reads on and drops late
    strays, k = set(), len(marks)
    while k > 0:
        if dropped[k]:
            strays.add(marks[k - 1])
        k -= 1 if dropped[k] else 2
    return strays


def _clipped(span: Span, displays: list[int]) -> Span:
    """The span up to the first display that was read after all."""
    k = bisect_right(displays, span.start)
    return Span(span.start, min(span.end, displays[k])) if k < len(displays) else span


def _notice(text: str, unread: _Unread) -> Notice:
    """The one notice on a mark without a partner, or on several that belong together."""
    first = text.count("\n", 0, unread.start) + 1
    ranges, at, begin = [], unread.start, first
    for span in unread.spans[:MOST_RANGES]:
        begin, at = begin + text.count("\n", at, span.start), span.start
        end = begin + text.count("\n", span.start, span.start + len(span.slice(text).rstrip()))
        ranges.append(f"{begin}" if begin == end else f"{begin} to {end}")
    if len(unread.spans) > MOST_RANGES:
        ranges.append("more")
    several = len(ranges) > 1 or "to" in ranges[0]
    lines = f"{'lines' if several else 'line'} {' and '.join(ranges)} {'are' if several else 'is'}"
    alone = not several and not unread.spans[0].slice(text).removeprefix(unread.mark).strip()
    message = f"a {unread.mark} on line {first} has no partner" + ("" if alone else f"; {lines} not read as a formula")
    advice = f"try closing the display, or removing the extra {unread.mark}"
    return Notice("delimiters-out-of-step", unread.spans[0], message, advice)
