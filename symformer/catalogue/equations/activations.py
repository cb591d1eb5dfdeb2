"""Functions of one number, and of a vector of scores."""

from __future__ import annotations

from symformer.catalogue.equation import Equation
from symformer.catalogue.sources import CLEVERT, D2L, GOODFELLOW, HENDRYCKS, HINTON, RAMACHANDRAN

EQUATIONS = (
    Equation(
        id="relu",
        title="Rectified linear unit",
        latex=r"\operatorname{ReLU}(z) = \max(0, z)",
        operators=("relu",),
        source=GOODFELLOW.at("section 6.1"),
        where={
            "z": "scalar : argument",
        },
        reference="functional.relu z",
    ),
    Equation(
        id="leaky-relu",
        title="Leaky rectified linear unit",
        latex=r"\operatorname{LeakyReLU}(z) = \max(\alpha z, z)",
        operators=("leaky-relu",),
        source=GOODFELLOW.at("section 6.3.1"),
        where={
            "z": "scalar : argument",
            r"\alpha": "scalar : slope for negative arguments",
        },
        conditions=(r"0 < \alpha < 1",),
        reference=r"functional.leaky_relu z \alpha",
    ),
    Equation(
        id="elu",
        title="Exponential linear unit",
        latex=(
            r"\operatorname{ELU}(z) = \begin{cases} z & \text{if } z > 0 \\ \alpha (e^z - 1) & "
            r"\text{otherwise} \end{cases}"
        ),
        operators=("elu",),
        source=CLEVERT.at("section 3"),
        where={
            "z": "scalar : argument",
            r"\alpha": "scalar : value far below zero, negated",
        },
        reference=r"functional.elu z \alpha",
    ),
    Equation(
        id="sigmoid",
        title="Logistic sigmoid",
        latex=r"\sigma(z) = \frac{1}{1 + e^{-z}}",
        variants=(
            r"\sigma(z) = \frac{e^z}{e^z + 1}",
            r"\sigma(z) = \frac{1}{2}\left(1 + \tanh\left(\frac{z}{2}\right)\right)",
        ),
        operators=("sigmoid",),
        source=GOODFELLOW.at("eq. 3.30"),
        where={
            "z": "scalar : argument",
            r"\sigma": "function : logistic sigmoid",
        },
        reference="functional.sigmoid z",
    ),
    Equation(
        id="tanh",
        title="Hyperbolic tangent",
        latex=r"\tanh z = \frac{e^z - e^{-z}}{e^z + e^{-z}}",
        variants=(
            r"\tanh z = \frac{1 - e^{-2 z}}{1 + e^{-2 z}}",
            r"\tanh z = \frac{e^{2 z} - 1}{e^{2 z} + 1}",
            r"\tanh z = \frac{2}{1 + e^{-2 z}} - 1",
            r"\tanh z = \frac{\sinh z}{\cosh z}",
        ),
        operators=("tanh",),
        source=D2L.at("eq. 5.1.8"),
        where={
            "z": "scalar : argument",
        },
        reference="functional.tanh z",
    ),
    Equation(
        id="tanh-of-sigmoid",
        title="Hyperbolic tangent and sigmoid",
        latex=r"\tanh z = 2 \sigma(2 z) - 1",
        source=GOODFELLOW.at("section 6.3.2"),
        where={
            "z": "scalar : argument",
            r"\sigma": "function : logistic sigmoid",
        },
        reference="functional.tanh z",
    ),
    Equation(
        id="softplus",
        title="Softplus",
        latex=r"\zeta(z) = \log(1 + e^z)",
        operators=("softplus",),
        source=GOODFELLOW.at("eq. 3.31"),
        where={
            "z": "scalar : argument",
            r"\zeta": "function : softplus",
        },
        reference="functional.softplus z",
    ),
    Equation(
        id="gelu",
        title="Gaussian error linear unit",
        latex=(
            r"\operatorname{GELU}(z) = \frac{z}{2} \left(1 + "
            r"\operatorname{erf}\left(\frac{z}{\sqrt{2}}\right)\right)"
        ),
        variants=(r"\operatorname{GELU}(z) = z \Phi(z)", r"\operatorname{GELU}(z) = z \sigma(1.702 z)"),
        operators=("gelu",),
        called=("gaussian error linear",),
        source=HENDRYCKS.at("section 2"),
        where={
            "z": "scalar : argument",
        },
        reference="functional.gelu z",
    ),
    Equation(
        id="gelu-tanh",
        title="Gaussian error linear unit by tanh",
        latex=(
            r"\operatorname{GELU}(z) \approx \frac{z}{2} \left(1 + \tanh\left(\sqrt{\frac{2}{\pi}} (z + "
            r"0.044715 z^3)\right)\right)"
        ),
        operators=("gelu",),
        called=("tanh approximation", "approximation of gelu", "gelu approximation"),
        source=HENDRYCKS.at("section 2"),
        where={
            "z": "scalar : argument",
        },
        reference="functional.gelu_tanh z",
    ),
    Equation(
        id="silu",
        title="Sigmoid linear unit",
        latex=r"\operatorname{SiLU}(z) = z \sigma(z)",
        variants=(r"\operatorname{SiLU}(z) = \frac{z}{1 + e^{-z}}",),
        operators=("silu",),
        source=RAMACHANDRAN.at("section 4"),
        where={
            "z": "scalar : argument",
            r"\sigma": "function : logistic sigmoid",
        },
        reference="functional.silu z",
    ),
    Equation(
        id="swish",
        title="Swish",
        latex=r"\operatorname{Swish}(z) = z \sigma(\lambda z)",
        source=RAMACHANDRAN.at("section 4"),
        where={
            "z": "scalar : argument",
            r"\lambda": "scalar : slope",
            r"\sigma": "function : logistic sigmoid",
        },
        reference=r"functional.silu z \lambda",
    ),
    Equation(
        id="log-sum-exp",
        title="Log-sum-exp",
        latex=r"\operatorname{LSE}(z) = u + \log \sum_{j=1}^{p} e^{z_j - u}, \quad u = \max_j z_j",
        operators=("log-sum-exp",),
        source=GOODFELLOW.at("section 4.1"),
        where={
            "z": "p : scores",
            "p": "size : number of scores",
            "u": "scalar : largest score",
        },
        reference="functional.log_sum_exp z",
    ),
    Equation(
        id="log-softmax",
        title="Log-softmax",
        latex=r"\log \operatorname{softmax}(z)_j = z_j - \log \sum_{r=1}^{p} e^{z_r}",
        source=D2L.at("eq. 4.5.2"),
        where={
            "z": "p : scores",
            "p": "size : number of scores",
            "r": "index : component that is summed over",
        },
        reference="functional.log_softmax z",
    ),
    Equation(
        id="softmax-at-temperature",
        title="Softmax at a temperature",
        latex=r"p_j = \frac{\exp(z_j / \tau)}{\sum_{r=1}^{c} \exp(z_r / \tau)}",
        called=("softmax with temperature", "softmax with a temperature", "temperature"),
        source=HINTON.at("eq. 1"),
        where={
            "p": "c : probabilities",
            "z": "c : scores",
            "c": "size : number of classes",
            r"\tau": "scalar : temperature",
            "r": "index : component that is summed over",
        },
    ),
)
