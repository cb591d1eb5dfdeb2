"""From the bytes of a file to a document, whatever its format; the way every face reads a file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import PurePath
from pkgutil import iter_modules

from symformer.documents.document import Document, Reader
from symformer.documents.encoding import decode, with_line_feeds
from symformer.documents.garbled import Repair, notice_of, repair
from symformer.documents.sniffing import suffix_of
from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span


def read_document(uri: str, data: bytes) -> Document:
    """The document that ``data`` holds, read by the reader for the suffix of ``uri``.

    Raises ``UnreadableDocument``, with one line for the author, where the bytes are no such document.

    >>> [f.text for f in read_document("note.md", b"Let $x = 1$.").formulas]
    ['x = 1']
    """
    raw, guessed = decode(data)
    lines = with_line_feeds(raw)
    text = lines.text if lines is not None else raw
    repaired = repair(text)
    given = repaired.mapped.text if repaired else text
    document = reader_for(uri, given).read(uri, given)
    if repaired is not None:
        document = _repaired(document, repaired, text)
    if lines is not None:
        document = _with_origin(document, lines, raw)
    if guessed is not None:
        document = replace(document, notices=(guessed, *document.notices))
    return document


def reader_for(uri: str, text: str) -> Reader:
    """The reader of the format that the suffix of ``uri`` names, or that ``text`` shows where it names none.

    >>> reader_for("note.tex", "").id, reader_for("-", ".. math:: x").id, reader_for("README", "").id
    ('tex', 'rst', 'markdown')
    """
    known = readers()
    return known.get(PurePath(uri).suffix.lower()) or known[suffix_of(text)]


@cache
def readers() -> dict[str, Reader]:
    """Every reader of the program, by suffix."""
    found: dict[str, Reader] = {}
    package = import_module("symformer.documents")
    for module in iter_modules(package.__path__):
        if module.name == "reading":
            continue
        reader = getattr(import_module(f"symformer.documents.{module.name}"), "READER", None)
        if isinstance(reader, Reader):
            found |= dict.fromkeys(reader.suffixes, reader)
    return found


def _repaired(document: Document, repaired: Repair, text: str) -> Document:
    """``document``, read from ``text`` once that was repaired, with a notice that says so."""
    notice = notice_of(repaired, _first_place(document.source.mapped, repaired.first))
    made = _with_origin(document, repaired.mapped, text)
    return replace(made, notices=(notice, *document.notices))


def _with_origin(document: Document, mapped: MappedText, raw: str) -> Document:
    """``document``, read from ``mapped.text``, with the positions of the text ``raw`` that it was made from."""
    source = document.source
    return replace(document, source=Source.of(source.uri, raw, source.mapped.then(mapped), source.cells))


def _first_place(mapped: MappedText, origin: int) -> Span:
    """Where in the text the first garbled character stands."""
    starts = [s.origin_start for s in mapped.segments]
    index = max(0, bisect_right(starts, origin) - 1)
    segment = mapped.segments[index]
    at = min(segment.start + max(0, origin - segment.origin_start), max(segment.start, segment.end - 1))
    return Span(at, min(at + 1, len(mapped.text)))
