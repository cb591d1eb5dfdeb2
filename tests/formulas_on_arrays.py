"""Formulas as they are written, with what NumPy written by hand gives for them."""

from __future__ import annotations

import numpy as np

from symformer.analysis import analyse
from symformer.reference import attention, functional, normalization
from symformer.settings import Settings
from symformer.terms.term import Term

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


SHAPES: dict[str, tuple[str | None, ...]] = {
    "Q": ("n", "d_k"), "K": ("m", "d_k"), "V": ("m", "d_v"), "X": ("n", "d"), "Y": ("m", "d"), "x": ("d",), "y": ("d",),
    "b": ("d",), "gamma": ("d",), "beta": ("d",), "W": ("d", "d"), "U": ("d", "d"), "R": ("n", "n"), "p": ("d",),
    "q": ("d",), "A": ("n", "n"), "M": ("n", "n"),
}  # fmt: skip


def statements(latex: str) -> list[Term]:
    note = "\n\n".join(f"$$ {each} $$" for each in latex.split("\n"))
    return [each.term for each in analyse("note.md", note.encode(), Settings()).model.statements]


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


EQUATIONS = {
    r"a_{ij} = \frac{\exp(R_{ij})}{\sum_{l=1}^{n} \exp(R_{il})}": functional.softmax(R),
    r"a_{ij} = \operatorname{softmax}_j(R_{ij})": functional.softmax(R),
    r"M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & \text{otherwise} \end{cases}": attention.causal_mask(n),
    r"S_{ij} = \sum_{k=1}^{d_k} Q_{ik} K_{jk}": Q @ K.T,
    r"o_i = \sum_{j=1}^{m} K_{j,1} V_j": np.tile(K[:, 0] @ V, (n, 1)),
    r"S = X W": X @ W,
}
