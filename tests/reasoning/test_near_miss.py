"""Formulas one small edit away from a standard equation are told; the equations and their variants are not."""

from __future__ import annotations

import pytest
from formulas_on_arrays import statements

from symformer.reasoning.near_miss import near_miss
from symformer.reasoning.recognise import recognised
from symformer.reasoning.running.agreement import Agreement, agreement
from symformer.terms.term import Relation

# a formula, and the equation that it misses
PLANTED = {
    # the transpose, the scale, the order
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K}{\sqrt{d_k}}\right) V": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{d_k}\right) V": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(Q K^\top \sqrt{d_k}\right) V": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \frac{\operatorname{softmax}(Q K^\top)}{\sqrt{d_k}} V": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V^\top": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} V\right)": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q V^\top}{\sqrt{d_k}}\right) K": "scaled-dot-product-attention",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{K Q^\top}{\sqrt{d_k}}\right) V": "scaled-dot-product-attention",
    r"O = \operatorname{softmax}\left(\frac{Q Q^\top}{\sqrt{d_k}}\right) V": "scaled-dot-product-attention",
    r"O = V \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right)": "scaled-dot-product-attention",
    r"O = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} - M\right) V": "masked-attention",
    # heads and blocks
    r"\text{head}_i = \operatorname{Attention}(Q W_i^Q, K W_i^K, V W_i^K)": "head-of-attention",
    r"\text{head}_i = \operatorname{Attention}(Q W_i^K, K W_i^Q, V W_i^V)": "head-of-attention",
    r"Z = \operatorname{LayerNorm}(X \cdot \operatorname{MultiHead}(X, X, X))": "encoder-attention",
    r"\operatorname{FFN}(x) = \max(0, x W_1 + b_1) W_1 + b_2": "feed-forward",
    r"\operatorname{SwiGLU}(X) = \operatorname{SiLU}(X W_1) + X W_3": "swiglu",
    # positions
    r"PE_{(pos, 2i)} = \sin\left(pos / 10000^{i/d}\right)": "sinusoid-even",
    r"PE_{(pos, 2i)} = \sin\left(pos / 1000^{2i/d}\right)": "sinusoid-even",
    r"PE_{(pos, 2i)} = \sin\left(10000^{2i/d} / pos\right)": "sinusoid-even",
    r"PE_{(pos, 2i)} = \sin\left(pos \cdot 10000^{2i/d}\right)": "sinusoid-even",
    r"PE_{(pos, 2i)} = \cos\left(pos / 10000^{2i/d}\right)": "sinusoid-even",
    r"PE_{(pos, 2i+1)} = \sin\left(pos / 10000^{2i/d}\right)": "sinusoid-odd",
    # masks
    r"M_{ij} = \begin{cases} -\infty & j \le i \\ 0 & j > i \end{cases}": "causal-mask",
    r"M_{ij} = \begin{cases} 0 & j \le i \\ \infty & j > i \end{cases}": "causal-mask",
    # activations
    r"\operatorname{GELU}(x) = 0.5 x (1 + \tanh[\sqrt{2/\pi} x + 0.044715 x^3])": "gelu-tanh",
    r"\operatorname{GELU}(x) = 0.5 x (1 + \tanh[\sqrt{2/\pi} (x + 0.44715 x^3)])": "gelu-tanh",
    r"\operatorname{GELU}(x) = 0.5 x (1 + \tanh[\sqrt{2\pi} (x + 0.044715 x^3)])": "gelu-tanh",
    r"\operatorname{GELU}(x) = \frac{x}{2}\left(1 + \operatorname{erf}\left(\frac{x}{2}\right)\right)": "gelu",
    r"\operatorname{GELU}(x) = \frac{x}{2}\left(1 - \operatorname{erf}\left(\frac{x}{\sqrt{2}}\right)\right)": "gelu",
    r"\operatorname{SiLU}(x) = x \sigma(x)^2": "silu",
    r"\sigma(x) = \frac{1}{1 + e^{x}}": "sigmoid",
    r"\sigma(x) = \frac{1}{1 - e^{-x}}": "sigmoid",
    r"\tanh(x) = \frac{e^x + e^{-x}}{e^x - e^{-x}}": "tanh",
    # softmax
    r"p_i = \frac{e^{z_i}}{\sum_j e^{z_i}}": "softmax",
    r"p_i = \frac{e^{z_i}}{\sum_j z_j}": "softmax",
    r"\operatorname{softmax}(x)_i = \frac{e^{-x_i}}{\sum_j e^{x_j}}": "softmax",
    r"\frac{\partial p_i}{\partial z_j} = p_i (p_j - \delta_{ij})": "softmax-jacobian",
    r"\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} + p_j)": "softmax-jacobian",
    r"\frac{\partial \sigma(z)}{\partial z} = \sigma(z) (1 + \sigma(z))": "sigmoid-derivative",
    r"\sigma'(x) = \sigma(x) (1 + \sigma(x))": "sigmoid-derivative",
    # norms
    r"\operatorname{LN}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma + \epsilon}} + \beta": "layer-norm",
    r"\operatorname{LN}(x) = \gamma \odot \frac{x - \mu}{\sigma^2 + \epsilon} + \beta": "layer-norm",
    r"\operatorname{LN}(x) = \gamma \odot \frac{x + \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta": "layer-norm",
    r"\operatorname{LN}(x) = \beta \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \gamma": "layer-norm",
    r"\sigma^2 = \sum_{i=1}^d (x_i - \mu)^2": "layer-variance",
    r"\sigma^2 = \frac{1}{d} \sum_{i=1}^d (x_i - \mu)": "layer-variance",
    r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\sum_{i=1}^d x_i^2}} \odot \gamma": "rms-norm",
    r"\operatorname{RMSNorm}(x) = \frac{x}{\frac{1}{d} \sum_{i=1}^d x_i^2 + \epsilon} \odot \gamma": "rms-norm",
    r"\operatorname{RMSNorm}(x) = \frac{x - \mu}{\sqrt{\frac{1}{d} \sum_{i=1}^d x_i^2}} \odot \gamma": "rms-norm",
    # losses and divergences
    r"\mathcal{L}_{CE} = \sum_i y_i \log \hat{y}_i": "cross-entropy",
    r"\operatorname{CE}(y, \hat{y}) = \sum_i y_i \log \hat{y}_i": "cross-entropy",
    r"H(p) = \sum_i p_i \log p_i": "entropy",
    r"D_{KL}(p \| q) = \sum_i p_i \log \frac{q_i}{p_i}": "kl-divergence",
    r"D_{KL}(p \| q) = \sum_i q_i \log \frac{q_i}{p_i}": "kl-divergence",
    r"\mathcal{L}_{MSE} = \frac{1}{n} \sum_i (y_i + \hat{y}_i)^2": "mean-squared-error",
    r"\mathcal{L}_{BCE} = -[y \log p + (1 - y) \log(1 + p)]": "binary-cross-entropy",
    r"\operatorname{PPL} = \exp\left(\frac{1}{N} \sum_{i=1}^N \log p(w_i \mid w_{<i})\right)": "perplexity",
    r"\operatorname{sim}(u, v) = \frac{u \cdot v}{\lVert u \rVert}": "cosine-similarity",
    # training
    r"m_t = \beta_1 m_{t-1} + (1 + \beta_1) g_t": "adam-first-moment",
    r"v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t": "adam-second-moment",
    r"\hat{m}_t = \frac{m_t}{1 - \beta_1}": "adam-correction",
    r"\theta_t = \theta_{t-1} + \frac{\eta \hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}": "adam-step",
    r"\theta_t = \theta_{t-1} - \frac{\eta \hat{m}_t}{\hat{v}_t + \epsilon}": "adam-step",
    r"\theta_t = \theta_{t-1} - \frac{\eta \hat{v}_t}{\sqrt{\hat{m}_t} + \epsilon}": "adam-step",
    r"\tilde{y}_k = (1 + \epsilon) y_k + \frac{\epsilon}{K}": "label-smoothing",
}

