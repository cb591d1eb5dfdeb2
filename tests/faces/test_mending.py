"""Notes put right: the casebook's faults, wrong digits planted in a right note, every kind of file."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from symformer.analysis import Analysis, analyse
from symformer.faces.mending import Look, mend, rewrite
from symformer.findings.finding import Finding
from symformer.rules.selection import all_rules
from symformer.settings import Settings

NOTES = Path(__file__).resolve().parents[2] / "notes"
SHARED = Path(__file__).resolve().parents[3] / "shared"
NUMBERS = {rule.id for rule in all_rules() if rule.group == "numbers"}
CASES = sorted(path for path in (NOTES / "casebook").glob("*.*") if ".right." not in path.name)
# an expression that stands for a wrong number, or a word, has no one number to put right
NO_NUMBER = frozenset({"argument-of-the-root.md", "bold-value.md", "fell-upwards.md", "padding-once.md"})


def look_as(name: str) -> Look:
    return lambda data: analyse(name, data, Settings())


@cache
def opened(path: Path) -> Analysis:
    return analyse(path.name, path.read_bytes(), Settings())


def serious(analysis: Analysis) -> list[Finding]:
    return [each for each in analysis.report.findings if each.level != "info"]


def lines(analysis: Analysis) -> Counter[int]:
    source = analysis.report.source
    assert source is not None
    return Counter(source.place(each.problem.span.start).line for each in serious(analysis))


def told(analysis: Analysis) -> Counter[tuple[int, str, str]]:
    """All findings, remarks too, by line and rule."""
    source = analysis.report.source
    assert source is not None
    return Counter(
        (source.place(each.problem.span.start).line, each.rule, each.level) for each in analysis.report.findings
    )


# each note says itself which rules speak on it, and tests/test_casebook.py sees that it is so
EXPECTED = re.compile(r"([\w-]+) at line \d+")
NUMERIC = [path for path in CASES if not NUMBERS.isdisjoint(EXPECTED.findall(path.read_text("utf-8")))]


@cache
def mended_once(path: Path) -> bytes:
    return mend(path.read_bytes(), opened(path), look_as(path.name)).data


@pytest.mark.parametrize("path", NUMERIC, ids=lambda path: path.name)
def test_a_mended_note_has_less_that_is_wrong_and_nothing_new(path: Path) -> None:
    before, look = opened(path), look_as(path.name)
    mended = mend(path.read_bytes(), before, look)
    after = look(mended.data)
    assert not told(after) - told(before)
    assert bool(mended.corrected) == (mended.data != path.read_bytes())
    assert not mended.corrected or len(serious(after)) < len(serious(before))
    assert mend(mended.data, after, look).data == mended.data


@pytest.mark.parametrize("path", NUMERIC, ids=lambda path: path.name)
def test_a_rewritten_note_has_no_wrong_number(path: Path) -> None:
    done = rewrite(path.read_bytes(), opened(path), look_as(path.name))
    left = [each for each in done.left if each.rule in NUMBERS]
    assert bool(left) == (path.name in NO_NUMBER), [each.problem.message for each in left]


def body(data: bytes) -> list[str]:
    return [line for line in data.decode("utf-8").splitlines() if line.strip() and "casebook:" not in line]


def test_most_faults_are_mended_as_their_author_mended_them() -> None:
    restored = unlike = 0
    for path in NUMERIC:
        twin = path.with_name(f"{path.stem}.right{path.suffix}").read_bytes()
        mended = mended_once(path)
        restored += body(mended) == body(twin)
        unlike += mended != path.read_bytes() and body(mended) != body(twin)
    assert restored * 5 >= 4 * len(NUMERIC)
    assert unlike * 10 <= len(NUMERIC)


# -- a right note with wrong digits in it ----------------------------------------------------------------

WORKED = NOTES / "worked-attention.md"
RESULTS = sorted(set(re.findall(r"(?<![\d.])\d+\.\d{3}(?!\d)", WORKED.read_text("utf-8"))))


def another(number: str) -> str:
    """The number with its last digit but one three higher."""
    return f"{number[:-2]}{(int(number[-2]) + 3) % 10}{number[-1]}"


@pytest.mark.parametrize("number", RESULTS[::2])
def test_a_wrong_result_is_restored(number: str) -> None:
    right = WORKED.read_text("utf-8")
    planted = right.replace(number, another(number), 1).encode("utf-8")
    look = look_as(WORKED.name)
    assert rewrite(planted, look(planted), look).data.decode("utf-8") == right


@pytest.mark.parametrize("number", RESULTS[1::2])
def test_a_wrong_result_is_restored_with_all_that_repeats_it(number: str) -> None:
    right = WORKED.read_text("utf-8")
    planted = re.sub(rf"(?<![\d.]){re.escape(number)}(?!\d)", another(number), right).encode("utf-8")
    look = look_as(WORKED.name)
    assert rewrite(planted, look(planted), look).data.decode("utf-8") == right


CHAIN = r"""# A chain

