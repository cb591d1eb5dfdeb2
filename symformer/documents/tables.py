"""Pipe tables, cell by cell, with the exact place of each."""

from __future__ import annotations

import re
from bisect import bisect_right

from symformer.documents.blocks import Block
from symformer.documents.document import Table, TableCell
from symformer.text.span import Span

_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")
_PIPE = re.compile(r"\\.|\|")


def table_of(text: str, block: Block, formula_spans: list[Span]) -> Table:
    """The table that stands in ``block``: header, then rows; the line of dashes is left out."""
    rows = [_cells(text, line, formula_spans, block) for line in block.lines]
    header = rows[0] if rows else ()
    return Table(block.span, header, tuple(row for row in rows[2:] if row))


def _cells(text: str, line: Span, formula_spans: list[Span], block: Block) -> tuple[TableCell, ...]:
    prefix = _PREFIX.match(text, line.start, line.end) if block.quoted or block.in_item else None
    start = prefix.end() if prefix else line.start
    if (
        block.in_item
        and not block.quoted
        and (marker := re.compile(r"(?:(?:[-*+]|\d+[.)])[ \t]+)+").match(text, start))
    ):
        start = marker.end()
    start += len(text[start : line.end]) - len(text[start : line.end].lstrip())
    end = start + len(text[start : line.end].rstrip())
    pipes = [p for p in _pipes(text, start, end) if not _in_formula(p, formula_spans)]
    edges = [start, *(p + 1 for p in pipes)], [*pipes, end]
    cells = [_cell(text, a, b) for a, b in zip(*edges, strict=True)]
    if pipes and pipes[0] == start:
        cells = cells[1:]
    if len(pipes) > 0 and pipes[-1] == end - 1 and cells:
        cells = cells[:-1]
    return tuple(cells)


def _pipes(text: str, start: int, end: int) -> list[int]:
    return [found.start() for found in _PIPE.finditer(text, start, end) if found.group() == "|"]


def _in_formula(at: int, formula_spans: list[Span]) -> bool:
    index = bisect_right(formula_spans, at, key=lambda s: s.start) - 1
    return index >= 0 and formula_spans[index].start < at < formula_spans[index].end


def _cell(text: str, start: int, end: int) -> TableCell:
    inside = text[start:end]
    first = start + len(inside) - len(inside.lstrip())
    stripped = inside.strip()
    return TableCell(Span(min(first, end), min(first, end) + len(stripped)), stripped)
