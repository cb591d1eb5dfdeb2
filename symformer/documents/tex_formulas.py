r"""The formulas of a LaTeX document, also those that its own macros open: ``\be … \ee``, ``\dk`` for ``$d_k$``."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from symformer.documents.clean import trim
from symformer.documents.document import Display, Formula, Notice
from symformer.documents.parts import Parts
from symformer.documents.tex_hidden import BLANK_LINE, Search
from symformer.text.definitions import Macro
from symformer.text.groups import Groups
from symformer.text.mapped import MappedText
from symformer.text.span import Span

_MATH = (
    r"equation|align|gather|multline|eqnarray|subeqnarray|alignat|xalignat|xxalignat|flalign|displaymath|math|dmath"
    r"|IEEEeqnarray|empheq|numcases|subnumcases"
)
_WRAPPERS = ("equation", "displaymath", "math", "dmath")
_CLOSE = re.compile(r"\\[)\]]|\\.|\$\$?", re.S)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_PAIRS = {"\\(": "\\)", "\\[": "\\]"}
_OPENS = re.compile(rf"\\begin\s*\{{((?:{_MATH})\*?)\}}|\\\[|\$\$")
_ENDS = re.compile(rf"(?:\\end\s*\{{((?:{_MATH})\*?)\}}|\\\]|\$\$)\s*\Z")
_INLINE = re.compile(r"\s*(?:\$[^$]+\$|\\ensuremath\s*\{.*\})\s*(?:\\xspace\b)?\s*\Z", re.S)
_ARRAY_EDGE = re.compile(r"\\(begin|end)\s*\{(?:array|cases|[bBpvV]?matrix|aligned|split|gathered)\}")
LONGEST_ROW, MOST_BLANK = 1_000, 8  # characters behind a blank line in which an array ends, blank lines in one
NOTICES = 50  # of one kind in one document; more would say nothing new


@dataclass(slots=True)
class Shorthands:
    """Macros of a document that set formulas: which open and close displays, which are displays or formulas."""

    opening: dict[str, str] = field(default_factory=dict)  # macro → the environment it opens, "" for \[
    closing: list[str] = field(default_factory=list)
    whole: dict[str, Macro] = field(default_factory=dict)  # a display around its argument
    inline: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, str] = field(default_factory=dict)  # environment → the one it stands for

    @staticmethod
    def of(macros: Iterable[Macro]) -> Shorthands:
        r"""The shorthands among macros.

        >>> Shorthands.of([Macro("be", 0, r"\begin{equation}"), Macro("ee", 0, r"\end{equation}")]).opening
        {'be': 'equation'}
        """
        found = Shorthands()
        for macro in macros:
            found.take(macro)
        return found

    def take(self, macro: Macro) -> None:
        """Add a macro, if it is a shorthand."""
        opens, ends = _OPENS.match(macro.body.lstrip()), _ENDS.search(macro.body[-200:])
        if macro.name.startswith("begin{"):
            if opens is not None:
                self.environments[macro.name[6:-1]] = opens[1] or "displaymath"
        elif opens is not None and ends is not None:
            until = next((each for each in macro.parameters if each.kind == "until"), None)
            if until is not None and until.marks.startswith("\\"):
                self.opening[macro.name] = opens[1] or ""
                self.closing.append(until.marks.removeprefix("\\"))
            elif macro.arity and not macro.parameters:
                self.whole[macro.name] = macro
        elif opens is not None and not macro.arity:
            self.opening[macro.name] = opens[1] or ""
        elif ends is not None and not macro.arity:
            self.closing.append(macro.name)
        elif _INLINE.match(macro.body) and not macro.parameters:
            self.inline[macro.name] = macro

    def events(self) -> re.Pattern[str]:
        """What may begin a formula."""
        named = "|".join(re.escape(name) for name in sorted({*self.opening, *self.whole, *self.inline}))
        own = rf"|\\(?P<own>{named})(?![A-Za-z@])" if named else ""
        environments = "".join(f"|{re.escape(name)}" for name in sorted(self.environments))
        return re.compile(
            rf"\\\\|\\\$|\$\$?|\\[(\[]|\\begin\{{(?P<env>(?:{_MATH})\*?{environments})\}}"
            rf"|\\(?P<ensure>ensuremath)(?![A-Za-z@]){own}"
        )


def formulas_of(
    masked: str, raw: str, body: Span, hidden: list[Span], shorthands: Shorthands, parts: Parts
) -> Iterator[Formula]:
    """The formulas in ``body``, in order; what opens one and never closes is noted."""
    return _Finder(masked, raw, body, hidden, shorthands, parts).all()


class _Finder:
    """Looks for formulas from the start of a document to its end."""

    def __init__(
        self, masked: str, raw: str, body: Span, hidden: list[Span], shorthands: Shorthands, parts: Parts
    ) -> None:
        self.masked, self.raw, self.body, self.hidden = masked, raw, body, hidden
        self.shorthands, self.parts = shorthands, parts
        self.search, self.groups = Search(masked), Groups(masked)
        self.closers: list[tuple[int, int]] = []
        if shorthands.closing:
            named = "|".join(re.escape(name) for name in sorted(set(shorthands.closing)))
            self.closers = [m.span() for m in re.compile(rf"\\(?:{named})(?![A-Za-z@])").finditer(masked)]

    def all(self) -> Iterator[Formula]:
        """Every formula."""
        at, events = self.body.start, self.shorthands.events()
        while (event := events.search(self.masked, at, self.body.end)) is not None:
            at = event.end()
            opening = event.group()
            if opening in ("\\\\", "\\$"):
                continue
            if event["own"] if "own" in event.re.groupindex else None:
                formula = self._own(event)
            elif event["ensure"] is not None:
                formula = self._ensured(event)
            else:
                formula = self._delimited(event, opening)
            if formula is not None:
                yield formula
                at = max(at, formula.span.end)

    def _delimited(self, event: re.Match[str], opening: str) -> Formula | None:
        close = self._close(event, opening)
        if close is not None:
            return _formula(self.raw, event, close, self.hidden, self.shorthands)
        self.parts.skip("unmatched dollar" if opening == "$" else "unmatched display")
        if opening == "$$" and len(self.parts.notices) < NOTICES:
            message = "this $$ has no partner before the next blank line; it is not read as a formula"
            self.parts.notices.append(Notice("delimiters-out-of-step", Span(*event.span()), message))
        return None

    def _close(self, event: re.Match[str], opening: str) -> tuple[int, int] | None:
        """Where the closing delimiter starts and ends; a dollar formula ends with its paragraph."""
        search, end, text = self.search, self.body.end, self.masked
        if event["env"]:
            closing = f"\\end{{{event['env']}}}"
            at = search.find(closing, event.end(), end)
            # the same environment opened again: the first one was never closed
            return (at, at + len(closing)) if at >= 0 and text.find(opening, event.end(), at) == -1 else None
        closing, limit = _PAIRS.get(opening, opening), search.blank(event.end(), end)
        if opening in ("$$", "\\["):
            limit = self._past_arrays(event.end(), limit)
        key = f"{closing} before {limit}"
        if key in search.absent:
            return None
        for found in _CLOSE.finditer(text, event.end(), limit):
            if found.group() == closing or (closing == "$" and found.group() == "$$"):
                return found.start(), found.start() + len(closing)
        search.absent.add(key)
        return None

    def _past_arrays(self, start: int, limit: int) -> int:
        """The first blank line of a display that stands outside of its arrays: LaTeX passes over those between rows."""
        for _ in range(MOST_BLANK):
            edges = _ARRAY_EDGE.findall(self.masked, start, limit)
            if edges.count("begin") <= edges.count("end"):
                return limit
            closes = _ARRAY_EDGE.search(self.masked, limit, min(limit + LONGEST_ROW, self.body.end))
            if closes is None or closes[1] == "begin":
                return limit
            blank = BLANK_LINE.search(self.masked, closes.end(), self.body.end)
            limit = blank.start() if blank is not None else self.body.end
        return limit

    def _own(self, event: re.Match[str]) -> Formula | None:
        """A formula that a macro of the document sets."""
        name = event["own"]
        if name in self.shorthands.opening:
            index = bisect_left(self.closers, event.end(), key=lambda each: each[0])
            if index == len(self.closers) or self.closers[index][0] >= self.body.end:
                self.parts.skip("unmatched display")
                return None
            return self._used(event, self.closers[index][1], "display", self.shorthands.opening[name])
        inline = name in self.shorthands.inline
        macro = self.shorthands.inline[name] if inline else self.shorthands.whole[name]
        end = self._end_of_use(macro, event.end())
        if end is None:
            return None
        opened = None if inline else _OPENS.match(macro.body.lstrip())
        environment = opened[1] if opened is not None else None
        return self._used(event, end, "inline" if inline else "display", environment)

    def _used(self, event: re.Match[str], end: int, display: Display, environment: str | None) -> Formula:
        span = Span(event.start(), end)
        pieces = trim(self.raw, list(lines_of(self.raw, span, self.hidden)))
        latex = MappedText.join(self.raw, pieces) if pieces else MappedText.identity("", span.start)
        label = _LABEL.search(latex.text)
        return Formula(span, span, latex, display, event.group(), environment or None, label[1] if label else None)

    def _end_of_use(self, macro: Macro, at: int) -> int | None:
        count = macro.arity
        if macro.default is not None:
            given = self.groups.bracketed(at)
            at, count = given.after if given else at, count - 1
        for _ in range(count):
            taken = self.groups.argument(at)
            if taken is None or taken.after > self.body.end:
                return None
            at = taken.after
        return at

    def _ensured(self, event: re.Match[str]) -> Formula | None:
        r"""``\ensuremath{x}`` in the text."""
        taken = self.groups.argument(event.end())
        if taken is None or taken.after > self.body.end:
            return None
        body = Span(taken.start, taken.end)
        pieces = trim(self.raw, list(lines_of(self.raw, body, self.hidden)))
        latex = MappedText.join(self.raw, pieces) if pieces else MappedText.identity("", body.start)
        return Formula(Span(event.start(), taken.after), body, latex, "inline", event.group())


def _formula(
    raw: str, event: re.Match[str], close: tuple[int, int], hidden: list[Span], shorthands: Shorthands
) -> Formula:
    environment = event["env"]
    span, body = Span(event.start(), close[1]), Span(event.end(), close[0])
    meant = shorthands.environments.get(environment, environment) if environment else None
    if environment and (environment.rstrip("*") not in _WRAPPERS):
        body = span
    display: Display = "inline" if event.group() in ("$", "\\(") or environment == "math" else "display"
    pieces = trim(raw, list(lines_of(raw, body, hidden)))
    latex = MappedText.join(raw, pieces) if pieces else MappedText.identity("", body.start)
    label = _LABEL.search(latex.text)
    return Formula(span, body, latex, display, event.group(), meant, label[1] if label else None)


def lines_of(raw: str, body: Span, hidden: list[Span]) -> Iterator[Span]:
    """The lines of a formula or paragraph without what is hidden in it, and without indents."""
    for part in _without(body, hidden):
        at = part.start
        while at < part.end:
            newline = raw.find("\n", at, part.end)
            end = part.end if newline == -1 else newline + 1
            inside = raw[at:end]
            indent = len(inside) - len(inside.lstrip(" \t")) if at == 0 or raw[at - 1] == "\n" else 0
            if at + indent < end:
                yield Span(at + indent, end)
            at = end


def _without(span: Span, hidden: list[Span]) -> Iterator[Span]:
    """``span`` without what is hidden in it."""
    at = span.start
    first = bisect_right(hidden, span.start, key=lambda s: s.end)
    last = bisect_left(hidden, span.end, key=lambda s: s.start)
    for part in hidden[first:last]:
        if part.start > at:
            yield Span(at, part.start)
        at = max(at, part.end)
    if at < span.end:
        yield Span(at, span.end)
