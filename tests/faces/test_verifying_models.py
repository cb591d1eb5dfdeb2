"""What ``symformer verify`` shows of a note's model, of its rounded results and of its heads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symformer.faces.cli import main

NOTES = Path(__file__).parents[2] / "notes"
FAULT = (r"Q_i K_i^\top}{\sqrt{d_k}}", r"Q_i K_i^\top}{\sqrt{d}}")


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "encoder.md"
    path.write_text((NOTES / "encoder.md").read_text("utf-8").replace(*FAULT), "utf-8")
    return str(path)


def test_the_first_stage_that_departs_is_told_last(faulty: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", faulty]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("stage 7, scores: 0.")
    assert lines[-1].endswith(" away; everything before agrees to 3e-16")
    assert any("carried on from stage 7" in line for line in lines)


def test_the_same_as_json(faulty: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--format", "json", faulty]) == 0
    model = json.loads(capsys.readouterr().out)["documents"][0]["model"]
    assert model["first_departing"] == 7
    assert [each["outcome"] for each in model["stages"]] == ["agrees"] * 6 + ["departs"] + ["follows"] * 6
    assert all(each["by_itself"] < 1e-10 for each in model["stages"] if each["outcome"] == "follows")


def test_what_nothing_explains_is_named_and_the_reference_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "note.md"
    text = (NOTES / "encoder.md").read_text("utf-8")
    path.write_text(text.replace(r"$$ A_i = \operatorname{softmax}(S_i) \in \mathbb{R}^{n \times n} $$", ""), "utf-8")
    assert main(["verify", str(path)]) == 0
    *_, agreeing, last = capsys.readouterr().out.splitlines()
    assert agreeing.startswith("11 stages agree with the reference to ")
    assert last.startswith(
        "stage 8, values mixed, cannot be run: nothing says what A[i] is; the reference's value goes on"
    )


def test_what_the_reference_cannot_know_either_is_not_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "note.md"
    text = (NOTES / "encoder.md").read_text("utf-8")
    gated = r"F = (\operatorname{SiLU}(Z W_1) \odot G) W_2"
    path.write_text(text.replace(r"F = \operatorname{ReLU}(Z W_1 + b_1) W_2 + b_2", gated), "utf-8")
    assert main(["verify", str(path)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "stage 12, feed-forward, cannot be run: nothing says what G is; 1 stage behind it not reached"


def test_rounded_results_and_heads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "heads.md"
    path.write_text(r"The queries are reshaped from $(B, T, H \cdot k)$ to $(B, H, T, k)$.", "utf-8")
    assert main(["verify", "--format", "json", str(path), str(NOTES / "worked-attention.md")]) == 0
    heads, worked = json.loads(capsys.readouterr().out)["documents"]
    assert [each["outcome"] for each in heads["splits"]] == ["refuted"]
    assert heads["model"] is None
    assert [each["name"] for each in worked["values"]] == ["S", "A", "O"]
    assert main(["verify", str(path)]) == 0
    assert "1 split into heads: 1 refuted" in capsys.readouterr().out
