"""Whatever is put in: a clear line for each fault, and the rest is still checked."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from symformer.faces import checking, files
from symformer.faces.cli import main

ROOT = Path(__file__).resolve().parent.parent
GOOD = "# Tea\n\nA matrix $X \\in \\mathbb{R}^{n \\times d}$.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, with a good note in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.md").write_text(GOOD, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    """Exit status, standard output, the lines of standard error."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err.splitlines()


def checked(out: str) -> list[str]:
    return [document["path"] for document in json.loads(out)["documents"]]


def test_a_good_note(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "good.md")
    assert (status, err) == (0, [])
    assert "1 formula" in out.splitlines()[-1]


@pytest.mark.parametrize("name", ["gone.md", "no/such/folder/", "nul\0.md", "x" * 5000])
def test_a_missing_path(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, err = run(capsys, "check", "--format", "json", name, "good.md")
    assert status == 2
    assert len(err) == 1
    assert "Traceback" not in err[0]
    assert checked(out) == ["good.md"]
    assert [failure["path"] for failure in json.loads(out)["failures"]] == [name]


def test_the_missing_path_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "gone.md")[2] == ["symformer: gone.md: no such file or folder"]


def test_an_empty_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    status, out, err = run(capsys, "check", "--format", "json", "empty", "good.md")
    assert status == 2
    assert err[0].startswith("symformer: empty: holds no notes (")
    assert checked(out) == ["good.md"]


@pytest.mark.parametrize("name", ["empty.md", "empty.ipynb", "empty.tex"])
@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file(folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    status, out, err = run(capsys, "check", "--format", "json", name, "good.md")
    assert status == 0
    assert err == [f"symformer: {name}: is empty"]
    assert checked(out) == [name, "good.md"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("picture.md", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01" * 40),
        ("program", bytes(range(256)) * 40),
        ("words.ipynb", b"not a notebook"),
        ("list.ipynb", b"[1, 2]"),
        ("other.ipynb", b'{"no": "cells"}'),
        ("cut.ipynb", b'{"cells": [{"cell_type": "markdown", "source": ["a'),
        ("binary.tex", b"\x00\x01\x02\x03" * 500),
    ],
)
def test_what_is_no_note(folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    status, out, err = run(capsys, "check", "--format", "json", name, "good.md")
    assert status == 2
    assert len(err) == 1
    assert err[0].startswith(f"symformer: {name}: ")
    assert "fault in symformer" not in err[0]
    assert checked(out) == ["good.md"]


def test_a_notebook_without_cells_is_said_to_have_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bare.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    status, out, err = run(capsys, "check", "--format", "json", "bare.ipynb", "good.md")
    assert status in (0, 2)
    assert len(err) == (1 if status else 0)
    assert "good.md" in checked(out)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "permission denied"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError(errno.ESTALE, "Stale file handle"), "Stale file handle"),
        (FileNotFoundError(errno.ENOENT, "gone meanwhile"), "no such file"),
    ],
)
def test_a_disk_that_fails(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: OSError, words: str
) -> None:
    (folder / "bad.md").write_text(GOOD, "utf-8")
    read = Path.read_bytes

    def failing(path: Path) -> bytes:
        if path.name == "bad.md":
            raise error
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", failing)
    for named in (["bad.md", "good.md"], ["."]):
        status, out, err = run(capsys, "check", "--format", "json", *named)
        assert status == 2
        assert len(err) == 1 and "bad.md" in err[0] and words in err[0]
        assert checked(out) == ["good.md"]


def test_a_folder_that_cannot_be_listed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "locked").mkdir()
    scandir = os.scandir

    def failing(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(errno.EACCES, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(files.os, "scandir", failing)
    status, out, err = run(capsys, "check", "--format", "json", ".")
    assert status == 2
    assert err == ["symformer: locked: cannot be read: permission denied"]
    assert checked(out) == ["good.md"]


@pytest.mark.parametrize(
    "content",
    [
        b"caf\xe9 $x = 1$ \xff\xfe",
        GOOD.encode("utf-16"),
        GOOD.encode("utf-16-be"),
        GOOD.replace("Tea", "T\u00e9").encode("latin-1"),
        "a\ud800b $x$".encode("utf-8", "surrogatepass"),
        b"line\rline\r\nline $x$\x0b\x0c\x85\n",
    ],
)
def test_a_broken_encoding(folder: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    (folder / "odd.md").write_bytes(content)
    status, out, err = run(capsys, "check", "--format", "json", "odd.md", "good.md")
    assert status in (0, 2)
    assert all(line.startswith("symformer: odd.md: ") and "fault in symformer" not in line for line in err)
    assert "good.md" in checked(out)
    assert ("odd.md" in checked(out)) == (status == 0)


def test_an_unknown_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--select", "--ignore"):
        status, out, err = run(capsys, "check", option, "unused-supression", "good.md")
        assert (status, out) == (2, "")
        assert err == ['symformer: no rule is called "unused-supression"; the nearest are unused-suppression']


def test_an_unknown_rule_to_explain(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "explain", "zzz") == (
        2,
        "",
        ['symformer: no rule is called "zzz"; `symformer rules` lists them'],
    )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('fail-on = "sometimes"', "fail-on must be one of error, warning, info"),
        ('renderer = "paper"', "renderer must be one of github"),
        ('select = "all"', "select must be a list of strings"),
        ("ignore = [1]", "ignore must be a list of strings"),
        ('pedantic = "yes"', "pedantic must be true or false"),
        ('selct = ["all"]', 'no setting is called "selct", did you mean "select"?'),
        ("fail-on =", "no valid TOML"),
        ('ignore = ["sum-difers-much"]', 'no rule is called "sum-difers-much"'),
        ("[tool]\nsymformer = 3", "must be a table"),
        ("let = ['K: m by by d']", "let"),
    ],
)
def test_a_bad_setting(folder: Path, capsys: pytest.CaptureFixture[str], settings: str, words: str) -> None:
    (folder / "symformer.toml").write_text(settings, "utf-8")
    status, out, err = run(capsys, "check", "good.md")
    assert (status, out) == (2, "")
    assert len(err) == 1 and words in err[0]


def test_settings_that_are_not_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "symformer.toml").write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "check", "good.md")[0] == 2


