"""``symformer derive``: the list, one derivation, and what is wrong with a request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symformer.catalogue.derived import all_derivations
from symformer.faces.cli import main


def test_alone_it_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = {line.split()[0] for line in lines if line.startswith("  ")}
    assert listed == {each.id for each in all_derivations()}
    assert "softmax: Softmax: what it does not see, its derivative, its neighbours" in lines


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"id": "softmax-shift", "topic": "softmax", "title": all_titles()["softmax-shift"], "steps": 5} in rows
    assert len(rows) == len(all_derivations())


def all_titles() -> dict[str, str]:
    return {each.id: each.title for each in all_derivations()}


def test_it_prints_the_chain_with_reasons_and_marks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "sigmoid-as-softmax"]) == 0
    text = capsys.readouterr().out
    assert "  = e^(z[1]) / (e^(z[1]) + e^(z[2]))\n      definition of softmax: proved (" in text


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (["softmax_jacobian"], "unknown derivation 'softmax_jacobian': did you mean softmax-jacobian"),
        (["quux"], "unknown derivation 'quux': symformer derive lists them"),
        (["softmax-shift", "--notation", "princ"], "unknown notation 'princ'"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_what_is_not_known_is_one_line_with_what_is_near(
    request_: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["derive", *request_]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert message in shown.err


def test_it_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "shift.tex"
    assert main(["derive", "softmax-shift", "--notation", "d2l", "--format", "latex", "-o", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert out.read_text("utf-8").endswith("\\end{align*}\n")


def test_a_note_takes_a_derivation_and_keeps_it_fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "note.md"
    request = "symformer derive sigmoid-reflection --format markdown"
    note.write_text(f"# A note\n\n<!-- generated: {request} -->\n<!-- /generated -->\n", "utf-8")
    assert main(["notes", "--update", str(note)]) == 0
    capsys.readouterr()
    assert "1. definition of the sigmoid: proved (normal form)" in note.read_text("utf-8")
