"""Notes made of several files: what is read, where findings are, and that nothing depends on order."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from symformer.faces.cli import main

Write = Callable[[dict[str, str]], None]
WRONG = "The sum is $1 + 1 = 3$.\n"


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes files into a folder of their own, which is the current one."""
    folder = tmp_path / "top" / "home" / "work"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)

    def files(texts: dict[str, str]) -> None:
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="")

    return files


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    main(["check", "--format", "json", "--info", *arguments])
    return dict(json.loads(capsys.readouterr().out))


def rows(whole: dict[str, object], *keys: str) -> list[tuple[object, ...]]:
    findings = whole["findings"]
    assert isinstance(findings, list)
    return [tuple(finding[key] for key in keys) for finding in findings]


def checked(whole: dict[str, object]) -> list[str]:
    documents = whole["documents"]
    assert isinstance(documents, list)
    return [document["path"] for document in documents]


def counts(whole: dict[str, object]) -> list[tuple[int, int]]:
    documents = whole["documents"]
    assert isinstance(documents, list)
    return [(each["statistics"]["formulas"], each["statistics"]["read"]) for each in documents]


MAIN = "\\documentclass{article}\n\\input{macros}\n\\begin{document}\nTwo $1 + 1 = 2$. % said\n"


def test_a_finding_in_an_included_file_is_told_at_its_place(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "main.tex": MAIN
            + "\\usepackage{own}\\input{parts/one}\n\\include{parts/two} and $2 + 2 = 5$\n\\end{document}\n",
            "macros.tex": "\\newcommand{\\two}{2}",
            "own.sty": "\\newcommand{\\unused}{1}\n" * 3,
            "parts/one.tex": "A line.\n\n  " + WRONG,
            "parts/two.tex": "\\section{Two}\n\nHere $\\two + \\two = 6$.",
        }
    )
    whole = run(capsys, "main.tex")
    assert checked(whole) == ["main.tex"]
    assert rows(whole, "path", "line", "column", "end_line", "end_column", "quote") == [
        ("parts/one.tex", 3, 23, 3, 24, "3"),
        ("parts/two.tex", 3, 21, 3, 22, "6"),
        ("main.tex", 6, 34, 6, 35, "5"),
    ]


@pytest.mark.parametrize(
    ("format_name", "expected"),
    [
        ("text", "parts/one.tex:1:"),
        ("github", "file=parts/one.tex,line=1,"),
        ("sarif", '"uri": "parts/one.tex"'),
        ("json", '"path": "parts/one.tex"'),
    ],
)
def test_every_reporter_names_the_file(
    write: Write, capsys: pytest.CaptureFixture[str], format_name: str, expected: str
) -> None:
    write({"main.tex": MAIN + "\\input{parts/one.tex}\n\\end{document}\n", "parts/one.tex": WRONG, "macros.tex": ""})
    main(["check", "--format", format_name, "main.tex"])
    assert expected in capsys.readouterr().out


def test_a_related_place_in_another_file_names_it(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "main.tex": "Let $A \\in \\mathbb{R}^{2 \\times 3}$ and $B \\in \\mathbb{R}^{2 \\times 5}$.\n\\input{use}\n",
            "use.tex": "\\[ C = A B \\]\n",
        }
    )
    main(["check", "main.tex"])
    told = capsys.readouterr().out
    assert "use.tex:1:" in told
    assert "(main.tex)" in told


def test_missing_and_foreign_files_are_told_and_stop_nothing(
    write: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "secret.tex").write_text(WRONG)
    (tmp_path / "top" / "near.tex").write_text("Near: $1 + 1 = 3$.\n")
    write(
        {
            "main.tex": "\\input{gone}\n\\input{../../../secret}\n\\input{"
            f"{tmp_path}/secret"
            "}\n\\input{../../near}\n"
            "\\input{main}\n\\input{\\jobname-x}\nSee $2 + 2 = 5$. \\usepackage{amsmath} use \\input and go\n",
        }
    )
    whole = run(capsys, "main.tex")
    found = [(rule, line) for rule, line in rows(whole, "rule", "line") if rule == "file-not-included"]
    assert found == [("file-not-included", line) for line in (1, 2, 3)]
    messages = [text for (text,) in rows(whole, "message")]
    assert "gone is not read: there is no such file" in messages
    assert any("lies outside of" in str(text) for text in messages)
    assert {"../../near.tex", "main.tex"} <= {path for (path,) in rows(whole, "path")}
    assert not any("secret.tex" in str(path) for (path,) in rows(whole, "path"))


