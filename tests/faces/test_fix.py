"""``symformer check --fix`` and ``--diff`` as their users call them."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from symformer.faces.cli import main

NOTE = "# Tea\n\n$$ 2 \\cdot 1.5 = 3.1 $$\n\nA heading over \\(0.5 + 0.25 = 0.85\\).\n"
MENDED = NOTE.replace("3.1", "3.0").replace("0.85", "0.75")
DOUBTFUL = "$$ \\operatorname{softmax}(0.7) = 0.4 $$\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tea.md").write_text(NOTE, "utf-8")
    return tmp_path


def test_fix_writes_the_note_and_reports_what_is_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fix", "tea.md"]) == 0
    out, err = capsys.readouterr()
    assert err == "symformer: tea.md: 2 numbers corrected\n"
    assert "2 claims: 2 hold" in out
    assert (folder / "tea.md").read_text("utf-8") == MENDED
    assert main(["check", "--fix", "tea.md"]) == 0
    assert capsys.readouterr().err == ""


def test_diff_shows_it_and_writes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--diff", "tea.md"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("--- a/tea.md\n+++ b/tea.md\n")
    assert "-$$ 2 \\cdot 1.5 = 3.1 $$\n" in out and "+$$ 2 \\cdot 1.5 = 3.0 $$\n" in out
    assert (folder / "tea.md").read_text("utf-8") == NOTE
    (folder / "tea.md").write_text(MENDED, "utf-8")
    assert main(["check", "--diff", "tea.md"]) == 0
    assert capsys.readouterr().out == ""


def test_the_doubtful_ones_are_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "doubt.md").write_text(DOUBTFUL, "utf-8")
    assert main(["check", "--fix", "doubt.md"]) == 1
    assert (folder / "doubt.md").read_text("utf-8") == DOUBTFUL
    assert main(["check", "--fix", "--unsafe-fixes", "doubt.md"]) == 0
    assert (folder / "doubt.md").read_text("utf-8") == DOUBTFUL.replace("0.4", "1.0")
    capsys.readouterr()


@pytest.mark.parametrize("arguments", [["--unsafe-fixes", "tea.md"], ["--fix", "-"]])
def test_a_request_that_makes_no_sense(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTE.encode())))
    assert main(["check", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_diff_of_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NOTE.encode())))
    assert main(["check", "--diff", "-"]) == 1
    assert "+$$ 2 \\cdot 1.5 = 3.0 $$" in capsys.readouterr().out


def test_rights_and_links_stay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tea.md").chmod(0o640)
    (folder / "link.md").symlink_to("tea.md")
    assert main(["check", "--fix", "link.md"]) == 0
    assert (folder / "link.md").is_symlink()
    assert (folder / "tea.md").read_text("utf-8") == MENDED
    assert (folder / "tea.md").stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(folder)) == ["link.md", "tea.md"]
    capsys.readouterr()


def test_what_cannot_be_read_is_told_and_the_rest_is_mended(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fix", "gone.md", "tea.md"]) == 2
    assert "gone.md: no such file" in capsys.readouterr().err
    assert (folder / "tea.md").read_text("utf-8") == MENDED


def test_what_stands_in_an_included_file_is_mended_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, tail = "\\documentclass{article}\n\\begin{document}\n", "\\end{document}\n"
    main_file = head + "\\input{part}\nWe have $0.5 + 0.5 = 1.1$.\n" + tail
    part = "We have $0.5 + 0.25 = 0.85$.\n"
    (folder / "main.tex").write_text(main_file, "utf-8")
    (folder / "part.tex").write_text(part, "utf-8")
    main(["check", "--fix", "main.tex"])
    assert (folder / "main.tex").read_text("utf-8") == main_file.replace("1.1", "1.0")
    assert (folder / "part.tex").read_text("utf-8") == part  # it is mended where it is named
    main(["check", "--fix", "part.tex"])
    assert (folder / "part.tex").read_text("utf-8") == part.replace("0.85", "0.75")
    capsys.readouterr()


def test_the_edits_are_in_the_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--format", "json", "tea.md"])
    fixes = [finding["fix"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert fixes[0] == {
        "safety": "safe",
        "edits": [{"path": "tea.md", "line": 3, "column": 18, "end_line": 3, "end_column": 21, "text": "3.0"}],
    }
