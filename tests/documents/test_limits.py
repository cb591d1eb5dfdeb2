"""A note beyond the limit: checked as far as it goes, and its author is told."""

from __future__ import annotations

import pytest

from symformer.analysis import check
from symformer.documents import limits
from symformer.documents.limits import within_limits
from symformer.documents.reading import read_document


def test_the_rest_of_a_note_that_is_too_long_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PARTS", 200)
    wrong = "$1 + 1 = 3$\n\n"
    report = check(wrong + "$a$ " * 205 + wrong)
    assert [(finding.rule, finding.level) for finding in report.findings] == [
        ("sum-differs", "error"),
        ("too-long", "warning"),
    ]
    assert report.findings[1].problem.message == "only the first 200 of 207 formulas are checked"
    assert report.statistics.formulas == 200
    assert report.statistics.skipped == 7


def test_a_note_within_the_limit_is_checked_whole() -> None:
    report = check("$1 + 1 = 2$\n")
    assert report.findings == ()


def test_lines_of_worksheets_and_tables_count_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PARTS", 5)
    sheet = "```\n1 + 1 = 3\n1 + 2 = 3\n1 + 3 = 3\n```\n\n"
    table = "| $x$ | $x^2$ |\n|---|---|\n| 1 | 1 |\n| 2 | 5 |\n\n"
    report = check(sheet + table)
    told = [(each.rule, each.problem.message) for each in report.findings if each.rule == "too-long"]
    assert told == [("too-long", "only the first 5 of 7 formulas, lines of worksheets and rows of tables are checked")]
    assert [each.rule for each in report.findings].count("sum-differs") == 2


@pytest.mark.parametrize(("most", "lines"), [(1, 1), (2, 2), (3, 3)])
def test_a_worksheet_is_cut_between_two_lines(most: int, lines: int) -> None:
    note = "> ```\n> 1 + 1 = 3\n> 1 + 2 = 3\n> 1 + 3 = 3\n> 1 + 4 = 3\n> ```\n"
    (sheet,) = within_limits(read_document("note.md", note.encode()), most).worksheets
    assert sheet.text.text.split() == "1 + 1 = 3 1 + 2 = 3 1 + 3 = 3".split()[: 5 * lines]


def test_what_is_within_the_limit_is_left_as_it_is() -> None:
    document = read_document("note.md", b"$a$\n\n```\n1 + 1 = 2\n```\n")
    assert within_limits(document, 2) is document
