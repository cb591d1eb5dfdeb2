r"""What a LaTeX document shows to nobody, or not as text: comments, verbatim text, drawings, definitions.

In literate documents (Sweave, knitr, noweb) the chunks of code too, and the code of ``\Sexpr{…}``, which is run.

``Hidden`` spans are cut out of whatever is read; ``masked`` is the text with blanks in their place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from symformer.text.definitions import definitions_in
from symformer.text.groups import Groups, after_blanks
from symformer.text.span import Span

HiddenKind = Literal["comment", "code", "drawing", "bibliography", "branch"]

_CODE = (
    r"[BLV]?[Vv]erbatim|spverbatim|semiverbatim|alltt|lstlisting|minted|pycode|python|pyblock|sageblock|sagesilent"
    r"|filecontents|S(?:input|output|code|chunk)|Code(?:Input|Output|Chunk)|Code|verbatimtab|pseudoverbatim"
)
_DRAWING = (
    r"tikzpicture|tikzcd|pgfpicture|circuitikz|forest|picture|pspicture|asy|quantikz|feynmandiagram|feynman|dotgraph"
)
_SKIPPED = re.compile(
    rf"\\begin\{{(?P<env>(?:(?P<code>{_CODE})|(?P<drawing>{_DRAWING})|comment|CCSXML|(?P<works>thebibliography))\*?)\}}"
    r"|\\(?:verb|lstinline|mintinline(?:\[[^\]\n]*\])?\{[a-z0-9+-]*\})\*?(?P<bar>[^\sA-Za-z{*\[])[^\n]*?(?P=bar)"
    r"|\\(?:lstinline|mintinline(?:\[[^\]\n]*\])?\{[a-z0-9+-]*\})(?:\[[^\]\n]*\])?(?P<group>\{[^{}\n]*\})"
    r"|\\(?:code|Rcode|Robject|Rfunction|samp|command)(?P<set>\{[^{}$\n]*\$[^{}$\n]*\})"  # d$x is no formula
    r"|\\(?:url|nolinkurl|path|href)\s*\{[^{}\n]*\}"  # a % in an address is no comment
    r"|(?<![^\n])(?P<chunk><<[^\n]*>>=)[ \t\r]*(?=\n)|(?P<run>\\Sexpr\s*(?=\{))"
    r"|(?P<false>\\iffalse\b)|(?P<tikz>\\tikz(?![A-Za-z]))|\\[\\%]|(?P<comment>%[^\n]*)"
)
_CONDITION = re.compile(r"\\(if[A-Za-z@]*|else\b|fi\b)")
_NOT_CONDITIONS = frozenset({"iff", "ifthenelse"})
_FLAG = re.compile(r"\\newif\s*\\if([A-Za-z@]+)")
_CHUNK_END = re.compile(r"\n@(?=[ \t\r\n%]|\Z)[^\n]*|(?=\n<<[^\n]*>>=[ \t\r]*\n)")
TIKZ_LENGTH = 5_000  # how far the end of a drawing within a line is looked for


@dataclass(frozen=True, slots=True)
class Hidden:
    """A stretch that is not read, and why."""

    span: Span
    kind: HiddenKind


@dataclass(slots=True)
class Search:
    """Finds closing marks in one text, and repeats no search that has failed."""

    text: str
    absent: set[str] = field(default_factory=set)
    next: dict[str, int] = field(default_factory=dict)  # where each mark was last found
    blank_at: int = -1

    def find(self, mark: str, at: int, end: int) -> int:
        """The first ``mark`` in ``[at, end)``, or -1."""
        if mark in self.absent:
            return -1
        known = self.next.get(mark, -1)
        if at <= known < end:
            return known
        found = self.text.find(mark, at, end)
        if found == -1:
            self.absent.add(mark)
        self.next[mark] = found
        return found

    def blank(self, at: int, end: int) -> int:
        """Where the next blank line starts."""
        if self.blank_at < at:
            found = BLANK_LINE.search(self.text, at, end)
            self.blank_at = found.start() if found else end
        return self.blank_at


BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")


def hidden_in(text: str) -> list[Hidden]:
    """Comments, verbatim text, drawings and branches that are never taken, in order and apart from each other."""
    found = list(_skipped(text))
    if "\\newif" in text:
        found = _with_branches(text, found)
    return found


def masked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with blanks (line ends kept) in place of ``spans``.

    A line that holds only a comment becomes ``%`` and blanks, as it ends no paragraph.
    """
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces.append(text[at : span.start])
        inside = span.slice(text)
        pieces.append("%" + " " * (span.length - 1) if inside.startswith("%") else re.sub(r"[^\n]", " ", inside))
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)


def merged(*groups: Iterable[Span]) -> list[Span]:
    """The spans of all groups in order; what overlaps is made one.

    >>> merged([Span(0, 3), Span(8, 9)], [Span(2, 5)])
    [Span(start=0, end=5), Span(start=8, end=9)]
    """
    found: list[Span] = []
    for span in sorted(each for group in groups for each in group):
        if found and span.start < found[-1].end:
            found[-1] = found[-1].cover(span)
        else:
            found.append(span)
    return found


