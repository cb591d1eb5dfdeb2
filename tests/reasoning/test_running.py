"""Formulas as they are written, run on arrays, against NumPy written by hand."""

from __future__ import annotations

import numpy as np
import pytest
from formulas_on_arrays import (
    BOUND,
    CASES,
    EQUATIONS,
    IN_COLUMNS,
    X,
    Y,
    d,
    d_k,
    d_v,
    h,
    m,
    n,
    rng,
    statements,
    x,
)

from symformer.reasoning.running.compiled import Compared, NotRun, compared, compiled, definitions_of, needed
from symformer.reference import multi_head, positions
from symformer.terms.conventions import COLUMNS, ROWS, Conventions
from symformer.terms.term import Apply, Index, Relation, Symbol, Term


def run(latex: str, conventions: Conventions = ROWS, **more: object) -> np.ndarray:
    (term,) = statements(latex)
    found = compiled(term, conventions)({**BOUND, **more})
    assert not isinstance(found, NotRun), found
    return found


@pytest.mark.parametrize("latex", CASES)
def test_formulas(latex: str) -> None:
    found, expected = run(latex), np.asarray(CASES[latex])
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("latex", IN_COLUMNS)
def test_formulas_of_column_vectors(latex: str) -> None:
    found = run(latex, COLUMNS)
    assert found.shape == IN_COLUMNS[latex].shape
    np.testing.assert_allclose(found, IN_COLUMNS[latex], rtol=1e-12, atol=1e-12)


NOT_RUN = {
    r"Q K": "a product of 5 × 3 and 7 × 3",
    r"X + Y": "5 × 12 and 7 × 12 entry by entry",
    r"Z + 1": "the value of Z is not known",
    r"\sigma(x)": "what sigma does is not known",
    r"x_{13}": "the index 13 outside an axis of 12",
    r"x_0": "the index 0 outside an axis of 12",
    r"\operatorname{CrossEntropy}(X, X)": "over which axis CrossEntropy goes is not said",
    r"X^{-1}": "an inverse of 5 × 12",
    r"x \times y": "a cross product",
    r"X \oplus X": "what ⊕ means here is not known",
    r"x_1 + \cdots + y_d": "dots whose rule is not seen",
    r"\sum_{i=1}^{t} x_i": "the value of t is not known",
    r"\operatorname{softmax}(\lambda)": "softmax of one number",
    r"I": "an identity matrix of open size",
}


@pytest.mark.parametrize("latex", NOT_RUN)
def test_what_cannot_be_run_says_why(latex: str) -> None:
    (term,) = statements(latex)
    found = compiled(term)(BOUND)
    assert isinstance(found, NotRun), found
    assert found.reason == NOT_RUN[latex]


def test_a_loop_without_end_is_given_up() -> None:
    (term,) = statements(r"\sum_{i=1}^{N} \sum_{j=1}^{N} \sum_{k=1}^{N} x_1")
    assert compiled(term)({"x": x, "N": 1000}) == NotRun("too long to work out")


@pytest.mark.parametrize("latex", EQUATIONS)
def test_equations_give_their_left_side(latex: str) -> None:
    left = {"M": np.zeros((n, n)), "o": np.zeros((n, 1)), "S": np.zeros((n, m)) if "ij" in latex else np.zeros((n, d))}
    found = run(latex, **left)
    assert found.shape == EQUATIONS[latex].shape
    np.testing.assert_allclose(found, EQUATIONS[latex], rtol=1e-12, atol=1e-12)


MULTI_HEAD = r"""\operatorname{MultiHead}(Q, K, V) = \operatorname{Concat}(\text{head}_1, \ldots, \text{head}_h) W^O
\text{head}_i = \operatorname{Attention}(Q W_i^Q, K W_i^K, V W_i^V)
\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V
Z = \operatorname{MultiHead}(X, Y, Y)"""


