"""Macros in the head of a note, in a script, in a file of settings."""

from __future__ import annotations

import pytest

from symformer.documents.mathjax import configured_macros
from symformer.documents.reading import read_document
from symformer.semantics.model import build_model
from symformer.syntax.macros import collect_macros


@pytest.mark.parametrize(
    ("head", "name", "arity", "body"),
    [
        ('macros: { R: "\\\\mathbb{R}", vec: ["\\\\mathbf{#1}", 1] }', "vec", 1, r"\mathbf{#1}"),
        ('macros:\n  R: "\\\\mathbb{R}"\n  vec: ["\\\\mathbf{#1}", 1]\nother: x', "R", 0, r"\mathbb{R}"),
        ("math:\n  '\\dobs': '\\mathbf{d}_{o}'\n", "dobs", 0, r"\mathbf{d}_{o}"),
        ("math:\n  '\\half': '\\frac{#1}{2}'\n", "half", 1, r"\frac{#1}{2}"),
        ("macros:\n    loss: \\mathcal{L}  # the loss\n", "loss", 0, r"\mathcal{L}"),
        ('mathjax3_config:\n  tex:\n    macros:\n      "N": "\\\\mathbb{N}"\n', "N", 0, r"\mathbb{N}"),
        ('macros: {pd: ["\\\\frac{#2}{#1}", 2, "x"]}', "pd", 2, r"\frac{#2}{#1}"),
    ],
)
def test_the_head_of_a_note(head: str, name: str, arity: int, body: str) -> None:
    macro = collect_macros(configured_macros(f"---\ntitle: x\n{head}\n---\n\n# Text\n"))[name]
    assert (macro.arity, macro.body) == (arity, body)


@pytest.mark.parametrize(
    "script",
    [
        "MathJax = { tex: { inlineMath: [['$', '$']], macros: { half: ['\\\\frac{#1}{2}', 1], RR: '\\\\bf R' } } };",
        'MathJax.Hub.Config({ TeX: { Macros: { "half": ["{\\\\frac{#1}{2}}", 1] } } });',
        'renderMathInElement(document.body, { macros: { "\\\\half": "\\\\frac{#1}{2}" } });',
    ],
)
def test_a_script_in_a_note(script: str) -> None:
    note = f'# Tea\n\n<script type="text/javascript">\n{script}\n</script>\n\nHalf is $\\half{{x}} = 1$.\n'
    formula = build_model(read_document("n.md", note.encode())).formulas[-1]
    assert formula.tree.read
    assert "\\frac{x}{2}" in formula.latex.text


@pytest.mark.parametrize(
    "text",
    [
        "macros: {R: '\\\\mathbb{R}'}",  # neither head nor script
        "---\nmacros: {R: '{'}\n---\n",
        "---\nmacros: {R\n---\n",
        "---\nmacros:\nR: x\n---\n",
        "<script>macros = {",
    ],
)
def test_what_defines_nothing(text: str) -> None:
    assert configured_macros(text) == ""


def test_tables_without_end_are_bounded() -> None:
    assert configured_macros("macros: {" * 100_000, whole=True) == ""
    many = "macros: {" + ", ".join(f"z{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}: 'x'" for n in range(5_000)) + "}"
    assert 0 < len(configured_macros(many, whole=True).splitlines()) <= 1_000
