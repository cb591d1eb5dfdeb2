"""Markdown as authors write it: CommonMark blocks, with formulas in every notation that renderers accept."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from symformer.documents.blocks import Block, blocks_of, within
from symformer.documents.clean import formula_of
from symformer.documents.document import Annotation, Code, Document, Formula, Prose, ProseKind, Reader, Worksheet
from symformer.documents.formulas import formulas_within, scan_markdown
from symformer.documents.mathjax import configured_macros
from symformer.documents.parts import Heading, Parts, document
from symformer.documents.scanning import Scan
from symformer.documents.tables import table_of
from symformer.documents.worksheets import is_worksheet
from symformer.text.mapped import MappedText
from symformer.text.source import Source
from symformer.text.span import Span

_ANNOTATION = re.compile(r"\s*symformer\s*:\s*", re.I)
_MOST_BEFORE = 400  # characters before a heading on its line: its marks, and those of quotes and lists
_FENCE_LINE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})")


def read(uri: str, raw: str) -> Document:
    """The document that a Markdown text is."""
    return document(markdown_parts(raw), Source.of(uri, raw), "markdown")


def markdown_parts(text: str) -> Parts:
    """The parts of a Markdown text, spans into that text."""
    scan = scan_markdown(text)
    parts = Parts(notices=list(scan.notices), skipped=dict(scan.skipped), preamble=configured_macros(text))
    _comments(text, scan, parts)
    formulas = [formula_of(text, found) for found in scan.found]
    reader = _Blocks(text, scan, formulas, parts)
    for block in blocks_of(text, scan):
        reader.take(block)
    parts.formulas = [f for k, f in enumerate(formulas) if k not in reader.dropped]
    return parts


def _comments(text: str, scan: Scan, parts: Parts) -> None:
    plain: list[Span] = []
    for zone in scan.zones:
        if zone.kind != "comment":
            continue
        body = zone.body.slice(text)
        marker = _ANNOTATION.match(body)
        if marker is None:
            plain.append(zone.body)
        else:
            parts.annotations.append(Annotation(zone.span, body[marker.end() :].strip()))
    parts.skip("comment", len(plain))
    parts.skip("formula in comment", formulas_within(text, plain))


class _Blocks:
    """Turns blocks into the parts of a document, tying each formula to the block it stands in."""

    def __init__(self, text: str, scan: Scan, formulas: list[Formula], parts: Parts) -> None:
        self.text = text
        self.parts = parts
        self.formulas = formulas
        self.found = scan.found
        self.formula_spans = [f.span for f in formulas]
        self.hidden = [z.span for z in scan.zones if z.kind in ("comment", "name")]
        self.markup = [z.span for z in scan.zones if z.kind in ("comment", "name", "tag")]
        self.dropped: set[int] = set()

    def take(self, block: Block) -> None:
        """Add one block to the parts."""
        match block.kind:
            case "paragraph":
                self._paragraph(block)
            case "heading":
                self._heading(block)
            case "table":
                self._table(block)
            case "fence":
                self._fence(block)
            case "code":
                self._indented(block)
            case "html":
                self._html(block)
            case "rule":
                self.parts.thematic_breaks.append(block.span)

    def inside(self, span: Span) -> tuple[Formula, ...]:
        """The formulas that lie within ``span``."""
        return tuple(self.formulas[k] for k in within(self.formula_spans, span))

    def _paragraph(self, block: Block) -> None:
        formulas = self.inside(block.span)
        text = self.joined(block.lines, self.hidden)
        if not text.text.strip() or (not block.opens_item and _only_displays(block.span, formulas, self.text)):
            return
        kind: ProseKind = "item" if block.in_item else "quote" if block.quoted else "paragraph"
        self.parts.prose.append(Prose(block.span, text, kind, formulas, block.depth, block.ordinal))

    def _heading(self, block: Block) -> None:
        text = self.joined(block.lines, self.hidden)
        start = max(0, block.span.start - _MOST_BEFORE)
        marks = self.text[start : block.span.start]
        line = Span(start + max(marks.rfind("\n"), marks.rfind("\r")) + 1, block.span.end)
        self.parts.headings.append(Heading(line, block.level, text.text.strip()))
        self.parts.prose.append(Prose(block.span, text, "heading", self.inside(block.span), block.depth))

    def _table(self, block: Block) -> None:
        for k in within(self.formula_spans, block.span):
            self.formulas[k] = formula_of(self.text, self.found[k], in_table=True)
        self.parts.tables.append(table_of(self.text, block, self.formula_spans))

    def _fence(self, block: Block) -> None:
        found = within(self.formula_spans, block.span)
        if any(self.formulas[k].delimiter[0] in "`~:" for k in found):
            return
        lines = block.lines[1:]
        if lines and _FENCE_LINE.match(self.text, lines[-1].start) and lines[-1].slice(self.text).strip(" \t>`~") == "":
            lines = lines[:-1]
        self.dropped.update(found)
        self._code(block, self.joined(_dedented(self.text, lines, block), []), block.info)

    def _indented(self, block: Block) -> None:
        found = within(self.formula_spans, block.span)
        displays = [k for k in found if self.formulas[k].display == "display"]
        self.dropped.update(set(found) - set(displays))
        self.parts.skip("formula in code", len(found) - len(displays))
        if not displays:
            self._code(block, self.joined(_dedented(self.text, block.lines, block), []), "")

    def _code(self, block: Block, text: MappedText, info: str) -> None:
        language = re.split(r"[\s,{}]+", info.strip("{} ."), maxsplit=1)[0] or None
        if is_worksheet(text.text, info):
            self.parts.worksheets.append(Worksheet(block.span, text))
            return
        self.parts.code.append(Code(block.span, language, text.text))
        self.parts.skip("code")

    def _html(self, block: Block) -> None:
        formulas = self.inside(block.span)
        text = self.joined(block.lines, self.markup)
        if not text.text.strip() or (_only_displays(block.span, formulas, self.text)):
            return
        self.parts.prose.append(Prose(block.span, text, "paragraph", formulas, block.depth))

    def joined(self, lines: tuple[Span, ...], without: list[Span]) -> MappedText:
        """The lines of a block as one text, joined by line ends, without the spans ``without``."""
        pieces: list[Span] = []
        for number, line in enumerate(lines):
            at = line.start
            for k in range(*_overlapping(without, line)):
                if without[k].start > at:
                    pieces.append(Span(at, without[k].start))
                at = max(at, without[k].end)
            if at < line.end:
                pieces.append(Span(at, line.end))
            following = lines[number + 1].start if number + 1 < len(lines) else line.end
            newline = self.text.find("\n", line.end, following)
            if newline != -1:
                pieces.append(Span(newline, newline + 1))
        return MappedText.join(self.text, pieces) if pieces else MappedText.identity("", lines[0].start if lines else 0)


def _overlapping(spans: list[Span], span: Span) -> tuple[int, int]:
    return bisect_right(spans, span.start, key=lambda s: s.end), bisect_left(spans, span.end, key=lambda s: s.start)


def _only_displays(span: Span, formulas: tuple[Formula, ...], text: str) -> bool:
    """Whether a block holds displays and at most a full stop between them."""
    if not any(f.display == "display" for f in formulas):
        return False
    at, rest = span.start, []
    for formula in formulas:
        if formula.display != "display":
            return False
        rest.append(text[at : formula.span.start])
        at = formula.span.end
    rest.append(text[at : span.end])
    return not re.search(r"\w", re.sub(r"<[^>]*>|\{[#:.%][^}]*\}|\(eq[^)]*\)", "", "".join(rest)))


def _dedented(text: str, lines: tuple[Span, ...], block: Block) -> tuple[Span, ...]:
    """The lines of code without the indent (and quote marks) of the block they stand in."""
    if not lines:
        return ()
    quote = re.compile(r"[ \t]*(?:>[ \t]?)*") if block.quoted else re.compile("")
    starts = [found.end() if (found := quote.match(text, line.start, line.end)) else line.start for line in lines]
    filled = [Span(s, line.end) for s, line in zip(starts, lines, strict=True) if Span(s, line.end).slice(text).strip()]
    indent = min((len(s.slice(text)) - len(s.slice(text).lstrip(" \t")) for s in filled), default=0)
    return tuple(Span(min(s + indent, line.end), line.end) for s, line in zip(starts, lines, strict=True))


READER = Reader("markdown", (".md", ".markdown", ".qmd", ".rmd", ".mdx"), read)
