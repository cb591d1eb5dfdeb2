"""The formulas that the project's notes take from the catalogue are what the catalogue gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.faces.cli import main
from symformer.faces.refreshing import refreshed

NOTES = Path(__file__).resolve().parent.parent / "notes"
TAKING = sorted(path for path in NOTES.glob("*.md") if "<!-- generated: " in path.read_text("utf-8"))
STALE = "before\n<!-- generated: symformer latex attention-output --format markdown -->\n$$ O = V A $$\n<!-- /generated -->\nafter\n"


@pytest.mark.parametrize("path", TAKING, ids=lambda path: path.name)
def test_what_is_generated_is_fresh(path: Path) -> None:
    _, stale = refreshed(path.name, path.read_text("utf-8"))
    assert not stale, "symformer notes --update notes writes it anew"


def test_some_notes_take_formulas() -> None:
    assert len(TAKING) >= 3


def test_a_stale_block_is_told_and_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "note.md"
    note.write_text(STALE, "utf-8")
    assert main(["notes", str(tmp_path)]) == 1
    assert "note.md:2: symformer latex attention-output" in capsys.readouterr().out
    assert note.read_text("utf-8") == STALE
    assert main(["notes", "--update", str(tmp_path)]) == 0
    text = note.read_text("utf-8")
    assert "$$\nO = A V\n$$\n<!-- /generated -->\nafter\n" in text and text.startswith("before\n")
    assert main(["notes", str(note)]) == 0


def test_a_block_in_latex(tmp_path: Path) -> None:
    note = tmp_path / "note.tex"
    note.write_text("% generated: symformer latex attention-output\n% /generated\n", "utf-8")
    assert main(["notes", "--update", str(note)]) == 0
    assert "\\[\n  O = A V\n\\]\n% /generated\n" in note.read_text("utf-8")


WRONG = {
    "<!-- generated: symformer latex atention-output -->\n<!-- /generated -->\n": "note.md:1: unknown equation",
    "<!-- generated: symformer check note.md -->\n<!-- /generated -->\n": "a block is made by one of latex, example",
    "<!-- generated: symformer latex head --no-such-option -->\n<!-- /generated -->\n": "is not understood",
    "<!-- generated: symformer latex head -o x.md -->\n<!-- /generated -->\n": "leave -o out",
    "<!-- generated: symformer latex head -->\n$$ x $$\n": "a generated block does not end",
    "<!-- generated: symformer latex 'head -->\n<!-- /generated -->\n": "is not understood: no closing quotation",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_block_is_one_clear_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "note.md"
    note.write_text(text, "utf-8")
    assert main(["notes", "--update", str(note)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and WRONG[text] in err
    assert note.read_text("utf-8") == text


def test_folders_are_walked_as_for_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = tmp_path / ".venv"
    hidden.mkdir()
    (hidden / "note.md").write_text(STALE, "utf-8")
    assert main(["notes", str(tmp_path)]) == 2
    assert "holds no notes (.markdown .md .qmd .tex)" in capsys.readouterr().err
    assert main(["notes", str(tmp_path / "gone.md")]) == 2
    assert "gone.md: no such file or folder" in capsys.readouterr().err


def test_standard_input_is_not_written_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notes", "--update", "-"]) == 2
    assert "standard input cannot be written anew" in capsys.readouterr().err
