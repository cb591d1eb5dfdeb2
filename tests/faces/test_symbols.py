"""``symformer symbols``: what each symbol means, where it is told and where it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from in_formats import written_to

from symformer.analysis import analyse, check
from symformer.faces.cli import main
from symformer.faces.declared import declarations_for
from symformer.findings.report import Report
from symformer.semantics.notation.declarable import as_annotation
from symformer.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
BODY = r"""Let $n$ be the sequence length and $d$ be the embedding dimension. The input is $X \in \mathbb{R}^{n \times d}$.

$$ Q = X W_Q, \quad K = X W_K, \quad V = X W_V $$

Here $W_Q, W_K \in \mathbb{R}^{d \times k}$ and $W_V \in \mathbb{R}^{d \times d}$, with $h = 4$ heads.

$$ A = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{k}}\right) $$

For each head $i$ we have $Q^{(i)} \in \mathbb{R}^{n \times k}$.
"""
MARKDOWN = f"# Heads\n\n{BODY}"
FORMATS = ("note.md", "note.tex", "note.ipynb")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return written_to(tmp_path, MARKDOWN, BODY)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["symbols", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def symbols(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, object]]:
    whole = json.loads(run(capsys, *arguments, "--format", "json"))
    assert whole["schema"] == 1
    return {each["symbol"]: each for each in whole["documents"][0]["symbols"]}


def meaning(symbol: dict[str, object]) -> tuple[object, object]:
    first = symbol["meanings"][0]  # type: ignore[index]
    return first["concept"], first["shown"]


@pytest.mark.parametrize("name", FORMATS)
def test_what_each_symbol_means(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = symbols(capsys, name)
    assert meaning(found["n"]) == ("sequence length", "scalar")
    assert meaning(found["d"]) == ("embedding dimension", "scalar")
    assert meaning(found["Q"]) == ("query", "(n × k)")
    assert meaning(found["V"]) == ("value", "(n × d)")
    assert meaning(found["W_K"]) == ("key weight", "(d × k)")
    assert meaning(found["k"]) == ("key dimension", "scalar")  # by the width of the keys
    assert meaning(found["A"]) == ("attention weights", "(n × n)")
    assert meaning(found["Q^(i)"])[1] == "(n × k)"
    assert found["softmax"]["kind"] == "function"


def test_where_it_is_told_and_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = symbols(capsys, "note.md")
    assert [each["line"] for each in found["X"]["told"]] == [3]  # type: ignore[attr-defined]
    assert {each["line"] for each in found["X"]["used"]} == {5}  # type: ignore[attr-defined]
    (place,) = {(each["line"], each["column"]) for each in found["Q"]["told"]}  # type: ignore[attr-defined]
    assert place == (5, 4)
    cells = symbols(capsys, "note.ipynb")
    assert [(each["cell"], each["cell_line"]) for each in cells["Q"]["told"]] == [(0, 5)]  # type: ignore[attr-defined]


TWO = "We write $h$ for the number of heads. For each head $h$ there is a weight $W_h$, and $Y = F W_h$.\n"


def test_what_is_at_odds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.md").write_text(TWO, "utf-8")
    found = symbols(capsys, "two.md")
    kinds = [(each["kind"], each["message"]) for each in found["h"]["conflicts"]]  # type: ignore[attr-defined]
    assert kinds == [("two meanings", "two meanings: number of heads, head index")]
    assert [each["kind"] for each in found["F"]["conflicts"]] == ["not told"]  # type: ignore[attr-defined]
    assert "! two meanings: number of heads, head index (1)" in run(capsys, "two.md")


def test_two_letters_for_one_thing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.md").write_text("Let $n$ be the sequence length. Later, $L$ is the sequence length.\n", "utf-8")
    assert "! L means the same (1)" in run(capsys, "two.md")


def test_a_finding_stands_with_its_symbol(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = BODY.replace(r"Q K^\top", "Q K")
    (folder / "wrong.md").write_text(wrong, "utf-8")
    assert "error[inner-dimensions-differ]" in run(capsys, "wrong.md")
    found = symbols(capsys, "wrong.md")
    assert found["K"]["findings"]


def test_right_notes_show_no_conflicts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["symbols", str(ROOT / "notes" / "worked-attention.md")]) == 0
    assert "!" not in capsys.readouterr().out


def test_the_table_is_aligned_and_fits(capsys: pytest.CaptureFixture[str]) -> None:
    for path in sorted((ROOT / "notes").glob("*.*")):
        assert main(["symbols", str(path)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert all(len(line) <= 100 for line in lines), path
        heading = lines[1]
        rows = [line for line in lines[2:] if line.startswith("  ") and line[2] not in " " and ": " not in line]
        for title in ("meaning", "shape"):
            at = heading.index(title)
            assert all(len(row) <= at or row[at - 1] == " " for row in rows), path


def test_the_map_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text(MARKDOWN, "utf-8")
    other = (
        "Let $L$ be the sequence length and $n$ the batch size. With $x \\in \\mathbb{R}^{D}$ we have $q = W_q x$.\n"
    )
    (tmp_path / "b.md").write_text(other, "utf-8")
    assert main(["symbols", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0] == "notation of 2 notes"
    assert all(len(line) <= 100 for line in lines[3:])
    at = next(number for number, line in enumerate(lines) if line.startswith("  sequence length"))
    assert lines[at].split()[2:] == ["n", "[1]", "3"]
    assert lines[at + 1].split() == ["L", "[2]", "1"]
    assert any(line.split() == ["n", "sequence", "length", "[1]", "3"] for line in lines)
    assert any(line.split()[-3:] == ["rows", "[1]", "5"] for line in lines)
    assert any(line.split()[-3:] == ["columns", "[2]", "1"] for line in lines)
    whole = json.loads(_printed(capsys, tmp_path))
    assert [
        each["symbol"] for row in whole["map"] if row["concept"] == "sequence length" for each in row["symbols"]
    ] == [
        "n",
        "L",
    ]
    assert [each["symbol"] for each in whole["several_meanings"]] == ["n"]


def _printed(capsys: pytest.CaptureFixture[str], path: Path) -> str:
    assert main(["symbols", str(path), "--format", "json"]) == 0
    return capsys.readouterr().out


def test_bad_requests(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["symbols", "gone.md"]) == 2
    assert capsys.readouterr().err == "symformer: gone.md: no such file or folder\n"
    (folder / "broken.ipynb").write_text("{", "utf-8")
    assert main(["symbols", "broken.ipynb"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["symbols", "note.md", "--as-declarations", "--format", "json"]) == 2


@pytest.mark.parametrize("form", ["latex", "nomenclature", "markdown"])
def test_a_definition_that_is_not_understood_is_left_out(
    form: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "two.md").write_text("Let $x \\in \\mathbb{R}^n$ be given.\n\n$$ s = a(b + x) $$\n", "utf-8")
    out = run(capsys, "two.md", "--format", form)
    assert r"\mathbb{R}^" in out
    assert "a(" not in out


def test_a_function_stands_by_its_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert r"\nomenclature{$\operatorname{softmax}$}{" in run(capsys, "note.md", "--format", "nomenclature")


def test_an_empty_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.md").write_text("", "utf-8")
    assert main(["symbols", "empty.md"]) == 0
    assert capsys.readouterr().out == "empty.md: no symbols\n"
    assert main(["symbols", "empty.md", "--as-declarations"]) == 0
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- declarations to paste


def items_of(text: str, name: str) -> tuple[tuple[str, ...], str]:
    analysis = analyse(name, text.encode(), Settings())
    assert analysis.document is not None

    def again(items: tuple[str, ...]) -> Report:
        return analyse(name, text.encode(), Settings(let=items)).report

    items = declarations_for(analysis, again)
    return items, as_annotation(items, analysis.document.format)


def test_the_block_of_declarations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "note.md", "--as-declarations")
    assert out.startswith("<!-- symformer:\n")
    assert out.endswith("-->\n")
    assert "sequence length n;\n" in out
    assert "let W_Q: d × k;\n" in out
    assert "let Q^{(i)}: n × k;\n" in out
    assert run(capsys, "note.tex", "--as-declarations").startswith("% symformer: ")


def test_what_it_prints_can_be_pasted() -> None:
    items, block = items_of(MARKDOWN, "note.md")
    assert len(items) >= 10
    pasted = analyse("note.md", f"{block}\n{MARKDOWN}".encode(), Settings())
    assert pasted.model is not None
    assert pasted.model.annotation_errors == ()
    assert sum(each.by == "annotation" for each in pasted.model.table.declarations) == len(items)


def notes() -> list[Path]:
    """The project's notes, and every third of the right ones of the casebook."""
    found = [path for path in sorted((ROOT / "notes").rglob("*.*")) if path.suffix in (".md", ".tex")]
    right = [path for path in found if ".right" in path.name]
    # one in which a declaration makes a remark a warning
    louder = ROOT / "tests" / "correct" / "econometrics.md"
    return [*(path for path in found if path.parent == ROOT / "notes"), *right[::3], louder]


@pytest.mark.parametrize("path", notes(), ids=lambda path: path.name)
def test_pasting_brings_no_new_finding(path: Path) -> None:
    text = path.read_text("utf-8")
    _, block = items_of(text, path.name)
    before, after = check(text, name=path.name), check(f"{block}\n{text}", name=path.name)
    had = {(each.rule, each.level, each.problem.message) for each in before.findings}
    assert {(each.rule, each.level, each.problem.message) for each in after.findings} <= had
