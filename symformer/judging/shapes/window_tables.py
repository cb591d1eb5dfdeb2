r"""Tables of layers with kernel, stride and padding: the size of each output is what they make of the one before it.

A table is judged only where nearly all of its rows keep to the rule: the others tell that it counts as ours does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from symformer.documents.document import Table, TableCell
from symformer.findings.finding import Problem
from symformer.judging.shapes.numbered_shapes import shapes_in
from symformer.semantics.model import SemanticModel, reader_of
from symformer.semantics.prose.snippets import Read
from symformer.text.cued import Cued
from symformer.text.span import Span

LEAST_KEPT, LONGEST, SIZES = 3, 80, 3
_HEADS = (
    ("kernel", re.compile(r"kernel|filter size|window|卷积核|核大小|窗口", re.IGNORECASE)),
    ("stride", re.compile(r"stride|步长|步幅", re.IGNORECASE)),
    ("padding", re.compile(r"\bpad|填充", re.IGNORECASE)),
)
_DILATION = re.compile(r"dilat|à trous|atrous|扩张|空洞|膨胀|[dr]\Z", re.IGNORECASE)
_LETTERS = {"k": "kernel", "f": "kernel", "s": "stride", "p": "padding"}  # where all three columns go by their letters
_OUTPUT = Cued(r"(?!.*\binput)(?:.*\boutputs?\b|.*\bshapes?\b|.*\bsize\b|.*(?:输出|形状))", re.IGNORECASE)
_NUMBER = Cued(r"\d+")

_DILATED = "dilation"
Slot = tuple[int, int | None]  # a column, and which part of its cells between slashes


@dataclass(frozen=True, slots=True)
class _Row:
    """A layer: how its window lies, or none where it has no window, and how wide its output is."""

    window: tuple[int, int, int] | None
    width: int | None
    place: Span
    sizes: tuple[int, ...] = ()


def window_table_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for the one row of a table of layers whose output has another size than its window makes."""
    read = reader_of(model.vocabulary)
    for table in model.document.tables:
        columns = _columns(table)
        if columns is None or not LEAST_KEPT < len(table.rows) <= LONGEST:
            continue
        slots, output = columns
        rows = [_row(row, slots, output, model.document.source.text, read) for row in table.rows]
        found = [row for row in rows if row is not None]
        yield from _odd(found)
        yield from _no_square([row for row in found if len(row.sizes) == SIZES])


def _columns(table: Table) -> tuple[dict[str, Slot], int] | None:
    """Where kernel, stride, padding and the output stand."""
    bare = [cell.text.strip(" $*_").casefold() for cell in table.header]
    slots: dict[str, Slot] = {_LETTERS[head]: (at, None) for at, head in enumerate(bare) if head in _LETTERS}
    if len(slots) < len(_HEADS):
        slots = {}
    output: int | None = None
    for at, cell in enumerate(table.header):
        parts = re.split(r"[/,，]", cell.text)
        for part, text in enumerate(parts):
            for name, pattern in _HEADS:
                if pattern.search(text):
                    slots.setdefault(name, (at, part if len(parts) > 1 else None))
        if _DILATION.match(bare[at]):
            slots.setdefault(_DILATED, (at, None))
        if output is None and _OUTPUT.match(cell.text) and not any(slot[0] == at for slot in slots.values()):
            output = at
    return (slots, output) if len(slots.keys() - {_DILATED}) == len(_HEADS) and output is not None else None


def _row(row: Sequence[TableCell], slots: dict[str, Slot], output: int, text: str, read: Read) -> _Row | None:
    if len(row) <= max(output, *(at for at, _ in slots.values())):
        return None
    numbers = [_number(row[at].text, part) for at, part in (slots[name] for name, _ in _HEADS)]
    kernel, stride, padding = numbers
    dilation = _number(row[slots[_DILATED][0]].text, None) if _DILATED in slots else 1
    if kernel is not None and dilation is not None:
        kernel = dilation * (kernel - 1) + 1
    window = None if kernel is None or stride is None or padding is None else (kernel, stride, padding)
    shapes = list(shapes_in(row[output].span, text, read))
    width: int | None = None
    sizes: list[int] = []
    if len(shapes) == 1:
        sizes = [int(size.number) for size in shapes[0][0] if size.number is not None]
        pairs = {one for one, other in pairwise(sizes) if one == other}
        if len(sizes) == len(shapes[0][0]) and len(sizes) in (2, 3):
            # 32 × 32 × 32 has three sizes alike, 3 × 32 × 32 two
            width = pairs.pop() if len(pairs) == 1 else None
    return _Row(window, width, row[output].span, tuple(sizes))


def _number(text: str, part: int | None) -> int | None:
    pieces = re.split(r"[/,，]", text) if part is not None else [text]
    if part is not None and part >= len(pieces):
        return None
    found = _NUMBER.findall(pieces[part or 0])
    return int(found[0]) if found and len(set(found)) == 1 else None


def _odd(rows: Sequence[_Row]) -> Iterator[Problem]:
    kept, odd = 0, []
    width: int | None = None
    for at, row in enumerate(rows):
        if row.window is None or row.width is None or width is None:
            width = row.width if row.width is not None else (width if row.window is None else None)
            continue
        made = _slid(width, row.window)
        if made == row.width:
            kept += 1
        else:
            odd.append((at, width, made))
        width = made if made != row.width and _goes_on(rows, at, made) else row.width
    if len(odd) != 1 or kept < LEAST_KEPT:
        return
    at, before, made = odd[0]
    kernel, stride, padding = rows[at].window or (0, 0, 0)
    yield Problem(
        rows[at].place,
        f"a window of {kernel} × {kernel} with stride {stride} and padding {padding} makes {made} × {made} of"
        f" {before} × {before}, not {rows[at].width} × {rows[at].width}",
        evidence={"kind": "shape", "printed": str(rows[at].width), "expected": str(made)},
        key=f"window@{rows[at].place.start}",
    )


def _no_square(rows: Sequence[_Row]) -> Iterator[Problem]:
    """The one map that is not as high as it is wide, where all others of the table are, and windows are square."""
    lies = {at for row in rows for at in (0, 1) if row.width is not None and row.sizes[at] == row.sizes[at + 1]}
    lies -= {at for at in (0, 1) if sum(row.sizes[at] == row.sizes[at + 1] for row in rows) < LEAST_KEPT}
    if len(lies) != 1:
        return
    (at,) = lies
    odd = [row for row in rows if row.sizes[at] != row.sizes[at + 1]]
    if len(odd) == 1 and len(rows) - 1 >= LEAST_KEPT:
        high, wide = odd[0].sizes[at : at + 2]
        yield Problem(
            odd[0].place,
            f"this map is {high} × {wide}: all others of the table are as high as they are wide",
            level="warning",
            evidence={"kind": "shape", "printed": f"{high} × {wide}"},
            key=f"window@{odd[0].place.start}",
        )


def _goes_on(rows: Sequence[_Row], at: int, made: int) -> bool:
    """Whether the row behind rests on the size that was worked out, and not on the one that is shown."""
    behind = next((row for row in rows[at + 1 :] if row.window is not None and row.width is not None), None)
    return behind is not None and behind.window is not None and _slid(made, behind.window) == behind.width


def _slid(width: int, window: tuple[int, int, int]) -> int:
    kernel, stride, padding = window
    return (width + 2 * padding - kernel) // max(stride, 1) + 1


__all__ = ["window_table_problems"]
