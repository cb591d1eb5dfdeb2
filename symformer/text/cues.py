r"""What a text must hold for a regular expression to match in it, read from how the expression is written.

>>> cues_of(r"\b(?:rows?|columns?) (?:are|were) normali[sz]ed")
((' normali',), ('row', 'column'), ('are', 'were'))
>>> cues_of(r"(?:about )?\d+ ?(?:%|percent)")
(('\x00',), ('%', 'percent'))

Of each group of cues a text must hold one.  What is written in a way that is not followed here asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

Cues = tuple[str, ...]  # of which a text must hold one

DIGIT = "\0"  # stands for a digit, of whatever script
MOST_GROUPS = 3  # that are worth asking for
MOST_CUES = 60  # in one group: looking for more takes as long as the expression itself
LEAST_WORTH = 3  # what is worth less stands in almost any sentence
_COMMON_MARKS = " ,.-"
_TOKEN = re.compile(
    r"""
    (?P<unfollowed>\\N|\(\?\(|\(\?[a-zA-Z-]+[:)])
    | \\(?P<coded>x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})
    | \\(?P<escaped>.)
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    | (?P<aside>\(\?(?:\#[^)]*|P=\w+)\))
    | (?P<open>\((?:\?(?:P<\w+>|[:>=!]|<[=!]))?)
    | (?P<times>(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d*)\})[?+]?)
    | (?P<word>[A-Za-z0-9\ ]{2,}(?![*+?{]))
    | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_PLAIN_SET = re.compile(r"\[(?:\\d|0-9|[^\w\s\\\]^-]|[^\W\d_]){1,12}\]")
_UNUSED = ("(?!", "(?<=", "(?<!")  # what must not be there, or may stand before what is searched


class _Unfollowed(Exception):
    """The expression holds something that is not read here."""


def cues_of(pattern: str, flags: int = 0) -> tuple[Cues, ...]:
    """Groups of cues, the rarest first: a text in which the expression matches holds one of each group.

    Where case is ignored, the cues are for a text in lower case.
    """
    if flags & re.VERBOSE:
        return ()
    reader = _Reader(list(_TOKEN.finditer(pattern)), bool(flags & re.IGNORECASE))
    try:
        groups = reader.alternatives()
    except _Unfollowed:
        return ()
    kept = (cues for cues in dict.fromkeys(map(_fewest, groups)) if len(cues) <= MOST_CUES)
    return tuple(sorted(kept, key=_rank)[:MOST_GROUPS])


def _fewest(cues: Cues) -> Cues:
    """The cues without those that hold another one."""
    return tuple(cue for cue in dict.fromkeys(cues) if not any(other in cue for other in cues if other != cue))


def _rank(cues: Cues) -> tuple[int, int]:
    return -min(map(_worth, cues)), len(cues)


@cache
def _worth(cue: str) -> int:
    """How seldom a cue stands where it is not meant, roughly: a sign or a Chinese character is as rare as three letters."""
    return sum(1 if mark.isascii() and mark.isalnum() or mark in _COMMON_MARKS else 3 for mark in cue)


@dataclass(slots=True)
class _Reader:
    """The tokens of an expression, and which of them comes next."""

    tokens: Sequence[re.Match[str]]
    any_case: bool
    at: int = 0

    def alternatives(self) -> list[Cues]:
        """The groups of all branches up to the closing bracket: one that joins the best of each, if there are several."""
        branches = [self._branch()]
        while self._next() == "|":
            self.at += 1
            branches.append(self._branch())
        if len(branches) == 1:
            return branches[0]
        if not all(branches):
            return []
        return [tuple(cue for groups in branches for cue in min(groups, key=_rank))]

    def _next(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _branch(self) -> list[Cues]:
        """The groups of the parts of one branch; characters side by side that stand for themselves make one cue."""
        groups: list[Cues] = []
        run = ""
        while self._next() not in ("", "|", ")"):
            token = self.tokens[self.at]
            self.at += 1
            literal = self._literal(token)
            inner = [] if literal else self._inside(token)
            least = self._least_times()
            if literal and least is None:
                run += literal
                continue
            groups += _in_a_run(run + literal if least else run)
            run = literal if least else ""
            groups += inner if least != 0 else []
        return [*groups, *_in_a_run(run)]

    def _literal(self, token: re.Match[str]) -> str:
        """The characters that a token stands for, as they are looked for; "" where it stands for none."""
        match token.lastgroup:
            case "word":
                return token["word"].lower() if self.any_case else token["word"]
            case "coded":
                mark = chr(int(token["coded"][1:], 16))
            case "escaped" if not token["escaped"].isalnum():
                mark = token["escaped"]
            case "mark" if token["mark"] not in ".^$":
                mark = token["mark"]
            case _:
                return ""
        if not self.any_case or mark.lower() == mark.upper():
            return mark
        return mark.lower() if mark.isascii() else ""

    def _inside(self, token: re.Match[str]) -> list[Cues]:
        """The groups of what is no character by itself."""
        match token.lastgroup:
            case "set":
                return self._of_set(token["set"])
            case "open":
                groups = self.alternatives()
                self.at += 1  # behind the closing bracket
                return [] if token["open"] in _UNUSED else groups
            case "escaped" if token["escaped"] == "d":
                return [(DIGIT,)]
            case "unfollowed":
                raise _Unfollowed
            case _:
                return []

    def _of_set(self, written: str) -> list[Cues]:
        if _PLAIN_SET.fullmatch(written) is None:
            return []
        marks = tuple(written[1:-1].replace(r"\d", DIGIT).replace("0-9", DIGIT))
        cased = self.any_case and any(mark.lower() != mark.upper() for mark in marks)
        return [] if cased or min(map(_worth, marks)) < LEAST_WORTH else [marks]

    def _least_times(self) -> int | None:
        """How often what was passed is there at least, where a sign behind it tells."""
        if self.at == len(self.tokens) or (times := self.tokens[self.at]["times"]) is None:
            return None
        self.at += 1
        if times[0] in "*?":
            return 0
        return 1 if times[0] == "+" else int(times[1:].partition("}")[0].partition(",")[0] or 0)


def _in_a_run(run: str) -> list[Cues]:
    return [(run,)] if run and _worth(run) >= LEAST_WORTH else []
