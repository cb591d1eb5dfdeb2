"""Fences of Markdown: code, mathematics (``math``, ``{math}``), and directives and divs that hold text."""

from __future__ import annotations

import re

from symformer.documents.scanning import Found, State
from symformer.text.span import Span

_DIRECTIVE = re.compile(
    r"\{\s*(?:note|tip|warning|important|attention|caution|danger|error|hint|seealso|admonition|dropdown|toggle|list-table|table|margin|grid|grid-item|tab-set|tabbed|panels|details|quote|aside"
    r"|sidebar|figure|card|topic|epigraph|exercise|solution|div|tab-item|prf:\w+|proof:\w+|proof|theorem|definition"
    r"|example|remark|lemma|=(?:la)?tex)\b",
    re.I,
)
_MATH_INFO = re.compile(r"\s*(?:math|\{\s*math\s*\}|\{\s*\.math\s*\})\s*$|\s*\{math\}", re.I)
_NAME = re.compile(r"[ \t]*(?:\{[^{}\n]*\}|[\w-]*)")
_OPTION = re.compile(r"\n[ \t>]*:[\w-]+:[^\n]*(?=\n)")


def take_fence(state: State, event: re.Match[str]) -> int:
    """Take in a fence whose opening line is ``event``; the offset where the scan goes on."""
    text, mark, info = state.text, event["mark"], event["info"]
    start, end = event.start("mark"), event.end()
    if event.start() in state.closers:
        return state.scan.zone("blank", start, end, Span(start, start))
    if mark[0] == ":" and not _MATH_INFO.match(info):
        return _transparent(state, event)
    close = _closing_line(state, end, mark, quoted=">" in event["prefix"])
    if close is None and len(event["prefix"].expandtabs(4)) >= 4 and ">" not in event["prefix"]:
        return end
    if _MATH_INFO.match(info):
        return _math_fence(state, event, close)
    if close is not None and _DIRECTIVE.match(info.strip()):
        state.closers[close.start()] = close.end()
        return _transparent(state, event)
    body = Span(min(end + 1, len(text)), close.start() if close else len(text))
    body = body if body.end >= body.start else Span(body.start, body.start)
    return state.scan.zone("fence", start, close.end() if close else len(text), body)


def _transparent(state: State, event: re.Match[str]) -> int:
    """A line that opens or closes a block of text; a title on it may hold formulas."""
    start, end = event.start("mark"), event.end()
    name = _NAME.match(state.text, event.end("mark"), end)
    if name is not None and re.search(r"[$\\]", state.text[name.end() : end]):
        return state.scan.zone("name", start, name.end(), Span(start, start))
    return state.scan.zone("blank", start, end, Span(start, start))


def _closing_line(state: State, at: int, mark: str, *, quoted: bool) -> re.Match[str] | None:
    """The line that closes a fence opened by ``mark``; a fence in a quote ends with the quote."""
    text, start = state.text, min(at + 1, len(state.text))
    outside = state.outside(start) if quoted else None
    limit = len(text) if outside is None else outside
    known = state.unclosed.get(mark[0])
    if known is not None and len(mark) >= known and outside is None:
        return None
    found = state.fence(mark, start)
    if found is not None and found.start() >= limit:
        found = None
    if found is None and outside is not None:
        return re.compile("").match(text, outside)
    if found is None:
        state.unclosed[mark[0]] = len(mark)
    return found


def _math_fence(state: State, event: re.Match[str], close: re.Match[str] | None) -> int:
    """A fence that holds one display; MyST writes options (``:label: x``) in its first lines."""
    text, begin, end = state.text, event.start("mark"), event.end()
    if close is None:
        stop = min(state.blank(end), state.region(end))
        state.out_of_step(begin, stop, event["mark"] + event["info"].strip())
        state.scan.zone("blank", begin, end, Span(begin, begin))
        return max(stop, end)
    start = min(end, close.start())
    argument = re.compile(r"\s*\{math\}[ \t]+(?=\S)", re.I).match(text, event.start("info"), end)
    if argument is not None and argument.end() < end:
        start = argument.end()
    while (option := _OPTION.match(text, start, close.start())) is not None:
        start = option.end()
    delimiter = event["mark"] + text[event.start("info") : argument.end() if argument else end].strip()
    return state.scan.add(Found(Span(begin, close.end()), Span(start, max(start, close.start())), "display", delimiter))
