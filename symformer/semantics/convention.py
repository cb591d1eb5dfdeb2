"""What a note says about its way of writing: vectors as rows or columns, softmax over rows or columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from symformer.text.span import Span


@dataclass(frozen=True, slots=True)
class Convention:
    """One convention, visible from ``visible_from`` (an offset of the source text).

    ``name`` is "vectors" or "softmax" (``value``: "rows", "columns", "last"), or what an author's
    annotation names: "assume", "kind" (``subject`` is then the macro or symbol it is about).
    """

    name: str
    value: str
    span: Span
    visible_from: int
    subject: str | None = None
    by: Literal["prose", "annotation", "settings"] = "prose"
