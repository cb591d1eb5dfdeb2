"""What the tests of declarations in words share: a reader of snippets, documents from a string, short views."""

from __future__ import annotations

from symformer.documents.document import Document
from symformer.documents.reading import read_document
from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import Vocabulary
from symformer.syntax.parser import parse
from symformer.terms.term import Apply, Index, Matrix, Number, Product, Quotient, Relation, Slice, Symbol, Term, Unknown
from symformer.text.span import Span

_VOCABULARY = Vocabulary(indices=frozenset("ij"))


def read(latex: str, place: Span) -> Term:
    """The term for a snippet, as the rest of the program would read it."""
    terms = lower_formula(parse(latex), _VOCABULARY)
    return terms[0] if len(terms) == 1 else Unknown("several statements", latex)


def note(text: str) -> Document:
    """The Markdown document that a string holds."""
    return read_document("note.md", text.encode())


def show(term: Term | None) -> str:
    """A term in one short line."""
    match term:
        case None:
            return "-"
        case Symbol():
            return term.name
        case Number():
            return str(term.value if term.value.denominator == 1 else float(term.value))
        case Index():
            return f"{show(term.base)}[{','.join(map(show, (*term.indices, *term.upper)))}]"
        case Product():
            return (term.sign or " ").join(map(show, term.factors))
        case Quotient():
            return f"{show(term.numerator)}/{show(term.denominator)}"
        case Matrix():
            return "[" + "; ".join(", ".join(map(show, row)) for row in term.rows) + "]"
        case Apply():
            return f"{term.function}({', '.join(map(show, term.arguments))})"
        case Slice():
            return ":"
        case Relation():
            return "".join(f"{show(s)} {r} " for s, r in zip(term.sides, (*term.relations, ""), strict=True)).strip()
        case _:
            return type(term).__name__
