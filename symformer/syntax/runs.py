"""Texts in pieces that know where they come from, for expanding macros."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from symformer.text.mapped import MappedText, Segment


class Origin(NamedTuple):
    """Where a piece of text comes from: from ``start`` on, character by character, or all from up to ``end``."""

    start: int
    end: int  # equal to start: character by character

    def at(self, offset: int) -> Origin:
        """The origin of the rest of the piece from ``offset`` on."""
        return Origin(self.start + offset, self.start + offset) if self.start == self.end else self


@dataclass(frozen=True, slots=True)
class Run:
    """A text in pieces: where each starts, and where it comes from."""

    text: str
    starts: tuple[int, ...]
    origins: tuple[Origin, ...]

    def part(self, start: int, end: int) -> Run:
        """The run from ``start`` to ``end``."""
        if start >= end:
            return Run("", (), ())
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, end - 1)
        starts = (0, *(each - start for each in self.starts[first + 1 : last]))
        head = self.origins[first].at(start - self.starts[first])
        return Run(self.text[start:end], starts, (head, *self.origins[first + 1 : last]))

    def place(self, start: int, end: int) -> Origin:
        """The range that a part of the run comes from."""
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1)) - 1
        begin = self.origins[first].at(start - self.starts[first])
        origin = self.origins[last]
        linear = origin.start == origin.end
        stop = origin.start + end - self.starts[last] if linear else origin.end
        return Origin(begin.start, max(stop, begin.end, begin.start + 1))


def joined(runs: Iterable[Run]) -> Run:
    """Runs one after the other."""
    texts: list[str] = []
    starts: list[int] = []
    origins: list[Origin] = []
    length = 0
    for run in runs:
        texts.append(run.text)
        starts.extend(start + length for start in run.starts)
        origins.extend(run.origins)
        length += len(run.text)
    return Run("".join(texts), tuple(starts), tuple(origins))


def fixed(text: str, place: Origin) -> Run:
    """A text all of which comes from one place."""
    return Run(text, (0,), (place,)) if text else Run("", (), ())


def mapped(runs: list[Run]) -> MappedText:
    """The runs as one text, with segments as long as possible."""
    whole = joined(runs)
    if not whole.text:
        return MappedText("", (Segment(0, 0, 0, 0),))
    ends = (*whole.starts[1:], len(whole.text))
    segments: list[Segment] = []
    for start, end, origin in zip(whole.starts, ends, whole.origins, strict=True):
        if origin.start == origin.end:
            segments.append(Segment(start, end, origin.start, origin.start + end - start))
        elif end - start != origin.end - origin.start or end - start == 1:
            segments.append(Segment(start, end, *origin))
        else:  # as long as its origin, and yet all of it from the whole
            segments += [Segment(start, start + 1, *origin), Segment(start + 1, end, *origin)]
    return MappedText(whole.text, tuple(segments))
