r"""The formulas of running text as the readers of words want them: macros expanded, colours dropped.

In "$\mbQ$ has shape $\blu{(n \times d)}$" the words hold a name and a shape, whatever the author calls them.
"""

from __future__ import annotations

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
    """The document, each formula in its prose without macros and without what is about its looks."""
    table = MacroTable({**macros, **_LOOKS})
    room = ROOM + ROOM_EACH * len(document.source.text)
    made: list[Prose] = []
    for block in document.prose:
        formulas: list[Formula] = []
        for formula in block.formulas:
            latex = expansion(formula.latex, table, room).latex
            room -= max(0, len(latex.text) - len(formula.text))
            formulas.append(formula if latex is formula.latex else replace(formula, latex=latex))
        changed = any(new is not old for new, old in zip(formulas, block.formulas, strict=True))
        made.append(replace(block, formulas=tuple(formulas)) if changed else block)
    return replace(document, prose=tuple(made))
