"""The tables of reStructuredText: grid, simple, from comma-separated values, from lists."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise

from symformer.documents.document import Table, TableCell
from symformer.documents.rst_blocks import RstBlock
from symformer.text.span import Span

_PIPE = re.compile(r"\\.|``.*?``|`[^`]*`|\|", re.S)
_BORDER = re.compile(r"=++(?:[ \t]++=++)*+\Z")
_UNDER_SPAN = re.compile(r"-++(?:[ \t]++-++)*+\Z")
_VALUE = re.compile(
    r"[ \t]*+(?:\"(?P<quoted>(?:[^\"]|\"\")*+)\"[ \t]*+|(?P<plain>[^\n]*?))(?P<end>[\n]|\Z|(?P<delim>SEP))"
)
_BULLET = re.compile(r"[-+*](?:[ \t]+|\Z)")

Row = tuple[TableCell, ...]


def rst_table(text: str, block: RstBlock) -> Table | None:
    """The table that a block holds, or nothing where it holds none (its rows are in another file, say)."""
    match block.kind, block.name:
        case "grid", _:
            header, rows = _grid(text, block.lines)
        case "simple", _:
            header, rows = _simple(text, block.lines)
        case _, "csv-table":
            header, rows = _listed(list(_values(text, block)), block, text)
        case _:
            header, rows = _listed(list(_lists(text, block.lines)), block, text)
    return Table(block.span, header, tuple(rows)) if header or rows else None


def _listed(rows: list[Row], block: RstBlock, text: str) -> tuple[Row, list[Row]]:
    """Rows with the header that the options of the directive name."""
    if (given := block.options.get("header")) is not None and block.name == "csv-table":
        return next(_separated(text, given, block), ()), rows
    count = block.options["header-rows"].slice(text) if "header-rows" in block.options else "0"
    return (rows[0], rows[1:]) if rows and count.isdecimal() and int(count) > 0 else ((), rows)


def _cell(text: str, span: Span) -> TableCell:
    inside = span.slice(text)
    start = span.start + len(inside) - len(inside.lstrip())
    stripped = inside.strip()
    return TableCell(Span(min(start, span.end), min(start, span.end) + len(stripped)), stripped)


def _merged(text: str, pieces: Sequence[Span], *, header: bool) -> TableCell:
    """A cell of several lines.

    Between them stand the lines of its neighbours: such a cell of a header is read for its words,
    any other is left empty, as half of what it says may be wrong.
    """
    cells = [cell for cell in (_cell(text, piece) for piece in pieces) if cell.text]
    if not cells:
        return _cell(text, pieces[0])
    if len(cells) == 1:
        return cells[0]
    if header:
        return TableCell(cells[0].span, " ".join(cell.text for cell in cells))
    return TableCell(Span(cells[0].span.start, cells[0].span.start), "")


def _grid(text: str, lines: Sequence[Span]) -> tuple[Row, list[Row]]:
    rows: list[Row] = []
    header: Row = ()
    here: list[list[Span]] = []
    for line in lines:
        content = line.slice(text)
        if not content.startswith("+"):
            here.append(_between_pipes(text, line))
            continue
        if here:
            rows.append(_row(text, here, header="=" in content))
        here = []
        if "=" in content and rows:
            header, rows = rows[-1], []
    if here:
        rows.append(_row(text, here, header=False))
    return header, rows


def _between_pipes(text: str, line: Span) -> list[Span]:
    pipes = [found.start() for found in _PIPE.finditer(text, line.start, line.end) if found.group() == "|"]
    return [Span(a + 1, b) for a, b in pairwise(pipes)]


def _row(text: str, lines: list[list[Span]], *, header: bool) -> Row:
    """One row of cells from its lines; lines that are cut in other ways hold cells that span several."""
    width = len(lines[0])
    columns = [[line[k] for line in lines if len(line) == width] for k in range(width)]
    return tuple(_merged(text, pieces, header=header) for pieces in columns)


def _simple(text: str, lines: Sequence[Span]) -> tuple[Row, list[Row]]:
    starts = [found.start() for found in re.finditer(r"=+", lines[0].slice(text))]
    borders = [k for k, line in enumerate(lines) if _BORDER.match(line.slice(text))]
    head = borders[1] if len(borders) > 2 else 0
    header = list(_simple_rows(text, lines[1:head], starts, header=True))
    rows = list(_simple_rows(text, [line for k, line in enumerate(lines) if k > head and k not in borders], starts))
    return (header[0] if header else ()), rows


def _simple_rows(text: str, lines: Sequence[Span], starts: list[int], *, header: bool = False) -> Iterator[Row]:
    here: list[list[Span]] = []
    for line in lines:
        content = line.slice(text)
        if not content.strip() or _UNDER_SPAN.match(content):
            if here:
                yield _row(text, here, header=header)
            here = []
            continue
        cells = _cut(line, content, starts)
        if here and cells[0].slice(text).strip():  # an empty first cell goes on with the row above
            yield _row(text, here, header=header)
            here = []
        here.append(cells)
    if here:
        yield _row(text, here, header=header)


def _cut(line: Span, content: str, starts: list[int]) -> list[Span]:
    """A line cut at columns of the screen, on which a letter of Chinese takes two."""
    if content.isascii():
        at = [min(start, len(content)) for start in starts]
    else:
        at, width, wanted = [], 0, list(starts)
        for index, character in enumerate(content):
            while wanted and width >= wanted[0]:
                at.append(index)
                wanted.pop(0)
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        at += [len(content)] * len(wanted)
    return [Span(line.start + a, line.start + b) for a, b in zip(at, [*at[1:], len(content)], strict=True)]


def _values(text: str, block: RstBlock) -> Iterator[Row]:
    filled = [line for line in block.lines if line.length]
    if filled:
        yield from _separated(text, Span(filled[0].start, filled[-1].end), block)


def _separated(text: str, span: Span, block: RstBlock) -> Iterator[Row]:
    """The rows of comma-separated values."""
    named = block.options["delim"].slice(text) if "delim" in block.options else ","
    delimiter = {"tab": "\t", "space": " "}.get(named, named[:1] or ",")
    value = re.compile(_VALUE.pattern.replace("SEP", re.escape(delimiter)))
    cells: list[TableCell] = []
    at = span.start
    while at <= span.end and (found := value.match(text, at, span.end)) is not None:
        kind = "quoted" if found["quoted"] is not None else "plain"
        cells.append(_cell(text, Span(*found.span(kind))))
        at = found.end()
        if found["delim"]:
            continue
        if any(cell.text for cell in cells):
            yield tuple(cells)
        cells = []
        if at >= span.end:
            return


def _lists(text: str, lines: Sequence[Span]) -> Iterator[Row]:
    """The rows of a list of lists: a cell goes from its mark to the next one."""
    filled = [line for line in lines if line.length]
    outer = min((_column(text, line) for line in filled), default=0)
    cells: list[list[Span]] = []
    inner = -1
    for line in filled:
        start, column = line.start, _column(text, line)
        if column == outer and (mark := _BULLET.match(line.slice(text))) is not None:
            if cells:
                yield tuple(_whole(text, cell) for cell in cells)
            cells, start = [], min(line.start + mark.end(), line.end)
            column = inner = column + mark.end()
        if column == inner and (mark := _BULLET.match(text[start : line.end])) is not None:
            cells.append([Span(min(start + mark.end(), line.end), line.end)])
        elif cells:
            cells[-1].append(Span(start, line.end))
    if cells:
        yield tuple(_whole(text, cell) for cell in cells)


def _whole(text: str, pieces: list[Span]) -> TableCell:
    return _cell(text, Span(pieces[0].start, pieces[-1].end))


def _column(text: str, line: Span) -> int:
    return line.start - (text.rfind("\n", 0, line.start) + 1)
