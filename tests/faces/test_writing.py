"""``symformer latex``, ``equations``, ``notations``, ``notation show``, ``explain NAME``."""

from __future__ import annotations

import json
import sys
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
    assert r"{\underbrace{\mathbf{K}^\top}_{M \times D_q}} {\underbrace{\mathbf{Q}}_{D_q \times N}}" in out


def test_shapes_of_a_letter_with_scripts_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "head-projections", "--shapes", "--notation", "d2l")
    assert r"{\underbrace{\mathbf{W}_i^{(q)}}_{d_{\text{model}} \times d}}" in out
    out = run(capsys, "latex", "multi-head-sum", "--shapes")
    assert r"{\underbrace{W_i^O}_{d_v \times d}}" in out


def test_a_letter_of_a_topic_has_the_shape_of_its_own_equation(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "normalization", "--shapes", "--symbols")
    assert r"\sum_{j=1}^d x_j" in out and r"{\underbrace{x}_d}" in out  # a component of one vector
    assert r"\operatorname{BatchNorm}(x_b) = {\underbrace{\gamma}_d} \odot \frac{{\underbrace{x_b}_d}" in out
    assert r"$x$ & $\mathbb{R}^{d}$" in out and r"$x$ & $\mathbb{R}^{B \times d}$" in out


def test_shapes_as_subscripts(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-output", "--shapes-at", "subscript")
    assert r"{O}_{[n \times d_v]} = {A}_{[n \times m]} {V}_{[m \times d_v]}" in out


def test_shapes_in_the_margin_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-output", "--steps", "--shapes-at", "margin", "--notation", "prince")
    assert out.count(r"\mathbf{V} \colon D_v \times N") == 1
    assert r"\mathbf{K} \colon D_q \times N \\ \mathbf{Q} \colon D_q \times N" in out
    out = run(capsys, "latex", "head", "--shapes-at", "margin", "--notation", "d2l", "--format", "markdown")
    assert r"\mathbf{Q}_i \colon n \times d" in out and "\\begin{aligned}" in out


def test_markdown_for_github_has_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "adam", "--format", "markdown", "--layout", "github")
    assert out.count("```math") == 5 and "aligned" not in out


def test_numbers_are_carried_through_a_block(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-step-by-step", "--numbers", "--format", "markdown")
    assert out.count("X &= ") == 1 and out.count("A &= ") == 1
    scores = out.split("S &= ")[1].split(r"\approx")[1].split(r"\end{bmatrix}")[0]
    assert scores.strip().removeprefix(r"\begin{bmatrix}") in out.split("A &= ")[1]


def test_symbols_as_a_nomenclature(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-scores", "--symbols", "nomenclature")
    assert r"\nomenclature{$Q$}{queries, in $\mathbb{R}^{n \times d_k}$}" in out


def test_jekyll_wants_doubled_backslashes(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "head-projections", "--format", "markdown", "--layout", "jekyll")
    assert "W_i^Q \\\\\\\\\n" in out


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


WRONG_VALUES = {
    '{"Q": [[1, 2, 3]], "K": [[1, 2]]}': "d_k is 3 in Q and 2 in K",
    '{"Q": [1, 2]}': "Q has 1 axes, and wants 2",
    '{"Q": [[1], [2, 3]]}': "Q must be a number, a list of numbers, or rows of one length",
    '{"Q": [["a"]]}': "Q holds 'a', which is no number",
    '{"T": [[1]]}': "no letter 'T' here: there are S, Q, K",
    "[1, 2": "no JSON",
    "[1]": "must be an object",
}


@pytest.mark.parametrize("values", WRONG_VALUES)
def test_wrong_values_are_one_clear_line(values: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "values.json"
    file.write_text(values, "utf-8")
    assert WRONG_VALUES[values] in run(capsys, "latex", "attention-scores", "--values", str(file), status=2)


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
    ("latex", "vocabulary", "--numbers"): "vocabulary cannot be worked on these numbers: an index into something",
    ("latex", "causal-mask", "--format", "sympy"): "--format sympy: ",
    ("latex", "head", "--values", "no.json"): "no.json: no such file or directory",
    ("example", "encoder-block", "--heads", "3"): "3 heads do not divide the width d = 4: take d = 6",
    ("example", "encoder-block", "--notation", "pince"): "unknown notation 'pince'",
    ("explain", "layernorm"): "nothing is called 'layernorm': did you mean layer-norm",
    ("explain", "gpt2-small"): "did you mean gpt-2-small",
    ("latex", "head", "--notation", "all", "--format", "sympy"): "--notation all makes a table",
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


def test_a_model_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "explain", "gpt-2-small")
    assert "768" in out and "Radford et al. (2019)" in out


def test_arrays_of_a_batch_keep_their_font(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "encoder-output", "--with", "batch", "--notation", "bold-textbook")
    assert r"\mathbf{Z}_2 = " in out


def test_all_notations_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "attention-output", "--notation", "all", "--format", "markdown")
    assert r"| Understanding Deep Learning | $\mathbf{O} = \mathbf{V} \mathbf{A}$ |" in out
    assert r"| Plain letters | $O = A V$ |" in out


def test_an_equation_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "explain", "layer-norm")
    assert "gain of a normalisation" in out and "Ba et al. (2016)" in out


