"""Jupyter notebooks: Markdown cells are read as Markdown, code cells as code with what they printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symformer.documents.document import Annotation, Code, Document, Reader, UnreadableDocument
from symformer.documents.encoding import with_line_feeds
from symformer.documents.jsontext import JsonArray, JsonObject, JsonScalar, JsonString, JsonValue, decoded, parse
from symformer.documents.markdown import markdown_parts
from symformer.documents.parts import Heading, Parts, add, document
from symformer.text.mapped import MappedText, Segment
from symformer.text.source import Cell, Source
from symformer.text.span import Span

_SEPARATOR = "\n\n"
_COMMENT = re.compile(r"^[ \t]*#+[ \t]*symformer[ \t]*:[ \t]*+(.*?)[ \t]*\r?$", re.M | re.I)
_READ_RAW = frozenset({"text/markdown", "text/x-markdown", "text/latex", "text/html"})
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _RawCell:
    """A cell as it stands in the JSON: its kind, its source and the plain text it printed."""

    kind: str
    source: MappedText
    outputs: tuple[str, ...]
    level: int = 1  # of a heading cell (nbformat 3)
    mimetype: str = ""  # of a raw cell


def read(uri: str, raw: str) -> Document:
    """The document that a notebook is: the sources of all its cells, one after the other."""
    if not raw.strip():
        return Document(Source.of(uri, raw), "notebook")
    root = _root(raw)
    language = _language(raw, root)
    parts, mapped, cells = Parts(), _Joined(), []
    for index, cell in enumerate(_cells(raw, root)):
        if index:
            mapped.separate()
        start = mapped.length
        mapped.append(cell.source)
        span = Span(start, mapped.length)
        kind = {"code": "code", "raw": "raw"}.get(cell.kind, "markdown")
        cells.append(Cell(index, kind, span))
        _take(cell, span, language, parts)
    return document(parts, Source.of(uri, raw, mapped.finished(), tuple(cells)), "notebook")


def _root(raw: str) -> JsonObject:
    try:
        json.loads(raw.removeprefix("\ufeff"), strict=False)
    except json.JSONDecodeError as error:
        message = f"this notebook is not valid JSON: {error.msg.lower()} at line {error.lineno}, column {error.colno}"
        raise UnreadableDocument(message) from None
    except (RecursionError, ValueError):
        raise UnreadableDocument("this notebook is not valid JSON: it is nested too deeply") from None
    root = parse(raw)
    if not isinstance(root, JsonObject) or not ({"cells", "worksheets"} & root.members.keys()):
        raise UnreadableDocument('this is no notebook: it is JSON without "cells"')
    for name in ("cells", "worksheets"):
        if name in root.members and not isinstance(root.members[name], JsonArray):
            raise UnreadableDocument(f'this is no notebook: its "{name}" is not a list')
    return root


def _language(raw: str, root: JsonObject) -> str:
    at: JsonValue | None = root
    for key in ("metadata", "kernelspec", "language"):
        at = at.members.get(key) if isinstance(at, JsonObject) else None
    return decoded(raw, at).text if isinstance(at, JsonString) else "python"


def _cells(raw: str, root: JsonObject) -> Iterator[_RawCell]:
    sheets = root.members.get("worksheets")
    holders: list[JsonValue] = [root, *(sheets.items if isinstance(sheets, JsonArray) else [])]
    for holder in holders:
        listed = holder.members.get("cells") if isinstance(holder, JsonObject) else None
        for cell in listed.items if isinstance(listed, JsonArray) else []:
            yield _cell(raw, cell)


def _cell(raw: str, cell: JsonValue) -> _RawCell:
    if not isinstance(cell, JsonObject):
        return _RawCell("raw", MappedText.identity("", cell.span.start), ())
    kind_value = cell.members.get("cell_type")
    kind = decoded(raw, kind_value).text if isinstance(kind_value, JsonString) else "raw"
    source = cell.members.get("source", cell.members.get("input"))
    text = _joined_string(raw, source) if source else MappedText.identity("", cell.span.start)
    level = cell.members.get("level")
    number = int(level.text) if isinstance(level, JsonScalar) and level.text.isdigit() else 1
    outputs = tuple(_outputs(raw, cell.members.get("outputs")))
    return _RawCell(kind, text, outputs, number, _mimetype(raw, cell.members.get("metadata")))


def _mimetype(raw: str, metadata: JsonValue | None) -> str:
    """What a raw cell is said to hold."""
    named = metadata.members if isinstance(metadata, JsonObject) else {}
    value = named.get("raw_mimetype") or named.get("format")
    return decoded(raw, value).text.lower() if isinstance(value, JsonString) else ""


def _outputs(raw: str, outputs: JsonValue | None) -> Iterator[str]:
    for output in outputs.items if isinstance(outputs, JsonArray) else []:
        if not isinstance(output, JsonObject):
            continue
        data = output.members.get("data")
        plain = data.members.get("text/plain") if isinstance(data, JsonObject) else None
        value = plain or output.members.get("text")
        if value is not None:
            yield _ANSI.sub("", _joined_string(raw, value).text)


def _joined_string(raw: str, value: JsonValue) -> MappedText:
    """A string, or a list of strings as one."""
    joined = _Joined(value.span.start)
    for item in value.items if isinstance(value, JsonArray) else [value]:
        if isinstance(item, JsonString):
            joined.append(decoded(raw, item))
    text = joined.finished()
    lines = with_line_feeds(text.text)
    return text if lines is None else lines.then(text)


class _Joined:
    """Mapped texts with one origin, one after the other."""

    def __init__(self, origin: int = 0) -> None:
        self.pieces: list[str] = []
        self.segments: list[Segment] = []
        self.length = 0
        self.origin = origin

    def append(self, text: MappedText) -> None:
        """Add a text that has the same origin."""
        by = self.length
        self.segments += [Segment(s.start + by, s.end + by, s.origin_start, s.origin_end) for s in text.segments]
        self.pieces.append(text.text)
        self.length += len(text.text)

    def separate(self) -> None:
        """Add the blank line that stands between two cells, and nowhere in the file."""
        at = self.segments[-1].origin_end if self.segments else self.origin
        self.append(MappedText(_SEPARATOR, (Segment(0, len(_SEPARATOR), at, at),)))

    def finished(self) -> MappedText:
        """All of it as one text."""
        empty = (Segment(0, 0, self.origin, self.origin),)
        kept = tuple(s for s in self.segments if s.end > s.start)
        return MappedText("".join(self.pieces), kept or tuple(self.segments[:1]) or empty)


def _take(cell: _RawCell, span: Span, language: str, parts: Parts) -> None:
    text = cell.source.text
    match cell.kind:
        case "markdown":
            add(parts, markdown_parts(text), span.start)
        case "heading":
            title = markdown_parts(text)
            title.headings = [Heading(Span(0, span.length), max(1, min(6, cell.level)), text.strip())]
            title.prose = [replace(prose, kind="heading") for prose in title.prose]
            add(parts, title, span.start)
        case "raw" if cell.mimetype in _READ_RAW:
            add(parts, markdown_parts(text), span.start)
        case "code":
            parts.code.append(Code(span, language, text, cell.outputs))
            parts.skip("code")
            for found in _COMMENT.finditer(text):
                parts.annotations.append(Annotation(Span(*found.span()).shift(span.start), found[1]))
        case _:
            parts.skip("raw cell")


READER = Reader("notebook", (".ipynb",), read)
