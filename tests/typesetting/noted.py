"""Every equation of the catalogue in a notation: as LaTeX, and as a note that says what its letters are."""

from __future__ import annotations

from symformer.catalogue.reading import ReadEquation
from symformer.notations import Notation
from symformer.typesetting.composing import members_of_families
from symformer.typesetting.notating import Renaming, renaming, written
from symformer.typesetting.symbol_table import symbol_rows


def formula(given: ReadEquation, notation: Notation) -> str:
    """All statements of an equation, side by side."""
    return _joined(given, renaming(given, notation))


def _joined(given: ReadEquation, how: Renaming) -> str:
    return r", \quad ".join(written(statement, how) for statement in given.statements)


def note_of(given: ReadEquation, notation: Notation) -> str:
    """A note with each letter declared, and the equation."""
    how = renaming(given, notation)
    lines = [f"# {given.equation.title}", ""]
    if how.columns:
        lines += ["All vectors are columns.", ""]
    for row in symbol_rows([how], members_of_families([given])):
        space = rf" \in {row.space}" if row.space and r"\mathbb{N}" not in row.space else ""
        lines.append(f"Let ${row.symbol}{space}$ be the {row.meaning}.")
    return "\n".join([*lines, "", f"$$ {_joined(given, how)} $$", ""])