def test_small_numbers_and_the_readers_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = run(capsys, "latex", "attention-scores", "--numbers", "--notation", "prince")
    assert r"\approx \begin{bmatrix}" in out
    values = tmp_path / "values.json"
    values.write_text('{"Q": [[1, 0.5]], "K": [[1, 2], [3, 4]]}', "utf-8")
    own = run(capsys, "latex", "attention-scores", "--values", str(values), "--decimals", "3")
    assert r"\begin{bmatrix} 1.414 & 3.536 \end{bmatrix}" in own  # (1 + 1) / √2 and (3 + 2) / √2
    note = tmp_path / "note.md"
    note.write_text(
        r"We have $Q = \begin{bmatrix} 1 & 0.5 \end{bmatrix}$ and $K = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$.",
        "utf-8",
    )
    again = run(capsys, "latex", "attention-scores", "--values", str(note), "--decimals", "3")
    assert r"\begin{bmatrix} 1.414 & 3.536 \end{bmatrix}" in again


def test_numpy_source_runs(capsys: pytest.CaptureFixture[str]) -> None:
    import numpy as np

    out = run(capsys, "latex", "self-attention", "--format", "numpy")
    names: dict[str, object] = {}
    exec(out, names)
    function = names["self_attention"]
    assert callable(function)
    rng = np.random.default_rng(0)
    assert function(*(rng.normal(size=shape) for shape in ((3, 4), (4, 2), (4, 2), (4, 5)))).shape == (3, 5)


def test_sympy_source_runs_where_sympy_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "latex", "self-attention", "--format", "sympy")
    assert "Eq(O, softmax((X*W_Q*(X*W_K).T)/sqrt(d_k))*X*W_V)" in out
    pytest.importorskip("sympy", reason="SymPy is not installed")
    exec(out, {})


def test_mathml_where_its_writer_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("latex2mathml", reason="latex2mathml is not installed: pip install 'symformer[mathml]'")
    assert run(capsys, "latex", "attention-scores", "--format", "mathml").startswith("<math")


def test_mathml_without_its_writer_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    told = run(capsys, "latex", "attention-scores", "--format", "mathml", status=2)
    assert told == "--format mathml needs latex2mathml: pip install 'symformer[mathml]'"


def test_an_example_is_written_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "example.ipynb"
    request = ("example", "encoder-block", "--n", "2", "--d", "4", "--heads", "2", "--format", "ipynb", "-o", str(file))
    assert run(capsys, *request) == ""
    assert main(["audit", str(file)]) == 0
    assert len(json.loads(file.read_text("utf-8"))["cells"]) == 5
