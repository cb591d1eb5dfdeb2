r"""The formulas of running text and of tables as the readers of words want them: macros expanded, colours dropped.

In "$\mbQ$ has shape $\blu{(n \times d)}$" the words hold a name and a shape, whatever the author calls them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace

from symformer.documents.document import Document, Formula, Prose
from symformer.syntax.macros import Macro, MacroTable, expansion

# how much longer the formulas of all words may get by their macros, and how much more for each character of the note
ROOM, ROOM_EACH = 100_000, 4

# what only changes the looks of its last argument
_LOOKS = {
    **{name: Macro(name, 2, "#2") for name in ("textcolor", "colorbox", "mathcolor")},
    **{name: Macro(name, 1, "#1") for name in ("boxed", "fbox", "mathstrut", "ensuremath", "underline", "mbox")},
    "color": Macro("color", 1, ""),
}


def with_plain_formulas(document: Document, macros: Mapping[str, Macro]) -> Document:
    """The document, each formula in its prose and its tables without macros and without what is about its looks."""
    table = MacroTable({**macros, **_LOOKS})
    room = ROOM + ROOM_EACH * len(document.source.text)
    made: list[Prose] = []
    cells = list(document.formulas)
    for block in document.prose:
        formulas: list[Formula] = []
        for formula in block.formulas:
            latex = expansion(formula.latex, table, room).latex
            room -= max(0, len(latex.text) - len(formula.text))
            formulas.append(formula if latex is formula.latex else replace(formula, latex=latex))
        changed = any(new is not old for new, old in zip(formulas, block.formulas, strict=True))
        made.append(replace(block, formulas=tuple(formulas)) if changed else block)
    for grid in document.tables:
        within = range(*(bisect_left(document.formulas, at, key=_start) for at in (grid.span.start, grid.span.end)))
        for at in within:
            latex = expansion(cells[at].latex, table, room).latex
            room -= max(0, len(latex.text) - len(cells[at].text))
            if latex is not cells[at].latex:
                cells[at] = replace(cells[at], latex=latex)
    return replace(document, prose=tuple(made), formulas=tuple(cells))


def _start(formula: Formula) -> int:
    return formula.span.start
