r"""Groups and arguments of LaTeX, as far as they can be told from the characters.

A position after an argument is where the text goes on.  ``limit`` bounds how far a closing mark is
looked for.

>>> argument(r"{a{b}} c", 0)
Argument(start=1, end=5, after=6)
>>> argument(r" \alpha x", 0)
Argument(start=1, end=7, after=7)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

PATIENCE = 2_000_000  # characters in which ends that are missing are looked for, in one text
HASTE = 500  # how far an end is looked for after that


class Argument(NamedTuple):
    """Where the content of an argument starts and ends, and where the text goes on."""

    start: int
    end: int
    after: int


_BLANKS = re.compile(r"\s*")
_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|.)", re.DOTALL)
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BOTH = {
    ("[", "]"): re.compile(r"\\.|[{}\[\]]", re.DOTALL),
    ("(", ")"): re.compile(r"\\.|[{}()]", re.DOTALL),
    ("<", ">"): re.compile(r"\\.|[{}<>]", re.DOTALL),
    ("|", "|"): re.compile(r"\\.|[{}|]", re.DOTALL),
}


def after_blanks(text: str, at: int) -> int:
    """The first position from ``at`` on that holds no blank."""
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def argument(text: str, at: int, limit: int | None = None) -> Argument | None:
    """The argument that a command takes at a position: a group, a command or a character; None where there is none."""
    at = after_blanks(text, at)
    if at >= len(text) or text[at] in "}&":
        return None
    if text[at] == "{":
        end = closing(text, at, limit)
        return None if end is None else Argument(at + 1, end, end + 1)
    command = _COMMAND.match(text, at)
    end = command.end() if command else at + 1
    return Argument(at, end, end)


def bracketed(text: str, at: int, limit: int | None = None, marks: str = "[]") -> Argument | None:
    """The optional argument at a position, in square brackets or between other ``marks``."""
    at = after_blanks(text, at)
    if not text.startswith(marks[0], at):
        return None
    end = _closing_mark(text, at, marks[0], marks[1], limit)
    return None if end is None else Argument(at + 1, end, end + 1)


def closing(text: str, at: int, limit: int | None = None) -> int | None:
    """Where the brace that opens at a position is closed."""
    depth = 0
    for found in _BRACES.finditer(text, at, len(text) if limit is None else min(len(text), at + limit)):
        mark = found.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                return found.start()
    return None


def is_group(text: str) -> bool:
    """Whether a text is one group in braces."""
    return text.startswith("{") and closing(text, 0) == len(text) - 1


@dataclass(slots=True)
class Groups:
    """A text whose groups are looked for, and how much looking in vain it still allows.

    >>> Groups("{a} [b]").bracketed(3)
    Argument(start=5, end=6, after=7)
    """

    text: str
    patience: int = PATIENCE

    def argument(self, at: int) -> Argument | None:
        """The argument at a position, as ``argument`` finds it."""
        at = after_blanks(self.text, at)
        return self._told(at, argument(self.text, at, self._limit()), "{")

    def bracketed(self, at: int, marks: str = "[]") -> Argument | None:
        """The optional argument at a position, as ``bracketed`` finds it."""
        at = after_blanks(self.text, at)
        return self._told(at, bracketed(self.text, at, self._limit(), marks), marks[0])

    def _limit(self) -> int | None:
        return None if self.patience > 0 else HASTE

    def _told(self, at: int, found: Argument | None, opening: str) -> Argument | None:
        if found is None and self.text.startswith(opening, at):
            self.patience -= len(self.text) - at
        return found


def _closing_mark(text: str, at: int, opening: str, close: str, limit: int | None) -> int | None:
    """The same for another pair of marks; braces hide them."""
    depth = braces = 0
    marks = _BOTH.get((opening, close)) or re.compile(rf"\\.|[{{}}{re.escape(opening)}{re.escape(close)}]", re.DOTALL)
    for found in marks.finditer(text, at, len(text) if limit is None else min(len(text), at + limit)):
        mark = found.group()
        if mark in "{}":
            braces = max(0, braces + (1 if mark == "{" else -1))
        elif not braces and mark == close and depth:
            depth -= 1
            if depth == 0:
                return found.start()
        elif not braces and mark == opening:
            depth += 1
    return None
