"""reStructuredText: formulas in roles and directives, the running text between them, tables and literal blocks."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from symformer.documents.clean import formula_of
from symformer.documents.delimiters import environment_of, is_evident
from symformer.documents.document import Annotation, Code, Document, Formula, Prose, Reader, Worksheet
from symformer.documents.lines import joined
from symformer.documents.parts import Heading, Parts, document
from symformer.documents.rst_blocks import DRAWINGS, RstBlock, rst_blocks
from symformer.documents.rst_inline import Inline, Roles, scan_inline
from symformer.documents.rst_tables import rst_table
from symformer.documents.scanning import Found
from symformer.documents.worksheets import is_worksheet
from symformer.text.source import Source
from symformer.text.span import Span

_ANNOTATION = re.compile(r"\s*symformer\s*:(?!:)\s*", re.I)
_MATH = re.compile(r":math:`|\.\. math::")
_ROLE = re.compile(r"([\w-]+)\s*\(\s*([\w-]+)\s*\)")
_DELIMITED = re.compile(r"(?s)\s*(?:\$\$(.*)\$\$|\\\[(.*)\\\])\s*\Z")
_WRAPPER = re.compile(r"(?s)\s*\\begin\{(equation|displaymath|math)(\*?)\}(.*)\\end\{\1\2\}\s*\Z")


def read(uri: str, raw: str) -> Document:
    """The document that a reStructuredText file is."""
    parts = Parts()
    reading = _Reading(raw, rst_blocks(raw), parts)
    reading.formulas()
    reading.blocks_to_parts()
    return document(parts, Source.of(uri, raw), "rst")


class _Reading:
    """Two passes over the blocks: first the formulas of all, then the parts that hold them."""

    def __init__(self, text: str, blocks: list[RstBlock], parts: Parts) -> None:
        self.text = text
        self.blocks = blocks
        self.parts = parts
        self.inline = Inline()
        self.found: list[Formula] = []
        self.starts: list[int] = []

    def formulas(self) -> None:
        """Find all formulas; dollars are mathematics only where the author evidently writes it so."""
        roles, found = Roles(), self.inline.found
        labels: dict[int, str] = {}
        for block in self.blocks:
            match block.kind:
                case "paragraph" | "heading":
                    self.scan(block.lines, roles)
                case "grid" | "simple":
                    self.cells(block, roles)
                case "math":
                    made = _equation(self.text, block)
                    if "label" in block.options:
                        labels[made.span.start] = block.options["label"].slice(self.text)
                    found.append(made)
                case "directive" if block.name in ("role", "default-role"):
                    _define(block, roles)
                case "directive":
                    self.cells(block, roles)
        dollars = [each for each in found if each.delimiter.startswith("$")]
        if dollars and not any(is_evident(each, self.text) for each in dollars):
            self.parts.skip("dollar", len(dollars))
            found[:] = [each for each in found if not each.delimiter.startswith("$")]
        found.sort(key=lambda each: each.span)
        for each in found:
            formula = formula_of(self.text, each)
            label = labels.get(each.span.start)
            self.found.append(replace(formula, label=label) if label else formula)
        self.starts = [formula.span.start for formula in self.found]
        self.parts.formulas = self.found
        self.inline.hidden.sort()

    def scan(self, lines: tuple[Span, ...], roles: Roles) -> None:
        """The inline markup of lines that stand one under the other."""
        at = 0
        for number in range(1, len(lines) + 1):
            # marks may stand between two lines (of a line block): each is scanned by itself then
            between = self.text[lines[number - 1].end : lines[number].start] if number < len(lines) else "|"
            if between.strip():
                scan_inline(self.text, Span(lines[at].start, lines[number - 1].end), roles, self.inline)
                at = number

    def cells(self, block: RstBlock, roles: Roles) -> None:
        """The formulas of a table."""
        table = rst_table(self.text, block)
        if table is not None:
            self.parts.tables.append(table)
            spans = {cell.span for row in (table.header, *table.rows) for cell in row}
            for span in sorted(spans):
                scan_inline(self.text, span, roles, self.inline)

    def blocks_to_parts(self) -> None:
        """Each block as a part of the document."""
        for block in self.blocks:
            match block.kind:
                case "paragraph" | "heading":
                    self.prose(block)
                case "code":
                    self.code(block)
                case "comment":
                    self.comment(block)
                case "rule":
                    self.parts.thematic_breaks.append(block.span)
                case "skipped" if block.name in DRAWINGS:
                    self.parts.skip("drawing")
                case "skipped" if block.name == "raw":
                    self.parts.skip("raw")

    def prose(self, block: RstBlock) -> None:
        first = bisect_left(self.starts, block.span.start)
        last = bisect_left(self.starts, block.span.end)
        formulas = tuple(self.found[first:last])
        text = joined(self.text, block.lines, self.inline.hidden)
        if block.kind == "heading":
            title = Span(block.lines[0].start, block.lines[0].end)
            self.parts.headings.append(Heading(block.span, block.level, text.text.strip()))
            self.parts.prose.append(Prose(title, text, "heading", formulas))
        elif formulas or re.search(r"\w", text.text):
            self.parts.prose.append(Prose(block.span, text, block.prose, formulas, block.depth, block.ordinal))

    def code(self, block: RstBlock) -> None:
        text = joined(self.text, block.lines)
        language = block.name.split()[0] if block.name.split() else None
        if is_worksheet(text.text, block.name):
            self.parts.worksheets.append(Worksheet(block.span, text))
            return
        self.parts.code.append(Code(block.span, language, text.text))
        self.parts.skip("code")

    def comment(self, block: RstBlock) -> None:
        body = joined(self.text, block.lines).text
        marker = _ANNOTATION.match(body)
        if marker is not None:
            self.parts.annotations.append(Annotation(block.span, body[marker.end() :].strip()))
            return
        self.parts.skip("comment")
        self.parts.skip("formula in comment", len(_MATH.findall(body)))


def _define(block: RstBlock, roles: Roles) -> None:
    """``.. default-role:: math`` and ``.. role:: m(math)``."""
    if block.name == "default-role":
        roles.default = block.argument
    elif (made := _ROLE.match(block.argument)) is not None and roles.is_math(made[2]):
        roles.mathematical.add(made[1].lower())


def _equation(text: str, block: RstBlock) -> Found:
    """One equation of a directive; what delimits it within (with ``:nowrap:``) is no part of it."""
    body = Span(block.lines[0].start, block.lines[-1].end)
    if (inside := _DELIMITED.match(text, body.start, body.end)) is not None:
        body = Span(*(inside.span(1) if inside[1] is not None else inside.span(2)))
    environment = environment_of(body.slice(text))
    if (wrapper := _WRAPPER.match(text, body.start, body.end)) is not None and environment is not None:
        body = Span(*wrapper.span(3))
    return Found(block.span, body, "display", ".. math::", environment)


READER = Reader("rst", (".rst", ".rest"), read)