def test_settings_that_are_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "check", "--config", "mine.toml", "good.md")
    assert (status, err) == (2, ["symformer: mine.toml: no such file or folder"])


def test_a_bad_declaration_is_told_and_the_note_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.md").write_text("<!-- symformer: let K: m by by d -->\n\n" + GOOD, "utf-8")
    status, out, _ = run(capsys, "check", "--format", "json", "odd.md")
    assert status == 0
    assert [finding["rule"] for finding in json.loads(out)["findings"]] == ["bad-declaration"]
    assert json.loads(out)["documents"][0]["statistics"]["formulas"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("check",),
        ("frobnicate",),
        ("check", "--format", "xml", "a.md"),
        ("check", "--fail-on", "never", "a.md"),
        ("check", "--jobs", "0", "a.md"),
        ("check", "--jobs", "many", "a.md"),
        ("read",),
        ("read", "gone.md"),
        ("read", "."),
    ],
)
def test_a_wrong_request(folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("audit", "--reveal", "good.md"), "--reveal goes with --student"),
        (("explain", "good.md"), "good.md is a file: name a line of it, as good.md:1"),
        (("example",), "required: encoder-block"),
        (("notation",), "required: show|learn, NOTATION|NOTE"),
    ],
)
def test_what_is_missing_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out, len(err)) == (2, "", 1)
    assert words in err[0]


def test_a_fault_in_one_document_is_told_and_the_rest_is_checked(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.md").write_text(GOOD, "utf-8")
    analyse = checking.analyse

    def failing(uri: str, data: bytes, *others: object) -> object:
        if uri == "bad.md":
            raise RecursionError("too deep\nsecond line")
        return analyse(uri, data, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "analyse", failing)
    status, out, err = run(capsys, "check", "--format", "json", "bad.md", "good.md")
    assert status == 2
    told = "this is a fault in symformer, please report it with the note: RecursionError: too deep"
    assert err == [f"symformer: bad.md: {told}"]
    assert json.loads(out)["failures"] == [{"path": "bad.md", "message": told}]
    assert checked(out) == ["good.md"]


def test_a_fault_in_one_rule_is_told_and_the_other_rules_run(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from symformer import analysis
    from symformer.rules.selection import all_rules, find_rule

    def crash(ledger: object) -> object:
        raise ZeroDivisionError("inside")

    broken = replace(find_rule("unused-suppression"), review=crash)
    rules = tuple(broken if rule.id == broken.id else rule for rule in all_rules())
    monkeypatch.setattr(analysis, "all_rules", lambda: rules)
    (folder / "odd.md").write_text("<!-- symformer: ignore no-such because x -->\n", "utf-8")
    status, out, err = run(capsys, "check", "--format", "json", "odd.md")
    assert status == 2
    assert len(err) == 1 and "fault in symformer (rule unused-suppression)" in err[0]
    assert [finding["rule"] for finding in json.loads(out)["findings"]] == ["unknown-rule-ignored"]


def test_standard_input(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    status, out, err = run(capsys, "check", "--format", "json", "-")
    assert (status, err) == (0, [])
    assert checked(out) == ["-"]


def program(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "symformer", *arguments]
    return subprocess.Popen(command, env=environment, **options)  # type: ignore[call-overload, no-any-return]


def test_a_reader_that_has_seen_enough(folder: Path) -> None:
    running = program("rules", "--format", "json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None and running.stderr is not None
    running.stdout.close()
    told = running.stderr.read()
    assert (running.wait(), told) == (0, b"")


def test_an_interruption(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(checking, "analyse", interrupted)
    status, out, err = run(capsys, "check", "good.md")
    assert (status, out, err) == (130, "", ["symformer: interrupted"])


def test_a_terminal_that_lacks_letters(folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    (folder / "é.md").write_text("<!-- symformer: ignore é because × -->\n", "utf-8")
    # one after the other in one program: most of its time is its start
    each_shape = """
import sys
from symformer.faces.cli import main
for shape in ("text", "json", "sarif", "github"):
    status = main(["check", "--format", shape, *sys.argv[1:]])
    print(f"--- {status}", flush=True)
"""
    done = subprocess.run([sys.executable, "-c", each_shape, "é.md"], env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    *printed, nothing = done.stdout.split(b"--- 0\n")
    assert (len(printed), nothing) == (4, b"")
    assert all(b"unknown-rule-ignored" in each for each in printed)


def test_a_file_of_twenty_megabytes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paragraph = "The teapot holds a litre and the cup a quarter, so that four cups empty it. " * 50 + "\n\n"
    row = "tea, cup, 0.25, litre, and so on and so forth to the end of the row\n"
    data = f"```csv\n{row * (19_500_000 // len(row))}```\n\n"
    (folder / "big.md").write_text(
        GOOD + data + paragraph * (500_000 // len(paragraph)) + "At last $y = 2$.\n", "utf-8"
    )
    status, out, err = run(capsys, "check", "--format", "json", "big.md", "good.md")
    assert (status, err) == (0, [])
    assert checked(out) == ["big.md", "good.md"]
    assert json.loads(out)["documents"][0]["statistics"]["formulas"] == 2
