"""A note with more formulas than are checked: what is left out is said, and nothing else is lost."""

from __future__ import annotations

from symformer.analysis import check
from symformer.documents.limits import MOST_FORMULAS


def test_the_rest_of_a_note_that_is_too_long_is_named() -> None:
    wrong = "$1 + 1 = 3$\n\n"
    note = wrong + "$a$ " * (MOST_FORMULAS + 5)
    report = check(note)
    assert [(finding.rule, finding.level) for finding in report.findings] == [
        ("sum-differs", "error"),
        ("too-long", "warning"),
    ]
    assert report.findings[1].problem.message == f"only the first 20,000 of {MOST_FORMULAS + 6:,} formulas are checked"
    assert report.statistics.formulas == MOST_FORMULAS
    assert report.statistics.skipped == 6


def test_a_note_within_the_limit_is_checked_whole() -> None:
    report = check("$1 + 1 = 2$\n")
    assert report.findings == ()
