"""The parts of one Markdown text, and how those of several cells become one document."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from symformer.documents.document import (
    Annotation,
    Code,
    Document,
    Formula,
    Notice,
    Prose,
    Section,
    Table,
    TableCell,
    Worksheet,
)
from symformer.text.mapped import MappedText, Segment
from symformer.text.source import Source
from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading before its section is known."""

    span: Span
    level: int
    title: str


@dataclass(slots=True)
class Parts:
    """What has been read so far; becomes a ``Document`` by ``document``."""

    headings: list[Heading] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    formulas: list[Formula] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    worksheets: list[Worksheet] = field(default_factory=list)
    code: list[Code] = field(default_factory=list)
    annotations: list[Annotation] = field(default_factory=list)
    thematic_breaks: list[Span] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)
    preamble: str = ""  # definitions that the note gives in another form than LaTeX

    def skip(self, kind: str, count: int = 1) -> None:
        """Count something that was not read."""
        if count:
            self.skipped[kind] = self.skipped.get(kind, 0) + count


def add(whole: Parts, part: Parts, offset: int) -> None:
    """Take the parts of a text that stands at ``offset`` of the whole into ``whole``."""
    whole.headings += [replace(h, span=h.span.shift(offset)) for h in part.headings]
    whole.prose += [_shift_prose(p, offset) for p in part.prose]
    whole.formulas += [_shift_formula(f, offset) for f in part.formulas]
    whole.tables += [_shift_table(t, offset) for t in part.tables]
    whole.worksheets += [Worksheet(w.span.shift(offset), _shift_text(w.text, offset)) for w in part.worksheets]
    whole.code += [replace(c, span=c.span.shift(offset)) for c in part.code]
    whole.annotations += [replace(a, span=a.span.shift(offset)) for a in part.annotations]
    whole.thematic_breaks += [s.shift(offset) for s in part.thematic_breaks]
    whole.notices += [replace(n, span=n.span.shift(offset)) for n in part.notices]
    whole.preamble += part.preamble
    for kind, count in part.skipped.items():
        whole.skip(kind, count)


def document(parts: Parts, source: Source, format_name: str, definitions: str | None = None) -> Document:
    """The finished document: everything in order, sections nested.

    Macros are defined in ``definitions``, or anywhere in the text where that is not given.
    """
    defined = definitions if definitions is not None else source.text
    return Document(
        source=source,
        format=format_name,
        sections=sections_of(parts.headings, len(source.text)),
        prose=tuple(sorted(parts.prose, key=_start)),
        formulas=tuple(sorted(parts.formulas, key=_start)),
        tables=tuple(sorted(parts.tables, key=_start)),
        worksheets=tuple(sorted(parts.worksheets, key=_start)),
        code=tuple(sorted(parts.code, key=_start)),
        annotations=tuple(sorted(parts.annotations, key=_start)),
        thematic_breaks=tuple(sorted(parts.thematic_breaks)),
        notices=tuple(parts.notices),
        definitions=f"{parts.preamble}\n{defined}" if parts.preamble else defined,
        skipped=dict(sorted(parts.skipped.items())),
    )


def sections_of(headings: list[Heading], length: int) -> tuple[Section, ...]:
    """The sections of a text of ``length`` characters: first the whole, then one for each heading.

    >>> [s.span.end for s in sections_of([Heading(Span(0, 3), 1, "A"), Heading(Span(5, 8), 1, "B")], 9)]
    [9, 5, 9]
    """
    made = [Section(Span(0, length), 0, "", Span(0, 0))]
    ends: list[tuple[int, int]] = []  # (level, start) of the headings after the one at hand that can close it
    later: list[Section] = []
    for heading in sorted(headings, key=lambda h: h.span.start, reverse=True):
        while ends and ends[-1][0] > heading.level:
            ends.pop()
        end = ends[-1][1] if ends else length
        later.append(Section(Span(heading.span.start, end), heading.level, heading.title, heading.span))
        ends.append((heading.level, heading.span.start))
    return tuple(made + later[::-1])


def _start(part: Prose | Formula | Table | Worksheet | Code | Annotation) -> tuple[int, int]:
    return part.span.start, -part.span.end


def _shift_text(text: MappedText, by: int) -> MappedText:
    moved = (Segment(s.start, s.end, s.origin_start + by, s.origin_end + by) for s in text.segments)
    return MappedText(text.text, tuple(moved))


def _shift_formula(formula: Formula, by: int) -> Formula:
    return replace(
        formula, span=formula.span.shift(by), body=formula.body.shift(by), latex=_shift_text(formula.latex, by)
    )


def _shift_prose(prose: Prose, by: int) -> Prose:
    inner = tuple(_shift_formula(f, by) for f in prose.formulas)
    return replace(prose, span=prose.span.shift(by), text=_shift_text(prose.text, by), formulas=inner)


def _shift_table(table: Table, by: int) -> Table:
    def row(cells: tuple[TableCell, ...]) -> tuple[TableCell, ...]:
        return tuple(TableCell(cell.span.shift(by), cell.text) for cell in cells)

    return Table(table.span.shift(by), row(table.header), tuple(row(cells) for cells in table.rows))
