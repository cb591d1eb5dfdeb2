r"""The scan for formulas in Markdown: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]``, environments, math fences.

One pass from left to right over the raw text.  What is no mathematics (code, comments, tags) becomes
a zone; what is, a ``Found``.  Block structure is not known here: inline formulas and code spans end
at whatever ends a paragraph, displays may run over lines that would otherwise start a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from symformer.documents.document import Display, Notice
from symformer.documents.wording import is_money, is_prose, is_stray
from symformer.text.span import Span

ZoneKind = Literal["fence", "comment", "html", "tag", "code", "blank", "front matter"]

ENVIRONMENTS = ("equation", "align", "gather", "aligned", "multline", "eqnarray", "alignat", "flalign", "displaymath")

_EVENT = re.compile(
    r"""
    (?P<fence>^(?P<prefix>[ \t]*+(?:>[ \t]*+)*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+)
              (?P<mark>`{3,}+(?=[^`\n]*$)|~{3,}+|:{3,}+)(?P<info>[^\n]*)$)
    | (?P<gitlab>\$`[^`\n]+`\$)
    | (?P<ticks>`++)
    | (?P<dollars>\$++)
    | (?P<begin>\\?\\begin\{(?P<env>equation|align|gather|aligned|multline|eqnarray|alignat|flalign
                     |displaymath)(?P<star>\*?)\})
    | (?P<open>\\?\\[\[(])
    | (?P<escape>\\.)
    | (?P<comment><!--)
    | (?P<raw><(?P<element>script|style|pre|textarea|svg)(?=[\s>]))
    | (?P<tag></?[A-Za-z])
    """,
    re.X | re.M | re.I,
)
_TAG = re.compile(
    r"""</?[A-Za-z][A-Za-z0-9.-]*(?:\s+[A-Za-z_:@{.][^\s=<>"'$]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'=<>`$]+))?)*\s*/?>"""
)
_BREAK = re.compile(r"\n(?=[ \t>]*+(?:\n|\r|\Z|\#{1,6}[ \t]|(?:[-*+]|\d{1,9}[.)])[ \t]|\||`{3}|~{3}|:{3}))")
_FORBIDDEN = re.compile(r"^[ \t>]*+(?:\#{1,6}[ \t]+\S|`{3}|~{3})", re.M)
_BLANK_LINE = re.compile(r"\n[ \t>]*\r?\n")
_REGION_END = re.compile(r"\n[ \t>]*+\#{1,6}[ \t]")
_DISPLAY_CLOSE = re.compile(r"\\.|\$\$", re.S)
_INLINE_CLOSE = re.compile(r"\\.|\$", re.S)
_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*\r?\n(?=[ \t]*(?:#|[\w-]+[ \t]*:))(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
_DIRECTIVE = re.compile(
    r"\{\s*(?:note|tip|warning|important|attention|caution|danger|error|hint|seealso|admonition|dropdown|toggle|list-table|table|margin|grid|grid-item|tab-set|tabbed|panels|details|quote|aside"
    r"|sidebar|figure|card|topic|epigraph|exercise|solution|div|tab-item|prf:\w+|proof:\w+|proof|theorem|definition"
    r"|example|remark|lemma)\b",
    re.I,
)
_MATH_INFO = re.compile(r"\s*(?:math|\{\s*math\s*\}|\{\s*\.math\s*\})\s*$|\s*\{math\}", re.I)


@dataclass(frozen=True, slots=True)
class Found:
    """A formula as it stands in the text: with and without its delimiters."""

    span: Span
    body: Span
    display: Display
    delimiter: str
    environment: str | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """A stretch of the text that is not read as mathematics, and why."""

    kind: ZoneKind
    span: Span
    body: Span


@dataclass(slots=True)
class Scan:
    """Everything the scan found, each list in the order of the text."""

    found: list[Found] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)

    def skip(self, kind: str, count: int = 1) -> None:
        """Count something that was not read."""
        if count:
            self.skipped[kind] = self.skipped.get(kind, 0) + count


@dataclass(slots=True)
class _State:
    """What one pass remembers, so that no search is made twice over the same text."""

    text: str
    scan: Scan
    break_from: int = -1
    break_at: int = -1
    exhausted: dict[str, int] = field(default_factory=dict)  # closing mark -> no more of them before this offset
    next: dict[str, int] = field(default_factory=dict)  # where each closing mark was last found
    region_end: int = -1
    blank_at: int = -1
    unclosed: dict[str, int] = field(default_factory=dict)  # fence character -> shortest run known to have no closer
    closers: dict[int, int] = field(default_factory=dict)  # closing lines of directives: start -> end

    def limit(self, at: int) -> int:
        """Where the paragraph around ``at`` ends."""
        if not self.break_from <= at <= self.break_at:
            found = _BREAK.search(self.text, at)
            self.break_from, self.break_at = at, found.start() if found else len(self.text)
        return self.break_at

    def blank(self, at: int) -> int:
        """Where the next blank line starts."""
        if self.blank_at < at:
            found = _BLANK_LINE.search(self.text, at)
            self.blank_at = found.start() if found else len(self.text)
        return self.blank_at

    def find(self, mark: str, at: int, limit: int) -> int:
        """The first ``mark`` in ``[at, limit)``, or -1; a search that failed is not repeated."""
        if self.exhausted.get(mark, -1) >= limit:
            return -1
        known = self.next.get(mark, -1)
        if at <= known:
            return known if known + len(mark) <= limit else -1
        found = self.text.find(mark, at, limit)
        if found == -1:
            self.exhausted[mark] = limit
        else:
            self.next[mark] = found
        return found

    def region(self, at: int) -> int:
        """Where the next heading starts."""
        if self.region_end < at:
            found = _REGION_END.search(self.text, at)
            self.region_end = found.start() if found else len(self.text)
        return self.region_end


def scan_markdown(text: str) -> Scan:
    """All formulas of a Markdown text, and all that is not mathematics.

    >>> [found.body for found in scan_markdown("It: $x$, costs $5 or $6.").found]
    [Span(start=5, end=6)]
    """
    state = _State(text, Scan())
    at = _front_matter(state)
    while (event := _EVENT.search(text, at)) is not None:
        at = max(_handle(state, event), event.start() + 1)
    return state.scan


def _front_matter(state: _State) -> int:
    found = _FRONT_MATTER.match(state.text)
    if found is None or not re.search(r"^\s*[\w-]+\s*:", found.group(), re.M):
        return 0
    state.scan.zones.append(Zone("front matter", Span(0, found.end()), Span(0, found.end())))
    return found.end()


def _handle(state: _State, event: re.Match[str]) -> int:
    """Take in one event; the offset where the scan goes on."""
    match event.lastgroup:
        case "fence":
            return _fence(state, event)
        case "gitlab":
            start, end = event.span()
            return _add(state, Found(Span(start, end), Span(start + 2, end - 2), "inline", "$`"))
        case "ticks":
            return _code_span(state, event)
        case "dollars":
            return _dollars(state, event)
        case "begin":
            return _environment(state, event)
        case "open":
            return _bracket(state, event)
        case "comment":
            return _comment(state, event)
        case "raw":
            return _raw_element(state, event)
        case "tag":
            return _tag(state, event)
        case _:
            return event.end()


def _add(state: _State, found: Found) -> int:
    state.scan.found.append(found)
    return found.span.end


def _fence(state: _State, event: re.Match[str]) -> int:
    text, mark, info = state.text, event["mark"], event["info"]
    start, end = event.start("mark"), event.end()
    if event.start() in state.closers:
        state.scan.zones.append(Zone("blank", Span(start, end), Span(start, start)))
        return end
    if mark[0] == ":" and not _MATH_INFO.match(info):
        state.scan.zones.append(Zone("blank", Span(start, end), Span(start, start)))
        return end
    close = _closing_fence(state, end, mark, quoted=">" in event["prefix"])
    if close is None and len(event["prefix"].expandtabs(4)) >= 4 and ">" not in event["prefix"]:
        return end
    body = Span(min(end + 1, len(text)), close.start() if close else len(text))
    body = body if body.end >= body.start else Span(body.start, body.start)
    whole = Span(start, close.end() if close else len(text))
    if _MATH_INFO.match(info):
        return _math_fence(state, event, body, whole)
    if close is not None and _DIRECTIVE.match(info):
        state.scan.zones.append(Zone("blank", Span(start, end), Span(start, start)))
        state.closers[close.start()] = close.end()
        return end
    state.scan.zones.append(Zone("fence", whole, body))
    return whole.end


def _closing_fence(state: _State, at: int, mark: str, *, quoted: bool) -> re.Match[str] | None:
    """The line that closes a fence opened by ``mark``; a fence in a quote ends with the quote."""
    text, start, limit = state.text, min(at + 1, len(state.text)), len(state.text)
    outside = re.compile(r"^(?![ \t]*>)", re.M).search(text, start) if quoted else None
    if outside is not None:
        limit = outside.start()
    known = state.unclosed.get(mark[0])
    if known is not None and len(mark) >= known and outside is None:
        return None
    closing = re.compile(rf"^[ \t>]*+{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\r?$", re.M)
    found = closing.search(text, start, limit)
    if found is None and outside is not None:
        return re.compile("").match(text, outside.start())
    if found is None:
        state.unclosed[mark[0]] = len(mark)
    return found


def _math_fence(state: _State, event: re.Match[str], body: Span, whole: Span) -> int:
    """A fence that holds one display; MyST writes options (``:label: x``) in its first lines."""
    text, start = state.text, body.start
    while (option := re.compile(r"[ \t]*:[\w-]+:[^\n]*\n").match(text, start, body.end)) is not None:
        start = option.end()
    delimiter = event["mark"] + event["info"].strip()
    return _add(state, Found(whole, Span(start, max(start, body.end)), "display", delimiter))


def _code_span(state: _State, event: re.Match[str]) -> int:
    """Backticks up to an equal run of backticks in the same paragraph; else they are plain text."""
    run = event.group()
    limit, at = state.limit(event.start()), event.end()
    key = f"`{len(run)}"
    if state.exhausted.get(key, -1) >= limit:
        return at
    for close in re.compile(r"`++").finditer(state.text, at, limit):
        if len(close.group()) == len(run):
            body = Span(at, close.start())
            state.scan.zones.append(Zone("code", Span(event.start(), close.end()), body))
            if "$" in body.slice(state.text):
                state.scan.skip("inline code")
            return close.end()
    state.exhausted[key] = limit
    return at


def _dollars(state: _State, event: re.Match[str]) -> int:
    run = len(event.group())
    if run == 1:
        return _inline(state, event.start())
    return _display(state, event.start()) if run in (2, 3) else event.end()


def _inline(state: _State, start: int) -> int:
    text, limit = state.text, state.limit(start)
    close = _closing_dollar(text, start + 1, limit)
    if close is None:
        state.scan.skip("price" if text[start + 1 : start + 2].isdigit() else "unmatched dollar")
        return start + 1
    body, after = text[start + 1 : close], text[close + 1 : close + 2]
    if after == "$" and (not body.strip() or "\n" in body or body[-1:].isspace()):
        state.scan.skip("price" if body[:1].isdigit() else "unmatched dollar")
        return start + 1
    if not body.strip():
        return start + 1
    if is_money(body, after):
        state.scan.skip("price")
        return start + 1
    before = text[start - 1 : start] if start else ""
    if is_stray(body, before, after):
        state.scan.skip("price" if body[:1].isdigit() else "unmatched dollar")
        return start + 1
    return _add(state, Found(Span(start, close + 1), Span(start + 1, close), "inline", "$"))


def _closing_dollar(text: str, at: int, limit: int) -> int | None:
    for found in _INLINE_CLOSE.finditer(text, at, limit):
        if found.group() == "$":
            return found.start()
    return None


def _display(state: _State, start: int) -> int:
    text = state.text
    close = next((m.start() for m in _DISPLAY_CLOSE.finditer(text, start + 2) if m.group() == "$$"), None)
    if close is None:
        return _out_of_step(state, start)
    body = text[start + 2 : close]
    if not body.strip():
        # ``$$$$`` or an empty display: nothing to read
        return close + 2 if not _BLANK_LINE.search(body) else start + 2
    if not _reads_as_display(state, start, body):
        return _out_of_step(state, start)
    return _add(state, Found(Span(start, close + 2), Span(start + 2, close), "display", "$$", _environment_of(body)))


def _reads_as_display(state: _State, start: int, body: str) -> bool:
    """Whether what stands between two ``$$`` is a formula and not the text between two formulas."""
    if _FORBIDDEN.search(body, 1):
        return False
    if _BLANK_LINE.search(body):
        return not is_prose(body)
    if not is_prose(body):
        return True
    # prose within a display is trusted only while the delimiters up to the next heading come in pairs
    return state.text.count("$$", start, state.region(start)) % 2 == 0


def _out_of_step(state: _State, start: int) -> int:
    """A ``$$`` without its partner: say which lines stay unread, and go on behind it."""
    text = state.text
    end = min(state.blank(start), state.region(start))
    first = text.count("\n", 0, start) + 1 if len(state.scan.notices) < 50 else 0
    if first:
        last = first + text.count("\n", start, end)
        lines = f"line {first} is" if first == last else f"lines {first} to {last} are"
        message = f"a $$ on line {first} has no partner; {lines} not read as a formula"
        help_text = "try closing the display, or removing the extra $$"
        state.scan.notices.append(
            Notice("delimiters-out-of-step", Span(start, max(end, start + 2)), message, help_text)
        )
    state.scan.skip("unmatched display")
    return start + 2


def _environment_of(body: str) -> str | None:
    """The LaTeX environment that fills the whole of ``body``, if one does."""
    opened = re.match(r"\s*\\begin\{([A-Za-z]+\*?)\}", body)
    if opened is None or opened[1].rstrip("*") not in ENVIRONMENTS:
        return None
    closing = f"\\end{{{opened[1]}}}"
    return opened[1] if body.rstrip().endswith(closing) and body.count(closing) == 1 else None


def _environment(state: _State, event: re.Match[str]) -> int:
    name = event["env"] + event["star"]
    doubled = event.group().startswith("\\\\")
    closing = ("\\\\" if doubled else "\\") + f"end{{{name}}}"
    close = state.find(closing, event.end(), len(state.text))
    if close == -1:
        return event.end()
    body = state.text[event.end() : close]
    if event.group() in body or _FORBIDDEN.search(body, 1):
        return event.end()  # opened again before it is closed, or a heading stands within
    span = Span(event.start(), close + len(closing))
    # rows need their environment to be read; an equation is only a wrapper
    inner = Span(event.end(), close) if event["env"] in ("equation", "displaymath") else span
    return _add(state, Found(span, inner, "display", event.group(), name))


_CLOSING = {"[": "]", "(": ")"}


def _bracket(state: _State, event: re.Match[str]) -> int:
    r"""``\(…\)`` and ``\[…\]``, also with the doubled backslash of Jekyll; ``\[1\]`` is an escaped bracket."""
    opening = event.group()
    closing = opening[:-1] + _CLOSING[opening[-1]]
    limit = state.limit(event.start()) if opening[-1] == "(" else state.blank(event.start())
    close = state.find(closing, event.end(), limit)
    if close == -1:
        return event.end() if len(opening) == 2 else event.start() + 2
    if len(opening) == 2 and re.compile(rf"(?<!\\){re.escape(opening)}").search(state.text, event.end(), close):
        return event.end()  # opened again before it is closed
    body = state.text[event.end() : close]
    if not _reads_as_bracketed(body, opening[-1] == "["):
        return event.end()
    span, inner = Span(event.start(), close + len(closing)), Span(event.end(), close)
    display: Display = "display" if opening[-1] == "[" else "inline"
    return _add(state, Found(span, inner, display, opening, _environment_of(body) if display == "display" else None))


def _reads_as_bracketed(body: str, square: bool) -> bool:
    if not body.strip() or _FORBIDDEN.search(body, 1):
        return False
    if re.search(r"[\\_^=]", body):
        return not (is_prose(body) and not re.search(r"\\[A-Za-z]", body))
    if square and "\n" not in body:
        return re.search(r"[-+*/<>|]", body) is not None and not is_prose(body)
    return not is_prose(body) and len(re.findall(r"[A-Za-z]{3,}", body)) < 3


def _comment(state: _State, event: re.Match[str]) -> int:
    close = state.find("-->", event.end(), len(state.text))
    if close == -1:
        return event.end()
    body = Span(event.end(), close)
    state.scan.zones.append(Zone("comment", Span(event.start(), close + 3), body))
    return close + 3


def _raw_element(state: _State, event: re.Match[str]) -> int:
    element = event["element"].lower()
    if element in state.unclosed:
        return event.end()
    closing = re.compile(rf"</{element}\s*>", re.I).search(state.text, event.end())
    if closing is None:
        state.unclosed[element] = 0
        return event.end()
    state.scan.zones.append(Zone("html", Span(event.start(), closing.end()), Span(event.end(), closing.start())))
    state.scan.skip("html")
    return closing.end()


def _tag(state: _State, event: re.Match[str]) -> int:
    limit = min(state.limit(event.start()), event.start() + 4_000)
    tag = _TAG.match(state.text, event.start(), limit)
    if tag is None:
        return event.end() - 1
    state.scan.zones.append(Zone("tag", Span(*tag.span()), Span(*tag.span())))
    if "$" in tag.group() or "\\(" in tag.group():
        state.scan.skip("html")
    return tag.end()


def formulas_within(text: str, spans: Iterable[Span]) -> int:
    """How many formulas stand in the parts of ``text`` that are not read (comments, say)."""
    return sum(
        len(scan_markdown(span.slice(text)).found)
        for span in spans
        if "$" in span.slice(text) or "\\" in span.slice(text)
    )
