"""What the author told symformer in so many words: annotations in the note and in the settings."""

from __future__ import annotations

from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.semantics.annotations import AnnotationError, parse_annotation
from symformer.semantics.convention import Convention
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose_snippets import Read
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Authored:
    """All declarations and conventions of the author, and what could not be read of them."""

    declarations: tuple[Declaration, ...] = ()
    conventions: tuple[Convention, ...] = ()
    errors: tuple[AnnotationError, ...] = ()


def authored_declarations(document: Document, settings: tuple[str, ...], read: Read) -> Authored:
    """What the settings say (from the first line on) and what the annotations say (from their place on)."""
    declarations: list[Declaration] = []
    conventions: list[Convention] = []
    errors: list[AnnotationError] = []
    for text in settings:
        made = parse_annotation(text, Span(0, 0), read, by="settings")
        declarations.extend(made.declarations)
        conventions.extend(made.conventions)
        errors.extend(made.errors)
    for annotation in document.annotations:
        made = parse_annotation(annotation.text, _text_span(document, annotation.span, annotation.text), read)
        declarations.extend(made.declarations)
        conventions.extend(made.conventions)
        errors.extend(made.errors)
    return Authored(tuple(declarations), tuple(conventions), tuple(errors))


def _text_span(document: Document, span: Span, text: str) -> Span:
    """Where the text of an annotation stands within its comment."""
    at = document.source.text.find(text, span.start, span.end)
    return Span(at, at + len(text)) if at != -1 else span
