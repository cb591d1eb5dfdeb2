"""What every reader of a format gives: a document, cut into the parts that hold mathematics.

All spans are offsets into ``document.source.text``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span

Display = Literal["inline", "display"]
TYPED = "typed"  # the delimiter of a formula that has none
ProseKind = Literal["paragraph", "item", "heading", "quote", "caption"]


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula: ``span`` with its delimiters, ``body`` without, ``latex`` the clean inside.

    ``latex.text`` is what the parser reads (quote marks and list indents stripped, user macros
    expanded, doubled backslashes undone); ``latex.origin_span`` leads back to the source text.
    """

    span: Span
    body: Span
    latex: MappedText
    display: Display
    delimiter: str  # the opening delimiter as written: "$", "$$", "\\(", "\\[", "```math", ...
    environment: str | None = None  # "align", "equation", ... where a LaTeX environment opens it
    label: str | None = None

    @property
    def text(self) -> str:
        """The LaTeX that is parsed."""
        return self.latex.text


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that stands under it, deeper headings included. Level 0: the document."""

    span: Span
    level: int
    title: str
    heading: Span


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, list item, heading, ... of running text, formulas and code spans included.

    ``text`` is the block without quote marks and indents, mapped to the source text;
    ``formulas`` are the formulas within it, in order (also displays that interrupt the sentence).
    ``depth`` is the nesting of lists; ``ordinal`` the printed number or letter of a list item;
    ``environment`` the statement it belongs to: "theorem", "proof", ...
    """

    span: Span
    text: MappedText
    kind: ProseKind
    formulas: tuple[Formula, ...] = ()
    depth: int = 0
    ordinal: str | None = None
    environment: str | None = None


@dataclass(frozen=True, slots=True)
class TableCell:
    """One cell of a table: where it stands and what it holds, blanks stripped."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A Markdown (or tabular) table. ``header`` may be empty."""

    span: Span
    header: tuple[TableCell, ...]
    rows: tuple[tuple[TableCell, ...], ...]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """An unlabelled or ``text`` fence, or indented block, that holds arithmetic or matrices."""

    span: Span
    text: MappedText


@dataclass(frozen=True, slots=True)
class Code:
    """Program code: never mathematics. ``outputs`` are a notebook's printed plain-text results."""

    span: Span
    language: str | None
    text: str
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Annotation:
    """What the author tells symformer: the text after ``symformer:`` in a comment."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the file as a whole that its author should hear once."""

    kind: str  # "garbled-encoding", "delimiters-out-of-step", ...
    span: Span
    message: str
    help: str | None = None


Block = Section | Prose | Formula | Table | Worksheet | Code | Annotation


@dataclass(frozen=True, slots=True)
class Document:
    """A note, read. Every tuple is in document order; ``rules_off`` are spans of ``---`` lines."""

    source: Source
    format: str  # "markdown", "notebook", "tex", "rst", "plain"
    sections: tuple[Section, ...] = ()
    prose: tuple[Prose, ...] = ()
    formulas: tuple[Formula, ...] = ()
    tables: tuple[Table, ...] = ()
    worksheets: tuple[Worksheet, ...] = ()
    code: tuple[Code, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    thematic_breaks: tuple[Span, ...] = ()
    notices: tuple[Notice, ...] = ()
    definitions: str = ""  # LaTeX text in which the macros of the note are defined: later ones win
    skipped: dict[str, int] = field(default_factory=dict)  # what was not read: {"code": 3, "comment": 1, "price": 2}


@dataclass(frozen=True, slots=True)
class Reader:
    """One document format: which suffixes it reads, and the function that reads it (no I/O).

    ``read(uri, raw)`` takes the decoded text of the file and never raises on what the file holds,
    except ``UnreadableDocument`` where it is no file of the format at all.
    """

    id: str
    suffixes: tuple[str, ...]
    read: Callable[[str, str], Document]
    includes: bool = False  # whether files of the format include others, as LaTeX does


class UnreadableDocument(ValueError):
    """The bytes are no document of the format (a notebook that is not JSON, say).

    The message is one line for the author: what is wrong and what to do.
    """
