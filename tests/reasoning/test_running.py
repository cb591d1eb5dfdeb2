"""Formulas as they are written, run on arrays, against NumPy written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from symformer.analysis import analyse
from symformer.reasoning.running.compiled import Compared, NotRun, compared, compiled, definitions_of, needed
from symformer.reasoning.running.state import Conventions
from symformer.reference import attention, functional, multi_head, normalization, positions
from symformer.settings import Settings
from symformer.terms.term import Apply, Index, Relation, Symbol, Term

n, m, d, d_k, d_v, h = 5, 7, 12, 3, 2, 4
rng = np.random.default_rng(0)
Q, K, V = rng.normal(size=(n, d_k)), rng.normal(size=(m, d_k)), rng.normal(size=(m, d_v))
X, Y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
x, y, b, gamma, beta = rng.normal(size=(5, d))
W, U = rng.normal(size=(d, d)), rng.normal(size=(d, d))
R = rng.normal(size=(n, n)) + 5 * np.eye(n)
p, q = functional.softmax(rng.normal(size=(2, d)))
BOUND = {
    "Q": Q, "K": K, "V": V, "X": X, "Y": Y, "x": x, "y": y, "b": b, "gamma": gamma, "beta": beta, "W": W, "U": U,
    "R": R, "p": p, "q": q, "n": n, "m": m, "d": d, "d_k": d_k, "d_v": d_v, "h": h, "lambda": 0.5, "epsilon": 1e-5,
    "A": X @ X.T, "M": attention.causal_mask(n),
}  # fmt: skip
PLAIN = Conventions()
COLUMNS = Conventions(vectors="column", positions="columns")


def statements(latex: str) -> list[Term]:
    note = "\n\n".join(f"$$ {each} $$" for each in latex.split("\n"))
    return [each.term for each in analyse("note.md", note.encode(), Settings()).model.statements]


def run(latex: str, conventions: Conventions = PLAIN, **more: object) -> np.ndarray:
    (term,) = statements(latex)
    found = compiled(term, conventions)({**BOUND, **more})
    assert not isinstance(found, NotRun), found
    return found


CASES = {
    r"\text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) V": attention.scaled_dot_product_attention(Q, K, V),
    r"\operatorname{Attention}(Q, K, V)": attention.scaled_dot_product_attention(Q, K, V),
    r"\operatorname{softmax}(A / \sqrt{d} + M)": functional.softmax(X @ X.T / np.sqrt(d) + attention.causal_mask(n)),
    r"X W + b": X @ W + b,
    r"\max(0, x W + b) U": np.maximum(0, x @ W + b) @ U,
    r"\operatorname{ReLU}(X W + b) U + \beta": np.maximum(0, X @ W + b) @ U + beta,
    r"\gamma \odot \frac{x - \lambda}{\sqrt{\lambda + \epsilon}} + \beta": gamma * (x - 0.5) / np.sqrt(0.5 + 1e-5) + beta,
    r"\gamma \odot \frac{X - \lambda}{\sqrt{\lambda + \epsilon}} + \beta": gamma * (X - 0.5) / np.sqrt(0.5 + 1e-5) + beta,
    r"\frac{1}{d} \sum_{i=1}^{d} x_i": x.mean(),
    r"\sum_i x_i y_i": x @ y,
    r"\sum_{i \neq 3} x_i": x.sum() - x[2],
    r"\prod_{i=1}^{3} x_i": x[:3].prod(),
    r"\max_i x_i": x.max(),
    r"\frac{\exp(x_2)}{\sum_{j=1}^{d} \exp(x_j)}": functional.softmax(x)[1],
    r"\frac{e^{x_2}}{\sum_j e^{x_j}}": functional.softmax(x)[1],
    r"x y^\top": x @ y,
    r"x^\top y": np.outer(x, y),
    r"x \cdot y": x @ y,
    r"\langle x, y \rangle": x @ y,
    r"W x^\top": W @ x,
    r"W x": W @ x,
    r"x W y^\top": x @ W @ y,
    r"\|x\|_2^2": x @ x,
    r"\|x\|_1": np.abs(x).sum(),
    r"\|x\|": np.sqrt(x @ x),
    r"R^{-1} X": np.linalg.inv(R) @ X,
    r"R^2": R @ R,
    r"R^{-1} R": np.eye(n),
    r"(R + \lambda I) X": (R + 0.5 * np.eye(n)) @ X,
    r"(X^\top X + \lambda I)^{-1} X^\top": np.linalg.inv(X.T @ X + 0.5 * np.eye(d)) @ X.T,
    r"x^2": x**2,
    r"-\sum_i p_i \log q_i": -(p * np.log(q)).sum(),
    r"\sum_i p_i \log \frac{p_i}{q_i}": (p * np.log(p / q)).sum(),
    r"\log_2 8 + \ln e^2": 5.0,
    r"\operatorname{diag}(p) - p^\top p": np.diag(p) - np.outer(p, p),
    r"\operatorname{LayerNorm}(X + X W)": normalization.layer_norm(X + X @ W),
    r"\operatorname{LayerNorm}(x; \gamma, \beta)": normalization.layer_norm(x, gamma, beta),
    r"\arg\max_i x_i": np.argmax(x) + 1.0,
    r"\operatorname{tr}(R)": np.trace(R),
    r"\det(R)": np.linalg.det(R),
    r"\operatorname{Concat}(Q, X) ": np.concatenate((Q, X), axis=1),
    r"[x_1, x_2]": x[:2],
    r"\begin{pmatrix} x_1 & x_2 \\ y_1 & y_2 \end{pmatrix}": np.array([x[:2], y[:2]]),
    r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \begin{bmatrix} x_1 \\ x_2 \end{bmatrix}": np.array([[1, 2], [3, 4]]) @ x[:2],
    r"x_1 + x_2 + \cdots + x_d": x.sum(),
    r"X_{2,3}": X[1, 2],
    r"X_{:, 3}": X[:, 2],
    r"X[:, 2:4]": X[:, 1:4],
    r"W_1 x_1 + \ldots + W_d x_d": W.T @ x,
    r"\operatorname{SiLU}(x W) \odot x U": functional.silu(x @ W) * (x @ U),
    r"\tanh(x) + \operatorname{sigmoid}(x)": np.tanh(x) + functional.sigmoid(x),
    r"0.5 \lambda (1 + \tanh[\sqrt{2/\pi} (\lambda + 0.044715 \lambda^3)])": functional.gelu_tanh(np.array(0.5)),
    r"\operatorname{CrossEntropy}(p, q)": -(p * np.log(q)).sum(),
    r"D_{KL}(p \| q)": (p * np.log(p / q)).sum(),
    r"\operatorname{RMSNorm}(x)": normalization.rms_norm(x),
    r"\lvert \lambda - 2 \rvert": 1.5,
    r"\frac{x}{\sqrt{\frac{1}{d} \sum_{i=1}^d x_i^2}}": x / np.sqrt((x**2).mean()),
    r"\operatorname{Var}(x)": x.var(),
    r"\lfloor d / 5 \rfloor": 2.0,
    r"\sum_{i=1}^{n} \sum_{j=1}^{m} Q_{i,1} K_{j,2}": Q[:, 0].sum() * K[:, 1].sum(),
    r"\sum_{j=1}^{m} \operatorname{softmax}(K x_1)_{j,1}": functional.softmax(K * x[0])[:, 0].sum(),
}  # fmt: skip


@pytest.mark.parametrize("latex", CASES)
def test_formulas(latex: str) -> None:
    found, expected = run(latex), np.asarray(CASES[latex])
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


IN_COLUMNS = {
    r"W x + b": W @ x + b,
    r"x^\top y": x @ y,
    r"x y^\top": np.outer(x, y),
    r"W^\top x": W.T @ x,
    r"V^\top \operatorname{softmax}\left(\frac{K Q^\top}{\sqrt{d_k}}\right)": attention.column_attention(Q.T, K.T, V.T),
    r"W X^\top + b": W @ X.T + b[:, None],
    r"\operatorname{LayerNorm}(X^\top)": normalization.layer_norm(X).T,
    r"\begin{bmatrix} x \\ y \end{bmatrix}": np.concatenate((x, y)),
    r"[x, y]": np.stack((x, y), axis=1),
}


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


EQUATIONS = {
    r"a_{ij} = \frac{\exp(R_{ij})}{\sum_{l=1}^{n} \exp(R_{il})}": functional.softmax(R),
    r"a_{ij} = \operatorname{softmax}_j(R_{ij})": functional.softmax(R),
    r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & \text{otherwise} \end{cases}": attention.causal_mask(n),
    r"S_{ij} = \sum_{k=1}^{d_k} Q_{ik} K_{jk}": Q @ K.T,
    r"o_i = \sum_{j=1}^{m} K_{j,1} V_j": np.tile(K[:, 0] @ V, (n, 1)),
    r"S = X W": X @ W,
}


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
