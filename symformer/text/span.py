"""Half-open ranges of offsets."""

from __future__ import annotations

from collections.abc import Iterable

from symformer.text.record import record


@record
class Span:
    """Offsets ``start`` (included) to ``end`` (excluded) into one text.

    >>> Span(2, 5).cover(Span(4, 9))
    Span(start=2, end=9)
    """

    start: int
    end: int

    def __lt__(self, other: Span) -> bool:
        return (self.start, self.end) < (other.start, other.end)

    @property
    def length(self) -> int:
        """How many code points the span holds."""
        return self.end - self.start

    def shift(self, by: int) -> Span:
        """The same span, moved by an offset."""
        return Span(self.start + by, self.end + by)

    def cover(self, other: Span) -> Span:
        """The smallest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))

    def contains(self, other: Span) -> bool:
        """Whether ``other`` lies within this span."""
        return self.start <= other.start and other.end <= self.end

    def slice(self, text: str) -> str:
        """The part of ``text`` that the span names."""
        return text[self.start : self.end]


def cover_all(spans: Iterable[Span]) -> Span:
    """The smallest span that holds all of ``spans`` (at least one)."""
    found = list(spans)
    return Span(min(s.start for s in found), max(s.end for s in found))
