"""What a check of one document gives: its findings, and how much of it was covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from symformer.algebra.verdict import Proved, Refuted, Supported, Unknown, Verdict
from symformer.findings.finding import Finding
from symformer.text.source import Source
from symformer.text.span import Span

ClaimKind = Literal["definition", "declaration", "step", "numeric"]


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """One claim of the note with its verdict. ``tests`` are (name, outcome), as they were run."""

    span: Span
    kind: ClaimKind
    verdict: Verdict
    tests: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """How much of a document was covered."""

    formulas: int = 0
    read: int = 0
    typed: int = 0
    skipped: int = 0
    claims: int = 0
    proved: int = 0
    supported: int = 0
    refuted: int = 0
    unknown: int = 0
    unknown_reasons: dict[str, int] = field(default_factory=dict)
    stated: int = 0  # equations read in plain text: worksheets, sentences, tables
    unread_lines: int = 0  # of worksheets: lines with an equals sign that were not read

    def __add__(self, other: Statistics) -> Statistics:
        """The two documents counted together."""
        return Statistics(
            self.formulas + other.formulas,
            self.read + other.read,
            self.typed + other.typed,
            self.skipped + other.skipped,
            self.claims + other.claims,
            self.proved + other.proved,
            self.supported + other.supported,
            self.refuted + other.refuted,
            self.unknown + other.unknown,
            dict(Counter(self.unknown_reasons) + Counter(other.unknown_reasons)),
            self.stated + other.stated,
            self.unread_lines + other.unread_lines,
        )


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something that could not be decided, once per reason and remedy, with what it would settle."""

    span: Span  # the first place it matters
    reason: str
    settled_by: str | None
    count: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A fault of symformer's own, or a document that is none: one clear line."""

    message: str
    rule: str | None = None
    unreadable: bool = False  # the named path holds nothing that can be checked


@dataclass(frozen=True, slots=True)
class Report:
    """All that is said about one document. ``source`` is None where the document was unreadable."""

    path: str
    source: Source | None
    findings: tuple[Finding, ...] = ()
    statistics: Statistics = field(default_factory=Statistics)
    claims: tuple[CheckedClaim, ...] = ()
    failures: tuple[Failure, ...] = ()


def count(
    claims: Iterable[CheckedClaim],
    *,
    formulas: int,
    read: int,
    typed: int,
    skipped: int,
    stated: int = 0,
    unread_lines: int = 0,
) -> Statistics:
    """The statistics of a document from its claims, the counts of its formulas and of its plain text.

    >>> claim = CheckedClaim(Span(0, 1), "numeric", Unknown("undeclared symbol", "let k = 4"))
    >>> count([claim], formulas=2, read=2, typed=1, skipped=0).unknown_reasons
    {'undeclared symbol': 1}
    """
    verdicts: Counter[type] = Counter()
    reasons: Counter[str] = Counter()
    for claim in claims:
        verdicts[type(claim.verdict)] += 1
        if isinstance(claim.verdict, Unknown):
            reasons[claim.verdict.reason] += 1
    return Statistics(
        formulas,
        read,
        typed,
        skipped,
        verdicts.total(),
        verdicts[Proved],
        verdicts[Supported],
        verdicts[Refuted],
        verdicts[Unknown],
        dict(reasons.most_common()),
        stated,
        unread_lines,
    )


def open_questions(report: Report) -> tuple[OpenQuestion, ...]:
    """What was not decided, by pay-off: the declaration that settles most comes first.

    Claims that no declaration can settle come last; each reason is listed once.
    """
    groups: dict[tuple[str, str | None], list[Span]] = {}
    for claim in report.claims:
        if isinstance(claim.verdict, Unknown):
            # one declaration may settle claims that are open for different reasons
            remedy = claim.verdict.settled_by
            key = ("", remedy) if remedy else (claim.verdict.reason, None)
            groups.setdefault(key, []).append(claim.span)
    reasons = {
        claim.verdict.settled_by: claim.verdict.reason
        for claim in reversed(report.claims)
        if isinstance(claim.verdict, Unknown)
    }
    questions = [
        OpenQuestion(min(spans), reason or reasons[remedy], remedy, len(spans))
        for (reason, remedy), spans in groups.items()
    ]
    return tuple(sorted(questions, key=lambda q: (q.settled_by is None, -q.count, q.span)))
