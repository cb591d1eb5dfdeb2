"""What a rule yields, and what a report lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from symformer.text.source import Place
from symformer.text.span import Span

Level = Literal["error", "warning", "info"]
LEVELS: tuple[Level, ...] = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A place in another note: its file, line and column, and the line that stands there.

    ``at`` is where the place is within ``line``.
    """

    path: str
    place: Place
    line: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding (where a dimension was declared, say).

    Where it is in another note, ``elsewhere`` says where, and ``span`` is a span of that note.
    """

    span: Span
    message: str
    elsewhere: Elsewhere | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the source text at ``span`` by ``text``."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding; "safe" keeps the meaning the author surely had."""

    safety: Literal["safe", "unsafe", "display"]
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, as a rule found it. ``span`` is the narrowest place in the source text.

    ``level`` overrides the rule's own.  ``key`` names the fault so that others can refer to it:
    ``causes`` are keys of the roots this one merely carries on, ``same_as`` the key of the fault
    it repeats in its own right.
    """

    span: Span
    message: str
    help: str | None = None
    level: Level | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    evidence: dict[str, object] = field(default_factory=dict)
    note: str | None = None  # shown under the caret: the working in a few words
    key: str | None = None
    causes: tuple[str, ...] = ()
    same_as: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem stamped by the analysis. ``causes`` and ``same_as`` are finding ids here."""

    id: str
    rule: str
    level: Level
    problem: Problem
    causes: tuple[str, ...] = ()
    same_as: str | None = None
