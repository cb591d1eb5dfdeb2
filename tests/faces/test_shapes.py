"""``symformer shapes``: each equation with the shape of every part."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from in_formats import written_to

from symformer.analysis import analyse
from symformer.faces.cli import main
from symformer.reading.statements import lower_formula
from symformer.settings import Settings
from symformer.syntax.parser import parse

DECLARED = r"With $Q \in \mathbb{R}^{n \times d_k}$ and $K \in \mathbb{R}^{m \times d_k}$ we have"
FORMULA = r"S = \frac{Q K^\top}{\sqrt{d_k}}"
MARKDOWN = f"# Scores\n\n{DECLARED}\n\n$$ {FORMULA} $$\n"
EQUATION = f"{DECLARED}\n\\begin{{equation}}\n{FORMULA}\n\\end{{equation}}\n"
FORMATS = ("note.md", "note.tex", "note.ipynb")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written_to(tmp_path, MARKDOWN, EQUATION)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["shapes", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def told(out: str) -> dict[str, str]:
    """The lines of parts: what stands left, and its shape."""
    rows = (line.strip().split("  ", 1) for line in out.splitlines() if line.startswith("      "))
    return {row[0]: row[1].strip() for row in rows}


@pytest.mark.parametrize("name", FORMATS)
def test_every_part_has_its_shape(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, name)
    assert "S = Q·Kᵀ / √d_k : (n × m)" in out
    assert told(out) == {
        "S": "(n × m)",
        "Q·Kᵀ / √d_k": "(n × m)",
        "Q·Kᵀ": "(n × m)",
        "Q": "(n × d_k)",
        "Kᵀ": "(d_k × m)",
        "K": "(m × d_k)",
        "√d_k": "scalar",
        "d_k": "scalar",
    }


def test_what_is_not_known_has_a_reason(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "open.md").write_text(f"{DECLARED}\n\n$$ Z = Q F $$\n\n$$ S = Q K $$\n", "utf-8")
    out = run(capsys, "open.md")
    assert told(out)["F"] == "?  nothing says what F is"
    assert told(out)["Q·K"] == "?  its parts do not fit"
    assert "S = Q·K : ?  its parts do not fit" in out


def test_arithmetic_takes_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sum.md").write_text("$$ 2 + 3 = 5 $$\n\nand $7$.\n", "utf-8")
    assert run(capsys, "sum.md") == "sum.md\n  1:4  2 + 3 = 5 : scalar\n"


def test_members_of_a_family_all_have_their_shape(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = (
        "Each $H_i \\in \\mathbb{R}^{n \\times k}$ is a head.\n\n"
        "$$ C = \\operatorname{Concat}(H_1, H_2, \\dots, H_h) $$\n"
    )
    (folder / "heads.md").write_text(note, "utf-8")
    shapes = told(run(capsys, "heads.md"))
    assert shapes["C"] == "(n × hk)"
    assert shapes["H[1]"] == shapes["H[2]"] == shapes["H[h]"] == "(n × k)"


def test_lines_fit_and_columns_are_aligned(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = " + ".join(f"Q A_{{{k}}} K^\\top" for k in range(30))
    (folder / "long.md").write_text(f"{DECLARED} $S = {long}$.\n", "utf-8")
    out = run(capsys, "long.md")
    assert all(len(line) <= 100 for line in out.splitlines())
    columns = {line.index("?  ") for line in out.splitlines() if line.startswith("      ") and "?  " in line}
    assert len(columns) == 1


@pytest.mark.parametrize("name", FORMATS)
def test_latex_with_braces(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, name, "--latex")
    assert r"\underbrace{S}_{n \times m}" in out
    assert r"\frac{\underbrace{Q}_{n \times d_k} \underbrace{K^\top}_{d_k \times m}}{\sqrt{d_k}}" in out
    assert out.startswith(f"% {name}:")


BRACED = {
    r"S = \frac{Q K^\top}{\sqrt{d_k}}": 3,
    r"A = \operatorname{softmax}\left(Q K^\top\right) V": 5,
    r"\begin{aligned} S &= Q K^\top \\ &= Q K^\top + Q K^\top \end{aligned}": 7,
    r"S^\top = \left(Q K^\top\right)^\top": 2,
    r"q_i = Q_{i,:}": 2,
    r"Q^2": 1,
    r"{\color{red} Q} K^\top": 2,
    r"x = \sqrt{d_k}": 0,
    r"Q' = Q \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}": 3,
}


@pytest.mark.parametrize(("formula", "braces"), BRACED.items())
def test_braces_do_not_change_what_a_formula_says(formula: str, braces: int) -> None:
    note = f"{DECLARED} $V \\in \\mathbb{{R}}^{{m \\times d}}$.\n\n$$ {formula} $$\n"
    from symformer.faces.shaped import equations

    found = equations(analyse("note.md", note.encode(), Settings()))
    shown = [each for each in found if each.statement.formula is not None and each.statement.tree is not None]
    if not braces:
        assert all(each.braces == 0 and "underbrace" not in (each.latex or "") for each in shown)
        return
    (each,) = shown[-1:]
    assert each.latex is not None
    assert each.statement.tree is not None
    assert each.latex.count(r"\underbrace") == each.braces == braces
    again = parse(each.latex)
    assert again.read
    analysis = analyse("note.md", note.encode(), Settings())
    assert analysis.model is not None
    vocabulary = analysis.model.vocabulary
    assert lower_formula(again, vocabulary) == lower_formula(each.statement.tree, vocabulary)


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(run(capsys, "note.md", "note.ipynb", "--format", "json"))
    assert whole["schema"] == 1
    assert [document["path"] for document in whole["documents"]] == ["note.md", "note.ipynb"]
    assert whole["failures"] == []
    (equation,) = whole["documents"][0]["equations"]
    assert (equation["line"], equation["column"], equation["quote"]) == (5, 4, FORMULA)
    assert equation["shape"] == ["n", "m"]
    assert equation["braces"] == 3
    parts = {part["understood"]: part for part in equation["parts"]}
    assert parts["Kᵀ"]["quote"] == r"K^\top"
    assert parts["Kᵀ"]["shape"] == ["d_k", "m"]
    assert parts["d_k"]["shape"] == []
    assert parts["S"]["reason"] is None
    (cell,) = whole["documents"][1]["equations"]
    assert (cell["cell"], cell["cell_line"]) == (0, 5)


def test_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, ".")
    assert [line for line in out.splitlines() if not line.startswith(" ") and line] == sorted(FORMATS)


def test_an_empty_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.md").write_text("", "utf-8")
    assert main(["shapes", "empty.md"]) == 0
    out, err = capsys.readouterr()
    assert out == "empty.md: no equations\n"
    assert err == "symformer: empty.md: is empty\n"


def test_bad_requests(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shapes", "gone.md"]) == 2
    assert capsys.readouterr().err == "symformer: gone.md: no such file or folder\n"
    assert main(["shapes", "gone.md", "note.md"]) == 2
    assert "S = Q·Kᵀ" in capsys.readouterr().out
    (folder / "broken.ipynb").write_text("{", "utf-8")
    assert main(["shapes", "broken.ipynb"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["shapes", "note.md", "--latex", "--format", "json"]) == 2
