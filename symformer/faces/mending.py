"""Notes with their numbers put right: fixes applied to the bytes of a file, looked at again, round after round.

A fix mends one root.  What was carried on from it is a fault of its own in the mended note, and has its turn in
the next round, until nothing is left that can be mended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from symformer.analysis import Analysis
from symformer.documents.encoding import decode, encoded_like
from symformer.findings.finding import Finding
from symformer.findings.report import Report
from symformer.text.edit import apply_edits
from symformer.text.source import Source

MOST_ROUNDS = 40
MOST_RESTARTS = 8  # with roots left out whose repair would make something else wrong
SERIOUS = ("error", "warning")

Look = Callable[[bytes], Analysis]
Place = tuple[int, str]  # of a finding: its line in the file, which no fix moves, and its rule


@dataclass(frozen=True, slots=True)
class Mended:
    """A note after its repair: its bytes, what was corrected (old and new), and what is found in it now."""

    data: bytes
    analysis: Analysis
    corrected: int = 0
    rounds: int = 0

    @property
    def left(self) -> tuple[Finding, ...]:
        """What is still wrong or doubtful."""
        return tuple(each for each in self.analysis.report.findings if each.level in SERIOUS)


def mend(data: bytes, analysis: Analysis, look: Look, *, unsafe: bool = False) -> Mended:
    """The note with every root corrected whose repair, with all that follows from it, leaves nothing new behind.

    ``look`` analyses bytes as the note was analysed.
    """
    left_out: set[Place] = set()
    for _ in range(MOST_RESTARTS):
        found, fixed = _rounds(data, analysis, look, left_out, unsafe=unsafe)
        new = _worse(analysis.report, found.analysis.report)
        if not new:
            return found
        blamed = _blamed(new, analysis.report, fixed - left_out)
        if not blamed:
            break
        left_out |= blamed
    return Mended(data, analysis)


def rewrite(data: bytes, analysis: Analysis, look: Look) -> Mended:
    """The note with every chain of numbers worked out anew from what it starts with, as far as that goes."""
    return _rounds(data, analysis, look, set(), unsafe=True)[0]


def _rounds(
    data: bytes, analysis: Analysis, look: Look, left_out: set[Place], *, unsafe: bool
) -> tuple[Mended, set[Place]]:
    """Mend, look, and mend again; the best of what came out, and all that was mended on the way."""
    best = now = Mended(data, analysis)
    seen = {data}
    fixed: set[Place] = set()
    for number in range(1, MOST_ROUNDS + 1):
        wanted = [each for each in now.analysis.report.findings if _wanted(each, now.analysis, left_out, unsafe=unsafe)]
        mended, count, used = _applied(now.data, now.analysis.report, wanted)
        if mended is None or mended in seen:
            break
        seen.add(mended)
        fixed |= used
        now = Mended(mended, look(mended), now.corrected + count, number)
        if now.analysis.report.source is None:
            break
        if len(now.left) <= len(best.left):
            best = now
    return best, fixed


def _wanted(finding: Finding, analysis: Analysis, left_out: set[Place], *, unsafe: bool) -> bool:
    fix, source = finding.problem.fix, analysis.report.source
    if fix is None or source is None or finding.level not in SERIOUS or fix.safety == "unsafe" and not unsafe:
        return False
    return _place(finding, source) not in left_out


def _applied(data: bytes, report: Report, findings: Iterable[Finding]) -> tuple[bytes | None, int, set[Place]]:
    """The bytes with the fixes of these findings put in, how many numbers that changed, and for what."""
    source = report.source
    if source is None:
        return None, 0, set()
    raw, _ = decode(data)
    edits: dict[tuple[int, int], str] = {}
    used: set[Place] = set()
    for finding in findings:
        own = _raw_edits(finding, source, raw)
        if own is not None and not _clash(own, edits):
            edits.update(own)
            used.add(_place(finding, source))
    if not edits:
        return None, 0, set()
    text = apply_edits(raw, ((start, end, new) for (start, end), new in edits.items()))
    return encoded_like(data, text), len(edits), used


def _raw_edits(finding: Finding, source: Source, raw: str) -> dict[tuple[int, int], str] | None:
    """The edits of a finding's fix in the raw file; None where one of them does not stand there as it is read."""
    found: dict[tuple[int, int], str] = {}
    for edit in finding.problem.fix.edits if finding.problem.fix is not None else ():
        made = source.raw_edit(edit.span, edit.text, raw)
        if made is None:
            return None  # in a file that is included, or made of something else
        span, text = made
        found[span.start, span.end] = text
    return found or None


def _clash(own: dict[tuple[int, int], str], edits: dict[tuple[int, int], str]) -> bool:
    """Whether an edit touches the place of another one, unless it is the same."""
    return any(
        start < other_end and other_start < end and edits[other_start, other_end] != own.get((other_start, other_end))
        for start, end in own
        for other_start, other_end in edits
    )


def _place(finding: Finding, source: Source) -> Place:
    return source.place(finding.problem.span.start).line, finding.rule


def _lines(report: Report, levels: tuple[str, ...]) -> Iterator[int]:
    """The line of each finding of these levels."""
    for finding in report.findings:
        if report.source is not None and finding.level in levels:
            yield report.source.place(finding.problem.span.start).line


def _worse(before: Report, after: Report) -> set[int]:
    """The lines that hold more that is wrong than they did."""
    if after.source is None:
        return {0}
    return set(Counter(_lines(after, SERIOUS)) - Counter(_lines(before, SERIOUS)))


def _blamed(lines: set[int], before: Report, fixed: set[Place]) -> set[Place]:
    """The repairs that made other lines wrong: the roots of what was carried on there, else the nearest one above."""
    if before.source is None or not fixed:
        return set()
    places = {each.id: _place(each, before.source) for each in before.findings}
    blamed: set[Place] = set()
    for line in lines:
        roots = {
            places[cause]
            for each in before.findings
            for cause in each.causes
            if places[each.id][0] == line and cause in places
        } & fixed
        above = [place for place in fixed if place[0] <= line]
        blamed |= roots or ({max(above)} if above else {min(fixed)})
    return blamed


__all__ = ["Look", "Mended", "mend", "rewrite"]
