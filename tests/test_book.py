"""Notes of one book are compared; what a note says of itself does not depend on the others."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from symformer.analysis import check, check_book
from symformer.faces.cli import main

FIRST = "Let $n$ be the sequence length and $d$ be the embedding dimension.\n"
SECOND = "# Other letters\n\nLet $L$ be the sequence length. Then $2 + 2 = 5$.\n"
THIRD = "$$ \\text{PE}(pos, 2i) = \\sin(pos / 10000^{2i/d}) $$\n"
FOURTH = THIRD.replace("10000", "1000")
BOOK = {"a.md": FIRST, "b.md": SECOND, "c.md": THIRD, "d.md": FOURTH}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    for name, text in BOOK.items():
        (tmp_path / "notes" / name).write_text(text, "utf-8")
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    main(["check", *arguments, "--format", "json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert isinstance(findings, list)
    return findings


def rules(findings: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(each["path"], each["rule"]) for each in findings]


def test_notes_are_compared_only_as_a_book(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = rules(found(capsys, "notes"))
    assert alone == [("notes/b.md", "sum-differs")]
    together = rules(found(capsys, "notes", "--book"))
    assert set(together) == {
        *alone,
        ("notes/b.md", "letters-differ-between-notes"),
        ("notes/d.md", "equation-differs-between-notes"),
    }


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_findings_point_at_both_places(jobs: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    findings = found(capsys, "notes", "--book", "--jobs", jobs)
    (letters,) = [each for each in findings if each["rule"] == "letters-differ-between-notes"]
    assert (letters["path"], letters["line"], letters["column"], letters["quote"]) == ("notes/b.md", 3, 6, "L")
    related = {"path": "notes/a.md", "line": 1, "column": 6, "message": "sequence length is n"}
    assert letters["related"] == [related]
    (equation,) = [each for each in findings if each["rule"] == "equation-differs-between-notes"]
    assert equation["quote"] == "1000"
    assert equation["level"] == "warning"


def test_the_text_shows_the_other_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "notes", "--book"])
    out = capsys.readouterr().out
    assert "notes/d.md:1:36 warning[equation-differs-between-notes]" in out
    assert "10000 here (notes/c.md)" in out


@pytest.mark.parametrize("format", ["sarif", "github"])
def test_other_formats_take_places_in_other_notes(
    format: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", "notes", "--book", "--format", format])
    out = capsys.readouterr().out
    assert "equation-differs-between-notes" in out
    if format == "sarif":
        assert '"notes/c.md"' in out


def test_a_book_in_the_settings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "symformer.toml").write_text('book = ["notes"]\n', "utf-8")
    assert ("notes/d.md", "equation-differs-between-notes") in rules(found(capsys, "notes"))
    (folder / "elsewhere.md").write_text(FOURTH, "utf-8")
    assert rules(found(capsys, "elsewhere.md")) == []
    (folder / "symformer.toml").write_text('book = ["gone"]\n', "utf-8")
    assert main(["check", "notes"]) == 2
    assert capsys.readouterr().err == "symformer: book: gone: no such folder\n"


def test_select_and_ignore_reach_the_rules_of_a_book(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {rule for _, rule in rules(found(capsys, "notes", "--book", "--select", "book"))} == {
        "letters-differ-between-notes",
        "equation-differs-between-notes",
    }
    assert rules(found(capsys, "notes", "--book", "--ignore", "book,sum-differs")) == []


def test_what_a_note_says_of_itself_stays() -> None:
    together = dict(zip(BOOK, check_book(BOOK), strict=True))
    for name, text in BOOK.items():
        alone = check(text, name=name)
        assert all(finding in together[name].findings for finding in alone.findings)
        assert alone.statistics == together[name].statistics
        assert alone.claims == together[name].claims


def test_the_order_of_the_notes_does_not_count() -> None:
    expected = {report.path: report.findings for report in check_book(BOOK)}
    for order in permutations(BOOK):
        reports = check_book({name: BOOK[name] for name in order})
        assert {report.path: report.findings for report in reports} == expected


def test_a_waiver_of_a_rule_of_books_is_not_called_unused() -> None:
    note = "<!-- symformer: ignore letters-differ-between-notes because it is quoted -->\nLet $L$ be the sequence length.\n"
    assert check(note).findings == ()


def test_an_unreadable_note_does_not_stop_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes" / "broken.ipynb").write_text("{", "utf-8")
    (folder / "notes" / "empty.md").write_text("", "utf-8")
    assert ("notes/d.md", "equation-differs-between-notes") in rules(found(capsys, "notes", "--book"))
    assert main(["check", "notes", "--book"]) == 2


def test_a_book_of_one_note_is_a_note() -> None:
    (report,) = check_book({"a.md": SECOND})
    assert report.findings == check(SECOND, name="a.md").findings