def test_a_set_of_definitions_is_run_as_one() -> None:
    terms = statements(MULTI_HEAD)
    definitions = definitions_of(terms)
    assert set(definitions) == {"MultiHead", "head", "Attention", "Z"}
    W_Q, W_K, W_V = rng.normal(size=(3, h, d, d_k))
    W_O = rng.normal(size=(h * d_k, d))
    bindings = {"X": X, "Y": Y, "h": h, "d_k": d_k, "W^Q": W_Q, "W^K": W_K, "W^V": W_V, "W^O": W_O}
    found = compiled(Symbol("Z"), definitions=definitions)(bindings)
    np.testing.assert_allclose(found, multi_head.multi_head_attention(X, Y, W_Q, W_K, W_V, W_O), rtol=1e-12)
    names = {each.name for each in needed(Symbol("Z"), definitions) if isinstance(each, Symbol)}
    assert names == {"X", "Y", "h", "d_k", "W^Q", "W^K", "W^V", "W^O"}


def test_a_column_of_columns_with_dots() -> None:
    heads, W_o = rng.normal(size=(h, d_v)), rng.normal(size=(d, h * d_v))
    (term,) = statements(r"W_o \begin{bmatrix} h_1 \\ \vdots \\ h_4 \end{bmatrix}")
    np.testing.assert_allclose(compiled(term, COLUMNS)({"h": heads, "W_o": W_o}), W_o @ heads.reshape(-1), rtol=1e-12)


def test_slices_of_one_large_projection() -> None:
    terms = statements(r"Q^{(i)} = Q_{all}[:, i d_q : (i+1) d_q]")
    conventions = Conventions(first_index=0)
    everything = rng.normal(size=(n, h * d_k))
    found = compiled(terms[0], conventions)(
        {"Q_all": everything, "d_q": d_k, Index(Symbol("Q"), (), (Symbol("i"),)): 0, "Q": np.zeros((h, n, d_k))}
    )
    np.testing.assert_array_equal(found, multi_head.split_heads(everything, h))


def test_a_family_is_bound_by_its_mark() -> None:
    (term,) = statements(r"W_2^{(q)} x")
    assert isinstance(term, Term)
    family = rng.normal(size=(h, 3, d))
    base = next(part for part in needed(term) if part != Symbol("x"))
    assert base
    mark = Index(Symbol("W"), (), (Symbol("q"),))
    found = compiled(term, COLUMNS)({mark: family, "x": x})
    np.testing.assert_allclose(found, family[1] @ x)


def test_sinusoids() -> None:
    (term,) = statements(r"p_{ti} = \sin\left(\frac{t}{10000^{2i/d}}\right)")
    found = compiled(term, Conventions(first_index=0))({"p": np.zeros((n, d // 2)), "d": d})
    np.testing.assert_allclose(found, positions.sinusoidal_encoding(n, d)[:, 0::2], rtol=1e-12)


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (r"(Q K^\top)^\top", r"K Q^\top", True),
        (r"\operatorname{softmax}(x + \lambda)", r"\operatorname{softmax}(x)", True),
        (r"\operatorname{softmax}(\lambda x)", r"\operatorname{softmax}(x)", False),
        (r"X (W + U)", r"X W + X U", True),
        (r"X W U", r"X U W", False),
        (r"\operatorname{tr}(W U)", r"\operatorname{tr}(U W)", True),
        (r"\sum_i x_i y_i", r"x \cdot y", True),
        (r"Q K^\top", r"K Q^\top", False),
    ],
)
def test_two_terms_at_random_values(left: str, right: str, equal: bool) -> None:
    shapes = {"Q": (5, 3), "K": (7, 3), "x": (11,), "y": (11,), "X": (5, 13), "W": (13, 13), "U": (13, 13)}
    terms = (statements(left)[0], statements(right)[0])
    found = compared(*terms, shapes, {"lambda": 1.7})
    assert isinstance(found, Compared)
    assert (found.difference < 1e-10) is equal


def test_what_a_term_needs() -> None:
    (term,) = statements(r"\sum_{i=1}^{d} \frac{e^{x_i}}{\pi} + \operatorname{tr}(I R)")
    assert needed(term) == (Symbol("d"), Symbol("x"), Symbol("R"))
    assert needed(Relation(("=",), (Apply("f", (Symbol("x"),)), Symbol("x")))) == (Symbol("x"),)
