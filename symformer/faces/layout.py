"""Columns of plain text: padded, cut and counted so that a line fits a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from symformer.reporters.screen import columns, printable

WIDTH = 100


def padded(text: str, width: int) -> str:
    """The text, and blanks up to ``width`` columns.

    >>> padded("K", 4) + "|"
    'K   |'
    """
    return text + " " * max(0, width - columns(text))


def cut(text: str, width: int) -> str:
    """As much of the text as fits, an ellipsis where something is left out.

    >>> cut("softmax(Q)", 8), cut("Q", 8)
    ('softmax…', 'Q')
    """
    shown = printable(text)
    if columns(shown) <= width:
        return shown
    used, kept = 1, []
    for character in shown:
        used += columns(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def listed(items: Sequence[str], width: int) -> str:
    """As many items of a list as fit, and how many are left out.

    >>> listed(["12", "18", "24"], 20), listed(["12", "18", "24", "30"], 10)
    ('12, 18, 24', '12 and 3 more')
    """
    whole = ", ".join(items)
    if columns(whole) <= width:
        return whole
    for count in range(len(items) - 1, 0, -1):
        text = f"{', '.join(items[:count])} and {len(items) - count} more"
        if columns(text) <= width or count == 1:
            return text
    return whole


def table(rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Rows in aligned columns, two blanks apart; a column is as wide as its widest cell, at most its width."""
    used = [min(most, max((columns(printable(row[at])) for row in rows), default=0)) for at, most in enumerate(widths)]
    return [
        "  ".join(padded(cut(cell, most), most) for cell, most in zip(row, used, strict=True)).rstrip() for row in rows
    ]
