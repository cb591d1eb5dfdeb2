r"""LaTeX documents: the mathematics, the sections and the running text between them."""

from __future__ import annotations

import re

from symformer.documents.document import Annotation, Code, Document, Reader
from symformer.documents.parts import Parts, document
from symformer.documents.tex_formulas import Shorthands, formulas_of
from symformer.documents.tex_hidden import Hidden, hidden_in, masked, merged
from symformer.documents.tex_prose import ProseReader
from symformer.documents.tex_tables import tables_of
from symformer.text.definitions import definitions_in
from symformer.text.source import Source
from symformer.text.span import Span

_ANNOTATION = re.compile(r"%+\s*symformer\s*:\s*", re.I)
_PACKAGES = (".sty", ".cls", ".def")  # these hold definitions, and no text


def read(uri: str, raw: str) -> Document:
    """The document that a LaTeX file is: what stands between ``\\begin{document}`` and its end."""
    parts = Parts()
    hidden = hidden_in(raw)
    _count(raw, hidden, parts)
    cut = [each.span for each in hidden]
    visible = masked(raw, cut)
    definitions = list(definitions_in(visible))
    defined = [each.span for each in definitions]
    # what a definition holds is no text; within a formula it is the formula's own
    text = masked(visible, defined) if defined else visible
    body = Span(0, 0) if uri.lower().endswith(_PACKAGES) else _body(text)
    shorthands = Shorthands.of(macro for each in definitions for macro in each.macros)
    parts.formulas = list(formulas_of(text, raw, body, cut, shorthands, parts))
    ProseReader(raw, text, merged(cut, defined), parts.formulas, body, parts).take()
    parts.tables = list(tables_of(text, body, [f.span for f in parts.formulas]))
    return document(parts, Source.of(uri, raw), "tex", visible)


def _count(text: str, hidden: list[Hidden], parts: Parts) -> None:
    """Count what is not read; annotations are taken out of the comments."""
    for each in hidden:
        body = each.span.slice(text)
        if each.kind == "comment" and body.startswith("%"):
            marker = _ANNOTATION.match(body)
            if marker is not None:
                parts.annotations.append(Annotation(each.span, body[marker.end() :].strip()))
            elif body.strip("% \t\r"):
                parts.skip("comment")
            continue
        if each.kind == "code":
            parts.code.append(Code(each.span, None, body))
        parts.skip(each.kind)


def _body(text: str) -> Span:
    """The part of a document that is shown; a preamble alone shows nothing."""
    start = text.find("\\begin{document}")
    if start < 0 and "\\documentclass" in text:
        return Span(0, 0)
    first = start + len("\\begin{document}") if start >= 0 else 0
    end = text.rfind("\\end{document}")
    last = end if end >= first else len(text)
    ends_early = re.compile(r"\\endinput(?![A-Za-z@])").search(text, first, last)
    return Span(first, ends_early.start() if ends_early else last)


READER = Reader("tex", (".tex", ".ltx", ".latex", ".rnw", *_PACKAGES), read, includes=True)
