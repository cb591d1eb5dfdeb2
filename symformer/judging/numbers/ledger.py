"""The ledger of a note: every claim about numbers with what is printed, what it ought to be, and the verdict.

A root and what merely carries it on are one story: an echo names the root it belongs to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from symformer.algebra.verdict import Proved, Refuted, Supported, Unknown
from symformer.findings.finding import Finding, Level
from symformer.judging import faults
from symformer.judging.judgement import Claim, Judgement
from symformer.judging.numbers.comparison import Compared
from symformer.judging.wording import long_text, plain
from symformer.semantics.statement import Statement
from symformer.text.span import Span

Standing = Literal["right", "wrong", "last digit", "careless", "carried on", "not decided", "waived"]
STANDINGS: tuple[Standing, ...] = ("right", "wrong", "last digit", "careless", "carried on", "not decided", "waived")
QUIET: frozenset[Standing] = frozenset({"right", "waived"})  # what is shown only where everything is
CARELESS = frozenset({"truncated", "rounding-accumulated", "working-does-not-yield-result"})
WORKING = "working-does-not-yield-result"  # the message tells it: the number itself may be right


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed number beside what it ought to be; row and column count from 1, 0 where there is only one."""

    span: Span
    row: int
    column: int
    printed: str
    recomputed: str
    exact: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One claim of the ledger.

    ``figures`` are the numbers that are wrong; of a claim that holds, its number where it has only one.
    ``carries_on`` are the ids of the roots of an echo, ``roots`` their places; ``why`` says why it holds
    or what it would take to decide it.
    """

    judgement: Judgement
    span: Span
    claim: str
    standing: Standing
    figures: tuple[Figure, ...] = ()
    why: str = ""
    settled_by: str | None = None
    rule: str | None = None
    level: Level | None = None
    id: str | None = None
    message: str | None = None
    slip: str | None = None
    carries_on: tuple[str, ...] = ()


def ledger(judgements: Iterable[Judgement], findings: Sequence[Finding]) -> tuple[Entry, ...]:
    """The entries of a note, in the order of its text; ``findings`` are those that are reported."""
    reported = {(each.rule, each.problem.span, each.problem.message): each for each in findings}
    entries: list[Entry] = []
    seen: set[tuple[int, int, str | None]] = set()
    for judgement in judgements:
        if isinstance(judgement.verdict, Unknown) and judgement.claim.statement.stance != "asserted":
            continue
        key = id(judgement.claim.statement), judgement.claim.relation, judgement.fault
        if key in seen and judgement.fault is None:
            continue
        seen.add(key)
        entries.append(_entry(judgement, reported))
    return tuple(sorted(entries, key=lambda entry: entry.span))


def stories(entries: Sequence[Entry]) -> tuple[tuple[Entry, tuple[Entry, ...]], ...]:
    """Each entry that stands for itself with its echoes, in the order of the text."""
    ids = {entry.id for entry in entries if entry.id is not None and not entry.carries_on}
    echoes: dict[str, list[Entry]] = {}
    alone: list[Entry] = []
    for entry in entries:
        root = next((cause for cause in entry.carries_on if cause in ids), None)
        if root is None:
            alone.append(entry)
        else:
            echoes.setdefault(root, []).append(entry)
    return tuple((entry, tuple(echoes.get(entry.id or "", ()))) for entry in alone)


def tally(entries: Iterable[Entry]) -> dict[Standing, int]:
    """How many claims there are of each standing; a claim counts once, by the first thing said of it."""
    counted: dict[tuple[int, int, Span], Standing] = {}
    for entry in entries:
        claim = entry.judgement.claim
        counted.setdefault((id(claim.statement), claim.relation, claim.result_span), entry.standing)
    found = Counter(counted.values())
    return {standing: found[standing] for standing in STANDINGS if found[standing]}


def _entry(judgement: Judgement, reported: dict[tuple[str, Span, str], Finding]) -> Entry:
    claim, problem = judgement.claim, judgement.problem
    key = (judgement.fault or "", problem.span, problem.message) if problem is not None else None
    finding = reported.get(key) if key is not None else None
    standing = _standing(judgement, finding)
    return Entry(
        judgement,
        problem.span if problem is not None else claim.result_span,
        written(claim),
        standing,
        figures_of(judgement),
        _why(judgement),
        judgement.verdict.settled_by if isinstance(judgement.verdict, Unknown) else None,
        judgement.fault if problem is not None else None,
        finding.level if finding is not None else None,
        finding.id if finding is not None else None,
        problem.message if problem is not None else None,
        judgement.slip,
        finding.causes if finding is not None else (),
    )


def _standing(judgement: Judgement, finding: Finding | None) -> Standing:
    if judgement.problem is not None and finding is None:
        return "waived"
    match judgement.fault, judgement.verdict:
        case "carried-on", _:
            return "carried on"
        case "last-digit-differs", _:
            return "last digit"
        case fault, _ if fault in CARELESS:
            return "careless"
        case _, Proved() | Supported():
            return "right"
        case _, Refuted():
            return "wrong"
    return "not decided"


def _why(judgement: Judgement) -> str:
    match judgement.verdict:
        case Proved(how):
            return how
        case Unknown(reason):
            return reason
        case Supported():
            return "agrees at random points"
    return ""


def figures_of(judgement: Judgement) -> tuple[Figure, ...]:
    """The numbers of a claim that are wrong, or the one number it shows, beside what they ought to be."""
    found, problem = judgement.comparison, judgement.problem
    if judgement.fault == WORKING and problem is not None:
        return ()
    if found is None or judgement.fault == "carried-on" and not found.wrong:
        shown = (str(problem.evidence.get("printed", "")), str(problem.evidence.get("expected", ""))) if problem else ()
        return (Figure(problem.span, 0, 0, *shown, shown[1]),) if problem is not None and shown and shown[0] else ()
    many = len(found.cells) > 1
    listed = found.wrong or (() if many else found.cells)
    return tuple(_figure(each, judgement.claim.statement, many=many) for each in listed)


def _figure(each: Compared, statement: Statement, *, many: bool) -> Figure:
    row, column = (each.cell.place[0] + 1, each.cell.place[1] + 1) if many and each.cell.place else (0, 0)
    right = each.answer in ("yes", "loose")
    printed = faults.printed_text(each)
    expected = printed if right else faults.expected_text(each)
    return Figure(statement.place(each.cell.origin), row, column, printed, expected, long_text(each.value))


def written(claim: Claim) -> str:
    """A claim on one line: both sides in plain text."""
    if claim.left is claim.right:
        return plain(claim.right)
    return f"{plain(claim.left)} {claim.sign} {plain(claim.right)}"
