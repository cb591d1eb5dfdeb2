r"""The scan for formulas in Markdown: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]``, environments, math fences.

One pass from left to right over the raw text.  What is no mathematics (code, comments, tags) becomes
a zone; what is, a ``Found``.  Block structure is not known here: inline formulas and code spans end
at whatever ends a paragraph, displays may run over lines that would otherwise start a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from symformer.documents.dialects import take_doxygen, take_module, take_raw_string, take_role, take_shortcode
from symformer.documents.document import Display
from symformer.documents.fences import take_fence
from symformer.documents.markup import take_comment, take_raw_element, take_tag
from symformer.documents.scanning import BLANK_LINE, ENVIRONMENTS, WRAPPERS, Found, Scan, State
from symformer.documents.wording import display_cost, is_money, is_prose, is_stray
from symformer.text.span import Span

_EVENT = re.compile(
    r"""
    (?P<fence>^(?P<prefix>[ \t]*+(?:>[ \t]*+)*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+)
              (?P<mark>`{3,}+(?=[^`\n]*$)|~{3,}+|:{3,}+)(?P<info>[^\n]*)$)
    | (?P<gitlab>\$`[^`\n]+`\$)
    | (?P<ticks>`++)
    | (?P<dollars>\$++)
    | (?P<doxygen>[\\@]f(?P<form>[$\[({]))
    | (?P<begin>\\?\\begin\{(?P<env>equation|align|gather|aligned|multline|eqnarray|alignat|flalign
                     |displaymath)(?P<star>\*?)\})
    | (?P<open>\\?\\[\[(])
    | (?P<escape>\\.)
    | (?P<comment><!--|\{/\*)
    | (?P<raw><(?P<element>script|style|pre|textarea|svg|math)(?=[\s>]))
    | (?P<tag></?[A-Za-z])
    | (?P<role>\{math\}(?P<quote>`++))
    | (?P<string>\{\s*+String\.raw`)
    | (?P<shortcode>\{[{%])
    | (?P<link>\]\((?=[^\s()$]*[/:?\#.])[^\s()$]*\$[^\s()]*)
    | (?P<url>https?://[^\s<>()$]*[/?&=]\$[^\s<>()]*)
    | (?P<module>^(?:import|export)[ \t])
    """,
    re.X | re.M | re.I,
)
_FORBIDDEN = re.compile(r"^[ \t>]*+(?:\#{1,6}[ \t]+\S|`{3}|~{3})", re.M)
_DISPLAY_CLOSE = re.compile(r"\\.|\$\$", re.S)
_INLINE_CLOSE = re.compile(r"\\.|\$", re.S)
_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*\r?\n(?=[ \t]*(?:#|[\w-]+[ \t]*:))(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
_AROUND = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_WORDS_BEHIND = re.compile(r"[ \t]*[,;:]?[ \t]+[^\W\d_]|[ \t]*[,;:，、；]?[\u3400-\u9fff]")


def scan_markdown(text: str) -> Scan:
    """All formulas of a Markdown text, and all that is not mathematics.

    >>> [found.body for found in scan_markdown("It: $x$, costs $5 or $6.").found]
    [Span(start=5, end=6)]
    """
    state = State(text, Scan())
    at = _front_matter(state)
    while (event := _EVENT.search(text, at)) is not None:
        at = max(_handle(state, event), event.start() + 1)
    return state.finish()


def _front_matter(state: State) -> int:
    found = _FRONT_MATTER.match(state.text)
    if found is None or not re.search(r"^\s*[\w-]+\s*:", found.group(), re.M):
        return 0
    return state.scan.zone("front matter", 0, found.end())


def _handle(state: State, event: re.Match[str]) -> int:
    """Take in one event; the offset where the scan goes on."""
    match event.lastgroup:
        case "fence":
            return take_fence(state, event)
        case "gitlab":
            start, end = event.span()
            return state.scan.add(Found(Span(start, end), Span(start + 2, end - 2), "inline", "$`"))
        case "ticks":
            return _code_span(state, event)
        case "dollars":
            return _dollars(state, event)
        case "doxygen":
            return take_doxygen(state, event)
        case "begin":
            return _environment(state, event)
        case "open":
            return _bracket(state, event)
        case "comment":
            return take_comment(state, event)
        case "raw":
            return take_raw_element(state, event)
        case "tag":
            return take_tag(state, event)
        case "role":
            return take_role(state, event)
        case "string":
            return take_raw_string(state, event)
        case "shortcode":
            return take_shortcode(state, event)
        case "link" | "url":
            return state.scan.zone("tag", *event.span())
        case "module":
            return take_module(state, event)
        case _:
            return event.end()


def _code_span(state: State, event: re.Match[str]) -> int:
    """Backticks up to an equal run of backticks in the same paragraph; else they are plain text."""
    start, at = event.span()
    close = state.closing_ticks(at - start, at, state.limit(start))
    if close == -1:
        return at
    body = Span(at, close)
    if "$" in body.slice(state.text):
        state.scan.skip("inline code")
    return state.scan.zone("code", start, close + at - start, body)


def _dollars(state: State, event: re.Match[str]) -> int:
    run = len(event.group())
    if run == 1:
        return _inline(state, event.start())
    return _display(state, event.start()) if run in (2, 3) else event.end()


def _inline(state: State, start: int) -> int:
    text, limit = state.text, state.limit(start)
    close = _closing_dollar(text, start + 1, limit)
    if close is None:
        state.scan.skip("price" if text[start + 1 : start + 2].isdigit() else "unmatched dollar")
        return start + 1
    body, after = text[start + 1 : close], text[close + 1 : close + 9]
    if not body.strip():
        return start + 1
    opens_display = after[:1] == "$" and ("\n" in body or body[-1:].isspace())
    if opens_display or is_money(body, after) or is_stray(body, text[start - 1 : start] if start else "", after):
        state.scan.skip("price" if body[:1].isdigit() else "unmatched dollar")
        return start + 1
    return state.scan.add(Found(Span(start, close + 1), Span(start + 1, close), "inline", "$"))


def _closing_dollar(text: str, at: int, limit: int) -> int | None:
    for found in _INLINE_CLOSE.finditer(text, at, limit):
        if found.group() == "$":
            return found.start()
    return None


def _display(state: State, start: int) -> int:
    text = state.text
    stray = state.is_stray(start)
    close = None if stray else next((m for m in _DISPLAY_CLOSE.finditer(text, start + 2) if m.group() == "$$"), None)
    if close is None:
        return _lone_display_mark(state, start)
    end = close.start()
    body = text[start + 2 : end]
    if not body.strip() and not BLANK_LINE.search(body):
        return end + 2  # ``$$$$`` or an empty display: nothing to read
    if not body.strip() or display_cost(body) >= 4:
        return _lone_display_mark(state, start)
    display: Display = "inline" if _within_sentence(text, start, end + 2) else "display"
    return state.scan.add(Found(Span(start, end + 2), Span(start + 2, end), display, "$$", _environment_of(body)))


def _within_sentence(text: str, start: int, end: int) -> bool:
    """Whether words stand on the same line on both sides, as in kramdown, where ``$$`` is inline there."""
    line = max(text.rfind("\n", max(0, start - 400), start) + 1, start - 400, 0)
    prefix = _AROUND.match(text, line, start)
    before = text[prefix.end() if prefix else line : start]
    inside = text[start + 2 : end - 2]
    if (
        "\n" in inside
        or len(inside) > 60
        or inside.rstrip()[-1:] in ".,;"
        or not re.search(r"\w", before)
        or before.rstrip()[-1:] in ":：|"
    ):
        return False
    return _WORDS_BEHIND.match(text, end) is not None


def _lone_display_mark(state: State, start: int) -> int:
    """A ``$$`` without its partner: say which lines stay unread, and go on behind it."""
    state.out_of_step(start, min(state.blank(start), state.region(start)), "$$")
    state.scan.skip("unmatched display")
    return start + 2


def _environment_of(body: str) -> str | None:
    """The LaTeX environment that fills the whole of ``body``, if one does."""
    opened = re.match(r"\s*\\begin\{([A-Za-z]+\*?)\}", body)
    if opened is None or opened[1].rstrip("*") not in ENVIRONMENTS:
        return None
    closing = f"\\end{{{opened[1]}}}"
    return opened[1] if body.rstrip().endswith(closing) and body.count(closing) == 1 else None


def _environment(state: State, event: re.Match[str]) -> int:
    name = event["env"] + event["star"]
    doubled = event.group().startswith("\\\\")
    closing = ("\\\\" if doubled else "\\") + f"end{{{name}}}"
    close = state.find(closing, event.end(), len(state.text))
    again = state.find(event.group(), event.end(), len(state.text)) if close != -1 else -1
    reopened = close == -1 or event.end() <= again < close
    if reopened or _FORBIDDEN.search(state.text, event.end() + 1, close):
        return _never_closed(state, event.start(), event.end(), event.group())
    span = Span(event.start(), close + len(closing))
    # rows need their environment to be read; an equation is only a wrapper
    inner = Span(event.end(), close) if event["env"] in WRAPPERS else span
    return state.scan.add(Found(span, inner, "display", event.group(), name))


def _never_closed(state: State, start: int, end: int, mark: str) -> int:
    r"""A ``\begin{…}`` or ``\[`` that opens a line and is never closed: the lines up to the next blank one are unread."""
    line = state.text.rfind("\n", max(0, start - 40), start) + 1
    if state.text[line:start].strip(" \t>") or (line == 0 and start > 40):
        return end
    stop = min(state.blank(start), state.region(start))
    if is_prose(state.text[end:stop]):
        return end  # a sentence about the mark
    state.out_of_step(start, stop, mark)
    state.scan.skip("unmatched display")
    return max(end, stop)


_CLOSING = {"[": "]", "(": ")"}


def _bracket(state: State, event: re.Match[str]) -> int:
    r"""``\(…\)`` and ``\[…\]``, also with the doubled backslash of Jekyll; ``\[1\]`` is an escaped bracket."""
    opening = event.group()
    closing = opening[:-1] + _CLOSING[opening[-1]]
    limit = state.limit(event.start()) if opening[-1] == "(" else state.blank(event.start())
    close = state.find(closing, event.end(), limit)
    if close == -1 and opening[-1] == "[" and re.compile(r"[ \t]*\r?\n[ \t>]*[^\s>]").match(state.text, event.end()):
        return _never_closed(state, event.start(), event.end(), opening)
    if close == -1:
        return event.end() if len(opening) == 2 else event.start() + 2
    if len(opening) == 2 and re.compile(rf"(?<!\\){re.escape(opening)}").search(state.text, event.end(), close):
        return event.end()  # opened again before it is closed
    body = state.text[event.end() : close]
    if not _reads_as_bracketed(body, opening[-1] == "["):
        return event.end()
    span, inner = Span(event.start(), close + len(closing)), Span(event.end(), close)
    display: Display = "display" if opening[-1] == "[" else "inline"
    return state.scan.add(Found(span, inner, display, opening, _environment_of(body) if display == "display" else None))


def _reads_as_bracketed(body: str, square: bool) -> bool:
    if not body.strip() or _FORBIDDEN.search(body, 1):
        return False
    if re.search(r"[\\_^=]", body):
        return not (is_prose(body) and not re.search(r"\\[A-Za-z]", body))
    if square and "\n" not in body:
        return re.search(r"[-+*/<>|]", body) is not None and not is_prose(body)
    return not is_prose(body) and len(re.findall(r"[A-Za-z]{3,}", body)) < 3


def formulas_within(text: str, spans: Iterable[Span]) -> int:
    """How many formulas stand in the parts of ``text`` that are not read (comments, say)."""
    return sum(
        len(scan_markdown(span.slice(text)).found)
        for span in spans
        if "$" in span.slice(text) or "\\" in span.slice(text)
    )
