"""``symformer audit``: the ledger of a note's numbers, and what is left after it was rewritten."""

from __future__ import annotations

from collections.abc import Iterable

from symformer.analysis import Analysis
from symformer.faces.mending import Mended
from symformer.judging.numbers.ledger import ledger
from symformer.reporters.ledger import RENDERERS, Audited, LedgerOptions

MOST_LEFT = 20  # lines about what a rewrite could not put right


def render(notes: Iterable[Analysis], form: str, options: LedgerOptions) -> str:
    """The ledgers of notes in one of the formats."""
    return RENDERERS[form]([audited(note) for note in notes], options)


def audited(analysis: Analysis) -> Audited:
    """A note with its ledger; an empty one where the note could not be read."""
    if analysis.model is None:
        return Audited(analysis.report, ())
    return Audited(analysis.report, ledger(analysis.model.judgements, analysis.report.findings))


def told(mended: Mended, out: str) -> str:
    """What a rewrite did, and what it leaves."""
    count = mended.corrected
    rounds = f"{mended.rounds} round{'' if mended.rounds == 1 else 's'}"
    lines = [f"{out}: {count} number{'' if count == 1 else 's'} corrected in {rounds}"]
    source = mended.analysis.report.source
    for finding in mended.left[:MOST_LEFT] if source is not None else ():
        place = source.place(finding.problem.span.start) if source is not None else None
        at = f"{place.line}:{place.column}" if place is not None else ""
        lines.append(f"left: {at} {finding.level}[{finding.rule}]: {finding.problem.message}")
    if len(mended.left) > MOST_LEFT:
        lines.append(f"and {len(mended.left) - MOST_LEFT} more")
    if not mended.left:
        lines.append("nothing is left that is wrong with its numbers")
    return "".join(line + "\n" for line in lines)


__all__ = ["audited", "render", "told"]
