"""Lists of numbers that stand without brackets behind a sign of equality, in columns or between commas.

``exp(z) = 7.389  2.718  1.000`` is a vector of three numbers, and so is ``= 0.284, 0.140, 0.576``; ``7 077 888`` is one
number in groups of three digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_NUMBER = r"[-−+]?(?:\d+\.\d+|\.\d+|\d+)(?:[eE][-+]?\d+)?"
_SHARE = rf"{_NUMBER}(?:/{_NUMBER})?"
_LIST = re.compile(
    rf"(?<![<>!:=])[=≈][ \t]*(?P<list>{_SHARE}(?:(?:[ \t]*,[ \t]+|[ \t]+){_SHARE})+)(?=[ \t]*(?:$|[#←✓(<]|//|[ \t]{{2,}}[A-Za-zα-ω|]))"
)
_SEPARATOR = re.compile(r"[ \t]*,[ \t]+|[ \t]+")
_GROUPED = re.compile(r"[-−+]?\d{1,3}(?:[ \t]\d{3})+")
FEWEST = 3  # numbers that are a list with no more than a blank between them


def with_brackets(line: MappedText) -> MappedText:
    """A line with its bare lists in brackets; what is added stands where the list does.

    >>> with_brackets(MappedText.identity("p = 0.5  0.25  0.25")).text
    'p = [0.5, 0.25, 0.25]'
    >>> with_brackets(MappedText.identity("N = 7 077 888")).text
    'N = 7 077 888'
    """
    text = line.text
    lists = [Span(*found.span("list")) for found in _LIST.finditer(text) if _is_list(found["list"])]
    if not lists:
        return line
    segments: list[Segment] = []
    pieces: list[str] = []
    length = 0
    for written, origin in _pieces(text, lists):
        segments.append(Segment(length, length + len(written), origin.start, origin.end))
        pieces.append(written)
        length += len(written)
    return MappedText("".join(pieces), tuple(segments)).then(line)


def _pieces(text: str, lists: list[Span]) -> Iterator[tuple[str, Span]]:
    """The parts of the line with brackets, each with the place that it was made from."""
    at = 0
    for found in lists:
        yield text[at : found.start], Span(at, found.start)
        yield "[", Span(found.start, found.start)
        start = found.start
        for separator in _SEPARATOR.finditer(text, found.start, found.end):
            yield text[start : separator.start()], Span(start, separator.start())
            yield ", ", Span(*separator.span())
            start = separator.end()
        yield text[start : found.end], Span(start, found.end)
        yield "]", Span(found.end, found.end)
        at = found.end
    yield text[at:], Span(at, len(text))


def _is_list(written: str) -> bool:
    """Whether numbers side by side are several, and not one in groups of digits."""
    separators = _SEPARATOR.findall(written)
    if _GROUPED.fullmatch(written) is not None:
        return False
    if len(separators) + 1 >= FEWEST:
        return True
    return all("," in each for each in separators) and all("." in each for each in _SEPARATOR.split(written))
