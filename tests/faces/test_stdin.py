"""Standard input: what it is, how it is called; and whatever bytes are given to ``check`` and ``read``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from symformer.documents.sniffing import suffix_of
from symformer.faces.cli import main

DECLARED = r"{0}Q \in \mathbb{{R}}^{{n \times d}}{1} and {0}K \in \mathbb{{R}}^{{m \times d}}{1}"
MARKDOWN = f"# Tea\n\n{DECLARED.format('$', '$')}:\n\n$$ S = Q K $$\n"
LATEX = f"\\section{{Tea}}\n{DECLARED.format('$', '$')}\n\\begin{{equation}}\nS = Q K\n\\end{{equation}}\n"
RST = f"Tea\n===\n\n{DECLARED.format(':math:`', '`')}:\n\n.. math:: S = Q K\n"
NOTEBOOK = json.dumps({"cells": [{"cell_type": "markdown", "source": [MARKDOWN]}], "metadata": {}})
PLACES = {"md": (5, 8), "tex": (4, 5), "rst": (6, 15), "ipynb": (1, NOTEBOOK.index("Q K") + 1)}
NOTES = {"md": MARKDOWN, "tex": LATEX, "rst": RST, "ipynb": NOTEBOOK}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def running(data: bytes, *arguments: str) -> tuple[int, str, list[str]]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = main(arguments)
        out, err = capsys.readouterr()
        return status, out, err.splitlines()

    return running


@pytest.mark.parametrize("name", NOTES)
def test_the_format_is_seen(run, name):
    status, out, err = run(NOTES[name].encode(), "check", "--format", "json", "-")
    found = json.loads(out)["findings"]
    assert (status, err) == (1, [])
    assert [(each["rule"], each["path"], each["line"]) for each in found] == [
        ("inner-dimensions-differ", "-", PLACES[name][0])
    ]


@pytest.mark.parametrize("name", NOTES)
def test_the_format_is_told(run, name):
    told = f"some/where/note.{name}"
    status, out, err = run(NOTES[name].encode(), "check", "--format", "json", "--stdin-filename", told, "-")
    (found,) = json.loads(out)["findings"]
    assert (status, err) == (1, [])
    assert (found["path"], found["line"], found["column"]) == (told, *PLACES[name])


def test_what_is_told_is_believed(run):
    out = run(RST.encode(), "read", "--stdin-filename", "note.md", "-")[1]
    assert "S = Q·K" not in out
    assert "note.rst:6:11  S = Q·K" in run(RST.encode(), "read", "--stdin-filename", "note.rst", "-")[1]


def test_the_settings_beside_the_name_count(run, folder):
    (folder / "inner").mkdir()
    (folder / "inner" / "symformer.toml").write_text('ignore = ["shapes"]\n', "utf-8")
    assert run(MARKDOWN.encode(), "check", "-")[0] == 1
    assert run(MARKDOWN.encode(), "check", "--stdin-filename", "inner/new.md", "-")[0] == 0


def test_among_many_files_standard_input_is_read(run, folder):
    for number in range(5):
        (folder / f"n{number}.md").write_text("Nothing.\n", "utf-8")
    status, out, _ = run(MARKDOWN.encode(), "check", "--jobs", "3", "--format", "json", "n0.md", "n1.md", "-", "n2.md")
    assert status == 1
    assert [each["path"] for each in json.loads(out)["documents"]] == ["n0.md", "n1.md", "-", "n2.md"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--stdin-filename", "a.md", "b.md"), 'add "-" to the paths'),
        (("read", "--stdin-filename", "a.md", "b.md"), 'add "-" to the paths'),
        (("check", "--stdin-filename", "", "-"), "is no name of a file"),
        (("check", "--stdin-filename", "..", "-"), None),
    ],
)
def test_names_that_make_no_sense(run, arguments, said):
    status, _, err = run(b"", *arguments)
    assert len(err) == 1 and "Traceback" not in err[0]
    assert said is None or (status == 2 and said in err[0])


def test_a_closed_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["check", "-"]) == 2
    assert capsys.readouterr().err == "symformer: -: cannot be read: standard input is closed\n"


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("", ".md"),
        ("Just words and $x$.", ".md"),
        ("# Title\n\n```latex\n\\documentclass{article}\n\\begin{document}\n```\n", ".md"),
        ("# Title\n\n\\section{is a command}\n", ".md"),
        ("---\ntitle: x\n---\n\\section{a}", ".md"),
        ("```rst\n.. math:: a\n```\n", ".md"),
        ("% a comment\n\\documentclass{article}\n", ".tex"),
        ("\\begin{document}\n", ".tex"),
        ("% # heading\n  \\section*{A}\n", ".tex"),
        ("# a line\n\\documentclass{article}\n\\begin{document}", ".tex"),
        ("Words :math:`x`", ".rst"),
        (".. note::\n\n   x", ".rst"),
        (".. _label:\n\nTitle\n=====\n", ".rst"),
        ("Words `:math:` in code", ".md"),
        ('\n {"metadata": {}, "cells" : [] }', ".ipynb"),
        ('{"nbformat": 3, "worksheets": [{"cells": []}]}', ".ipynb"),
        ('{"no": "cells"}', ".md"),
        ('{% raw %} "cells": [', ".md"),
    ],
)
def test_what_a_text_is(text, suffix):
    assert suffix_of(text) == suffix


ODD = {
    "empty": b"",
    "blank": b" \r\n\t\r",
    "mark": b"\xef\xbb\xbf",
    "half a mark": b"\xff\xfe",
    "odd utf-16": b"\xff\xfea",
    "nul": b"a \x00 b $x$ and a few words more",
    "only nul": b"\x00" * 9,
    "utf-16": "It is $x = 1$.\n".encode("utf-16"),
    "utf-16 unmarked": "It is $x = 1$.\n".encode("utf-16-be"),
    "utf-32": "It is $x = 1$.\n".encode("utf-32"),
    "latin": b"caf\xe9 $x = 1$ \xff\xfe",
    "chinese": "其中 $d_k$ 是矩阵的维度。".encode("gb18030"),
    "surrogate": b"a\xed\xa0\x80b $x$",
    "separators": "a\u2028b\u2029$x$\x0b\x0c\x85\x1c\u200b\ufeff\n".encode(),
    "ends": b"$a$\r$b$\r\n$c$\n\r\r\n$d$\n\r",
    "random": bytes(range(256)),
    "picture": b"\x89PNG\r\n\x1a\n\x00\x00",
    "pdf": b"%PDF-1.4 x",
    "json": b'{"cells": [{"cell_type": "markdown", "source": ["\\ud800 $x$ \\u0000 \\r\\n \\udfff"]}]}',
    "json, cut": b'{"cells": [{"cell_type": "markdown", "source": ["\\ud8',
    "json, surrogate": b'{"cells": [{"cell_type": "markdown", "source": ["\xed\xa0\x80 $x$"]}]}',
    "long": b"\x80" * 5000,
    "deep": b"[" * 5000 + b"{" * 5000,
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", ["a.md", "a.ipynb", "a.tex", "a.rst", "a.txt", "a", "-"])
def test_whatever_is_given_is_read_or_refused_in_one_line(run, folder, name, odd):
    if name != "-":
        (folder / name).write_bytes(ODD[odd])
    for command in (("check", "--format", "json"), ("check",), ("read",), ("read", "--format", "json")):
        status, out, err = run(ODD[odd], *command, name)
        assert status in (0, 1, 2)
        assert len(err) <= 1
        assert all(line.startswith(f"symformer: {name}: ") and "fault in symformer" not in line for line in err)
        assert (status == 2) == (bool(err) and not err[0].endswith("is empty"))
        if "json" in command and out:
            json.loads(out)
