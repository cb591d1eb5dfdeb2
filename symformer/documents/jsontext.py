"""JSON with positions: where each string of a JSON text stands, and where each of its characters comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]]|[^\s{}\[\]:,"]+', re.S)
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.S)
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class JsonString:
    """A string literal, quotes included."""

    span: Span


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object: its members by key (the last of equal keys)."""

    span: Span
    members: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class JsonArray:
    """An array."""

    span: Span
    items: list[JsonValue]


@dataclass(frozen=True, slots=True)
class JsonScalar:
    """A number, ``true``, ``false`` or ``null``."""

    span: Span
    text: str


JsonValue = JsonString | JsonObject | JsonArray | JsonScalar


def parse(raw: str) -> JsonValue | None:
    """The value that ``raw``, known to be valid JSON, holds, with the place of every part."""
    root: list[JsonValue] = []
    stack: list[tuple[str, int, list[JsonValue]]] = [("root", 0, root)]
    for token in _TOKEN.finditer(raw):
        text = token.group()
        match text[0]:
            case "{" | "[":
                stack.append((text, token.start(), []))
            case "}" | "]" if len(stack) > 1:
                kind, start, inner = stack.pop()
                span = Span(start, token.end())
                stack[-1][2].append(JsonArray(span, inner) if kind == "[" else _object(raw, span, inner))
            case '"':
                stack[-1][2].append(JsonString(Span(*token.span())))
            case _:
                stack[-1][2].append(JsonScalar(Span(*token.span()), text))
    return root[0] if root else None


def _object(raw: str, span: Span, inner: list[JsonValue]) -> JsonObject:
    pairs = zip(inner[::2], inner[1::2], strict=False)
    return JsonObject(span, {decoded(raw, key).text: value for key, value in pairs if isinstance(key, JsonString)})


def decoded(raw: str, literal: JsonString) -> MappedText:
    r"""The text of a string literal, each character mapped to where it stands in ``raw``.

    >>> decoded('"a\\nb"', JsonString(Span(0, 6))).origin_span(Span(2, 3))
    Span(start=4, end=5)
    """
    start, end = literal.span.start + 1, literal.span.end - 1
    pieces: list[str] = []
    segments: list[Segment] = []
    at, made = start, 0
    for escape in _ESCAPE.finditer(raw, start, end):
        if escape.start() > at:
            pieces.append(raw[at : escape.start()])
            segments.append(Segment(made, made + escape.start() - at, at, escape.start()))
            made += escape.start() - at
        character = _unescape(escape.group())
        pieces.append(character)
        segments.append(Segment(made, made + 1, escape.start(), escape.end()))
        made += 1
        at = escape.end()
    if at < end or not segments:
        pieces.append(raw[at:end])
        segments.append(Segment(made, made + end - at, at, end))
    return MappedText("".join(pieces), tuple(segments))


def _unescape(escape: str) -> str:
    if len(escape) == 12:
        high, low = int(escape[2:6], 16), int(escape[8:12], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if len(escape) == 6:
        code = int(escape[2:], 16)
        return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)
    return _SIMPLE.get(escape[1], escape[1])
