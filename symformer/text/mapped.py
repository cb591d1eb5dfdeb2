"""A text made from another text, which still knows where each character came from.

Repairing an encoding, joining the cells of a notebook, stripping ``> `` from a quoted formula and
expanding a macro all make a new text from an old one.  Each keeps a list of segments, so that a
position in the new text can be carried back to the old one, step by step, down to the file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import field

from symformer.text.record import record
from symformer.text.span import Span


@record
class Segment:
    """``text[start:end]`` was made from ``origin[origin_start:origin_end]``.

    Where both lengths agree the characters correspond one to one; where they differ the segment
    is atomic: every inner position stands for the whole of the origin range.
    """

    start: int
    end: int
    origin_start: int
    origin_end: int

    @property
    def linear(self) -> bool:
        """Whether characters correspond one to one."""
        return self.end - self.start == self.origin_end - self.origin_start


@record
class MappedText:
    """A text with, for each of its ranges, the range of the origin it was made from.

    Segments are in order and cover the text; origin ranges may leave gaps (stripped characters).

    >>> quoted = MappedText.join("> a\\n> b", [Span(2, 4), Span(6, 7)])
    >>> quoted.text
    'a\\nb'
    >>> quoted.origin_span(Span(2, 3))
    Span(start=6, end=7)
    """

    text: str
    segments: tuple[Segment, ...]
    _atomic: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)  # see ``_atoms``

    @staticmethod
    def identity(text: str, origin: int = 0) -> MappedText:
        """``text`` as it stands at offset ``origin``."""
        return MappedText(text, (Segment(0, len(text), origin, origin + len(text)),))

    @staticmethod
    def join(origin_text: str, spans: Iterable[Span]) -> MappedText:
        """The parts of ``origin_text`` named by ``spans``, one after the other."""
        pieces: list[str] = []
        segments: list[Segment] = []
        at = 0
        for span in spans:
            pieces.append(span.slice(origin_text))
            segments.append(Segment(at, at + span.length, span.start, span.end))
            at += span.length
        return MappedText("".join(pieces), tuple(segments) or (Segment(0, 0, 0, 0),))

    def origin_span(self, span: Span) -> Span:
        """The narrowest range of the origin that ``span`` was made from.

        What an atomic segment within ``span`` was made from belongs to it as a whole.
        """
        if len(self.segments) == 1 and (only := self.segments[0]).linear:
            shift = only.origin_start - only.start
            start = min(max(span.start, only.start), only.end) + shift
            return Span(start, max(start, min(max(span.end, only.start), only.end) + shift))
        first, start = self._origin(span.start, at_end=False)
        if span.start == span.end:
            return Span(start, start)
        last, end = self._origin(span.end, at_end=True)
        atoms = self._atoms()
        for index in atoms[bisect_right(atoms, first) : bisect_left(atoms, last)]:
            segment = self.segments[index]
            start, end = min(start, segment.origin_start), max(end, segment.origin_end)
        return Span(start, max(start, end))

    def origin_starts(self, offsets: Iterable[int]) -> list[int]:
        """Where in the origin each character begins, of offsets in ascending order: one walk over the segments.

        >>> quoted = MappedText.join("> a\\n> b", [Span(2, 4), Span(6, 7)])
        >>> quoted.origin_starts([0, 1, 2])
        [2, 3, 6]
        """
        segments, found, at = self.segments, list[int](), 0
        last = len(segments) - 1
        for offset in offsets:
            while at < last and (segments[at + 1].start <= offset or segments[at].end <= offset):
                at += 1
            segment = segments[at]
            shift = min(max(offset - segment.start, 0), segment.end - segment.start) if segment.linear else 0
            found.append(segment.origin_start + shift)
        return found

    def then(self, outer: MappedText) -> MappedText:
        """This text, whose origin is ``outer.text``, mapped to the origin of ``outer``."""
        if len(outer.segments) == 1 and (only := outer.segments[0]).linear and only.start == 0:
            shift, end = only.origin_start, only.end
            if all(each.origin_end <= end for each in self.segments):
                if not shift:
                    return self
                moved = (
                    Segment(each.start, each.end, each.origin_start + shift, each.origin_end + shift)
                    for each in self.segments
                )
                return MappedText(self.text, tuple(moved))
        segments: list[Segment] = []
        for segment in self.segments:
            segments.extend(_through(segment, outer))
        return MappedText(self.text, tuple(segments))

    def joined(self, between: str, other: MappedText) -> MappedText:
        """This text, ``between`` and then the other, both made from the same origin; what is between comes from no place."""
        place = self.origin_span(Span(0, len(self.text))).end
        at = len(self.text)
        start = at + len(between)
        moved = [
            Segment(each.start + start, each.end + start, each.origin_start, each.origin_end) for each in other.segments
        ]
        text = f"{self.text}{between}{other.text}"
        return MappedText(text, (*self.segments, Segment(at, start, place, place), *moved))

    def _atoms(self) -> tuple[int, ...]:
        """The numbers of the segments that are atomic; most texts are never asked."""
        atoms = self._atomic
        if atoms is None:
            atoms = tuple([number for number, segment in enumerate(self.segments) if not segment.linear])
            object.__setattr__(self, "_atomic", atoms)
        return atoms

    def _origin(self, offset: int, *, at_end: bool) -> tuple[int, int]:
        """The segment that an offset belongs to, and where in the origin it lies."""
        segments = self.segments
        # an end belongs to the segment before it, a start to the segment that begins there
        key = offset - 1 if at_end else offset
        index = max(0, bisect_right(segments, key, key=lambda s: s.start) - 1)
        while not at_end and index + 1 < len(segments) and segments[index].end <= offset:
            index += 1
        segment = segments[index]
        if segment.linear:
            return index, segment.origin_start + min(max(offset - segment.start, 0), segment.end - segment.start)
        return index, segment.origin_end if at_end else segment.origin_start


def _through(segment: Segment, outer: MappedText) -> Iterable[Segment]:
    """``segment`` (whose origin is ``outer.text``) cut so that each part maps to one place."""
    if not segment.linear:
        origin = outer.origin_span(Span(segment.origin_start, segment.origin_end))
        yield Segment(segment.start, segment.end, origin.start, origin.end)
        return
    shift = segment.start - segment.origin_start
    if segment.start == segment.end:
        origin = outer.origin_span(Span(segment.origin_start, segment.origin_end))
        yield Segment(segment.start, segment.end, origin.start, origin.end)
        return
    index = max(0, bisect_right(outer.segments, segment.origin_start, key=lambda s: s.start) - 1)
    for at in range(index, len(outer.segments)):  # no slice: a text may have a segment per line
        step = outer.segments[at]
        if step.start >= segment.origin_end:
            break
        start, end = max(step.start, segment.origin_start), min(step.end, segment.origin_end)
        if start < end:
            origin = outer.origin_span(Span(start, end))
            yield Segment(start + shift, end + shift, origin.start, origin.end)
