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
    time of the expression, which is compiled when the first text holds them.  Only where ideographs stand
    beside words or numbers without a blank, a word ends there as if a blank stood between.

    >>> wins = Cued(r"\b(?P<what>\w+) (?:wins|is chosen)\b", re.IGNORECASE)
    >>> wins.search("Nothing of the kind"), wins.search("So class B WINS.")["what"]
    (None, 'B')
    >>> Cued(r"(?<!\w)\d+(?!\w)").findall("共有8个头，约5万，第3行"), Cued(r"\bReLU\b").search("使用ReLU激活")[0]
    (['8'], 'ReLU')
    """

    __slots__ = ("_answer", "_any_case", "_cues", "_digit", "_flags", "_mixed", "_regex", "_text", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._flags = flags
        self._any_case = bool(flags & re.IGNORECASE)
        self._cues: tuple[Cues, ...] | None = None
        self._digit = False  # whether every match holds one
        self._regex: re.Pattern[str] | None = None
        self._mixed: re.Pattern[str] | None = None  # the same for texts with ideographs
        self._text: str | None = None  # the last text, and what may match in it
        self._answer: re.Pattern[str] | None = None

    def _asked_of(self, text: str) -> re.Pattern[str] | None:
        """The expression, compiled, if it may match in a text; of one text it is asked at many places."""
        if text is not self._text:
            self._answer = self._looked_for_in(text)
            self._text = text
        return self._answer

    def _looked_for_in(self, text: str) -> re.Pattern[str] | None:
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
        if not text.isascii() and _has_ideographs(text):
            if self._mixed is None:
                self._mixed = re.compile(_beside_ideographs(self.pattern), self._flags)
            return self._mixed
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
        return found.re is self._regex or found.re is self._mixed


# A word ends where ideographs begin, for these are written without blanks; not so a number before a unit that multiplies
# it (3万, 2倍, 3分之1, 10的8次方, 5成) or makes a range or a bound of it (4到8, 4以上), or behind what makes it a label (第3, 图3).
_IDEOGRAPHS = "\u3400-\u9fff"
# Letters that are written beside Latin ones, and kana; ranges of thousands would take longer to compile than a note to check.
_LETTERS = r"\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00c0-\u02ff\u0370-\u052f\u1e00-\u1eff\u2070-\u209c\u2100-\u214f"
_WORD = rf"A-Za-z0-9_{_LETTERS}\u3040-\u30ff"
_GOES_ON = "万亿千百十兆倍分的成到至以多余年月日号"
_LABELS = "第图表式章节超近每"
_BOUNDARY = rf"(?-i:\b|(?a:\b)(?<![{_LETTERS}])(?![{_LETTERS}])(?<![0-9](?=[{_GOES_ON}])))"
_ANY_WORD = "\\w"
_PIECE = re.compile(
    r"""
    (?P<around>\(\?<?!(?:\\w(?=[)|])|\[(?!\^)(?:\\.|[^\]\\])*\]))  # (?<![\w.]  (?!\w)  (?!\w|
    | \\(?P<escaped>.)
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    """,
    re.VERBOSE | re.DOTALL,
)


def _beside_ideographs(pattern: str) -> str:
    r"""An expression whose words may stand beside ideographs: ``\b``, ``(?!\w)`` and the like made so.

    >>> _beside_ideographs(r"[\w]+") == r"[\w]+", "\u4e07" in _beside_ideographs(r"\d(?!\w)")
    (True, True)
    """

    def made(found: re.Match[str]) -> str:
        if found["escaped"] == "b":
            return _BOUNDARY
        if found["around"] is None or "\\w" not in found[0]:
            return found[0]
        words = _WORD + (_LABELS if found[0].startswith("(?<") else _GOES_ON)
        opened = "(?<!" if found[0].startswith("(?<!") else "(?!"
        inside = found[0][len(opened) :]
        return f"{opened}(?-i:{inside.replace(_ANY_WORD, words) if inside != _ANY_WORD else f'[{words}]'})"

    return _PIECE.sub(made, pattern)


_ANY_IDEOGRAPH = re.compile(rf"[{_IDEOGRAPHS}]")


@lru_cache(maxsize=_TEXTS)
def _has_ideographs(text: str) -> bool:
    return _ANY_IDEOGRAPH.search(text) is not None


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
