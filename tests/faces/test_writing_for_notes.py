"""What authors ask of generated formulas: their own formula beside the standard, slides, exercises, sums from 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from symformer.faces.cli import main

NOTE = r"""# A note

$$ S = \frac{Q K}{\sqrt{d_k}} $$

$$ O = \operatorname{softmax}\left(\frac{Q K^\top}{d_k}\right) V $$

$$ \operatorname{Attention}(A, B, C) = \operatorname{softmax}\left(\frac{A B^\top}{\sqrt{d}}\right) C $$
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    done = capsys.readouterr()
    return done.out if status == 0 else done.err


@pytest.fixture
def note(tmp_path: Path) -> str:
    path = tmp_path / "note.md"
    path.write_text(NOTE, "utf-8")
    return str(path)


def test_what_differs_is_coloured_in_the_letters_of_the_note(capsys: pytest.CaptureFixture[str], note: str) -> None:
    out = run(capsys, "latex", "attention-scores", "--against", note)
    assert r"S &= \frac{Q \textcolor{red}{K}}{\sqrt{d_k}} && \text{note.md, line 3}" in out
    assert r"S &= \frac{Q \textcolor{blue}{K^\top}}{\sqrt{d_k}}" in out


def test_the_smallest_part_that_differs_is_coloured(capsys: pytest.CaptureFixture[str], note: str) -> None:
    out = run(capsys, "latex", "scaled-dot-product-attention", "--against", f"{note}:5")
    assert r"\frac{Q K^\top}{\textcolor{red}{d_k}}" in out
    assert r"\frac{Q K^\top}{\textcolor{blue}{\sqrt{d_k}}}" in out


def test_nothing_differs_in_other_letters(capsys: pytest.CaptureFixture[str], note: str) -> None:
    out = run(capsys, "latex", "scaled-dot-product-attention", "--against", f"{note}:7")
    assert "% nothing differs" in out and "textcolor" not in out


@pytest.mark.parametrize(
    ("against", "said"),
    [
        (":1", "no formula is near to attention-scores"),
        ("there.not", "there.not: no such file or folder"),
    ],
)
def test_a_note_that_cannot_be_compared(capsys: pytest.CaptureFixture[str], note: str, against: str, said: str) -> None:
    path = note + against if against.startswith(":") else against
    assert said in run(capsys, "latex", "attention-scores", "--against", path, status=2)
    assert "compares one equation" in run(capsys, "latex", "encoder-block", "--against", note, status=2)


@pytest.mark.parametrize(
    ("name", "notation", "shown"),
    [
        ("multi-head-sum", "plain", r"\sum_{i=0}^{h-1} H_i W_i^O"),
        ("concatenated-heads", "prince", r"\mathbf{H}^{(0)} \\ \mathbf{H}^{(1)} \\ \vdots \\ \mathbf{H}^{(H-1)}"),
        ("causal-weight", "plain", r"\sum_{r=0}^t \exp(S_{t,r})"),
        ("contrastive-loss", "plain", r"\frac{\exp\left(\frac{z_0}{\tau}\right)}{\sum_{j=0}^{c-1}"),
        ("mixture-of-experts", "plain", r"\sum_{e=0}^{N_E-1} g(x)_e F_e(x)"),
        ("linear-bias-slope", "plain", r"2^{-8(i+1)/h}"),
        ("grouped-query-head", "plain", r"K_{\lfloor ih_{\text{kv}}/h\rfloor}"),
        ("cached-attention", "plain", r"V_{:t+1,:}"),
        ("one-hot-rows", "plain", r"\tau_{n-1,0} & \tau_{n-1,1} & \cdots & \tau_{n-1,N_V-1}"),
        ("chain-rule", "plain", r"p(w_0, \dots, w_{n-1}) = \prod_{t=0}^{n-1}"),
    ],
)
def test_sums_and_lists_from_zero(capsys: pytest.CaptureFixture[str], name: str, notation: str, shown: str) -> None:
    assert shown in run(capsys, "latex", name, "--base", "0", "--notation", notation)


def test_where_nothing_counts_from_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing that counts from 1" in run(capsys, "latex", "layer-norm", "--base", "0", status=2)
    assert "--base 0 is for letters" in run(capsys, "latex", "entropy", "--base", "0", "--numbers", status=2)


def test_chosen_notations_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-output", "--notation", "plain,prince", "--format", "markdown")
    assert out.splitlines()[2:] == [
        "| Plain letters | $O = A V$ |",
        r"| Understanding Deep Learning | $\mathbf{O} = \mathbf{V} \mathbf{A}$ |",
    ]


