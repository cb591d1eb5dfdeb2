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
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
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


@dataclass(frozen=True, slots=True)
class SuppressionLedger:
    """All suppressions of a note, those that silenced something, and the rule names that exist."""

    suppressions: tuple[Suppression, ...]
    used: frozenset[Span]
    known_rules: frozenset[str]

    def unused(self) -> Iterator[Suppression]:
        """The requests that silenced nothing although every rule they name exists.

        ``wrong-on-purpose`` says how a block is meant: where its words say so too, nothing is left to be silenced.
        """
        for suppression in self.suppressions:
            if suppression.request.verb == "wrong-on-purpose":
                continue
            if suppression.span not in self.used and not self.unknown_rules(suppression):
                yield suppression

    def unknown_rules(self, suppression: Suppression) -> tuple[str, ...]:
        """The names in a request that are no rule."""
        return tuple(name for name in suppression.request.rules if name not in self.known_rules)


_REQUEST = re.compile(
    rf"(?P<verb>{'|'.join(sorted(VERBS, key=len, reverse=True))})(?![\w-])"
    r"[\s:]*+(?P<rules>.*?)\s*(?:\bbecause\b[\s:]*(?P<reason>.*))?$",
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
    blocks: Sequence[Span],
    displays: Sequence[Span],
    sections: Sequence[Span],
) -> Suppression:
    """Work out what a request written at ``at`` covers.

    ``blocks`` are the spans of paragraphs, formulas, list items and tables, ``displays`` those of
    the formulas on lines of their own, ``sections`` those of the sections, all into ``text`` and in
    order (see ``in_order``).
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
    found = list(findings)
    if not suppressions:
        return tuple(found), frozenset()
    goes_by = {finding.rule: names.get(finding.rule, frozenset({finding.rule})) for finding in found}
    places = _by_name((suppression.request.rules or EVERY, suppression.covers) for suppression in suppressions)
    faults = _by_name(((*EVERY, *goes_by[finding.rule]), (finding.problem.span,)) for finding in found)
    kept = [
        finding
        for finding in found
        if not any(
            places[name].touch(finding.problem.span) for name in (*EVERY, *goes_by[finding.rule]) if name in places
        )
    ]
    used = frozenset(
        suppression.span
        for suppression in suppressions
        if any(
            faults[name].touch(place)
            for name in suppression.request.rules or EVERY
            if name in faults
            for place in suppression.covers
        )
    )
    return tuple(kept), used


EVERY = ("",)  # the name under which a request without rules goes


def _by_name(named: Iterable[tuple[Iterable[str], Iterable[Span]]]) -> dict[str, Places]:
    """The places that go by each name."""
    found: dict[str, list[Span]] = {}
    for names, places in named:
        for name in names:
            found.setdefault(name, []).extend(places)
    return {name: Places.of(places) for name, places in found.items()}


@dataclass(frozen=True, slots=True)
class Places:
    """Places in a text, so kept that whether one of them touches another place takes two look-ups.

    >>> places = Places.of([Span(10, 12), Span(0, 5)])
    >>> [places.touch(each) for each in (Span(4, 6), Span(5, 10), Span(5, 5), Span(12, 12), Span(13, 13))]
    [True, False, True, True, False]
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]  # the furthest end of this place and of those before it
    empty: tuple[int, ...]  # the places of no length, which touch what they stand at the edge of

    @staticmethod
    def of(places: Iterable[Span]) -> Places:
        """These places."""
        ordered = sorted(places)
        return Places(
            tuple(place.start for place in ordered),
            tuple(accumulate((place.end for place in ordered), max)),
            tuple(place.start for place in ordered if place.length == 0),
        )

    def touch(self, place: Span) -> bool:
        """Whether one of the places has a part in common with ``place``, or is empty at its edge, or holds it."""
        edge = bisect_left(self.empty, place.start)
        if edge < len(self.empty) and self.empty[edge] <= place.end:
            return True
        if place.length == 0:
            before = bisect_right(self.starts, place.start)
            return before > 0 and self.ends[before - 1] >= place.start
        before = bisect_left(self.starts, place.end)
        return before > 0 and self.ends[before - 1] > place.start


def in_order(places: Iterable[Span]) -> tuple[Span, ...]:
    """Places by where they begin, the longer ones first: what ``place_request`` searches."""
    return tuple(sorted(places, key=lambda place: (place.start, -place.end)))


def _innermost(sections: Sequence[Span], at: Span, text: str) -> Span:
    index = bisect_right(sections, at.start, key=lambda section: section.start) - 1
    while index >= 0 and not sections[index].contains(at):
        index -= 1
    return sections[index] if index >= 0 else Span(0, len(text))


def _trailed(at: Span, text: str, displays: Sequence[Span]) -> tuple[Span, ...]:
    """What the request trails: its line, and a display of several lines that ends on it."""
    start = text.rfind("\n", 0, at.start) + 1
    markers = _MARKERS.match(text, start, at.start)
    if _WRITTEN.search(text, markers.end() if markers is not None else start, at.start) is None:
        return ()
    last = bisect_right(displays, at.start, key=lambda display: display.end) - 1
    ends_here = last >= 0 and displays[last].start < start < displays[last].end
    return (Span(start, at.end), displays[last]) if ends_here else (Span(start, at.end),)


_MARKERS = re.compile(r"[\s>]*(?:[*+#%-]+|\d+[.)])?")  # quote marks, list marks, comment signs
_WRITTEN = re.compile(r"\S")


def _next_block(at: Span, blocks: Sequence[Span]) -> tuple[Span, ...]:
    first = bisect_left(blocks, at.end, key=lambda block: block.start)
    return (blocks[first],) if first < len(blocks) else ()
