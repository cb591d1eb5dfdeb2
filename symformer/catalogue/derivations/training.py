"""Training: optimisers, regularisation, regression, initialisation."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.sources import BISHOP, GLOROT, GOODFELLOW, KINGMA, LOSHCHILOV

DATA = {
    "X": "n × d : inputs",
    "w": "d : weights",
    "y": "n : targets",
    "l": "index : weight that is summed over",
}

DERIVATIONS = (
    Derivation(
        id="least-squares",
        title="The gradient of least squares",
        where=DATA,
        start=r"\frac{\partial}{\partial w_j} \sum_{t=1}^{n} \left(\sum_{l=1}^{d} X_{tl} w_l - y_t\right)^2",
        steps=(
            Step(r"\sum_{t=1}^{n} 2 \left(\sum_{l=1}^{d} X_{tl} w_l - y_t\right) X_{tj}", "chain rule"),
            Step(
                r"2 \sum_{l=1}^{d} \sum_{t=1}^{n} X_{tj} X_{tl} w_l - 2 \sum_{t=1}^{n} X_{tj} y_t", "the sum is parted"
            ),
            Step(r"2 \left(w X^\top X - y X\right)_j", "the sums are products of matrices"),
        ),
        source=GOODFELLOW.at("section 5.1.4"),
        remark="where it is zero, w X^T X = y X: the normal equations",
    ),
    Derivation(
        id="ridge-regression",
        title="The gradient of ridge regression",
        where={**DATA, "b": "scalar : strength of the penalty"},
        start=r"\frac{\partial}{\partial w_j} \left(\sum_{t=1}^{n} \left(\sum_{l=1}^{d} X_{tl} w_l - y_t\right)^2 + b \sum_{l=1}^{d} w_l^2\right)",
        steps=(
            Step(r"2 \sum_{t=1}^{n} \left(\sum_{l=1}^{d} X_{tl} w_l - y_t\right) X_{tj} + 2 b w_j", "chain rule"),
            Step(r"2 \left(w X^\top X + b w - y X\right)_j", "the sums are products of matrices"),
        ),
        source=GOODFELLOW.at("section 7.1.1"),
    ),
    Derivation(
        id="weight-decay",
        title="Weight decay is the gradient of a squared norm",
        where={
            "w": "d : weights",
            "g": "d : gradient of the loss",
            r"\eta": "scalar : learning rate",
            "b": "scalar : strength of the decay",
            "l": "index : weight that is summed over",
        },
        start=r"w_j - \eta \left(g_j + \frac{\partial}{\partial w_j} \frac{b}{2} \sum_{l=1}^{d} w_l^2\right)",
        steps=(
            Step(r"w_j - \eta (g_j + b w_j)", "the derivative of a square"),
            Step(r"(1 - \eta b) w_j - \eta g_j", "the weight as common factor"),
        ),
        source=LOSHCHILOV.at("section 2"),
    ),
    Derivation(
        id="momentum-unrolled",
        title="Momentum is a weighted sum of past gradients",
        where={"g": "3 : gradients", "u": "scalar : velocity at the start", "a": "scalar : momentum"},
        start=r"a (a (a u + g_1) + g_2) + g_3",
        steps=(
            Step(r"a^2 (a u + g_1) + a g_2 + g_3", "the outer bracket is multiplied out"),
            Step(r"a^3 u + a^2 g_1 + a g_2 + g_3", "and the inner one"),
        ),
        source=GOODFELLOW.at("section 8.3.2"),
    ),
    Derivation(
        id="adam-bias",
        title="The bias of Adam's first moment",
        where={
            "g": "n : gradients",
            r"\beta": "scalar : decay",
            "t": "index : step",
            "a": "scalar : mean of the gradients",
            "r": "index : step that is summed over",
        },
        supposed={"g": "mean a, variance 1", r"\beta": "positive, not one"},
        start=r"\mathbb{E}\left[(1 - \beta) \sum_{r=1}^{t} \beta^{t-r} g_r\right]",
        steps=(
            Step(r"(1 - \beta) \sum_{r=1}^{t} \beta^{t-r} \mathbb{E}[g_r]", "the expectation is linear"),
            Step(r"a (1 - \beta) \sum_{r=1}^{t} \beta^{t-r}", "every gradient has one mean"),
            Step(r"a (1 - \beta) \frac{1 - \beta^t}{1 - \beta}", "a geometric sum"),
            Step(r"a (1 - \beta^t)", "the common factor cancels"),
        ),
        ranges={"t": "1 … n"},
        source=KINGMA.at("section 3"),
    ),
    Derivation(
        id="adam-unrolled",
        title="Adam's first moment is a weighted sum of past gradients",
        where={
            "u": "n : first moment",
            "g": "n : gradients",
            r"\beta": "scalar : decay",
            "t": "index : step",
            "r": "index : step that is summed over",
        },
        supposed={r"\beta": "positive"},
        given=(r"u_t = (1 - \beta) \sum_{r=1}^{t} \beta^{t-r} g_r",),
        start=r"\beta u_{t-1} + (1 - \beta) g_t",
        steps=(
            Step(
                r"\beta (1 - \beta) \sum_{r=1}^{t-1} \beta^{t-1-r} g_r + (1 - \beta) g_t",
                "the sum up to the step before",
            ),
            Step(r"(1 - \beta) \left(\sum_{r=1}^{t-1} \beta^{t-r} g_r + g_t\right)", "common factor"),
            Step(r"(1 - \beta) \sum_{r=1}^{t} \beta^{t-r} g_r", "the last addend joins the sum"),
        ),
        ranges={"t": "2 … n"},
        source=KINGMA.at("section 3"),
    ),
    Derivation(
        id="bias-and-variance",
        title="The expected squared error is noise, squared bias and variance",
        where={
            "a": "scalar : true value",
            "u": "scalar : noise",
            r"\sigma": "scalar : deviation of the noise",
            "z": "scalar : prediction",
            "b": "scalar : mean of the prediction",
            "c": "scalar : variance of the prediction",
        },
        supposed={"u": r"mean 0, variance \sigma^2", "z": "mean b, variance c", r"\sigma": "positive", "c": "positive"},
        start=r"\mathbb{E}[(a + u - z)^2]",
        steps=(
            Step(r"\mathbb{E}[u^2] + 2 \mathbb{E}[u (a - z)] + \mathbb{E}[(a - z)^2]", "the square is multiplied out"),
            Step(r"\sigma^2 + \mathbb{E}[(a - z)^2]", "the noise is independent, with mean zero"),
            Step(
                r"\sigma^2 + (a - b)^2 + 2 (a - b) \mathbb{E}[b - z] + \mathbb{E}[(b - z)^2]",
                "the mean added and taken away",
            ),
            Step(r"\sigma^2 + (a - b)^2 + c", "the mean of the prediction, and its variance"),
        ),
        source=BISHOP.at("section 4.3"),
    ),
    Derivation(
        id="initialisation-variance",
        title="How initial weights keep the variance",
        where={
            "w": "d : weights",
            "x": "d : inputs",
            "a": "scalar : variance of the weights",
            "b": "scalar : variance of the inputs",
        },
        supposed={"w": "mean 0, variance a", "x": "mean 0, variance b", "a": "positive", "b": "positive"},
        start=r"\operatorname{Var}\left(\sum_{j=1}^{d} w_j x_j\right)",
        steps=(
            Step(r"\sum_{j=1}^{d} \operatorname{Var}(w_j x_j)", "the addends are independent"),
            Step(r"\sum_{j=1}^{d} \mathbb{E}[w_j^2] \mathbb{E}[x_j^2]", "the means are zero"),
            Step(r"\sum_{j=1}^{d} a b", "the variances"),
            Step(r"d a b", "equal addends"),
        ),
        source=GLOROT.at("section 4.2"),
    ),
    Derivation(
        id="gradient-step-descends",
        title="A gradient step lowers a quadratic loss",
        where={"z": "scalar : weight", "a": "scalar : curvature", r"\eta": "scalar : learning rate"},
        start=r"\frac{a}{2} (z - \eta a z)^2",
        steps=(
            Step(r"\frac{a}{2} z^2 (1 - \eta a)^2", "common factor"),
            Step(r"\frac{a}{2} z^2 - \eta a^2 z^2 \left(1 - \frac{\eta a}{2}\right)", "the square is multiplied out"),
        ),
        source=GOODFELLOW.at("section 4.3"),
    ),
    Derivation(
        id="cosine-and-distance",
        title="The distance of unit vectors is their cosine",
        where={"y": "d : another vector"},
        supposed={"x": "length one", "y": "length one"},
        start=r"\sum_{j=1}^{d} (x_j - y_j)^2",
        steps=(
            Step(
                r"\sum_{j=1}^{d} x_j^2 - 2 \sum_{j=1}^{d} x_j y_j + \sum_{j=1}^{d} y_j^2",
                "the square is multiplied out",
            ),
            Step(r"2 - 2 x y^\top", "both vectors have length one"),
        ),
    ),
)