def test_slides(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-step-by-step", "--layout", "beamer", "--symbols", "--standalone")
    assert r"\documentclass{beamer}" in out and r"\begin{frame}{Attention weights}" in out
    assert r"\begin{frame}{Symbols}" in out and out.count(r"\begin{frame}") == out.count(r"\end{frame}")


def test_two_columns_have_room_for_the_symbols(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "encoder-block", "--layout", "two-column", "--standalone")
    assert r"\documentclass[twocolumn]{article}" in out and r"p{0.45\columnwidth}" in out


def test_reasons_where_they_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("latex", "attention-output", "--steps", "--reasons")
    assert r"\intertext{Attention weights:}" in run(capsys, *request, "intertext")
    assert r"&& \text{Attention weights}" in run(capsys, *request, "margin")
    assert "Attention weights" not in run(capsys, *request, "none")


def test_an_exercise_has_its_answers_marked(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "layer-mean", "--exercise", "answers")
    assert r"\providecommand{\answer}[1]{#1}" in out and r"&= \answer{0.50}" in out


def test_an_exercise_with_one_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    right = run(capsys, "latex", "layer-norm", "--numbers").splitlines()
    wrong = run(capsys, "latex", "layer-norm", "--exercise", "mistake").splitlines()
    differ = [(one, other) for one, other in zip(right[2:], wrong[2:], strict=True) if one != other]
    assert len(differ) == 1
    assert sum(one != other for one, other in zip(*differ[0], strict=True)) == 1


def test_the_symbols_of_a_note_as_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text(r"Let $Q \in \mathbb{R}^{n \times d_k}$ be the queries and $d_k$ the key dimension.", "utf-8")
    table = run(capsys, "symbols", str(path), "--format", "latex")
    assert r"$Q$ & $\mathbb{R}^{n \times d_k}$ &" in table and r"$d_k$ & $\mathbb{N}$ & key dimension \\" in table
    entries = run(capsys, "symbols", str(path), "--format", "nomenclature")
    assert r"\nomenclature{$d_k$}{key dimension, in $\mathbb{N}$}" in entries
    assert r"| $d_k$ | $\mathbb{N}$ | key dimension |" in run(capsys, "symbols", str(path), "--format", "markdown")


def test_the_request_is_told_as_it_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--notation", "d2l", "--shapes", "--seed", "3", "--label", "eq:s", "--tag", r"$\star$")
    out = run(capsys, "latex", "attention-scores", *arguments)
    assert out.splitlines()[0] == "% symformer latex attention-scores " + " ".join((*arguments[:-1], r"'$\star$'"))


def test_a_file_that_is_none_is_written_to_and_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "latex", "attention-scores", "-o", "/dev/null")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--label", "}{"), "argument --label: must be of letters"),
        (("--tag", "a{"), "argument --tag: must be LaTeX with its braces closed"),
        (("--base", "2"), "argument --base: invalid choice: 2"),
        (("-o", ""), "-o wants the name of a file"),
        (("--values", "VALUES"), "which is too long a number to work with"),
    ],
)
def test_a_wrong_option_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    values = tmp_path / "values.json"
    values.write_text('{"Q": 1e999999999}', "utf-8")
    given = [str(values) if each == "VALUES" else each for each in arguments]
    told = run(capsys, "latex", "attention-scores", *given, status=2)
    assert said in told and told.count("\n") == 1


def test_letters_in_colours_and_macros_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    letters = tmp_path / "mine.toml"
    letters.write_text("[letters]\nkeys = '\\textcolor{orange}{K}'\n", "utf-8")
    preamble = tmp_path / "pre.tex"
    preamble.write_text(r"\newcommand{\oc}[1]{\textcolor{orange}{#1}}", "utf-8")
    out = run(capsys, "latex", "attention-scores", "--notation", str(letters), "--preamble", str(preamble))
    assert r"\frac{Q \oc{K}^\top}{\sqrt{d_k}}" in out
    letters.write_text("[letters]\nkeys = '\\oc{K}'\n", "utf-8")
    told = run(capsys, "latex", "attention-scores", "--notation", str(letters), status=2)
    assert r"keys = '\\oc{K}' is not understood" in told and "--preamble" in told


def test_a_causal_mask_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-scores", "--with", "causal", "--numbers")
    assert r"M &= \begin{bmatrix} 0 & -\infty \\ 0 & 0 \end{bmatrix}" in out
    assert r"-\infty \\" in out.splitlines()[-2]  # where the first position would see the second
    shapes = run(capsys, "latex", "attention-scores", "--with", "causal", "--shapes")
    assert "m" not in shapes.split(r"\[")[1].replace("underbrace", "").replace("times", "").replace("sqrt", "")
    assert "+ M" not in run(capsys, "latex", "cross-attention", "--with", "causal", status=2)


def test_steps_and_numbers_together(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "latex", "attention-output", "--steps", "--numbers").splitlines()
    assert lines[3].startswith(r"  O &= A V") and r"  O &= A V \\" in lines[8:]
