"""Widths, clipping and colours of a terminal."""

from __future__ import annotations

import re
import unicodedata

ANSI = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "info": "\x1b[1;34m",
    "place": "\x1b[1m",
    "gutter": "\x1b[2m",
    "help": "\x1b[36m",
}
_RESET = "\x1b[0m"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def paint(text: str, role: str, *, colour: bool) -> str:
    """``text`` in the colour of its role, or as it is.

    >>> paint("error", "error", colour=False)
    'error'
    """
    return f"{ANSI[role]}{text}{_RESET}" if colour else text


def printable(text: str) -> str:
    """The same number of characters, none of which a terminal obeys.

    >>> printable("a\\tb\\x1b[31m")
    'a b·[31m'
    """
    return _CONTROL.sub("·", text.replace("\t", " "))


def columns(text: str) -> int:
    """How many columns of a terminal the text takes.

    >>> columns("K 是"), columns("e\u0301")
    (4, 1)
    """
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def clip(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """The part of ``line`` around ``start:end`` that fits, and where the two now stand.

    >>> clip("the quick brown fox jumps", 10, 15, 16)
    ('… ick brown fo …', 6, 11)
    """
    if len(line) <= width and columns(line) <= width:
        return line, start, end
    room = max(8, width - 4)  # an ellipsis and a blank on both sides
    first, last, used = _span_that_fits(line, start, end, room)
    grown = True
    while grown:  # outwards from the span, one character on each side in turn
        grown = False
        if first > 0 and used + _width(line[first - 1]) <= room:
            first, used, grown = first - 1, used + _width(line[first - 1]), True
        if last < len(line) and used + _width(line[last]) <= room:
            last, used, grown = last + 1, used + _width(line[last]), True
    head = "… " if first else ""
    tail = " …" if last < len(line) else ""
    shift = len(head) - first
    return head + line[first:last] + tail, start + shift, max(min(end, last), start) + shift


def _span_that_fits(line: str, start: int, end: int, room: int) -> tuple[int, int, int]:
    """As much of ``start:end`` as fits: its start, its end, its width."""
    last, used = start, 0
    while last < min(end, len(line)) and used + _width(line[last]) <= room:
        used += _width(line[last])
        last += 1
    return start, last, used
