"""``symformer check`` as its users call it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from symformer.faces.cli import main

WRONG = r"""# Scores

With $Q \in \mathbb{R}^{n \times d_k}$ and $K \in \mathbb{R}^{m \times d_k}$ the scores are $S = Q K$.
"""
RIGHT = WRONG.replace("Q K$", r"Q K^\top$")
RULE = "inner-dimensions-differ"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.md").write_text(WRONG, "utf-8")
    (tmp_path / "right.md").write_text(RIGHT, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


def found(out: str) -> list[str]:
    return [finding["rule"] for finding in json.loads(out)["findings"]]


def test_a_fault_gives_status_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "check", "wrong.md")
    assert status == 1
    assert f"wrong.md:3:98 error[{RULE}]: " in out
    assert run(capsys, "check", "right.md")[0] == 0


def test_the_worst_document_decides(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", ".")[0] == 1


def test_a_missing_path_wins_over_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "wrong.md", "gone.md"]) == 2
    assert RULE in capsys.readouterr().out


def test_fail_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "careless.md").write_text("<!-- symformer: ignore no-such because x -->\n", "utf-8")
    (folder / "remark.md").write_text(f"<!-- symformer: ignore {RULE} -->\n{WRONG}", "utf-8")
    assert run(capsys, "check", "careless.md")[0] == 0
    assert run(capsys, "check", "--fail-on", "warning", "careless.md")[0] == 1
    assert run(capsys, "check", "--fail-on", "warning", "right.md")[0] == 0


def test_select_and_ignore(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, rules in (
        (["--select", RULE], [RULE]),
        (["--select", "shapes"], [RULE]),
        (["--select", f"{RULE},unused-suppression"], [RULE]),
        (["--select", "unused-suppression"], []),
        (["--ignore", RULE], []),
        (["--ignore", "shapes"], []),
        (["--select", "all", "--ignore", "shapes"], []),
    ):
        status, out = run(capsys, "check", "--format", "json", *arguments, "wrong.md")
        assert (found(out), status) == (rules, int(bool(rules))), arguments


def test_settings_and_the_command_line_on_top(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "pyproject.toml").write_text('[tool.symformer]\nselect = ["unused-suppression"]\n', "utf-8")
    assert run(capsys, "check", "wrong.md")[0] == 0
    assert run(capsys, "check", "--select", "shapes", "wrong.md")[0] == 1
    (folder / "mine.toml").write_text(f'ignore = ["{RULE}"]\nfail-on = "warning"\n', "utf-8")
    assert run(capsys, "check", "--config", "mine.toml", "wrong.md")[0] == 0
    (folder / "pyproject.toml").write_text("[project]\nname = 'x'\n", "utf-8")
    assert run(capsys, "check", "wrong.md")[0] == 1


def test_exclude(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "symformer.toml").write_text('exclude = ["wrong.*"]\n', "utf-8")
    assert run(capsys, "check", ".")[0] == 0
    assert run(capsys, "check", "wrong.md")[0] == 1
    (folder / "symformer.toml").unlink()
    assert run(capsys, "check", "--exclude", "wrong.md", ".")[0] == 0


@pytest.mark.parametrize(
    ("note", "rules"),
    [
        (WRONG.replace("With", f"<!-- symformer: ignore {RULE} because it is a test -->\n\nWith"), []),
        (WRONG.replace("With", "<!-- symformer: wrong-on-purpose -->\n\nWith"), []),
        (WRONG + f"\n<!-- symformer: ignore-file {RULE} because it is a test -->\n", []),
        (WRONG + f"\n<!-- symformer: ignore-section {RULE} because it is a test -->\n", []),
        (WRONG.rstrip() + f" <!-- symformer: ignore {RULE} because it is a test -->\n", []),
        (WRONG + f"\n<!-- symformer: ignore {RULE} because it comes too late -->\n", [RULE, "unused-suppression"]),
        (
            WRONG + f"\n# Later\n\n<!-- symformer: ignore-section {RULE} because it is elsewhere -->\n",
            [RULE, "unused-suppression"],
        ),
        (
            WRONG.replace("With", "<!-- symformer: ignore inner-dimension-differ because of a slip -->\n\nWith"),
            ["unknown-rule-ignored", RULE],
        ),
        (
            WRONG.replace("With", f"<!-- symformer: ignore {RULE} -->\n\nWith"),
            ["suppression-without-reason"],
        ),
    ],
)
def test_suppressions(folder: Path, capsys: pytest.CaptureFixture[str], note: str, rules: list[str]) -> None:
    (folder / "note.md").write_text(note, "utf-8")
    assert found(run(capsys, "check", "--format", "json", "note.md")[1]) == rules


def test_a_rule_that_did_not_run_is_not_missed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = WRONG.replace("With", f"<!-- symformer: ignore {RULE} because it is a test -->\n\nWith")
    (folder / "note.md").write_text(note, "utf-8")
    assert found(run(capsys, "check", "--format", "json", "--select", "unused-suppression", "note.md")[1]) == []
    assert found(run(capsys, "check", "--format", "json", "--ignore", "shapes", "note.md")[1]) == []


def test_a_declaration_in_the_settings_reaches_every_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bare.md").write_text("The scores are $S = Q K$.\n", "utf-8")
    assert run(capsys, "check", "bare.md")[0] == 0
    (folder / "symformer.toml").write_text('let = ["Q: 3 × 4", "K: 5 × 4"]\n', "utf-8")
    assert run(capsys, "check", "bare.md")[0] == 1


def test_the_number_of_jobs_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(4):
        (folder / f"n{number}.md").write_text(WRONG * (number + 1), "utf-8")
    alone = run(capsys, "check", "--format", "json", "--jobs", "1", ".")
    assert run(capsys, "check", "--format", "json", "--jobs", "3", ".") == alone


def test_the_order_of_files_changes_no_finding(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def rows(*paths: str) -> set[str]:
        out = run(capsys, "check", "--format", "json", *paths)[1]
        return {json.dumps(finding, sort_keys=True) for finding in json.loads(out)["findings"]}

    assert rows("wrong.md", "right.md") == rows("right.md", "wrong.md")


def test_read_shows_each_formula_on_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "read", "right.md")
    assert status == 0
    assert out.splitlines()[-1] == "right.md:3:94  S = Q·Kᵀ"
    [*_, last] = json.loads(run(capsys, "read", "--format", "json", "right.md")[1])["formulas"]
    assert (last["line"], last["column"], last["understood"], last["reason"]) == (3, 94, ["S = Q·Kᵀ"], None)


def test_read_says_what_it_could_not_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.md").write_text("Here $x + \\nosuchcommand{y}$.\n", "utf-8")
    out = run(capsys, "read", "odd.md")[1]
    assert "not read (" in out and "nosuchcommand" in out


def test_check_says_where_to_ask_about_formulas_not_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "half.md").write_text(r"$x = \nosuchthing{3}$ and $y$", "utf-8")
    status, out = run(capsys, "check", "half.md")
    assert out == "read 1 of 2 formulas, shapes known in 0 · why 1 was not read: symformer read FILE\n"
    assert status == 0
    assert "not read (" in run(capsys, "read", "half.md")[1]


def test_explain_shows_both_examples(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "explain", RULE)[1]
    assert out.startswith(f"{RULE} (error, shapes, since 0.1)\n")
    assert "```md bad" in out and "```md good" in out


def test_rules_lists_all(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(run(capsys, "rules", "--format", "json")[1])
    names = [row["id"] for row in rows]
    assert names == sorted(names) and RULE in names
    lines = run(capsys, "rules")[1].splitlines()
    assert [line.split()[0] for line in lines] == names


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_takes_no_more_is_one_line(folder: Path) -> None:
    command = [sys.executable, "-m", "symformer", "check", "right.md"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment)
    assert done.stderr == "symformer: the result could not be written: no space left on device\n"
    assert done.returncode == 2
