"""Matrices that a worksheet draws over several lines, side by side or under a name.

    [1 2] [5]   [17]
    [3 4] [6] = [39]

What stands on the lines of such a drawing becomes one line: ``[[1 2], [3 4]] [[5], [6]] = [[17], [39]]``.
Rows may stand in square brackets, between bars, in brackets of several lines, or bare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from symformer.semantics.prose.plain import plain_prefix
from symformer.text.cued import Cued
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

MOST_ROWS = 400
MOST_COLUMNS = 16  # matrices beside one another
SLACK = 2  # columns by which the rows of a matrix may be out of line

_NUMBER = r"[-−+]?(?:\d+\.\d*|\.\d+|\d+|inf|∞)(?:[eE][-+]?\d+)?%?"
_NUMBERS = rf"{_NUMBER}(?:[ \t]*,[ \t]*{_NUMBER}|[ \t]+{_NUMBER})*"
_BOX = Cued(
    r"(?<![\w\])'’ᵀ])\[(?P<square>[^\[\]\n]*)\]"
    rf"|[|│┃](?P<bar>[ \t]*{_NUMBERS}[ \t]*)[|│┃]"
    r"|[⎡⎢⎣](?P<tall>[^⎡⎢⎣⎤⎥⎦\n]*)[⎤⎥⎦]"
    r"|[⎛⎜⎝](?P<round>[^⎛⎜⎝⎞⎟⎠\n]*)[⎞⎟⎠]"
    rf"|(?<![\w\])'’ᵀ])\((?P<paren>[ \t]*{_NUMBER}(?:[ \t]+{_NUMBER})*[ \t]*)\)"
)
_OPENER = Cued(r"\[[ \t]*\Z")
_CLOSER = Cued(r"(?:[ \t]*\])?(?:[ \t]*[,;](?=[ \t]|$))?")
_COMMENT = Cued(r"[ \t]*(?:$|#|←|<-|⇐|//|--|✓|✔|✅|\(|→[ \t]*[A-Za-z]|[A-Za-z]|\.[ \t]*$|\)[ \t]*$)")
_BARE = Cued(rf"[ \t]*(?P<row>{_NUMBERS})[ \t]*(?:(?:#|←|<-|//|\()[^\n]*)?$")
_OPENED = Cued(
    rf"(?P<name>[^=≈:\[\]\n]{{1,40}}[=≈][ \t]*)\[[ \t]*(?P<row>{_NUMBERS})[ \t]*[,;]?[ \t]*(?:(?:#|←|<-|//)[^\n]*)?$"
)
_SHUT = re.compile(rf"[ \t]*(?P<row>{_NUMBERS})[ \t]*\][ \t]*(?:(?:#|←|<-|//|\()[^\n]*)?$")
_SEPARATED = Cued(r"[ \t]*(?:[→⇒,;][ \t]*|and[ \t]+|[ \t]{2,})(?=[A-Za-zα-ωΑ-Ω][^=≈×·*/+@]*[=≈][ \t]*$)")


@dataclass(frozen=True, slots=True)
class _Box:
    """A row of a matrix on one line: the place of its brackets, and of what is in them."""

    start: int
    end: int
    inside: Span
    cells: int


@dataclass(slots=True)
class _Column:
    """The rows of one matrix, from top to bottom."""

    boxes: list[_Box]
    left: int
    last: int  # the line of its last row


@dataclass(slots=True)
class _Drawing:
    columns: list[_Column] = field(default_factory=list)
    glue: dict[int, tuple[int, Span]] = field(default_factory=dict)  # before each column: its line, its text
    tail: tuple[int, Span] | None = None
    ragged: bool = False


def grid_at(text: str, lines: Sequence[Span], first: int) -> tuple[tuple[MappedText, ...], int] | None:
    """The lines that a drawing beginning on line ``first`` comes to, and the line after it.

    None where no drawing of two lines or more begins there; no lines where it has one and its rows differ in length.
    """
    drawing = _Drawing()
    at = first
    while at < len(lines) and at - first < MOST_ROWS and _take(text, lines, at, first, drawing):
        at += 1
    if at - first < 2:
        return None
    return (() if drawing.ragged else tuple(_flattened(text, drawing, lines[at - 1])), at)


def opened_rows_at(text: str, lines: Sequence[Span], first: int) -> tuple[tuple[MappedText, ...], int] | None:
    """A named matrix between two brackets that stand on different lines, ``A = [ 1 2`` above ``3 4 ]``, and the line after it."""
    opened = _OPENED.match(text, lines[first].start, lines[first].end)
    if opened is None:
        return None
    rows = [Span(*opened.span("row"))]
    at = first + 1
    while at < len(lines) and at - first < MOST_ROWS:
        found = _BARE.match(text, lines[at].start, lines[at].end) or _SHUT.match(text, lines[at].start, lines[at].end)
        if found is None:
            return None
        rows.append(Span(*found.span("row")))
        at += 1
        if found.re is _SHUT:
            cells = {len(_split(row.slice(text))) for row in rows}
            made = _joined(text, [Span(*opened.span("name")), *_matrix(rows)])
            return (() if len(cells) > 1 else (made,)), at
    return None


def bare_rows_at(text: str, lines: Sequence[Span], first: int) -> tuple[MappedText, int] | None:
    """The matrix whose rows stand without brackets from line ``first`` on, and the line after it."""
    rows: list[Span] = []
    cells: set[int] = set()
    at = first
    while at < len(lines) and at - first < MOST_ROWS:
        found = _BARE.match(text, lines[at].start, lines[at].end)
        if found is None:
            break
        rows.append(Span(*found.span("row")))
        cells.add(len(_split(found["row"])))
        at += 1
    if len(cells) != 1 or cells == {1} and len(rows) < 2:
        return None
    return _joined(text, list(_matrix(rows))), at


def _take(text: str, lines: Sequence[Span], at: int, first: int, drawing: _Drawing) -> bool:
    """Add one more line to the drawing, unless it is no part of it."""
    line = lines[at]
    boxes = list(islice(_boxes(text, line), MOST_COLUMNS + 1))
    if not 0 < len(boxes) <= MOST_COLUMNS:
        return False
    placed = _placed(boxes, line, at, drawing, new=at == first, alone=_alone(text, line, boxes))
    if placed is None:
        return False
    glue: dict[int, Span] = {}
    before = line.start
    for box, column in zip(boxes, placed, strict=True):
        between = _trimmed(text, before, box.start, closing=before > line.start)
        if between.length:
            glue[column] = between
        before = box.end
    after = _trimmed(text, before, line.end, closing=True)
    telling = after.length > 0 and _COMMENT.match(text, after.start, after.end) is None
    if any(column in drawing.glue for column in glue) or telling and drawing.tail is not None:
        return False
    drawing.glue.update({column: (at, span) for column, span in glue.items()})
    if telling:
        drawing.tail = (at, after)
    for box, column in zip(boxes, placed, strict=True):
        if column == len(drawing.columns):
            drawing.columns.append(_Column([], box.start - line.start, at))
        held = drawing.columns[column]
        drawing.ragged |= bool(held.boxes) and held.boxes[-1].cells != box.cells
        held.boxes.append(box)
        held.last = at
    return True


def _boxes(text: str, line: Span) -> Iterator[_Box]:
    """The rows on a line, left to right."""
    for found in _BOX.finditer(text, line.start, line.end):
        kind = found.lastgroup or ""
        cells = _cells(found[kind])
        if cells is not None:
            yield _Box(found.start(), found.end(), Span(*found.span(kind)), cells)


def _cells(inside: str) -> int | None:
    """How many entries a row has; None where it is no row."""
    parts = _split(inside)
    if not parts or not all(parts):
        return None
    for part in parts:
        found = plain_prefix(part, 0, sheet=True, side_by_side=False)
        dots = part in ("...", "…", "⋯")
        if not dots and (found is None or found[1] != len(part) or "=" in found[0].text or r"\text" in found[0].text):
            return None
    return len(parts)


def _split(inside: str) -> list[str]:
    """The entries of a row: between commas, else between blanks."""
    if "," not in inside:
        return inside.split()
    parts: list[str] = []
    depth, start = 0, 0
    for at, character in enumerate(inside):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(inside[start:at].strip())
            start = at + 1
    return [*parts, inside[start:].strip()]


def _placed(boxes: list[_Box], line: Span, at: int, drawing: _Drawing, *, new: bool, alone: bool) -> list[int] | None:
    """The column that each row on a line belongs to; None where one belongs to none."""
    if new:
        return list(range(len(boxes)))
    if alone and len(drawing.columns) == 1:
        return [0] if drawing.columns[0].last == at - 1 else None
    placed: list[int] = []
    for box in boxes:
        fitting = [
            number
            for number, column in enumerate(drawing.columns)
            if column.last == at - 1 and abs(column.left - (box.start - line.start)) <= SLACK
        ]
        if fitting:
            placed.append(fitting[0])
        elif box is boxes[-1] and placed and placed[-1] == len(drawing.columns) - 1:
            placed.append(len(drawing.columns))  # [3 4] = [7]: a result beside the last row only
        else:
            return None
    return placed if len(set(placed)) == len(placed) else None


def _alone(text: str, line: Span, boxes: list[_Box]) -> bool:
    """Whether a line is one row and at most a comment."""
    if len(boxes) != 1:
        return False
    before = _trimmed(text, line.start, boxes[0].start, closing=False)
    return (
        before.length == 0
        and _COMMENT.match(text, _trimmed(text, boxes[0].end, line.end, closing=True).start) is not None
    )


def _trimmed(text: str, start: int, end: int, *, closing: bool) -> Span:
    """What stands between two rows, without blanks and without the brackets around all rows."""
    if closing and (close := _CLOSER.match(text, start, end)) is not None:
        start = close.end()
    opener = _OPENER.search(text[start:end])
    end = start + opener.start() if opener is not None else end
    held = text[start:end]
    stripped = held.strip()
    if not stripped:
        return Span(start, start)
    # the blanks in front tell a new name from a factor
    return Span(start, start + len(held.rstrip()))


def _flattened(text: str, drawing: _Drawing, last: Span) -> Iterator[MappedText]:
    """The drawing as one line, or as several where names begin anew between its matrices."""
    pieces: list[Span | tuple[str, int]] = []
    for number, column in enumerate(drawing.columns):
        if number in drawing.glue:
            _, glue = drawing.glue[number]
            parted = _SEPARATED.match(text, glue.start, glue.end) if number else None
            if parted is not None:
                yield _joined(text, pieces)
                pieces, glue = [], Span(parted.end(), glue.end)
            pieces.append(glue)
        pieces.append((" ", column.boxes[0].start))
        pieces.extend(_matrix([box.inside for box in column.boxes]))
        pieces.append((" ", column.boxes[-1].end))
    pieces.append(drawing.tail[1] if drawing.tail is not None else _after_last(text, drawing, last))
    yield _joined(text, pieces)


def _after_last(text: str, drawing: _Drawing, last: Span) -> Span:
    ends = [column.boxes[-1].end for column in drawing.columns if last.start <= column.boxes[-1].end <= last.end]
    return _trimmed(text, max(ends, default=last.end), last.end, closing=True)


def _matrix(rows: list[Span]) -> Iterator[Span | tuple[str, int]]:
    """``[[row], [row]]``, its rows mapped to their places."""
    yield ("[[", rows[0].start) if len(rows) > 1 else ("[", rows[0].start)
    for number, row in enumerate(rows):
        if number:
            yield "], [", row.start
        yield row
    yield ("]]", rows[-1].end) if len(rows) > 1 else ("]", rows[-1].end)


def _joined(text: str, pieces: Sequence[Span | tuple[str, int]]) -> MappedText:
    """Parts of the text and signs put between them, as one mapped text."""
    segments: list[Segment] = []
    made: list[str] = []
    length = 0
    for piece in pieces:
        part = piece.slice(text) if isinstance(piece, Span) else piece[0]
        place = piece if isinstance(piece, Span) else Span(piece[1], piece[1])
        if part:
            segments.append(Segment(length, length + len(part), place.start, place.end))
            made.append(part)
            length += len(part)
    return MappedText("".join(made), tuple(segments) or (Segment(0, 0, 0, 0),))