# other forms of standard equations, and equations that are near to others by their form and standard themselves
LEGITIMATE = [
    r"p(x, y) = p(y \mid x) p(x)",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}(Q K^\top) V",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\tau}\right) V",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_{head}}}\right) V",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V",
    r"\operatorname{Attention}(Q, K, V) = \operatorname{softmax}\left(\frac{Q K^\top + M}{\sqrt{d_k}}\right) V",
    r"\operatorname{Attention}(Q, K, V) = V \operatorname{softmax}\left(\frac{K^\top Q}{\sqrt{d_k}}\right)",
    r"O = \operatorname{softmax}(Q G K^\top) V",
    r"H_i = \operatorname{softmax}\left(\frac{Q_i K^\top}{\sqrt{d_k}}\right) V",
    r"S_{ts} = \frac{q_t k_s^\top}{\sqrt{d_k}} - \lambda_i (t - s)",
    r"a(q, k) = \tanh(q W_a + k U_a) w^\top",
    r"o_t = \frac{\phi(q_t) \sum_{s=1}^{m} \phi(k_s)^\top v_s}{\phi(q_t) \sum_{s=1}^{m} \phi(k_s)^\top}",
    r"p_i = \frac{e^{z_i / T}}{\sum_j e^{z_j / T}}",
    r"p_i = \frac{e^{z_i - m}}{\sum_j e^{z_j - m}}",
    r"\operatorname{softmax}(x)_i = \frac{e^{x_i}}{\sum_{j=1}^{n} e^{x_j}}",
    r"\operatorname{softmax}(x_i) = \frac{\exp(x_i)}{\sum_j \exp(x_j)}",
    r"\operatorname{softmax}(z)_i = \frac{e^{z_i - \max(z)}}{\sum_j e^{z_j - \max(z)}}",
    r"PE_{(pos, 2i)} = \sin\left(pos \cdot 10000^{-2i/d}\right)",
    r"PE_{(pos, 2i)} = \sin\left(pos \cdot e^{-2i \ln(10000) / d}\right)",
    r"PE_{(pos, 2i)} = \sin(pos \cdot \omega_i)",
    r"PE_{(pos, i)} = \sin\left(pos / 10000^{i/d}\right)",
    r"PE_{(pos, i)} = \cos\left(pos / 10000^{(i-1)/d}\right)",
    r"PE_{(pos, 2i-1)} = \sin\left(pos / 10000^{2(i-1)/d}\right)",
    r"PE_{(pos, 2i)} = \cos\left(pos / 10000^{2(i-1)/d}\right)",
    r"\operatorname{LayerNorm}(x) = \frac{x - \mu}{\sigma}",
    r"\operatorname{LayerNorm}(x) = \gamma \frac{x - \mu}{\sigma} + \beta",
    r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sigma + \epsilon} + \beta",
    r"\operatorname{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2} + \epsilon} + \beta",
    r"\operatorname{LayerNorm}(x) = \gamma \odot \left(\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}\right) + \beta",
    r"\operatorname{RMSNorm}(x) = \frac{x}{\sqrt{\frac{1}{d} \sum_{i=1}^d x_i^2}} \odot \gamma",
    r"\operatorname{RMSNorm}(x) = \frac{x}{\operatorname{RMS}(x)} \odot g",
    r"\sigma^2 = \frac{1}{d - 1} \sum_{i=1}^d (x_i - \mu)^2",
    r"\operatorname{GELU}(x) = x \Phi(x)",
    r"\operatorname{GELU}(x) = x \sigma(1.702 x)",
    r"\operatorname{SiLU}(x) = \frac{x}{1 + e^{-x}}",
    r"\sigma(x) = \frac{e^x}{1 + e^x}",
    r"\tanh(x) = \frac{1 - e^{-2x}}{1 + e^{-2x}}",
    r"\tanh(x) = 2 \sigma(2x) - 1",
    r"\operatorname{FFN}(x) = \max(0, x W_1) W_2",
    r"\operatorname{FFN}(x) = \sigma(x W_1 + b_1) W_2 + b_2",
    r"\operatorname{SwiGLU}(x) = \operatorname{SiLU}(x W_1) \odot (x W_3)",
    r"Z = X + \operatorname{MultiHead}(\operatorname{LayerNorm}(X))",
    r"H(p, q) = -\sum_i p_i \log_2 q_i",
    r"D_{KL}(p \| q) = \sum_i p_i (\log p_i - \log q_i)",
    r"D_{KL}(q \| p) = \sum_i q_i \log \frac{q_i}{p_i}",
    r"\mathcal{L} = \frac{1}{2} \sum_i (y_i - \hat{y}_i)^2",
    r"\theta_t = \theta_{t-1} - \frac{\eta}{\sqrt{\hat{v}_t} + \epsilon} \hat{m}_t",
    r"\theta_t = \theta_{t-1} - \eta g_t",
    r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
    r"h_t = z_t \odot h_{t-1} + (1 - z_t) \odot \tilde{h}_t",
]


def relation(latex: str) -> Relation:
    (term,) = statements(latex)
    assert isinstance(term, Relation)
    return term


@pytest.mark.parametrize("latex", PLANTED)
def test_a_near_miss_is_told(latex: str) -> None:
    found = near_miss(relation(latex))
    assert found is not None
    assert found.equation.id == PLANTED[latex]


@pytest.mark.parametrize("latex", LEGITIMATE)
def test_a_legitimate_form_is_none(latex: str) -> None:
    assert near_miss(relation(latex)) is None


@pytest.mark.parametrize("latex", PLANTED)
def test_what_is_told_is_nowhere_taken_for_the_equation(latex: str) -> None:
    """Run on arrays, a formula that is told agrees with nothing of that name."""
    term = relation(latex)
    agreed = {each.equation.id: agreement(each, term) for each in recognised(term)}
    assert not [name for name, each in agreed.items() if isinstance(each, Agreement) and each.difference < 1e-10]


def test_there_are_enough_of_both() -> None:
    assert len(PLANTED) >= 40
    assert len(LEGITIMATE) >= 40
