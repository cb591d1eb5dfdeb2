"""What the author told symformer in so many words: annotations in the note and in the settings."""

from __future__ import annotations

from dataclasses import dataclass

from symformer.documents.document import Document
from symformer.documents.places import section_at
from symformer.semantics.carriers.annotations import AnnotationError, parse_annotation
from symformer.semantics.convention import Convention
from symformer.semantics.declaration import Declaration
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.term import Relation, Term, walk
from symformer.text.mapped import MappedText, Segment
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


def statements_of_authors(document: Document, declarations: tuple[Declaration, ...]) -> tuple[Statement, ...]:
    """The values that the author gives, as statements ``NAME = VALUE`` of the note."""
    return tuple(
        _stated(document, declaration, declaration.value)
        for declaration in declarations
        if declaration.value is not None and declaration.role != "function"
    )


def _stated(document: Document, declaration: Declaration, value: Term) -> Statement:
    term = Relation(("=",), (declaration.symbol, value))
    # the parts come from texts of their own: all of them stand where the author wrote the whole
    length = max(1, *(part.origin.end for part in walk(term)))
    place = declaration.evidence
    latex = MappedText(" " * length, (Segment(0, length, place.start, place.end),))
    whole = Relation(term.relations, term.sides, Span(0, length))
    return Statement(whole, latex, "annotation", section_at(document, place.start))


def _text_span(document: Document, span: Span, text: str) -> Span:
    """Where the text of an annotation stands within its comment."""
    at = document.source.text.find(text, span.start, span.end)
    return Span(at, at + len(text)) if at != -1 else span
