"""From the bytes of a file to a document, whatever its format; the way every face reads a file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import PurePath
from pkgutil import iter_modules

from symformer.documents.document import Document, Reader
from symformer.documents.encoding import decode
from symformer.documents.garbled import cleaned, notice_of
from symformer.documents.includes import Joined, Surroundings, includes_something, join
from symformer.documents.sniffing import suffix_of
from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span

ALONE = Surroundings()


def read_document(uri: str, data: bytes, surroundings: Surroundings = ALONE) -> Document:
    """The document that ``data`` holds, read by the reader for the suffix of ``uri``.

    What it includes is read with it where ``surroundings`` say how to get that.  Raises
    ``UnreadableDocument``, with one line for the author, where the bytes are no such document.

    >>> [f.text for f in read_document("note.md", b"Let $x = 1$.").formulas]
    ['x = 1']
    """
    raw, guessed = decode(data)
    text, repaired = cleaned(raw)
    reader, joined = reader_for(uri, text.text), None
    if reader.includes and surroundings.include is not None and includes_something(text.text):
        joined = join(uri, text, raw, surroundings.include)
        text = joined.mapped
    document = reader.read(uri, text.text)
    if text.text is not raw or joined is not None:
        document = _with_origin(document, raw, text, joined)
    if repaired is not None:
        place = _first_place(document.source.mapped, repaired.mapped.origin_span(Span(repaired.first, repaired.first)))
        document = replace(document, notices=(notice_of(repaired, place), *document.notices))
    if guessed is not None:
        document = replace(document, notices=(guessed, *document.notices))
    elsewhere = "\n".join(filter(None, (surroundings.definitions, joined.definitions if joined else "")))
    return replace(document, definitions=f"{elsewhere}\n{document.definitions}") if elsewhere else document


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


def _with_origin(document: Document, raw: str, text: MappedText, joined: Joined | None) -> Document:
    """``document``, read from a text made of ``raw``, with positions of the files as they stand."""
    source = document.source
    mapped = source.mapped.then(text)
    if joined is None:
        return replace(document, source=Source.of(source.uri, raw, mapped, source.cells))
    made = Source.of(source.uri, joined.raw, mapped, source.cells, joined.files)
    return replace(document, source=made, notices=(*joined.notices, *document.notices))


def _first_place(mapped: MappedText, origin: Span) -> Span:
    """Where in the text the first garbled character stands."""
    for segment in mapped.segments:
        if segment.origin_start <= origin.start < max(segment.origin_end, segment.origin_start + 1):
            at = min(segment.start + max(0, origin.start - segment.origin_start), max(segment.start, segment.end - 1))
            return Span(at, min(at + 1, len(mapped.text)))
    return Span(0, 0)
