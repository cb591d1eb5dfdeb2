"""``symformer symbols --as-declarations``: what is known of a note, as a block to correct and to paste."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symformer.analysis import Analysis
from symformer.findings.report import Report
from symformer.semantics.model import reader_of
from symformer.semantics.notation.declarable import as_annotation, declarations_of
from symformer.semantics.notation.profile import notation_of
from symformer.semantics.shapes.underbraces import speller_of

MOST_CHECKS = 24  # of the note with some of the declarations


Check = Callable[[tuple[str, ...]], Report]  # of the note, with declarations in force from its first line on


def declarations_as_text(analysis: Analysis, path: str, check: Check, *, several: bool) -> str:
    """The block for one note; "" where nothing is known of its symbols."""
    if analysis.model is None or analysis.document is None:
        return ""
    text = as_annotation(declarations_for(analysis, check), analysis.document.format)
    return f"# {path}\n{text}" if several and text else text


def declarations_for(analysis: Analysis, check: Check) -> tuple[str, ...]:
    """What is known of a note, item by item, without what would change the verdict on the note.

    Pasted at the top a declaration holds from there on, which is more than the note may have said:
    the note is checked with the items, and those that bring a new finding are left out.
    """
    note = analysis.model
    if note is None:
        return ()
    entries, read = notation_of(note), reader_of(note.vocabulary)
    spelled = speller_of(note.statements, note.vocabulary)
    items = declarations_of(entries, note.conventions, read, spelled)
    return _Checked(analysis, check).harmless(items, ())


class _Checked:
    """Checks a note with declarations in force, a bounded number of times."""

    def __init__(self, analysis: Analysis, check: Check) -> None:
        self._check = check
        self._before = _found(analysis.report)
        self._left = MOST_CHECKS

    def harmless(self, items: Sequence[str], others: tuple[str, ...]) -> tuple[str, ...]:
        """Those items that bring no new finding beside the others, which bring none."""
        if not items or not self._brings_news((*others, *items)):
            return tuple(items)
        if len(items) == 1 or self._left <= 0:
            return ()
        half = len(items) // 2
        first = self.harmless(items[:half], others)
        return (*first, *self.harmless(items[half:], (*others, *first)))

    def _brings_news(self, items: tuple[str, ...]) -> bool:
        if self._left <= 0:
            return True
        self._left -= 1
        return bool(_found(self._check(items)) - self._before)


def _found(report: Report) -> set[tuple[str, str, int]]:
    """What is told and how loudly: a remark that becomes a warning is news."""
    return {(finding.rule, finding.level, finding.problem.span.start) for finding in report.findings}
