"""Functions of one number that layers apply, and of a vector of scores, as notes write them under any letter."""

from __future__ import annotations

from symformer.catalogue.form import Form
from symformer.catalogue.sources import CLEVERT, D2L, GOODFELLOW

LETTERS = ("f", "g", "h", "phi", "varphi", "sigma", "psi", "a", "y", "z", "s", "S", "out", "o")

FORMS = (
    Form(
        id="logistic-function",
        title="Logistic sigmoid",
        forms=(
            r"f(x) = \frac{1}{1 + e^{-x}}",
            r"f(x) = \frac{e^x}{1 + e^x}",
            r"f(x) = \frac{1}{2} \left(1 + \tanh \frac{x}{2}\right)",
        ),
        also=(
            r"f(x) = \frac{1}{1 + e^{-k x}}",
            r"f(x) = \frac{1}{1 + e^{-(w x + b)}}",
            r"f(x) = 1 - f(-x)",
            r"f(x) = \frac{L}{1 + e^{-k (x - c)}}",
        ),
        called=("sigmoid", "logistic function", "logistic activation"),
        left=("sigmoid", *LETTERS),
        unless=r"derivative|inverse|\bhard|softplus|complement|decreas|fermi|swish|silu|\bglu|gated",
        source=GOODFELLOW.at("eq. 3.30"),
    ),
    Form(
        id="logistic-model",
        title="Logistic regression",
        forms=(
            r"\frac{1}{1 + e^{-w^\top x}}",
            r"\frac{1}{1 + e^{-(w^\top x + b)}}",
            r"\frac{1}{1 + e^{-(w x + b)}}",
            r"\frac{1}{1 + e^{-w \cdot x}}",
            r"\frac{1}{1 + e^{-z}}",
        ),
        arrays="w x",
        called=("logistic regression", "logistic model", "逻辑回归"),
        left=("h", "h_theta", "f", "hat(y)", "hat(p)", "sigma", "g"),
        unless=r"derivative|loss\b|gradient",
        source=GOODFELLOW.at("section 5.7.1"),
    ),
    Form(
        id="hyperbolic-tangent",
        title="Hyperbolic tangent",
        forms=(
            r"f(x) = \frac{e^x - e^{-x}}{e^x + e^{-x}}",
            r"f(x) = \frac{e^{2 x} - 1}{e^{2 x} + 1}",
            r"f(x) = \frac{1 - e^{-2 x}}{1 + e^{-2 x}}",
            r"f(x) = \frac{2}{1 + e^{-2 x}} - 1",
            r"f(x) = 2 \sigma(2 x) - 1",
        ),
        also=(r"f(x) = \tanh(x)", r"f(x) = \frac{\sinh x}{\cosh x}", r"f(x) = \frac{1 - e^{-x}}{1 + e^{-x}}"),
        functions=r"\sigma",
        called=("tanh", "hyperbolic tangent", "双曲正切"),
        left=("tanh", *LETTERS),
        unless=r"derivative|inverse|artanh|arctanh|gelu|mish|lstm|\bgru\b|gate",
        source=D2L.at("eq. 5.1.8"),
    ),
    Form(
        id="rectifier",
        title="Rectified linear unit",
        forms=(
            r"f(x) = \max(0, x)",
            r"f(x) = \begin{cases} x & x > 0 \\ 0 & x \le 0 \end{cases}",
            r"f(x) = \begin{cases} x & x \ge 0 \\ 0 & x < 0 \end{cases}",
            r"f(x) = \begin{cases} x & x > 0 \\ 0 & \text{otherwise} \end{cases}",
            r"f(x) = \begin{cases} x & x \ge 0 \\ 0 & \text{otherwise} \end{cases}",
        ),
        also=(r"f(x) = \max(k x, x)", r"f(x) = \frac{x + |x|}{2}", r"f(x) = \min(\max(0, x), m)"),
        called=("relu", "rectified linear", "rectifier", "线性整流"),
        left=("ReLU", *LETTERS),
        unless=r"leaky|relu-?6|param|\bp-?relu|derivative|negative part|\b[gsc]?elu\b|crelu|gelu|swi|glu",
        source=GOODFELLOW.at("section 6.1"),
    ),
    Form(
        id="leaky-rectifier",
        title="Leaky rectified linear unit",
        forms=(
            r"f(x) = \max(k x, x)",
            r"f(x) = \max(0, x) + k \min(0, x)",
            r"f(x) = \begin{cases} x & x > 0 \\ k x & x \le 0 \end{cases}",
            r"f(x) = \begin{cases} x & x \ge 0 \\ k x & x < 0 \end{cases}",
            r"f(x) = \begin{cases} x & x > 0 \\ k x & \text{otherwise} \end{cases}",
            r"f(x) = \begin{cases} x & x \ge 0 \\ k x & \text{otherwise} \end{cases}",
        ),
        also=(r"f(x) = \max(0, x)", r"f(x) = \max(0, x) - k \max(0, -x)"),
        called=("leaky relu", "leakyrelu", "leaky rectified", "prelu", "parametric relu", "parameterized relu"),
        left=("LeakyReLU", "PReLU", "pReLU", *LETTERS),
        unless=r"derivative",
        source=GOODFELLOW.at("section 6.3.1"),
    ),
    Form(
        id="exponential-unit",
        title="Exponential linear unit",
        forms=(
            r"f(x) = \begin{cases} x & x > 0 \\ k (e^x - 1) & x \le 0 \end{cases}",
            r"f(x) = \begin{cases} x & x \ge 0 \\ k (e^x - 1) & x < 0 \end{cases}",
            r"f(x) = \begin{cases} x & x > 0 \\ k (e^x - 1) & \text{otherwise} \end{cases}",
        ),
        called=("elu)", "elu:", "elu activation", "elu function", "exponential linear unit"),
        left=("ELU", *LETTERS),
        unless=r"derivative|gelu|gaussian|selu|scaled",
        source=CLEVERT.at("section 3"),
    ),
    Form(
        id="softplus-function",
        title="Softplus",
        forms=(r"f(x) = \log(1 + e^x)", r"f(x) = \frac{1}{b} \log(1 + e^{b x})"),
        also=(r"f(x) = x + \log(1 + e^{-x})", r"f(x) = \log(1 + e^{-x})"),
        called=("softplus",),
        left=("softplus", *LETTERS, "zeta"),
        unless=r"derivative|mish",
        source=GOODFELLOW.at("eq. 3.31"),
    ),
    Form(
        id="shifted-softmax",
        title="Softmax, shifted by the largest score",
        forms=(
            r"\frac{e^{z_i - \max_j z_j}}{\sum_k e^{z_k - \max_j z_j}}",
            r"\frac{e^{z_i - \max_k z_k}}{\sum_j e^{z_j - \max_k z_k}}",
            r"\frac{e^{z_i - \max(z)}}{\sum_j e^{z_j - \max(z)}}",
            r"\frac{e^{z_i - m}}{\sum_j e^{z_j - m}}",
            r"\frac{e^{z_i} e^{-m}}{\sum_j e^{z_j} e^{-m}}",
        ),
        called=("softmax",),
        left=("softmax", "sigma", "p", "P", "y", "hat(y)", "s", "a", "alpha"),
        source=GOODFELLOW.at("section 6.2.2.3"),
    ),
    Form(
        id="logarithm-of-softmax",
        title="Logarithm of the softmax",
        forms=(
            r"\log \frac{\exp(z_i)}{\sum_j \exp(z_j)}",
            r"z_i - \log \sum_j \exp(z_j)",
            r"\log \left(\frac{\exp(z_i)}{\sum_j \exp(z_j)}\right)",
            r"z_i - m - \log \sum_j \exp(z_j - m)",
            r"z_i - \left(m + \log \sum_j \exp(z_j - m)\right)",
        ),
        called=("log-softmax", "logsoftmax", "log softmax", "log_softmax"),
        left=("log_softmax", "LogSoftmax", "log-softmax", "log"),
        source=GOODFELLOW.at("eq. 6.30"),
    ),
)
