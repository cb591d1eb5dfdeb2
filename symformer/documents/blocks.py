"""The blocks of a Markdown text: paragraphs, lists, headings, tables, code, as CommonMark cuts them.

The scan for formulas comes first.  Formulas, comments and front matter are masked (same lines, same
columns), so that a ``- b`` inside a display starts no list, and a ``|`` inside a formula no cell.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from symformer.documents.clean import quote_depth
from symformer.documents.scanning import Scan
from symformer.text.span import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?|\n")
_PREFIX = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf block: ``kind`` as CommonMark names it, ``lines`` the source range of each of its lines."""

    kind: str  # "paragraph", "heading", "table", "fence", "code", "html", "rule"
    span: Span
    lines: tuple[Span, ...]
    level: int = 0  # of a heading
    info: str = ""  # of a fence
    depth: int = 0  # nesting of lists
    quoted: bool = False
    ordinal: str | None = None
    in_item: bool = False
    opens_item: bool = False  # the first block of its list item


def blocks_of(text: str, scan: Scan) -> list[Block]:
    """The leaf blocks of ``text``, in order."""
    masked = mask(text, scan)
    tokens = _parser().parse(masked)
    return list(_leaves(tokens, _Lines(text, masked)))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": 24}).enable("table").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])  # inline parsing is never needed
    return parser


def mask(text: str, scan: Scan) -> str:
    """``text`` with formulas turned into plain letters and comments into blanks, line for line."""
    pieces: list[str] = []
    at = 0
    for span, fill in _masks(scan):
        if span.start < at:
            continue
        pieces.append(text[at : span.start])
        pieces.append(_blank(span.slice(text)) if fill == " " else _letters(text, span))
        at = span.end
    pieces.append(text[at:])
    return "".join(pieces)


def _masks(scan: Scan) -> list[tuple[Span, str]]:
    blanks = [(z.span, " ") for z in scan.zones if z.kind in ("comment", "blank", "front matter", "html")]
    names = [(z.span, "x") for z in scan.zones if z.kind == "name"]
    return sorted([*blanks, *names, *((f.span, "x") for f in scan.found)], key=lambda m: m[0].start)


def _blank(inside: str) -> str:
    return re.sub(r"[^\r\n]", " ", inside)


def _letters(text: str, span: Span) -> str:
    inside = span.slice(text)
    if "\n" not in inside and "\r" not in inside:
        return "x" * len(inside)
    prefix = re.compile(rf"[ \t]*(?:>[ \t]?){{0,{quote_depth(text, span.start)}}}[ \t]*")
    lines = re.split(r"(\r\n?|\n)", inside)
    made = ["x" * len(lines[0])]
    for end, line in zip(lines[1::2], lines[2::2], strict=True):
        stripped = prefix.match(line)
        keep = stripped.group() if stripped else ""
        made.append(end + keep + "x" * max(1, len(line) - len(keep)))
    return "".join(made)


class _Lines:
    """Where each line of the text begins and ends, and how it looks masked."""

    def __init__(self, text: str, masked: str) -> None:
        self.text = text
        self.spans = _line_spans(text)
        self.masked = [span.slice(masked) for span in _line_spans(masked)]

    def content(self, number: int, content: str) -> Span:
        """The range in line ``number`` that holds ``content``, which is the line without its prefix."""
        line, masked = self.spans[number], self.masked[number]
        length = len(content.strip())
        end = line.start + len(masked.rstrip())
        start = min(max(end - length, line.start), line.end)
        inside = self.text[start : line.end]
        start += len(inside) - len(inside.lstrip(" \t"))
        return Span(start, start + len(self.text[start : line.end].rstrip()))

    def whole(self, first: int, last: int) -> tuple[Span, ...]:
        """Lines ``first`` to ``last`` (exclusive), as they stand."""
        return tuple(self.spans[first : min(last, len(self.spans))])


def _line_spans(text: str) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for end in _LINE_END.finditer(text):
        spans.append(Span(at, end.start()))
        at = end.end()
    spans.append(Span(at, len(text)))
    return spans


@dataclass(slots=True)
class _Context:
    """The containers around the block at hand."""

    depth: int = 0
    quotes: int = 0
    ordinals: list[str | None] | None = None
    fresh: bool = False  # the next paragraph is the first of its item


def _leaves(tokens: Sequence[Token], lines: _Lines) -> Iterator[Block]:
    context = _Context(ordinals=[])
    kind, level = "paragraph", 0
    for token in tokens:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                context.depth += 1
            case "bullet_list_close" | "ordered_list_close":
                context.depth -= 1
            case "blockquote_open":
                context.quotes += 1
            case "blockquote_close":
                context.quotes -= 1
            case "list_item_open":
                assert context.ordinals is not None
                context.ordinals.append(token.info or None)
                context.fresh = True
            case "list_item_close":
                assert context.ordinals is not None
                context.ordinals.pop()
            case "paragraph_open":
                kind, level = "paragraph", 0
            case "heading_open":
                kind, level = "heading", int(token.tag[1])
                if token.markup in ("=", "-"):
                    kind = "setext"
            case "table_open":
                if token.map:
                    yield _leaf("table", lines.whole(*token.map), context)
                kind = "cell"
            case "table_close":
                kind = "paragraph"
            case "inline" if kind != "cell" and token.map:
                yield from _text_block(token, kind, level, lines, context)
            case "fence" | "code_block" | "html_block" if token.map:
                name = {"fence": "fence", "code_block": "code", "html_block": "html"}[token.type]
                yield _leaf(name, lines.whole(*token.map), context, info=token.info.strip())
            case "hr" if token.map:
                yield _leaf("rule", lines.whole(*token.map), context)


def _text_block(token: Token, kind: str, level: int, lines: _Lines, context: _Context) -> Iterator[Block]:
    assert token.map is not None
    first = token.map[0]
    contents = token.content.split("\n")
    if kind == "heading":
        line = lines.spans[first]
        at = lines.masked[first].find(token.content)
        span = Span(line.start + at, line.start + at + len(token.content)) if at >= 0 else line
        yield _leaf(kind, (span,), context, level=level)
        return
    ranges = tuple(lines.content(first + k, c) for k, c in enumerate(contents) if first + k < len(lines.spans))
    if kind == "setext":
        # a rule directly under a display or a long paragraph is a rule, not the underline of a heading
        if len(ranges) == 1 and not re.fullmatch(r"x+", contents[0]):
            yield _leaf("heading", ranges, context, level=level)
            return
        yield _leaf("paragraph", ranges, context)
        under = first + len(contents)
        if under < len(lines.spans) and "-" in lines.masked[under]:
            yield _leaf("rule", (lines.spans[under],), context)
        return
    yield _leaf("paragraph", ranges, context)


def _leaf(kind: str, ranges: tuple[Span, ...], context: _Context, *, level: int = 0, info: str = "") -> Block:
    ordinals = context.ordinals or []
    ordinal = ordinals[-1] if ordinals and context.fresh and kind == "paragraph" else None
    opens, context.fresh = context.fresh, False
    kept = ranges or (Span(0, 0),)
    span = Span(kept[0].start, max(kept[-1].end, kept[0].start))
    return Block(kind, span, kept, level, info, context.depth, context.quotes > 0, ordinal, bool(ordinals), opens)


def within(spans: Sequence[Span], span: Span) -> range:
    """The numbers of those of ``spans`` (in order, disjoint) that lie within ``span``."""
    first = bisect_left(spans, span.start, key=lambda s: s.start)
    last = bisect_right(spans, span.end, key=lambda s: s.end)
    return range(first, max(first, last))