def test_a_project_bounds_what_is_included(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write({".git/HEAD": "x", "main.tex": "\\input{../near}\n$x$\n", "../near.tex": WRONG})
    assert [rule for (rule,) in rows(run(capsys, "main.tex"), "rule")] == ["file-not-included"]


def test_files_that_include_each_other_end(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write({"a.tex": "$a$ \\input{b}\n" + WRONG, "b.tex": "$b$ \\input{a} \\input{b}\n" + WRONG})
    whole = run(capsys, ".")
    assert checked(whole) == ["a.tex"]
    assert counts(whole) == [(4, 4)]
    assert checked(run(capsys, "b.tex", "a.tex")) == ["b.tex", "a.tex"]


def test_very_many_and_very_deep_files_are_bounded(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    chain = {f"c{n}.tex": f"$x_{{{n}}}$ \\input{{c{n + 1}}}\n" for n in range(40)}
    write({**chain, "main.tex": "\\input{c0}\n"})
    whole = run(capsys, "main.tex")
    assert any("nested more than" in str(text) for (text,) in rows(whole, "message"))
    assert counts(whole) == [(20, 20)]


def test_what_is_included_is_not_checked_again_unless_named(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "book.tex": MAIN + "\\include{ch/one}\n\\include{ch/two}\n\\end{document}\n",
            "ch/one.tex": "\\input{ch/deep/three}\n" + WRONG,
            "ch/two.tex": "$b$\n",
            "ch/deep/three.tex": "$c$\n",
            "ch/alone.tex": "$d$\n",
            "macros.tex": "",
        }
    )
    assert checked(run(capsys, ".")) == ["book.tex", "ch/alone.tex"]
    assert checked(run(capsys, ".", "ch/two.tex")) == ["book.tex", "ch/alone.tex", "ch/two.tex"]
    assert checked(run(capsys, "ch")) == ["ch/alone.tex", "ch/one.tex", "ch/two.tex"]


def test_order_and_jobs_change_nothing(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "main.tex": MAIN + "\\input{x}\\input{y}\n\\end{document}",
            "macros.tex": "\\newcommand{\\one}{1}",
            "x.tex": "$\\one + 1 = 3$ \\input{y}",
            "y.tex": WRONG,
            "z.tex": "$\\one$ \\input{x}",
            "notes.md": WRONG,
        }
    )
    names = ["main.tex", "x.tex", "y.tex", "z.tex", "notes.md"]
    orders = list(itertools.permutations(names))
    random.Random(3).shuffle(orders)
    told = set()
    for order in [tuple(names), *orders[:5]]:
        for jobs in ("1", "3"):
            whole = run(capsys, "--jobs", jobs, "--exclude", "drafts/", *order)
            told.add(tuple(sorted(map(str, rows(whole, "path", "line", "column", "rule", "id")))))
            assert sorted(checked(whole)) == sorted(names)
    assert len(told) == 1


def test_a_chapter_by_itself_knows_the_macros_of_its_book(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    chapter = "Then $\\two + \\own{1} + \\pkg = 6$.\n"
    write(
        {
            "book/main.tex": "\\documentclass{local}\\usepackage[a4]{amsmath, style/own}\n\\input{macros}\n"
            "\\begin{document}\n\\include{parts/all}\n\\end{document}\n",
            "book/local.cls": "\\newcommand{\\pkg}{2}\n\\newcommand{\\shown}{$1 + 1 = 3$}",
            "book/style/own.sty": "\\newcommand{\\own}[1]{#1}",
            "book/macros.tex": "\\newcommand{\\two}{2}",
            "book/parts/all.tex": "\\input{parts/one}",
            "book/parts/one.tex": chapter,
            "book/parts/rooted.tex": "% !TEX root = ../main.tex\n" + chapter,
            "book/parts/sub.tex": "\\documentclass[../main]{subfiles}\n\\begin{document}\n"
            + chapter
            + "\\end{document}\n",
            "book/parts/lonely.tex": chapter,
        }
    )
    for name in ("one", "rooted", "sub"):
        whole = run(capsys, f"book/parts/{name}.tex")
        assert [(rule, quote) for rule, quote in rows(whole, "rule", "quote")] == [
            ("sum-differs", rows(whole, "quote")[0][0])
        ], name
        assert counts(whole) == [(1, 1)]
    assert counts(run(capsys, "book/parts/lonely.tex")) == [(1, 0)]
    assert counts(run(capsys, "book/main.tex")) == [(1, 1)]


def test_subfiles_are_put_in_without_their_preamble(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "main.tex": "\\documentclass{article}\n\\usepackage{subfiles}\n\\begin{document}\nA\\subfile{parts/sub} b $x$\n"
            "\\import{parts/}{imported}\n\\end{document}\n",
            "parts/sub.tex": "\\documentclass[../main]{subfiles}\n\\newcommand{\\three}{3}\n$not$\n\\begin{document}\n"
            "$1 + 1 = \\three$ % done\n\\end{document}\n$never$",
            "parts/imported.tex": "$a$ \\input{near} \\endinput $c$",
            "parts/near.tex": "$b$",
        }
    )
    whole = run(capsys, "main.tex")
    assert counts(whole) == [(4, 4)]
    assert rows(whole, "path", "line") == [("parts/sub.tex", 5)]


def test_what_is_left_out_of_the_check_still_defines(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "main.tex": "\\documentclass{article}\\begin{document}\\input{old}\n$\\two + 1 = 4$\\end{document}",
            "old.tex": "\\newcommand{\\two}{2}\n" + WRONG,
        }
    )
    assert rows(run(capsys, ".", "--exclude", "old.tex"), "path", "line") == [("main.tex", 2)]
    assert rows(run(capsys, ".", "--exclude", "old.tex", "--jobs", "2"), "path", "line") == [("main.tex", 2)]