$$ e^{2} \approx 7.93, \quad e^{1} \approx 2.72 $$

$$ 7.93 + 2.72 = 10.65 $$

$$ \frac{7.93}{10.65} \approx 0.74 $$

The larger share is $0.74$.
"""


def test_what_was_carried_on_is_mended_with_its_root() -> None:
    look = look_as("chain.md")
    data = CHAIN.encode("utf-8")
    mended = mend(data, look(data), look)
    right = CHAIN.replace("7.93", "7.39").replace("10.65", "10.11").replace("0.74", "0.73")
    assert mended.data.decode("utf-8") == right.replace("share is $0.73", "share is $0.74")
    assert mended.rounds >= 2
    assert not mended.left


def test_a_root_is_left_alone_where_an_echo_of_it_cannot_be_mended_safely() -> None:
    note = CHAIN + "\nAssume that the shares are $\\frac{7.93}{10.65} = 0.7446$.\n"
    look = look_as("chain.md")
    data = note.encode("utf-8")
    before = look(data)
    mended = mend(data, before, look)
    assert not lines(mended.analysis) - lines(before)


def test_what_the_author_waived_is_left_alone() -> None:
    note = b"<!-- symformer: wrong-on-purpose because it teaches -->\n$$ 2 + 2.5 = 4.6 $$\n"
    look = look_as("note.md")
    assert mend(note, look(note), look).data == note
    assert rewrite(note, look(note), look).data == note


def test_a_supposition_is_not_mended_safely() -> None:
    note = b"Suppose that we get\n\n$$ 2 + 2.5 = 4.6 $$\n"
    look = look_as("note.md")
    fixes = [each.problem.fix for each in look(note).report.findings]
    assert mend(note, look(note), look).data == note
    assert all(fix is None or fix.safety == "unsafe" for fix in fixes)


# -- files of every kind -----------------------------------------------------------------------------------

WRONG, RIGHT = "Größe: $2 \\cdot 1.5 = 3.1$\n\nund $x = −0.5 − 2.75 = −3.35$.\n", ("3.0", "−3.25")


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encoding_mark_and_line_ends_are_kept(codec: str, end: str) -> None:
    text = WRONG.replace("−", "-" if codec == "cp1252" else "−").replace("\n", end)
    right = text.replace("3.1$", "3.0$").replace("3.35", "3.25")
    look = look_as("note.md")
    data = text.encode(codec)
    assert mend(data, look(data), look).data == right.encode(codec)


def test_a_file_in_no_one_encoding_is_left_alone() -> None:
    data = "Größe à la carte, où ça: $2 \\cdot 1.5 = 3.1$\n".encode() + b"\xff\n"
    look = look_as("note.md")
    assert mend(data, look(data), look).data == data


def notebook(*sources: str) -> str:
    cells = [{"cell_type": "markdown", "metadata": {"a": 1.50}, "source": source} for source in sources]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}, ensure_ascii=True, indent=1)


def test_a_notebook_is_the_same_elsewhere() -> None:
    made = notebook(
        "Tea \u2615:\n$$ \\frac{1}{2} + 0.25 = 0.85 $$", "$1{,}500 \\cdot 2 = 3{,}100$ and \u2212 $0.5 \\times 3 = 1.6$"
    )
    look = look_as("note.ipynb")
    data = made.encode()
    mended = mend(data, look(data), look).data.decode()
    assert mended == made.replace("0.85", "0.75").replace("3{,}100", "3{,}000").replace("1.6$", "1.5$")
    assert json.loads(mended)


FORMATS = {
    "note.tex": "\\documentclass{article}\n\\newcommand{\\half}{0.5}\n\\begin{document}\nIt is $\\half + 0.25 = 0.85$.\n"
    "\\begin{align}\n a &= 0.5 \\cdot 3 \\\\ &= 1.6\n\\end{align}\n\\end{document}\n",
    "note.rst": "Tea\n===\n\nIt is :math:`0.5 + 0.25 = 0.85`.\n\n.. math::\n\n   0.5 \\cdot 3 = 1.6\n",
    "note.txt": "The sum 0.5 + 0.25 = 0.85 is small.\n\n  0.5 * 3 = 1.6\n",
    "note.md": "> It is\n> $$ 0.5 +\n> 0.25 = 0.85 $$\n\n- so\n  ```\n  0.5 * 3 = 1.6\n  ```\n",
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_mended(name: str) -> None:
    look, data = look_as(name), FORMATS[name].encode()
    mended = mend(data, look(data), look)
    assert mended.data.decode() == FORMATS[name].replace("0.85", "0.75").replace("1.6", "1.5")
    assert not mended.left


def test_a_number_in_a_macro_is_left_alone() -> None:
    note = b"\\newcommand{\\total}{0.85}\n$$ 0.5 + 0.25 = \\total $$\n"
    look = look_as("note.md")
    assert [each.rule for each in look(note).report.findings if each.level == "error"] == ["sum-differs"]
    assert mend(note, look(note), look).data == note


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("$1{,}200 + 300 = 1{,}600$", "$1{,}200 + 300 = 1{,}500$"),
        ("$3 \\cdot 10^2 \\cdot 2 = 6 \\times 10^{3}$", "$3 \\cdot 10^2 \\cdot 2 = 6 \\times 10^{2}$"),
        ("$2.5 \\times 10^{-3} \\cdot 2 = 5.1 \\times 10^{-3}$", "$2.5 \\times 10^{-3} \\cdot 2 = 5.0 \\times 10^{-3}$"),
        ("$0.66 = 67\\%$", "$0.66 = 66\\%$"),
        ("$2 \\cdot (-1.5) = -3.2$", "$2 \\cdot (-1.5) = -3.0$"),
        ("$0.5 - 0.75 = .35$", "$0.5 - 0.75 = -.25$"),
        ("$e^{2} \\approx 7.93$", "$e^{2} \\approx 7.39$"),
    ],
)  # fmt: skip
def test_a_number_is_written_as_the_one_it_replaces(wrong: str, right: str) -> None:
    look = look_as("note.md")
    data = f"We have {wrong} here.\n".encode()
    assert mend(data, look(data), look).data.decode() == f"We have {right} here.\n"


# -- the notes beside the project --------------------------------------------------------------------------


@pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="../shared/seeds is not here")
def test_a_seed_rewritten_has_no_wrong_number() -> None:
    path = next((SHARED / "seeds").glob("003_*"))
    look = look_as(path.name)
    data = path.read_bytes()
    done = rewrite(data, look(data), look)
    assert not [each for each in done.left if each.rule in NUMBERS]
    text = done.data.decode()
    assert all(number not in text for number in ("577.64", "20.09", "16.99", "0.44"))
    assert text.count("16.92") == data.decode().count("16.99")
