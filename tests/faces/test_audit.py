"""``symformer audit`` and ``symformer explain FILE:LINE`` as their users call them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from symformer.faces.cli import main

NOTE = r"""# A chain

$$ e^{2} \approx 7.93 $$

$$ 7.93 + 2.72 = 10.65 $$

$$ \operatorname{softmax}(1, 2) \approx (0.27, 0.37) $$

We know $0.5 \cdot 3 = 1.5$, and $f(q) = 0.25$.

<!-- symformer: wrong-on-purpose because it teaches -->
$$ 2 + 2.5 = 4.6 $$
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.md").write_text(NOTE, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> str:
    assert main(arguments) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def rows(out: str) -> list[list[str]]:
    return [line.split("  ") for line in out.splitlines()]


def test_wrong_numbers_with_their_echoes_below_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "audit", "note.md").splitlines()
    assert lines[0] == "note.md"
    assert lines[1].split()[:2] == ["3:18", "wrong"] and "e^2 ≈ 7.93" in lines[1] and "7.39" in lines[1]
    assert lines[2].startswith("    5:") and "carried on" in lines[2]
    assert any("row 1, column 2: 0.37" in line and "0.73" in line for line in lines)
    assert "1.5" not in " ".join(line for line in lines if "0.5" in line)
    assert "4.6" not in "".join(lines)
    assert lines[-1].startswith("5 claims about numbers: 1 right, 2 wrong, 1 carried on")


def test_all_shows_what_holds_and_what_is_waived(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "audit", "--all", "note.md")
    assert "0.5·3 = 1.5" in out and " right " in out
    assert "2 + 2.5 = 4.6" in out and " waived " in out


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_a_student_sees_verdicts_and_no_values(form: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hidden = run(capsys, "audit", "--student", "--format", form, "note.md")
    assert "wrong" in hidden and "right" in hidden
    assert "7.39" not in hidden and "0.73" not in hidden and "10.11" not in hidden
    shown = run(capsys, "audit", "--student", "--reveal", "--format", form, "note.md")
    assert "7.39" in shown and "0.73" in shown


def test_json_has_the_documented_fields(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "audit", "--format", "json", "--all", "note.md"))
    assert set(found) == {"schema", "version", "second_reader", "documents", "claims", "failures"}
    first, second = found["claims"][:2]
    assert first["claim"] == "e^2 ≈ 7.93" and first["standing"] == "wrong" and first["rule"] == "value-differs"
    assert first["figures"] == [
        {"row": 0, "column": 0, "printed": "7.93", "recomputed": "7.39", "exact": "7.3890560989"}
    ]
    assert (first["line"], first["column"]) == (3, 18)
    assert second["carries_on"] == [first["id"]]
    assert sum(found["documents"][0]["counts"].values()) == 5


def test_csv_has_one_row_for_each_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(csv.DictReader(io.StringIO(run(capsys, "audit", "--format", "csv", "note.md"))))
    assert [(row["line"], row["printed"], row["recomputed"]) for row in found if row["verdict"] == "wrong"] == [
        ("3", "7.93", "7.39"),
        ("7", "0.37", "0.73"),
    ]


def test_markdown_is_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "audit", "--format", "markdown", "note.md")
    table = [line for line in out.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in table} == {6}
    assert any(line.startswith("| ↳ 5:") for line in table)


def test_a_note_that_is_right(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "right.md").write_text("$0.5 + 0.25 = 0.75$\n", "utf-8")
    out = run(capsys, "audit", "right.md", status=0)
    assert out == "1 claim about numbers: 1 right\n"


def test_a_note_rewritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "audit", "--rewrite", "new.md", "note.md", status=0)
    assert out.startswith("new.md: 4 numbers corrected in 2 rounds\n")
    right = NOTE.replace("7.93", "7.39").replace("10.65", "10.11").replace("0.37", "0.73")
    assert (folder / "new.md").read_text("utf-8") == right
    assert (folder / "note.md").read_text("utf-8") == NOTE
    run(capsys, "check", "--select", "numbers", "new.md", status=0)


def test_what_a_rewrite_cannot_put_right_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "open.md").write_text("$$ 2 \\cdot 3 = 2 + 5 $$\n\n$$ 1 + 1.5 = 3.5 $$\n", "utf-8")
    out = run(capsys, "audit", "--rewrite", "new.md", "open.md")
    assert "left: 1:" in out and "1 + 1.5 = 2.5" in (folder / "new.md").read_text("utf-8")


def test_a_rewrite_takes_one_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--rewrite", "new.md", "note.md", "note.md", "."]) == 2
    assert main(["audit", "--rewrite", "nowhere/new.md", "note.md"]) == 2
    assert main(["audit", "gone.md"]) == 2
    assert capsys.readouterr().err.count("\n") == 3


# -- the working of a line ---------------------------------------------------------------------------------


def explained(capsys: pytest.CaptureFixture[str], place: str) -> list[str]:
    lines = run(capsys, "explain", place, status=0).splitlines()
    assert len(lines) <= 8
    return lines


def test_the_working_of_a_wrong_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = explained(capsys, "note.md:3")
    assert lines[0] == "note.md:3:18 wrong [value-differs]"
    assert "e^2 ≈ 7.93" in lines[1]
    assert any("7.93, expected 7.39 (unrounded 7.3890560989)" in line for line in lines)
    assert any(line.startswith("  carried on") and "line 5" in line for line in lines)


def test_the_likely_slip_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "two digits are swapped"
    assert any(line.split(maxsplit=1) == ["likely", told] for line in explained(capsys, "note.md:3"))
    assert f"7.39   ({told})" in run(capsys, "audit", "note.md")
    assert told not in run(capsys, "audit", "--student", "note.md")


def test_the_working_of_an_echo_names_its_root(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert any("7.93 of line 3, which is wrong" in line for line in explained(capsys, "note.md:5"))


SYMBOLS = r"""With $a = 2.5$ and

$$ W = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} $$

we have $a W = \begin{bmatrix} 2.5 & 5 \\ 7.5 & 11 \end{bmatrix}$.
"""


def test_the_numbers_are_put_in_the_place_of_the_names(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "symbols.md").write_text(SYMBOLS, "utf-8")
    lines = explained(capsys, "symbols.md:5")
    assert any(line.split()[:2] == ["in", "numbers"] and "2.5·[1, 2; 3, 4]" in line for line in lines)
    assert any(line.startswith("  rests on") and "W (line 3)" in line and "a (line 1)" in line for line in lines)


def test_a_cell_of_a_notebook(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in ("# Head", "a\n\n$1.5 + 1 = 2.6$")]
    (folder / "n.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert "(cell 1, line 3) wrong" in explained(capsys, "n.ipynb:1:3")[0]


def test_a_line_without_numbers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "note.md:1") == [
        "no claim about numbers on line 1; the nearest are on lines 3, 5, 7, 9, 12"
    ]
    (folder / "shapes.md").write_text("With $Q \\in \\mathbb{R}^{2 \\times 3}$ it is $QQ$.\n", "utf-8")
    assert explained(capsys, "shapes.md:1")[0].startswith("error[inner-dimensions-differ]: ")


def test_a_rule_is_explained_as_ever(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "explain", "sum-differs", status=0).startswith("sum-differs (error, numbers")
    assert main(["explain", "gone.md:3"]) == 2
    capsys.readouterr()
