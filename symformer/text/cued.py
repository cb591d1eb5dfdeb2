r"""Regular expressions about words, asked of every sentence of a note and rarely found in one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from symformer.text.cues import DIGIT, Cues, cues_of

_END = 1 << 62  # behind any text
_TEXTS = 1024  # blocks of the note at hand, and all of it: every rule about words asks them


class Cued:
    r"""A regular expression that is run where the text holds the words that every match of it holds.

    It is used as what ``re.compile`` gives, and finds the same.  A look for words takes a hundredth of the
    time of the expression, which is compiled when the first text holds them.

    >>> wins = Cued(r"\b(?P<what>\w+) (?:wins|is chosen)\b", re.IGNORECASE)
    >>> wins.search("Nothing of the kind"), wins.search("So class B WINS.")["what"]
    (None, 'B')
    """

    __slots__ = ("_any_case", "_cues", "_digit", "_flags", "_regex", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._flags = flags
        self._any_case = bool(flags & re.IGNORECASE)
        self._cues: tuple[Cues, ...] | None = None
        self._digit = False  # whether every match holds one
        self._regex: re.Pattern[str] | None = None

    def _asked_of(self, text: str) -> re.Pattern[str] | None:
        """The expression, compiled, if it may match in a text."""
        if self._cues is None:
            asked = cues_of(self.pattern, self._flags)
            self._digit = (DIGIT,) in asked
            self._cues = tuple(cues for cues in asked if DIGIT not in cues)
        held = _in_lower_case(text) if self._any_case and self._cues else text
        for cues in self._cues:
            for cue in cues:
                if cue in held:
                    break
            else:
                return None
        if self._digit and not _has_digit(text):
            return None
        if self._regex is None:
            self._regex = re.compile(self.pattern, self._flags)
        return self._regex

    def search(self, text: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        """As of ``re.Pattern``."""
        regex = self._asked_of(text if end >= len(text) else text[start:end])
        return None if regex is None else regex.search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        """As of ``re.Pattern``."""
        regex = self._asked_of(text if end >= len(text) else text[start:end])
        return None if regex is None else regex.match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = _END) -> re.Match[str] | None:
        """As of ``re.Pattern``."""
        regex = self._asked_of(text if end >= len(text) else text[start:end])
        return None if regex is None else regex.fullmatch(text, start, end)

    def finditer(self, text: str, start: int = 0, end: int = _END) -> Iterator[re.Match[str]]:
        """As of ``re.Pattern``."""
        regex = self._asked_of(text if end >= len(text) else text[start:end])
        return iter(()) if regex is None else regex.finditer(text, start, end)

    def findall(self, text: str, start: int = 0, end: int = _END) -> list[str]:
        """As of ``re.Pattern``, where there is one group at most."""
        regex = self._asked_of(text if end >= len(text) else text[start:end])
        return [] if regex is None else regex.findall(text, start, end)

    def sub(self, replacement: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """As of ``re.Pattern``."""
        regex = self._asked_of(text)
        return text if regex is None else regex.sub(replacement, text, count)

    def made(self, found: re.Match[str]) -> bool:
        """Whether a match is one of this expression."""
        return found.re is self._regex


_ANY_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=_TEXTS)
def _has_digit(text: str) -> bool:
    return _ANY_DIGIT.search(text) is not None


_LONG = 500  # characters; a shorter text is made small as fast as it is found among those that were


def _in_lower_case(text: str) -> str:
    """A text in lower case, as far as expressions that ignore case tell no letters apart."""
    return text.lower() if len(text) < _LONG and text.isascii() else _folded(text)


# what equals an ASCII letter where case is ignored, and lower() leaves as it is or makes two characters
_LIKE_LETTERS = str.maketrans("İıſ", "iis")


@lru_cache(maxsize=_TEXTS)
def _folded(text: str) -> str:
    return text.lower() if text.isascii() else text.translate(_LIKE_LETTERS).lower()
