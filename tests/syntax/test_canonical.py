r"""Writing a tree out and reading it again gives the same tree, and the same meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.canonical import canonical_latex, skeleton
from symformer.syntax.parser import parse
from tests.syntax.test_total import PIECES, SOUND

HERE = Path(__file__).parent
CASES = sorted(
    {
        line
        for path in (*(HERE / "cases").glob("*.txt"), HERE.parent / "reading" / "cases.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith((" ", "#"))
    }
)


def check(latex: str) -> None:
    tree = parse(latex)
    if not tree.read:
        return
    written = canonical_latex(tree)
    again = parse(written)
    assert skeleton(again) == skeleton(tree), written
    assert lower_formula(again, vocabulary_of([again])) == lower_formula(tree, vocabulary_of([tree])), written


@pytest.mark.parametrize("latex", [*SOUND, *CASES])
def test_reading_what_was_written_gives_the_same_tree(latex: str) -> None:
    check(latex)


@given(st.lists(st.sampled_from(PIECES), max_size=12))
@settings(max_examples=200)
def test_writing_never_fails(pieces: list[str]) -> None:
    tree = parse(" ".join(pieces))
    assert isinstance(canonical_latex(tree), str)
    assert skeleton(tree) == skeleton(parse(" ".join(pieces)))


@pytest.mark.parametrize(
    ("latex", "written"),
    [
        (r"\frac67", r"\frac{6}{7}"),
        (r"x \xrightarrow[half]{} y", r"x \to y"),
        (r"{a \over b}", r"{\frac{a}{b}}"),
        ("x² + α·β ≤ 3", r"x^{2} + \alpha \cdot \beta \leq 3"),
        (r"|x|_1 \mid \|y\|", r"\lvert x\rvert_{1} \mid \lVert y\rVert"),
        (r"\left( \frac ab \right)^T", r"\left(\frac{a}{b}\right)^{T}"),
        (r"{\bf W}x, \quad \textcolor{red}{y} \tag{3}", r"{\mathbf{W}}x, \quad {y}"),
        (r"\begin{aligned} a &= b \\ &+ c \\ &= d && \text{(why)} \end{aligned}",
         r"\begin{aligned} a &= b \\ & +c \\ &= d && \text{(why)} \end{aligned}"),
        (r"\sum\limits_{i=1}^n x_i", r"\sum_{i = 1}^{n} x_{i}"),
        (r"x ∈ ℝ^{n×d}", r"x \in \mathbb{R}^{n \times d}"),
        (r"d\_model + d_{\rm ff}", r"\text{d\_model} + d_{\operatorname{ff}}"),
    ],
)  # fmt: skip
def test_each_thing_has_one_spelling(latex: str, written: str) -> None:
    assert canonical_latex(parse(latex)) == written
