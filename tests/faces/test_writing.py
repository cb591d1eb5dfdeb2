"""``symformer latex``, ``equations``, ``notations``, ``notation show``, ``explain NAME``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symformer.faces.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(list(arguments)) == status
    out, err = capsys.readouterr()
    if status:
        assert out == "" and err.count("\n") == 1 and err.startswith("symformer: ")
        return err.removeprefix("symformer: ").strip()
    assert err == ""
    return out


def body(text: str) -> str:
    """What is printed without its comments."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("%"))


def test_an_equation_in_a_notation(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "scaled-dot-product-attention", "--notation", "phuong-hutter")
    assert (
        r"\mathbf{V} \operatorname{softmax}\left(\frac{\mathbf{K}^\top \mathbf{Q}}{\sqrt{d_{\text{attn}}}}\right)"
        in out
    )
    assert "% Vaswani et al. (2017)" in out


def test_what_is_printed_says_how_to_make_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "head", "--notation", "prince", "--with", "causal", "--shapes")
    again = out.splitlines()[0].removeprefix("% symformer ").split()
    assert run(capsys, *again) == out


def test_options_compose(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "self-attention", "--with", "causal,bias")
    assert body(out) == (
        "\\[\n  O = \\operatorname{softmax}\\left(\\frac{(X W^Q + b^Q) (X W^K + b^K)^\\top}{\\sqrt{d_k}} + M\\right) "
        "(X W^V + b^V)\n\\]"
    )


def test_heads_of_a_group_share_keys(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "head", "--with", "grouped", "--notation", "original-paper")
    assert r"K_{\lceil ih_{\text{kv}}/h\rceil}^T" in out and "Q_i" in out


def test_a_batch_adds_an_axis_to_what_belongs_to_a_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "self-attention", "--with", "batch", "--symbols")
    assert r"$X$ & $\mathbb{R}^{B \times n \times d}$" in out
    assert r"$W^Q$ & $\mathbb{R}^{d \times d_k}$" in out


def test_steps_put_definitions_in(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-output", "--steps")
    assert r"\operatorname{softmax}\left(\frac{X W^Q (X W^K)^\top}{\sqrt{d_k}}\right) X W^V" in out
    assert out.count("&=") == 4


def test_shapes_stand_under_the_factors(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-scores", "--shapes", "--notation", "prince")
    assert r"\underbrace{\mathbf{K}^\top}_{M \times D_q} \underbrace{\mathbf{Q}}_{D_q \times N}" in out


def test_markdown_for_github_has_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "adam", "--format", "markdown", "--layout", "github")
    assert out.count("```math") == 5 and "aligned" not in out


def test_labels_and_tags(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-scores", "--label", "eq:scores", "--tag", "3")
    assert r"\begin{equation}" in out and r"\tag{3} \label{eq:scores}" in out


def test_the_readers_macros(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    preamble = tmp_path / "macros.tex"
    preamble.write_text(r"\newcommand{\softmax}{\operatorname{softmax}} \newcommand{\mat}[1]{\mathbf{#1}}", "utf-8")
    out = run(capsys, "latex", "attention-weights", "--notation", "d2l", "--preamble", str(preamble))
    assert r"\mat{A} = \softmax(\mat{S})" in out


def test_a_document_by_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "attention.tex"
    assert run(capsys, "latex", "encoder-block", "--standalone", "-o", str(file)) == ""
    text = file.read_text("utf-8")
    assert (
        text.startswith(r"\documentclass") and text.rstrip().endswith(r"\end{document}") and r"\begin{tabular}" in text
    )


WRONG = {
    ("latex", "atention-scores"): "unknown equation 'atention-scores': did you mean attention-scores",
    ("latex", "head", "--notation", "pince"): "unknown notation 'pince': did you mean prince",
    ("latex", "softmax", "--with", "causal"): "--with causal changes nothing in softmax",
    (
        "latex",
        "head",
        "--with",
        "casual",
    ): "unknown option 'casual' of --with: choose from causal, bias, batch, grouped",
    ("latex", "head", "--standalone", "--format", "markdown"): "--standalone makes a LaTeX document",
    ("latex", "head", "--preamble", "no/such/file.tex"): "no/such/file.tex: no such file or directory",
    ("latex", "head", "-o", "no/such/folder/head.tex"): "no/such/folder/head.tex: no such file or directory",
    ("equations", "quux"): "no equation has the words 'quux'",
    ("notation", "show", "dl2"): "unknown notation 'dl2': did you mean d2l",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_wrong_request_is_one_clear_line(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert WRONG[arguments] in run(capsys, *arguments, status=2)


def test_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert "encoder-block" in run(capsys, "equations")
    rows = json.loads(run(capsys, "equations", "layer", "norm", "--format", "json"))
    assert {"id", "latex", "symbols", "source"} <= rows[0].keys()
    assert "phuong-hutter" in run(capsys, "notations")
    assert json.loads(run(capsys, "notation", "show", "d2l", "--format", "json"))["letters"]["key-width"] == "d"


def test_an_equation_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "explain", "layer-norm")
    assert "gain of a normalisation" in out and "Ba et al. (2016)" in out
