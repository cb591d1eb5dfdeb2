"""Losses and distributions: gradients by logits, entropies, bounds."""

from __future__ import annotations

from symformer.catalogue.derivation import Derivation, Step
from symformer.catalogue.derivations.softmax import DELTA, OTHER_INDICES, SHARES, UNIT, WEIGHTS
from symformer.catalogue.sources import BISHOP, D2L, GOODFELLOW, KINGMA_VAE, OORD, RAFAILOV, SUTTON, SZEGEDY

LOGITS = {"z": "c : logits", "c": "size : number of classes"}
LOSS = {r"\mathcal{L}": "scalar : loss"}
SCORES_OF_ACTIONS = {"z": "c : scores of the actions", "c": "size : number of actions"}
TWO = {"p": "c : distribution", "q": "c : another distribution", "c": "size : number of outcomes"}

DERIVATIONS = (
    Derivation(
        id="cross-entropy-gradient",
        title="The gradient of the cross-entropy by the logits",
        where={**LOGITS, **SHARES, **LOSS, **OTHER_INDICES, **UNIT, "y": "c : targets"},
        supposed={"y": "sums to one"},
        given=(WEIGHTS, r"\mathcal{L} = -\sum_{j=1}^{c} y_j \log p_j", DELTA),
        start=r"\frac{\partial \mathcal{L}}{\partial z_r}",
        steps=(
            Step(r"-\sum_{j=1}^{c} y_j \frac{\partial \log p_j}{\partial z_r}", "the derivative of a sum"),
            Step(r"-\sum_{j=1}^{c} y_j (\delta_{jr} - p_r)", "the gradient of the logarithm of softmax"),
            Step(r"p_r \sum_{j=1}^{c} y_j - y_r", "the sum is parted"),
            Step(r"p_r - y_r", "the targets sum to one"),
        ),
        source=D2L.at("eq. 4.1.10"),
    ),
    Derivation(
        id="binary-cross-entropy-gradient",
        title="The gradient of the binary cross-entropy by the logit",
        where={"z": "scalar : logit", "y": "scalar : target", r"\sigma": "function : logistic sigmoid"},
        start=r"\frac{\partial}{\partial z} \left(-y \log \sigma(z) - (1 - y) \log (1 - \sigma(z))\right)",
        steps=(
            Step(
                r"-y \frac{\sigma(z) (1 - \sigma(z))}{\sigma(z)} + (1 - y) \frac{\sigma(z) (1 - \sigma(z))}{1 - \sigma(z)}",
                "chain rule, and the derivative of the sigmoid",
            ),
            Step(r"-y (1 - \sigma(z)) + (1 - y) \sigma(z)", "common factors cancel"),
            Step(r"\sigma(z) - y", "the products cancel"),
        ),
        source=GOODFELLOW.at("section 6.2.2.2"),
    ),
    Derivation(
        id="cross-entropy-decomposition",
        title="Cross-entropy is entropy and divergence",
        where=TWO,
        supposed={"p": "positive", "q": "positive"},
        start=r"-\sum_{j=1}^{c} p_j \log q_j",
        steps=(
            Step(r"-\sum_{j=1}^{c} p_j \log \left(p_j \frac{q_j}{p_j}\right)", "each ratio times one"),
            Step(
                r"-\sum_{j=1}^{c} p_j \log p_j - \sum_{j=1}^{c} p_j \log \frac{q_j}{p_j}",
                "the logarithm of a product is a sum",
            ),
            Step(
                r"-\sum_{j=1}^{c} p_j \log p_j + \sum_{j=1}^{c} p_j \log \frac{p_j}{q_j}",
                "the logarithm of the reciprocal",
            ),
        ),
        source=GOODFELLOW.at("section 3.13"),
    ),
    Derivation(
        id="divergence-is-positive",
        title="A divergence is never negative",
        where=TWO,
        supposed={"p": "positive, sums to one", "q": "positive, sums to one"},
        start=r"\sum_{j=1}^{c} p_j \log \frac{p_j}{q_j}",
        steps=(
            Step(r"-\sum_{j=1}^{c} p_j \log \frac{q_j}{p_j}", "the logarithm of the reciprocal"),
            Step(
                r"-\sum_{j=1}^{c} p_j \left(\frac{q_j}{p_j} - 1\right)",
                "a logarithm lies below its tangent at one",
                r"\ge",
            ),
            Step(r"\sum_{j=1}^{c} p_j - \sum_{j=1}^{c} q_j", "the sum is parted"),
            Step("0", "both sum to one"),
        ),
        source=BISHOP.at("section 2.5.5"),
    ),
    Derivation(
        id="entropy-bound",
        title="No entropy is larger than that of the uniform distribution",
        where={"p": "c : distribution", "c": "size : number of outcomes"},
        supposed={"p": "positive, sums to one"},
        start=r"-\sum_{j=1}^{c} p_j \log p_j",
        steps=(
            Step(
                r"\sum_{j=1}^{c} p_j \log c - \sum_{j=1}^{c} p_j \log (c p_j)",
                "the logarithm of a product is a sum",
            ),
            Step(r"\log c - \sum_{j=1}^{c} p_j \log \frac{p_j}{1 / c}", "the shares sum to one"),
            Step(r"\log c", "a divergence from the uniform distribution is never negative", r"\le"),
        ),
        source=BISHOP.at("section 2.5.5"),
    ),
    Derivation(
        id="label-smoothing-split",
        title="Label smoothing as a mixture of two cross-entropies",
        where={
            "y": "c : targets",
            "q": "c : predicted shares",
            "c": "size : number of classes",
            "a": "scalar : share that is spread evenly",
        },
        supposed={"q": "positive"},
        start=r"-\sum_{j=1}^{c} \left((1 - a) y_j + \frac{a}{c}\right) \log q_j",
        steps=(
            Step(r"-\sum_{j=1}^{c} (1 - a) y_j \log q_j - \sum_{j=1}^{c} \frac{a}{c} \log q_j", "the sum is parted"),
            Step(
                r"(1 - a) \left(-\sum_{j=1}^{c} y_j \log q_j\right) + a \left(-\sum_{j=1}^{c} \frac{1}{c} \log q_j\right)",
                "common factors stand before the sums",
            ),
        ),
        source=SZEGEDY.at("section 7"),
    ),
    Derivation(
        id="perplexity-as-mean",
        title="Perplexity is the geometric mean of the reciprocal shares",
        where={"p": "n : shares of the tokens that came"},
        supposed={"p": "positive"},
        start=r"\exp\left(-\frac{1}{n} \sum_{t=1}^{n} \log p_t\right)",
        steps=(
            Step(r"\exp\left(-\frac{1}{n} \log \prod_{t=1}^{n} p_t\right)", "a sum of logarithms is that of a product"),
            Step(
                r"\exp\left(\log \left(\left(\prod_{t=1}^{n} p_t\right)^{-1 / n}\right)\right)",
                "a factor goes into the exponent",
            ),
            Step(r"\left(\prod_{t=1}^{n} p_t\right)^{-1 / n}", "the exponential undoes the logarithm"),
        ),
        source=D2L.at("section 9.3.2"),
    ),
    Derivation(
        id="perplexity-of-uniform",
        title="The perplexity of an even guess is the number of choices",
        where={"c": "size : number of choices"},
        start=r"\exp\left(-\sum_{j=1}^{c} \frac{1}{c} \log \frac{1}{c}\right)",
        steps=(
            Step(r"\exp\left(-c \frac{1}{c} \log \frac{1}{c}\right)", "all addends are equal"),
            Step(r"\exp(\log c)", "the logarithm of the reciprocal"),
            Step("c", "the exponential undoes the logarithm"),
        ),
        source=D2L.at("section 9.3.2"),
    ),
    Derivation(
        id="squared-error-from-gaussian",
        title="The squared error from Gaussian noise",
        where={
            "y": "scalar : target",
            r"\hat{y}": "scalar : prediction",
            r"\sigma": "scalar : deviation of the noise",
        },
        supposed={r"\sigma": "positive"},
        start=r"-\log \left(\frac{1}{\sqrt{2 \pi \sigma^2}} \exp\left(-\frac{(y - \hat{y})^2}{2 \sigma^2}\right)\right)",
        steps=(
            Step(
                r"-\log \frac{1}{\sqrt{2 \pi \sigma^2}} + \frac{(y - \hat{y})^2}{2 \sigma^2}",
                "the logarithm of a product is a sum",
            ),
            Step(
                r"\frac{(y - \hat{y})^2}{2 \sigma^2} + \frac{1}{2} \log (2 \pi \sigma^2)",
                "the logarithm of a root is half of one",
            ),
        ),
        source=GOODFELLOW.at("section 5.5.1"),
    ),
    Derivation(
        id="divergence-of-gaussians",
        title="The divergence of two Gaussians",
        where={
            "x": "scalar : normal random number",
            r"\mu": "scalar : mean of the first",
            r"\sigma": "scalar : deviation of the first",
            r"\nu": "scalar : mean of the second",
            r"\rho": "scalar : deviation of the second",
        },
        supposed={"x": r"mean \mu, variance \sigma^2", r"\sigma": "positive", r"\rho": "positive"},
        start=r"\mathbb{E}\left[\log \frac{\rho}{\sigma} - \frac{(x - \mu)^2}{2 \sigma^2} + \frac{(x - \nu)^2}{2 \rho^2}\right]",
        steps=(
            Step(
                r"\log \frac{\rho}{\sigma} - \frac{\mathbb{E}[(x - \mu)^2]}{2 \sigma^2} + \frac{\mathbb{E}[(x - \nu)^2]}{2 \rho^2}",
                "the expectation is linear",
            ),
            Step(
                r"\log \frac{\rho}{\sigma} - \frac{1}{2} + \frac{\mathbb{E}[(x - \nu)^2]}{2 \rho^2}",
                "the first is the variance",
            ),
            Step(
                r"\log \frac{\rho}{\sigma} - \frac{1}{2} + \frac{\sigma^2 + (\mu - \nu)^2}{2 \rho^2}",
                "the square about another point is the variance and the squared distance",
            ),
        ),
        source=KINGMA_VAE.at("appendix B"),
    ),
    Derivation(
        id="evidence-lower-bound",
        title="The evidence lower bound",
        where={
            "q": "c : shares of the latent states, guessed",
            "a": "c : shares of state and observation together",
            "b": "scalar : share of the observation",
            "w": "c : shares of the states given the observation",
            "c": "size : number of latent states",
        },
        supposed={"q": "positive, sums to one", "a": "positive", "b": "positive"},
        given=(r"w_j = \frac{a_j}{b}",),
        start=r"\log b",
        steps=(
            Step(r"\sum_{j=1}^{c} q_j \log b", "the shares sum to one"),
            Step(r"\sum_{j=1}^{c} q_j \log \frac{a_j}{w_j}", "the share of the observation from the two others"),
            Step(r"\sum_{j=1}^{c} q_j \log \left(\frac{a_j}{q_j} \frac{q_j}{w_j}\right)", "the ratio times one"),
            Step(
                r"\sum_{j=1}^{c} q_j \log \frac{a_j}{q_j} + \sum_{j=1}^{c} q_j \log \frac{q_j}{w_j}",
                "the logarithm of a product is a sum",
            ),
        ),
        source=KINGMA_VAE.at("section 2.2"),
        remark="the second sum is a divergence, never negative: the first is a lower bound",
    ),
    Derivation(
        id="contrastive-loss-gradient",
        title="InfoNCE pulls the positive pair and pushes the others",
        where={
            "z": "c : similarities, that of the positive pair first",
            "c": "size : number of pairs",
            r"\tau": "scalar : temperature",
            "l": "index : pair that is summed over",
            "p": "c : softmax of the similarities at the temperature",
        },
        supposed={r"\tau": "positive"},
        given=(r"p_j = \frac{e^{z_j / \tau}}{\sum_{l=1}^{c} e^{z_l / \tau}}",),
        start=r"\frac{\partial (-\log p_1)}{\partial z_1}",
        steps=(
            Step(
                r"\frac{\partial}{\partial z_1} \left(-\frac{z_1}{\tau} + \log \sum_{l=1}^{c} e^{z_l / \tau}\right)",
                "the logarithm of a quotient is a difference",
            ),
            Step(
                r"-\frac{1}{\tau} + \frac{1}{\tau} \frac{e^{z_1 / \tau}}{\sum_{l=1}^{c} e^{z_l / \tau}}", "chain rule"
            ),
            Step(r"-\frac{1 - p_1}{\tau}", "the quotient is the share of the positive pair"),
        ),
        source=OORD.at("section 2.3"),
    ),
    Derivation(
        id="distillation-gradient",
        title="The gradient of distillation by the student's logits",
        where={
            **LOGITS,
            r"\tau": "scalar : temperature",
            "p": "c : shares of the teacher",
            "q": "c : softmax of the logits at the temperature",
            **OTHER_INDICES,
            **UNIT,
        },
        supposed={"p": "sums to one", r"\tau": "positive"},
        given=(r"q_j = \frac{e^{z_j / \tau}}{\sum_{l=1}^{c} e^{z_l / \tau}}", DELTA),
        start=r"\frac{\partial}{\partial z_r} \left(-\tau^2 \sum_{j=1}^{c} p_j \log q_j\right)",
        steps=(
            Step(
                r"-\tau^2 \sum_{j=1}^{c} p_j \frac{1}{\tau} (\delta_{jr} - q_r)",
                "the gradient of the logarithm of softmax",
            ),
            Step(r"-\tau p_r + \tau q_r \sum_{j=1}^{c} p_j", "the sum is parted"),
            Step(r"\tau (q_r - p_r)", "the teacher's shares sum to one"),
        ),
    ),
    Derivation(
        id="direct-preference-optimisation",
        title="Direct preference optimisation from the Bradley-Terry model",
        where={
            "p": "2 : shares that the policy gives the answers",
            "q": "2 : shares that the reference gives them",
            "y": "2 : rewards of the answers",
            "a": "scalar : strength of the penalty",
            "b": "scalar : sum that normalises the policy",
            r"\sigma": "function : logistic sigmoid",
        },
        supposed={"p": "positive", "q": "positive", "b": "positive"},
        given=(r"y_j = a \log \frac{p_j}{q_j} + a \log b",),
        start=r"\frac{e^{y_1}}{e^{y_1} + e^{y_2}}",
        steps=(
            Step(r"\frac{1}{1 + e^{y_2 - y_1}}", "numerator and denominator divided by the first exponential"),
            Step(r"\sigma(y_1 - y_2)", "definition of the sigmoid"),
            Step(
                r"\sigma\left(a \log \frac{p_1}{q_1} + a \log b - a \log \frac{p_2}{q_2} - a \log b\right)",
                "the rewards from the best policy",
            ),
            Step(
                r"\sigma\left(a \log \frac{p_1}{q_1} - a \log \frac{p_2}{q_2}\right)",
                "the sum that normalises cancels",
            ),
        ),
        source=RAFAILOV.at("section 4"),
    ),
    Derivation(
        id="preference-gradient",
        title="The gradient of a preference by the difference of rewards",
        where={"z": "scalar : difference of the rewards", r"\sigma": "function : logistic sigmoid"},
        start=r"\frac{\partial}{\partial z} \left(-\log \sigma(z)\right)",
        steps=(
            Step(r"-\frac{1}{\sigma(z)} \sigma(z) (1 - \sigma(z))", "chain rule, and the derivative of the sigmoid"),
            Step(r"\sigma(z) - 1", "the common factor cancels"),
            Step(r"-\sigma(-z)", "the sigmoid of the opposite"),
        ),
        source=RAFAILOV.at("section 4"),
    ),
    Derivation(
        id="policy-gradient",
        title="The policy gradient by the log-derivative trick",
        where={
            **SCORES_OF_ACTIONS,
            "p": "c : policy, softmax of the scores",
            "y": "c : rewards of the actions",
            **OTHER_INDICES,
        },
        given=(WEIGHTS,),
        start=r"\frac{\partial}{\partial z_r} \sum_{j=1}^{c} p_j y_j",
        steps=(
            Step(r"\sum_{j=1}^{c} y_j \frac{\partial p_j}{\partial z_r}", "the derivative of a sum"),
            Step(r"\sum_{j=1}^{c} p_j y_j \frac{1}{p_j} \frac{\partial p_j}{\partial z_r}", "each addend times one"),
            Step(r"\sum_{j=1}^{c} p_j y_j \frac{\partial \log p_j}{\partial z_r}", "the derivative of a logarithm"),
        ),
        source=SUTTON.at("section 13.3"),
    ),
    Derivation(
        id="policy-gradient-baseline",
        title="A baseline does not change the policy gradient",
        where={
            **SCORES_OF_ACTIONS,
            "p": "c : policy, softmax of the scores",
            "b": "scalar : baseline",
            **OTHER_INDICES,
            **UNIT,
        },
        given=(WEIGHTS, DELTA),
        start=r"\sum_{j=1}^{c} p_j b \frac{\partial \log p_j}{\partial z_r}",
        steps=(
            Step(r"\sum_{j=1}^{c} p_j b (\delta_{jr} - p_r)", "the gradient of the logarithm of softmax"),
            Step(r"b p_r - b p_r \sum_{j=1}^{c} p_j", "the sum is parted"),
            Step("0", "the shares sum to one"),
        ),
        source=SUTTON.at("section 13.4"),
    ),
)
