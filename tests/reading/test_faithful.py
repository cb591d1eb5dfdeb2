"""The facts by which readers are compared: our reading keeps them all, and a misreading does not."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from bench.facts import CHECKS, failing, holds, names_in
from bench.outline_terms import outline

from symformer.reading.statements import lower_formula
from symformer.reading.vocabulary import vocabulary_of
from symformer.syntax.parser import parse

FILE = Path(__file__).resolve().parents[1] / "bench" / "faithful.toml"
FORMULAS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["formula"]

Q, K, V, TOP, ONE = ["name", "Q"], ["name", "K"], ["name", "V"], ["name", "T"], ["number", "1"]
X_I = ["name", "x_{i}"]
TRANSPOSED = ["transpose", K]


def outline_of(latex: str) -> list[Any]:
    tree = parse(latex)
    return outline(lower_formula(tree, vocabulary_of([tree])))


@pytest.mark.parametrize("formula", FORMULAS, ids=[formula["about"] for formula in FORMULAS])
def test_our_reading_keeps_every_fact(formula: dict[str, Any]) -> None:
    assert failing(outline_of(formula["latex"]), formula["facts"]) == []


def test_every_check_is_put_to_use_and_every_fact_is_a_check() -> None:
    used = {fact.removeprefix("not ").split()[0] for formula in FORMULAS for fact in formula["facts"]}
    assert used == set(CHECKS)


@pytest.mark.parametrize(
    ("latex", "instead", "fact"),
    [
        ("Q K^T", "Q K", "transposed K"),
        ("C B A", "A B C", "order C B A"),
        ("C B A", "C \\odot B \\odot A", "order C B A"),
        ("U \\odot V", "U V", "elementwise U V"),
        ("f(x)", "f \\cdot x", "call f 1"),
        ("x' + b", "x + b", "names x' b"),
        ("N n", "n n", "names N n"),
        ("y = x", "x", "relation ="),
        ("0 \\le a < 1", "0 \\le a", "relation ≤ <"),
        ("a - b", "a + b", "negative b"),
        ("\\frac{a}{b}", "\\frac{b}{a}", "above a"),
        ("\\frac{a}{b}", "a b", "below b"),
        ("e^{-x}", "e x", "power e x"),
        ("\\sum_{i=1}^{n} x_i", "\\sum_{i=0}^{n} x_i", "big sum i 1 n"),
        ("\\sum_{i=1}^{n} x_i", "\\sum_{i=1}^{n} x_k", "binds i"),
        ("\\begin{bmatrix} 1 & -2 \\\\ 3 & 4 \\end{bmatrix}", "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", "rows 1 -2 / 3 4"),
        ("\\begin{bmatrix} 1 & 2 \\end{bmatrix}", "\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}", "rows 1 2"),
        ("\\begin{cases} 0 & j \\le i \\end{cases}", "\\begin{cases} 0 & j \\ge i \\end{cases}", "branch 0 j≤i"),
        ("W \\in \\mathbb{R}^{n \\times d}", "W \\in \\mathbb{R}^{d \\times n}", "space R n d"),
        ("P(A \\mid B)", "P(A, B)", "bar A B"),
        ("12{,}288", "12, 288", "numbers 12288"),
        ("a = 1 \\text{ where } b > 0", "a = 1", "statements 2"),
        ("\\max(0, x)", "0 + x", "inside max x"),
        ("f: A \\to B", "f = A", "related → A B"),
        ("a + b", "a b", "added a b"),
    ],
)  # fmt: skip
def test_a_fact_tells_a_reading_from_a_misreading(latex: str, instead: str, fact: str) -> None:
    assert holds(outline_of(latex), fact)
    assert not holds(outline_of(instead), fact)


def test_words_read_as_products_of_letters_are_strays() -> None:
    product = ["product", *(["name", letter] for letter in "xwhere")]
    assert not holds(product, "names x")
    assert holds(["name", "x"], "names x")


def test_a_product_whose_order_the_reader_chose_keeps_none() -> None:
    assert holds(["product", Q, TRANSPOSED, V], "order Q K V")
    assert not holds(["commuting", Q, TRANSPOSED, V], "order Q K V")


def test_a_transpose_read_as_a_power_is_none() -> None:
    assert not holds(["product", Q, ["power", K, TOP]], "transposed K")


def test_an_index_hidden_in_a_name_is_not_bound() -> None:
    hidden = ["big", "sum", ["name", "i"], ONE, ["name", "n"], X_I, None]
    assert holds(hidden, "names x_i i n")
    assert not holds(hidden, "binds i")


@pytest.mark.parametrize("written", [r"W_{ij}", r"W_{i,j}", r"\mathbf{W}_{i, j}", "bold(W)_ij"])
def test_names_are_compared_without_fonts_and_brackets(written: str) -> None:
    assert names_in(["name", written]) == {"W_ij"}


def test_of_ambiguous_readings_the_best_counts() -> None:
    called, product = ["call", "f", ["labels"], Q], ["commuting", ["name", "f"], Q]
    assert failing(["either", product, called], ["call f 1"]) == []
    assert failing(product, ["call f 1"]) == ["call f 1"]
    assert failing(None, ["call f 1"]) == ["read"]
