"""Values that a notebook printed: ``q_2:`` or ``W_q =`` above an array of numbers in the output of a cell.

They are known from there on and never judged: the digits are a program's.
"""

from __future__ import annotations

from collections.abc import Iterator

from symformer.documents.document import Code, Document
from symformer.documents.places import section_at
from symformer.semantics.carriers.worksheets import pieces_of
from symformer.semantics.prose.snippets import Read
from symformer.semantics.statement import Statement
from symformer.terms.term import Ellipsis, Index, Matrix, Number, Product, Relation, Symbol, Term, Unknown, walk
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

LONGEST_OUTPUT = 20_000
_NAME = Cued(r"[A-Za-zα-ωΑ-Ω]{1,2}\d{0,2}(?:_\w+|\^\w+)?['’]*")


def values_in_outputs(document: Document, read: Read) -> tuple[Statement, ...]:
    """The values that the outputs of a notebook's cells name; each stands where its cell stands."""
    return tuple(statement for code in document.code for statement in _printed(document, code, read))


def _printed(document: Document, code: Code, read: Read) -> Iterator[Statement]:
    section = section_at(document, code.span.start)
    for output in code.outputs:
        if len(output) > LONGEST_OUTPUT or "[" not in output:
            continue
        for piece in pieces_of(output):
            if isinstance(piece, Span) or _NAME.match(_first_side(piece.latex, output)) is None:
                continue
            latex = piece.latex.text
            mapped = MappedText(latex, (Segment(0, len(latex), code.span.start, code.span.end),))
            term = read(latex, code.span)
            if _gives_value(term):
                yield Statement(term, mapped, "output", section)


def _first_side(latex: MappedText, output: str) -> str:
    sign = latex.text.find(" = ")
    name = latex.origin_span(Span(0, max(sign, 0))).slice(output).strip()
    return name if _NAME.fullmatch(name) else ""


def _gives_value(term: Term) -> bool:
    """Whether a statement is a name and the numbers it stands for."""
    match term:
        case Relation(relations=("=",), sides=(Symbol() | Index(), Matrix() as value)):
            parts = list(walk(value))
            if any(isinstance(part, Ellipsis | Unknown) for part in parts):
                return False
            return all(_is_number(cell) for row in value.rows for cell in row)
    return False


def _is_number(cell: Term) -> bool:
    match cell:
        case Number():
            return True
        case Product(sign="×"):
            return all(isinstance(part, Number | Product) or not isinstance(part, Symbol) for part in walk(cell))
    return False


__all__ = ["values_in_outputs"]