def definitions_of(text: str) -> list[Span]:
    """Where macros are defined in a text without comments."""
    return [each.span for each in definitions_in(text)]


def _skipped(text: str) -> Iterator[Hidden]:
    search = Search(text)
    conditions, groups = _Conditions(text), Groups(text)
    at = 0
    while (found := _SKIPPED.search(text, at)) is not None:
        at = found.end()
        end: int | None = None
        kind: HiddenKind = "comment"
        if found["comment"] is not None:
            yield Hidden(Span(*found.span("comment")), kind)
            continue
        if found["env"] is not None:
            kind = "code" if found["code"] else "drawing" if found["drawing"] else "comment"
            kind = "bibliography" if found["works"] else kind
            mark = f"\\end{{{found['env']}}}"
            close = search.find(mark, at, len(text))
            end = close + len(mark) if close >= 0 else None
        elif found["bar"] is not None or found["group"] is not None or found["set"] is not None:
            kind, end = "code", at
        elif found["chunk"] is not None:
            ends = _CHUNK_END.search(text, at)
            kind, end = "code", ends.end() if ends else None
        elif found["run"] is not None:
            code = groups.argument(at)
            if code is not None and code.end > code.start:
                yield Hidden(Span(code.start, code.end), "code")
                at = code.after
        elif found["false"] is not None:
            end = conditions.end_of(found.end())
        elif found["tikz"] is not None:
            kind, end = "drawing", _end_of_tikz(groups, at)
        if end is not None:
            yield Hidden(Span(found.start(), end), kind)
            at = end


def _end_of_tikz(groups: Groups, at: int) -> int | None:
    r"""Where ``\tikz[…]{…}`` or ``\tikz … ;`` ends."""
    options = groups.bracketed(at)
    at = after_blanks(groups.text, options.after if options else at)
    if groups.text.startswith("{", at):
        group = groups.argument(at)
        return group.after if group else None
    close = groups.text.find(";", at, at + TIKZ_LENGTH)
    return close + 1 if close >= 0 else None


class _Conditions:
    r"""Where conditions end: each ``\fi`` belongs to the last open ``\if…`` before it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends: dict[int, tuple[int | None, int, int]] | None = None

    def end_of(self, at: int) -> int | None:
        r"""Where the condition ends whose ``\if…`` ends at ``at``: at its ``\else`` or behind its ``\fi``."""
        sides = self.sides(at)
        if sides is None:
            return None
        middle, _, end = sides
        return middle + len("\\else") if middle is not None else end

    def sides(self, at: int) -> tuple[int | None, int, int] | None:
        r"""Where the ``\else`` of a condition starts, where its ``\fi`` starts, and where that ends."""
        if self.ends is None:
            self.ends = dict(self._all())
        return self.ends.get(at)

    def _all(self) -> Iterator[tuple[int, tuple[int | None, int, int]]]:
        pending: list[list[int | None]] = []
        for found in _CONDITION.finditer(self.text):
            word = found[1]
            if word == "fi":
                if pending:
                    start, middle = pending.pop()
                    yield start or 0, (middle, found.start(), found.end())
            elif word == "else":
                if pending:
                    pending[-1][1] = found.start()
            elif word not in _NOT_CONDITIONS and not self.text.endswith("\\newif", 0, found.start()):
                pending.append([found.end(), None])


def _with_branches(text: str, found: list[Hidden]) -> list[Hidden]:
    r"""What is hidden, with the branches of ``\newif`` flags that are never taken and the marks around the others."""
    visible = masked(text, (each.span for each in found))
    flags = {match[1]: _flag(visible, match[1]) for match in _FLAG.finditer(visible)}
    known = {name: value for name, value in flags.items() if value is not None}
    if not known:
        return found
    conditions = _Conditions(visible)
    branches: list[Span] = []
    for match in re.finditer(r"\\if(" + "|".join(map(re.escape, known)) + r")(?![A-Za-z@])", visible):
        sides = conditions.sides(match.end())
        if sides is None:
            continue
        middle, fi, end = sides
        if known[match[1]]:
            branches += [Span(*match.span()), Span(fi if middle is None else middle, end)]
        elif middle is None:
            branches.append(Span(match.start(), end))
        else:
            branches += [Span(match.start(), middle + len("\\else")), Span(fi, end)]
    apart = merged(branches)
    rest = [each for each in found if not holds(apart, each.span)]
    return sorted([*(Hidden(span, "branch") for span in apart), *rest], key=lambda each: each.span)


def _flag(text: str, name: str) -> bool | None:
    r"""What ``\nametrue`` and ``\namefalse`` make of a flag; None where both occur."""
    yes = re.search(rf"\\{re.escape(name)}true\b", text) is not None
    no = re.search(rf"\\{re.escape(name)}false\b", text) is not None
    return None if yes and no else yes


def holds(spans: list[Span], span: Span) -> bool:
    """Whether one of ``spans`` (in order, apart) holds ``span``."""
    index = bisect_right(spans, span.start, key=lambda each: each.start) - 1
    return index >= 0 and spans[index].contains(span)
