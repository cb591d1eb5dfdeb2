"""The correct notes that faults are planted in, each with what the judge is told about it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from judge import Sheet

FOLDER = Path(__file__).resolve().parent / "notes"
MARK = re.compile("«([^»]*)»")


@dataclass(frozen=True)
class Sized:
    """A place of the note that gives sizes to names: where it stands, and where each size stands."""

    names: tuple[str, ...]
    sizes: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Note:
    """A note as text, with its declarations, claims and equations as places in it."""

    name: str
    text: str
    data: dict[str, Any]
    declared: tuple[Sized, ...]
    claims: tuple[Sized, ...]
    equations: tuple[tuple[str, int], ...]  # LaTeX and offset

    @cached_property
    def sheet(self) -> Sheet:
        """What the judge is told."""
        return Sheet(
            self.data["sizes"],
            [(each.names, each.sizes) for each in self.declared],
            [latex for latex, _ in self.equations],
            [(each.names, each.sizes) for each in self.claims],
            self.data.get("vectors", "columns"),
            self.data.get("indices", {}),
            self.data.get("functions", {}),
            self.data.get("free", ()),
            self.data.get("macros", {}),
        )

    def packed(self, text: str) -> tuple[str, bytes]:
        """A text of this note as a file: its name and its bytes."""
        if self.data.get("format") == "notebook":
            return f"{Path(self.name).stem}.ipynb", notebook(text)
        return self.name, text.encode()


def notebook(text: str) -> bytes:
    """A notebook with a cell for each paragraph."""
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": block.splitlines(keepends=True)}
        for block in re.split(r"\n\n(?=#|[A-Z])", text)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def load(path: Path) -> Note:
    """A note by the place of its data."""
    data = tomllib.loads(path.read_text("utf-8"))
    note = next(each for each in path.parent.glob(f"{path.stem}.*") if each.suffix != ".toml")
    text = note.read_text("utf-8")
    equations, at = [], 0
    for latex in data["equations"]:
        found = text.find(latex, at)
        at = found if found >= 0 else text.index(latex)  # the note may say a thing before the judge needs it
        equations.append((latex, at))
    declared = tuple(sized(text, names, marked) for names, marked in data["declared"])
    claims = tuple(sized(text, names, marked) for names, marked in data.get("claims", ()))
    return Note(note.name, text, data, declared, claims, tuple(equations))


def sized(text: str, names: str | Sequence[str], marked: str) -> Sized:
    """Find ``X is «n» × «d»`` in a text; nothing to find is told of a plain number."""
    named = (names,) if isinstance(names, str) else tuple(names)
    if not marked:
        return Sized(named, (), ())
    start = text.index(MARK.sub(r"\1", marked))
    spans, removed = [], 0
    for found in MARK.finditer(marked):
        begin = start + found.start() - removed
        spans.append((begin, begin + len(found[1])))
        removed += 2
    return Sized(named, tuple(text[begin:end] for begin, end in spans), tuple(spans))


def all_notes() -> list[Note]:
    """Every note of the folder, in order."""
    return [load(path) for path in sorted(FOLDER.glob("*.toml"))]


def with_equation(note: Note, at: int, latex: str) -> Sheet:
    """What the judge is told of a note with one equation written otherwise."""
    equations = [each for each, _ in note.equations]
    equations[at] = latex
    return replace(note.sheet, equations=equations)


def with_sizes(note: Note, at: int, sizes: Sequence[str], extra: Sequence[str] = ()) -> Sheet:
    """What the judge is told of a note with one declaration of other sizes."""
    declared = list(note.sheet.declared)
    declared[at] = (declared[at][0], sizes)
    return replace(note.sheet, declared=declared, sizes=[*note.sheet.sizes, *extra])


def with_claim(note: Note, at: int, sizes: Sequence[str], extra: Sequence[str] = ()) -> Sheet:
    """What the judge is told of a note that claims other sizes of a result."""
    claims = list(note.sheet.claims)
    claims[at] = (claims[at][0], sizes)
    return replace(note.sheet, claims=claims, sizes=[*note.sheet.sizes, *extra])
