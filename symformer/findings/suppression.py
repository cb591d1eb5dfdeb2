"""What an author asks symformer to be silent about, and whether each request was of use.

The grammar, after ``symformer:`` in a comment of the note::

    ignore RULE[, RULE] because REASON            the next block, or the line it trails
    ignore-section RULE[, RULE] because REASON    the section it stands in
    ignore-file RULE[, RULE] because REASON       the whole note
    wrong-on-purpose [because REASON]             all rules, the next block

A request without rules means all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from symformer.findings.finding import Finding
from symformer.text.span import Span

Reach = Literal["block", "section", "file"]

_REACH: dict[str, Reach] = {
    "ignore": "block",
    "ignore-section": "section",
    "ignore-file": "file",
    "wrong-on-purpose": "block",
}
VERBS = tuple(_REACH)


@dataclass(frozen=True, slots=True)
class Request:
    """A suppression as written, before its reach is turned into a place."""

    verb: str
    rules: tuple[str, ...]
    reason: str | None

    @property
    def reach(self) -> Reach:
        """How far the request goes."""
        return _REACH[self.verb]


@dataclass(frozen=True, slots=True)
class Suppression:
    """A request with the places it covers; ``span`` is where the author wrote it."""

    request: Request
    span: Span
    covers: tuple[Span, ...]

    def silences(self, finding: Finding, names: frozenset[str]) -> bool:
        """Whether the finding is asked to be silent; ``names`` are the ids its rule goes by."""
        if self.request.rules and not names.intersection(self.request.rules):
            return False
        return any(touches(place, finding.problem.span) for place in self.covers)


@dataclass(frozen=True, slots=True)
class SuppressionLedger:
    """All suppressions of a note, those that silenced something, and the rule names that exist."""

    suppressions: tuple[Suppression, ...]
    used: frozenset[Span]
    known_rules: frozenset[str]

    def unused(self) -> Iterator[Suppression]:
        """The requests that silenced nothing although every rule they name exists."""
        for suppression in self.suppressions:
            if suppression.span not in self.used and not self.unknown_rules(suppression):
                yield suppression

    def unknown_rules(self, suppression: Suppression) -> tuple[str, ...]:
        """The names in a request that are no rule."""
        return tuple(name for name in suppression.request.rules if name not in self.known_rules)


_REQUEST = re.compile(
    rf"(?P<verb>{'|'.join(sorted(VERBS, key=len, reverse=True))})(?![\w-])"
    r"[\s:]*(?P<rules>.*?)\s*(?:\bbecause\b[\s:]*(?P<reason>.*))?$",
    re.IGNORECASE | re.DOTALL,
)


def parse_request(text: str) -> Request | None:
    """The suppression that an annotation asks for, None where it asks for something else.

    >>> parse_request("ignore sum-differs, last-digit because the paper prints it so")
    Request(verb='ignore', rules=('sum-differs', 'last-digit'), reason='the paper prints it so')
    >>> parse_request("let K: m × d_k") is None
    True
    """
    match = _REQUEST.fullmatch(text.strip())
    if match is None:
        return None
    rules = tuple(name.lower() for name in re.split(r"[\s,]+", match["rules"]) if name)
    reason = " ".join((match["reason"] or "").split()).strip(" .") or None
    return Request(match["verb"].lower(), rules, reason)


def requests_in(annotation: str) -> tuple[Request, ...]:
    """The suppressions among all that an annotation says; a reason may hold semicolons.

    >>> [request.verb for request in requests_in("let d = 4; ignore sum-differs because it is a draft")]
    ['ignore']
    """
    whole = parse_request(annotation)
    if whole is not None:
        return (whole,)
    items = (parse_request(item) for item in re.split(r"[;\n]", annotation))
    return tuple(item for item in items if item is not None)


def place_request(
    request: Request,
    at: Span,
    text: str,
    *,
    blocks: Iterable[Span],
    displays: Iterable[Span],
    sections: Iterable[Span],
) -> Suppression:
    """Work out what a request written at ``at`` covers.

    ``blocks`` are the spans of paragraphs, formulas, list items and tables, ``displays`` those of
    the formulas on lines of their own, ``sections`` those of the sections, all into ``text``.
    """
    match request.reach:
        case "file":
            covers: tuple[Span, ...] = (Span(0, len(text)),)
        case "section":
            covers = (_innermost(sections, at, text),)
        case "block":
            covers = _trailed(at, text, displays) or _next_block(at, blocks)
    return Suppression(request, at, covers)


def apply(
    findings: Iterable[Finding], suppressions: tuple[Suppression, ...], names: dict[str, frozenset[str]]
) -> tuple[tuple[Finding, ...], frozenset[Span]]:
    """The findings that remain, and the places of the suppressions that were of use.

    ``names`` gives for each rule id all ids it goes by (itself and its aliases).
    """
    kept: list[Finding] = []
    used: set[Span] = set()
    for finding in findings:
        goes_by = names.get(finding.rule, frozenset({finding.rule}))
        silencing = [s.span for s in suppressions if s.silences(finding, goes_by)]
        used.update(silencing)
        if not silencing:
            kept.append(finding)
    return tuple(kept), frozenset(used)


def touches(place: Span, span: Span) -> bool:
    """Whether a finding at ``span`` stands in ``place`` (an empty span may stand at its edge)."""
    if span.length == 0:
        return place.start <= span.start <= place.end
    return place.start < span.end and span.start < place.end


def _innermost(sections: Iterable[Span], at: Span, text: str) -> Span:
    holding = [section for section in sections if section.contains(at)]
    return min(holding, key=lambda section: section.length, default=Span(0, len(text)))


def _trailed(at: Span, text: str, displays: Iterable[Span]) -> tuple[Span, ...]:
    """What the request trails: its line, and a display of several lines that ends on it."""
    start = text.rfind("\n", 0, at.start) + 1
    before = Span(start, at.start)
    if not _ONLY_MARKERS.sub("", before.slice(text)):
        return ()
    ending = tuple(display for display in displays if display.start < start < display.end <= at.start)
    return (Span(start, at.end), *ending)


_ONLY_MARKERS = re.compile(r"^[\s>]*(?:[*+#%-]+|\d+[.)])?|\s")  # quote marks, list marks, comment signs


def _next_block(at: Span, blocks: Iterable[Span]) -> tuple[Span, ...]:
    following = [block for block in blocks if block.start >= at.end]
    if not following:
        return ()
    first = min(following, key=lambda block: (block.start, -block.end))
    return (first,)
