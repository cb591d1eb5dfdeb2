"""Applying edits to a text."""

from __future__ import annotations

from collections.abc import Iterable


def apply_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """``text`` with every ``(start, end, new)`` put in place; offsets are those of ``text`` as given.

    Edits may come in any order; insertions at one place keep their order. Edits that overlap, or
    reach outside the text, are refused.

    >>> apply_edits("a b c", [(4, 5, "z"), (0, 1, "x")])
    'x b z'
    """
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1])):
        if not at <= start <= end <= len(text):
            raise ValueError(f"edit {start}–{end} overlaps another or lies outside the text of {len(text)} characters")
        pieces += (text[at:start], new)
        at = end
    return "".join([*pieces, text[at:]])