def test_macros_for_all_notes(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "symformer.toml": 'macros = ["shared/macros.tex"]\n',
            "shared/macros.tex": "\\newcommand{\\two}{2}\n",
            "config.yml": 'mathjax:\n  macros:\n    three: "3"\n    "\\\\four": ["#1", 1]\n',
            "n.md": "So $\\two + 1 = 4$.\n",
            "m.md": "So $\\two + \\three + \\four{4} = 8$.\n",
        }
    )
    assert rows(run(capsys, "n.md"), "rule") == [("sum-differs",)]
    assert counts(run(capsys, "m.md")) == [(1, 0)]
    assert rows(run(capsys, "--macros", "config.yml", "m.md"), "rule") == [("sum-differs",)]
    assert main(["read", "--macros", "config.yml", "m.md"]) == 0
    assert "not read" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--macros", "gone.tex"), "gone.tex: no such file or folder"),
        (("--macros", "empty.yml"), "empty.yml: defines no macros"),
        (("--macros", "bytes.tex"), "bytes.tex: is not UTF-8"),
        (("--config", "bad.toml"), "there is no such"),
        (("--config", "wrong.toml"), "macros must be a list of strings"),
    ],
)
def test_bad_files_of_macros_are_told(
    write: Write, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    write(
        {
            "n.md": "$x$",
            "empty.yml": "macros: none\n",
            "bad.toml": 'macros = ["x.tex"]\n',
            "wrong.toml": 'macros = "x"\n',
        }
    )
    Path("bytes.tex").write_bytes(b"\\newcommand{\\e}{\xe9}")
    assert main(["check", *arguments, "n.md"]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert told in line or ("no such file" in line and "x.tex" in line)
